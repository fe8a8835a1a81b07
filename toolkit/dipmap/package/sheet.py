"""`rules.md`: what a player has to know of a variant beyond the base rules, from the model alone.

The words are in `templates/rules.md.j2`. Whatever the template prints is escaped, so that no name can make a heading,
a link or a table of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any

from dipmap.engines import Handling, engine, summary, verdicts
from dipmap.model import Adjacency, Kind, Power, Province, Rule, Terrain, Unit, Units, Variant, province_of
from dipmap.model.options import sentence
from dipmap.package.kept import engine_title, kept_verdicts
from dipmap.visible import visible

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&!{}])")
_LEADING = re.compile(r"^(\d*)([-+=.)])(?=\s|$|[-=])")
_SENSES = {
    Kind.BORDER: "an ordinary border",
    Kind.DIRECT: "{who} pass as if the two touched",
    Kind.STRAIT: "{who} cross the water between",
    Kind.NARROW_STRAIT: "{who} cross from coast to coast; the water between stays one",
    Kind.SEA_LANE: "{who} move over sea as an ordinary move, without a convoy",
    Kind.LINK: "joined though far apart on the map",
}
_UNITS = {"army": "armies", "fleet": "fleets", "both": "armies and fleets"}


def rules_sheet(variant: Variant, kept: Mapping[str, Mapping[str, Any]] | None = None) -> bytes:
    """The sheet in Markdown, UTF-8; `kept` is what an import kept for single engines."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=False,  # noqa: S701  not HTML: `finalize` escapes for Markdown
        finalize=escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    template = environment.from_string(
        files("dipmap.package").joinpath("templates", "rules.md.j2").read_text(encoding="utf-8"),
    )
    text = template.render(**_context(variant, kept or {}))
    return (re.sub(r"\n{3,}", "\n\n", text).strip() + "\n").encode("utf-8", "replace")


def escaped(value: Any) -> Any:
    """A value as Markdown shows it: on one line, its signs no markup."""
    if not isinstance(value, str):
        return value
    return _LEADING.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", visible(value).strip()))


