"""Powers and the rules that need no drawing: from the declaration to the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dipmap.diagnostics import Finding, Notice
from dipmap.model import (
    BuildLimit,
    Builds,
    BuildSite,
    Calendar,
    End,
    Opening,
    Points,
    Power,
    Schedule,
    Turn,
    UnitType,
    Victory,
)
from dipmap.model.rules import STANDARD_TURNS
from dipmap.resolve.declaration import Declaration

# for powers without a colour: eight hues that stay apart under the common colour vision deficiencies (Okabe and Ito)
PALETTE = ("#d55e00", "#0072b2", "#009e73", "#f0e442", "#cc79a7", "#56b4e9", "#e69f00", "#7f7f7f")


def read_powers(declaration: Declaration) -> dict[str, Power]:
    """The powers by id, with what is not given derived from the name."""
    powers = {}
    for index, (identity, entry) in enumerate(declaration.table("powers").items()):
        values: Mapping[str, Any] = entry or {}
        name = values.get("name") or identity.replace("-", " ").replace("_", " ").title()
        powers[identity] = Power(
            identity,
            name,
            values.get("adjective") or name,
            values.get("short") or name[:3],
            (values.get("colour") or PALETTE[index % len(PALETTE)]).lower(),
            tuple(values.get("homes") or ()),
            values.get("playable", True),
            tuple(values.get("aliases") or ()),
        )
    return powers


def read_calendar(declaration: Declaration) -> tuple[Calendar, list[Notice]]:
    """The calendar; spring, fall and winter from 1901 where nothing is said."""
    table = declaration.table("calendar")
    if not table:
        return Calendar(STANDARD_TURNS, 1901, "spring"), []
    turns = tuple(
        Turn(
            turn["id"],
            turn.get("name") or turn["id"].title(),
            tuple(turn["phases"]),
            turn.get("ownership", False),
            turn.get("victory", turn.get("ownership", False)),
        )
        for turn in table.get("turns") or ()
    ) or tuple(STANDARD_TURNS)
    first, year = table["start"].split()
    notices = []
    if first not in [turn.id for turn in turns]:
        message = f"the calendar starts with {first}, which is no turn of it ({', '.join(turn.id for turn in turns)})"
        finding = Finding(message, declaration.place("calendar", "start"), "name one of its turns")
        notices.append(Notice("unknown-turn", finding))
        first = turns[0].id
    return Calendar(turns, int(year), first, table.get("years", 1)), notices


def read_opening(declaration: Declaration) -> Opening | None:
    """The adjustment before the first turn, if there is one."""
    table = declaration.table("start").get("opening")
    if table is None:
        return None
    turn, _, year = table.get("date", "").partition(" ")
    return Opening(
        dict(table.get("builds") or {}),
        table.get("secret", False),
        table.get("joint", False),
        tuple(tuple(group) for group in table.get("exclusive") or ()),
        tuple(table.get("secret_sites") or ()),
        turn,
        int(year) if year else None,
    )


def read_builds(declaration: Declaration) -> Builds:
    """Where and how units are built."""
    table = declaration.table("builds")
    units = tuple(UnitType(word) for word in table.get("units") or ("army", "fleet"))
    return Builds(
        table.get("sites", "homes"),
        table.get("method", "orders"),
        units,
        tuple(BuildSite(entry["power"], entry["site"]) for entry in table.get("extra") or ()),
        tuple(
            BuildLimit(entry["power"], tuple(entry["sites"]), entry["at_most"]) for entry in table.get("limits") or ()
        ),
    )


def read_victory(declaration: Declaration, centres: int) -> Victory:
    """When the game is won; more than half of the centres where nothing is said."""
    table = declaration.table("victory")
    points = table.get("points") or {}
    return Victory(
        table.get("by", "centres"),
        table.get("at_least", centres // 2 + 1 if centres else 0),
        table.get("most", True),
        table.get("sole", True),
        table.get("tie", "continue"),
        Points(points.get("centre", 1), points.get("own_home", 1), dict(points.get("own_home_of") or {})),
    )


def read_end(declaration: Declaration) -> End:
    """When it ends without victory."""
    table = declaration.table("end")
    return End(
        table.get("last_year"),
        table.get("result", "draw"),
        table.get("agreed_draw", "survivors"),
        table.get("agreed_within", "game"),
    )


def read_options(declaration: Declaration) -> dict[str, str]:
    """The rule choices, each value as a word (`true` and `false` may be written without quotes)."""
    table = declaration.table("options")
    return {name: str(value).lower() if isinstance(value, bool) else value for name, value in table.items()}


def read_schedule(declaration: Declaration) -> Schedule:
    """Deadlines and press windows."""
    table = declaration.table("schedule")
    notes = tuple(table.get("notes") or ())
    return Schedule(
        table.get("first_hours"),
        table.get("hours"),
        table.get("press", "always"),
        notes,
        table.get("opens", ""),
        table.get("closes", ""),
        table.get("builds", "separate"),
    )