def _context(variant: Variant, kept: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    names = _Names(variant)
    return {
        "variant": variant,
        "board": _board(variant),
        "powers": [_power(power, variant, names) for power in variant.powers],
        "start": list(_start(variant, names)),
        "first": f"The game begins with {_turn(variant, variant.calendar.first_turn)} {variant.calendar.first_year}.",
        "turns": list(_turns(variant)),
        "builds": list(_builds(variant, names)),
        "victory": list(_victory(variant, names)),
        "special": list(_special(variant, names)),
        "passages": [
            _passage(edge, names) for edge in variant.adjacency if edge.kind is not Kind.BORDER or edge.oneway
        ],
        "barriers": [
            f"{names[entry.a]} and {names[entry.b]} touch; {_UNITS[entry.units.value]} do not pass"
            for entry in variant.barriers
        ],
        "options": [
            {"name": name, "value": value, "sense": sentence(name, value)}
            for name, value in sorted(variant.options.items())
        ],
        "schedule": list(_schedule(variant)),
        "rules": [
            {
                "id": rule.id,
                "sense": rule.sense,
                "where": rule.where,
                "carried": "none: no program can enforce it" if rule.text else _carried(rule),
                "proofs": ", ".join(rule.proofs),
            }
            for rule in variant.rules
        ],
        **_engines(variant, kept),
        "provinces": [row for province in variant.provinces for row in _province(province, variant, names)],
    }


_HANDLING = {Handling.NATIVE: "native", Handling.EMULATED: "emulated", Handling.DROPPED: "by hand"}


def _engines(variant: Variant, kept: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """A row for each rule with a word for each engine, and engine by engine what a judge has to see to by hand."""
    found = verdicts(variant)
    names = list(dict.fromkeys(name for row in found.values() for name in row))
    lost = []
    for name in names:
        told = [
            {"rule": rule, "why": row[name].why}
            for rule, row in found.items()
            if row[name].handling is Handling.DROPPED
        ] + [{"rule": each.rule, "why": each.why} for each in kept_verdicts(kept, name)]
        if told:
            lost.append({"title": engine(name).title, "rules": told})
    rows = [
        {"rule": rule, "sense": summary(rule), "words": [_HANDLING[row[name].handling] for name in names]}
        for rule, row in found.items()
    ]
    for keeper in (each.rule.removeprefix("kept-") for each in kept_verdicts(kept, "")):
        words = ["native" if name == keeper else "by hand" for name in names]
        rows.append({"rule": f"kept-{keeper}", "sense": f"What only {engine_title(keeper)} has", "words": words})
    return {"engines": names, "verdicts": rows, "lost": lost}


def _carried(rule: Rule) -> str:
    return ", ".join(fact.path for fact in rule.facts)


class _Names:
    """Names of locations and powers; an id stands for what is not known."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.places = {province.id: province.name for province in variant.provinces}
        for province in variant.provinces:
            for coast in province.coasts:
                self.places[f"{province.id}/{coast.id}"] = f"{province.name} ({coast.name})"

    def __getitem__(self, location: str) -> str:
        return self.places.get(location, location)

    def power(self, identity: str | None) -> str:
        if identity is None:
            return "nobody"
        power = self.variant.powers_by_id.get(identity)
        return power.name if power else identity

    def listed(self, items: Iterable[str]) -> str:
        return ", ".join(self[item] for item in items)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def _board(variant: Variant) -> str:
    terrains = [
        f"{number} {terrain.value}"
        for terrain in Terrain
        if (number := sum(p.terrain is terrain and not p.impassable for p in variant.provinces))
    ]
    homes = sum(province.home is not None for province in variant.centres)
    return (
        f"{_count(len(variant.provinces), 'province')} ({', '.join(terrains)}), "
        f"{_count(len(variant.centres), 'supply centre')} ({homes} home, {len(variant.centres) - homes} neutral)"
    )


def _unit(unit: Unit, names: _Names) -> str:
    return f"{unit.type.value} {names[unit.location]}"


def _power(power: Power, variant: Variant, names: _Names) -> dict[str, str]:
    units = [_unit(unit, names) for unit in variant.start.units if unit.power == power.id]
    return {
        "name": " / ".join((power.name, *power.aliases)) + ("" if power.playable else " (nobody plays it)"),
        "colour": power.colour,
        "homes": names.listed(power.homes) or "none",
        "units": ", ".join(units) or "none",
    }


def _start(variant: Variant, names: _Names) -> Iterator[str]:
    if variant.standing_units:
        units = ", ".join(_unit(unit, names) for unit in variant.standing_units)
        yield f"Units of nobody, which hold until they are dislodged: {units}."
    opening = variant.start.opening
    if opening is not None:
        builds = ", ".join(f"{names.power(power)} {number}" for power, number in sorted(opening.builds.items()))
        extra = " Builds stay hidden until the first moves." if opening.secret else ""
        extra += " Builds and first moves are handed in together." if opening.joint else ""
        date = f" ({_turn(variant, opening.turn)} {opening.year})" if opening.year is not None else ""
        yield f"The game opens with an adjustment{date}{f' (builds: {builds})' if builds else ''}.{extra}"
        for group in opening.exclusive:
            yield f"Only one of these may be used in it: {names.listed(group)}."
        if opening.secret_sites:
            yield f"Builds in {names.listed(opening.secret_sites)} stay hidden until the first moves are shown."


def _turn(variant: Variant, identity: str) -> str:
    return next((turn.name for turn in variant.calendar.turns if turn.id == identity), identity)


def _turns(variant: Variant) -> Iterator[dict[str, str]]:
    for turn in variant.calendar.turns:
        ends = [
            text
            for text, said in (("centres change hands", turn.ownership), ("victory is checked", turn.victory))
            if said
        ]
        yield {"name": turn.name, "phases": ", ".join(turn.phases), "ends": ", ".join(ends)}


def _builds(variant: Variant, names: _Names) -> Iterator[str]:
    builds = variant.builds
    sites = {
        "homes": "in a power's own free home centres",
        "owned": "in any free centre a power owns",
        "any-home": "in any free home centre a power owns, whosever home it is",
    }
    kinds = " or ".join(_UNITS[unit.value] for unit in builds.units)
    how = "Builds are ordered" if builds.method == "orders" else "Adjustments are made by the judge"
    yield f"{how}: {kinds}, {sites.get(builds.sites, builds.sites)}."
    for site in builds.extra:
        yield f"{names.power(site.power)} may build in {names[site.site]} too while it owns it."
    for limit in builds.limits:
        yield f"{names.power(limit.power)} builds at most {limit.at_most} in one adjustment in {names.listed(limit.sites)}."
    yield (
        "A dislodged unit may retreat."
        if variant.retreats == "normal"
        else "There are no retreats: a dislodged unit is disbanded."
    )


def _victory(variant: Variant, names: _Names) -> Iterator[str]:
    victory = variant.victory
    what = "centres" if victory.by == "centres" else "points"
    more = (
        " and more than anybody else" if victory.most and victory.sole else " and nobody more" if victory.most else ""
    )
    yield f"A power wins with at least {victory.at_least} {what}{more}."
    if victory.tie == "most":
        equal = "; if they have as many, the game goes on" if victory.sole else ""
        yield f"Where several reach that number at once, the one with most wins{equal}."
    if victory.by == "points":
        points = victory.points
        own = ", ".join(f"{names.power(power)} {number}" for power, number in sorted(points.own_home_of.items()))
        exceptions = f" (exceptions: {own})" if own else ""
        yield f"A centre counts {points.centre}, a power's own home {points.own_home}{exceptions}."
    if variant.end.last_year is not None:
        alone = "victory for whoever alone has most, or a draw where several have as many"
        result = "a draw" if variant.end.result == "draw" else alone
        yield f"The year {variant.end.last_year} is the last; it ends with {result}."
    if variant.end.agreed_draw == "survivors":
        within = " within one movement phase" if variant.end.agreed_within == "phase" else ""
        yield f"A draw that all agree on{within} is shared by the survivors."
    else:
        yield "There are no agreed draws."


def _special(variant: Variant, names: _Names) -> Iterator[str]:
    def told(sentence: str, found: Iterable[Province]) -> Iterator[str]:
        provinces = [province.name for province in found]
        if provinces:
            yield f"{sentence}: {', '.join(provinces)}."

    passable = [province for province in variant.provinces if not province.impassable]
    seas = [province for province in passable if province.terrain is Terrain.SEA]
    yield from told("Nobody may enter", (province for province in variant.provinces if province.impassable))
    for province in passable:
        if province.coasts:
            yield f"{province.name} has several coasts: {', '.join(coast.name for coast in province.coasts)}."
    yield from told("Canals, whose one coast joins two waters", (province for province in passable if province.canal))
    shared = [province for province in passable if province.capacity > 1]
    for most, mixed in dict.fromkeys((province.capacity, province.mixed) for province in shared):
        alike = (province for province in shared if (province.capacity, province.mixed) == (most, mixed))
        yield from told(f"Up to {most} units{'' if mixed else ' of one power'} may share each of", alike)
    yield from told("Seas that armies may enter as well", (province for province in seas if province.armies))
    yield from told("Seas without convoys", (province for province in seas if not province.convoys))
    others = [province for province in passable if province.terrain is not Terrain.SEA]
    yield from told("Fleets convoy here too", (province for province in others if province.convoys))
    yield from told("Closed to armies", (province for province in others if not province.armies))
    for province in variant.provinces:
        if province.owner is not None and province.owner != province.home:
            yield f"{names.power(province.owner)} holds {province.name} at the start."


def _passage(edge: Adjacency, names: _Names) -> dict[str, str]:
    sense = _SENSES.get(edge.kind, "").format(who=_UNITS[edge.units.value])
    ends = (names.variant.by_id.get(province_of(end)) for end in (edge.a, edge.b))
    if edge.kind is Kind.STRAIT and all(end is not None and end.terrain is Terrain.SEA for end in ends):
        sense = f"two seas joined across land: {_UNITS[edge.units.value]} pass from one to the other"
    if edge.keeper:
        sense = f"needs the consent of the unit in {names[edge.keeper]}"
    if edge.oneway:
        sense += ", one way only"
    return {
        "pair": f"{names[edge.a]} {'→' if edge.oneway else '-'} {names[edge.b]}",
        "kind": edge.kind.value,
        "units": _UNITS[edge.units.value],
        "sense": sense,
    }


def _schedule(variant: Variant) -> Iterator[str]:
    schedule = variant.schedule
    if schedule.first_hours is not None:
        yield f"The first movement phase lasts {schedule.first_hours:g} hours."
    if schedule.hours is not None:
        yield f"A movement phase lasts {schedule.hours:g} hours."
    if schedule.opens or schedule.closes:
        opens = f"opens at {schedule.opens}" if schedule.opens else ""
        closes = f"orders are due at {schedule.closes}" if schedule.closes else ""
        yield f"A movement phase {opens}{' and ' if opens and closes else ''}{closes}."
    if schedule.builds != "separate":
        yield {
            "joint": "Adjustments are ordered together with the moves that follow.",
            "on-request": "Adjustments are ordered with the moves that follow, unless players ask for a phase of their own.",
        }[schedule.builds]
    if schedule.press != "always":
        yield "Players may talk during movement phases only."
    yield from schedule.notes


def _province(province: Province, variant: Variant, names: _Names) -> Iterator[dict[str, str]]:
    """The row of a province, and one for each of its named coasts."""
    centre = ""
    if province.centre:
        centre = f"home of {names.power(province.home)}" if province.home else "neutral"
    yield {
        "id": province.id,
        "name": " / ".join((province.name, *province.aliases)),
        "terrain": "impassable" if province.impassable else province.terrain.value,
        "centre": centre,
        "neighbours": _neighbours(province.id, variant),
    }
    for coast in province.coasts:
        location = f"{province.id}/{coast.id}"
        near = _neighbours(location, variant)
        yield {"id": location, "name": names[location], "terrain": "", "centre": "", "neighbours": near}


def _neighbours(location: str, variant: Variant) -> str:
    """Where units may move from a location: `A: nor sou; F: nor ups`, or `A F: nor` where it is the same for both."""
    ways: dict[str, set[str]] = {"A": set(), "F": set()}
    for edge in variant.adjacency:
        there = edge.b if edge.a == location else edge.a if edge.b == location and not edge.oneway else None
        if there is not None:
            for letter, units in (("A", Units.ARMY), ("F", Units.FLEET)):
                if edge.units in (units, Units.BOTH):
                    ways[letter].add(there)
    if ways["A"] and ways["A"] == ways["F"]:
        return f"A F: {' '.join(sorted(ways['A']))}"
    return "; ".join(f"{letter}: {' '.join(sorted(found))}" for letter, found in ways.items() if found)
