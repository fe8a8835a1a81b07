"""The runner of scenarios: what it tells of each thing that does not come as expected, and where."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dipmap.judge import scenario
from dipmap.judge.scenario import run
from dipmap.model import Variant
from dipmap.model.rules import Schedule
from engines.facts_model import facts_variant, standard_variant

STANDARD = standard_variant()
RIVERS = facts_variant("philadelphia")
PLAIN = {"name": "x", "turn": "spring 1901", "phase": "movement"}
MEET = {
    **PLAIN,
    "units": ["france A par", "germany A mun"],
    "orders": {"france": ["A par - bur"], "germany": ["A mun - bur"]},
}


def told(data: dict[str, Any], variant: Variant = STANDARD) -> list[str]:
    """Every mismatch as `path: message`; a `!` marks those that stand in a key."""
    found = run(variant, data)
    assert all(each.hint[0].islower() and not each.hint.endswith(".") for each in found)
    assert not any(each.message.endswith(".") for each in found)
    return [f"{'.'.join(map(str, each.pointer))}{'!' if each.key else ''}: {each.message}" for each in found]


def expecting(data: dict[str, Any], **expect: Any) -> dict[str, Any]:
    return {**data, "expect": expect}


BOUNCE = "fails: bounced (others are as strong, or whoever is there holds, by {})"


def test_what_comes_as_expected_is_not_told():
    data = expecting(
        MEET,
        positions=["germany A mun", "FRANCE A PAR"],
        failed=["A PAR  - BUR", "A mun - bur"],
        results={"A par - bur": "fails", "A mun - bur": "fails: bounced"},
        dislodged=[],
        built=[],
        removed=[],
        winner=None,
        draw=None,
        owners={"france": ["mar", "par", "bre"]},
        view={"france": ["germany A mun"]},
    )
    assert told(data) == []


@pytest.mark.parametrize(
    ("expect", "told_of_it"),
    [
        (
            {"positions": ["france A bur", "germany A mun"]},
            [
                f"expect.positions.0: france A bur is not there, but in par: A par - bur {BOUNCE.format('mun')}",
            ],
        ),
        (
            {"positions": ["germany A mun"]},
            [f"expect.positions!: france A par is on the board as well: A par - bur {BOUNCE.format('mun')}"],
        ),
        (
            {"positions": ["france A par", "germany A mun", "italy F nap"]},
            ["expect.positions.2: italy F nap is not there"],
        ),
        (
            {"failed": ["A par - bur"]},
            [f"expect.failed!: A mun - bur {BOUNCE.format('par')} as well"],
        ),
        (
            {"failed": ["A par - bur", "A mun - bur", "A ven - tri"]},
            ["expect.failed.2: the move A ven - tri was not ordered"],
        ),
        (
            {"results": {"A par - bur": "succeeds"}},
            [f"expect.results.A par - bur: A par - bur {BOUNCE.format('mun')}; expected was succeeds"],
        ),
        (
            {"results": {"A par - bur": "fails: no-path", "A ven H": "succeeds"}},
            [
                f"expect.results.A par - bur: A par - bur {BOUNCE.format('mun')}; expected was fails: no-path",
                "expect.results.A ven H!: A ven H was not ordered",
            ],
        ),
        (
            {"results": {"A par - bur": "fails: bounce"}},
            ["expect.results.A par - bur: the judge knows no reason bounce"],
        ),
        (
            {"dislodged": ["germany A mun from par"], "removed": ["france A par"], "built": ["france A bre"]},
            [
                f"expect.dislodged.0: germany A mun was not dislodged: A mun - bur {BOUNCE.format('par')}",
                f"expect.removed.0: france A par was not removed: A par - bur {BOUNCE.format('mun')}",
                "expect.built.0: france A bre was not built",
            ],
        ),
        (
            {"owners": {"france": ["par", "bur", "mar"]}},
            [
                "expect.owners.france.1: bur belongs to nobody, not to france",
                "expect.owners.france!: france owns bre as well",
            ],
        ),
        (
            {"winner": "france", "draw": ["france", "germany"]},
            [
                "expect.winner: the game goes on (centres: russia 4, austria 3, england 3, france 3); france was to win",
                "expect.draw: the game goes on (centres: russia 4, austria 3, england 3, france 3); france, germany were to draw",
            ],
        ),
        (
            {"view": {"france": ["germany A bur"]}},
            [
                "expect.view.france.0: france is not shown germany A bur",
                "expect.view.france!: france is shown germany a mun as well",
            ],
        ),
        ({"winner": "frannce"}, ["expect.winner: there is no power frannce"]),
        ({"positions": ["france A parr"]}, ["expect.positions.0: there is no place parr"]),
    ],
)
def test_what_does_not_come_is_told_at_its_place(expect: dict[str, Any], told_of_it: list[str]):
    assert told({**MEET, "expect": expect}) == told_of_it


def test_the_origin_of_an_attack():
    data = {
        **PLAIN,
        "units": ["france A par", "france A mar", "germany A bur"],
        "orders": {"france": ["A par - bur", "A mar S A par - bur"]},
    }
    assert told(expecting(data, dislodged=["germany A bur from par"])) == []
    assert told(expecting(data, dislodged=["germany A bur"])) == []
    assert told(expecting(data, dislodged=["germany A bur from mar"])) == [
        "expect.dislodged.0: germany A bur was dislodged from par, not from mar"
    ]
    assert told(expecting(data, dislodged=[])) == [
        "expect.dislodged!: germany A bur was dislodged as well: A bur H is dislodged: dislodged (it was dislodged, by par)"
    ]


def test_an_order_that_is_void_has_to_be_named():
    data = {**PLAIN, "units": ["france A par"], "orders": {"france": ["A par - lon", "A bre H", "A xyz - par"]}}
    assert [line.partition(" (")[0] for line in told(expecting(data, winner=None))] == [
        "orders.france.0: A par - lon is void: cannot-reach",
        "orders.france.1: A bre H is void: no-unit",
        "orders.france.2: A xyz - par is void: unknown-place",
    ]
    named = {"A bre H": "void: no-unit", "A xyz - par": "void"}
    assert told(expecting(data, failed=["A par - lon"], results=named)) == []
    assert told(expecting(data, failed=["A par - lon", "A xyz - par"], results={"A bre H": "void"})) == []


@pytest.mark.parametrize(
    ("changes", "told_of_it"),
    [
        ({"turn": "sprin 1901"}, "turn: the calendar has no turn sprin: its turns are spring, fall, winter"),
        ({"phase": "adjustment"}, "phase: spring has no adjustment phase"),
        ({"units": ["france A par", "france A par"]}, "units.1: par has room for 1 unit, and there are more"),
        ({"units": ["france F par"]}, "units.0: no fleet can stand in par"),
        ({"units": ["france A stp/nc"]}, "units.0: the army in stp/nc stands on a coast"),
        ({"units": ["france F stp"]}, "units.0: the fleet in stp names no coast, stp/nc or stp/sc"),
        ({"units": ["frane A par"]}, "units.0: there is no power frane"),
        ({"units": ["france A par#2"]}, "units.0: france A par#2 has a number beyond those that are there"),
        ({"owners": {"france": ["bur"]}}, "owners.france.0: bur is no supply centre"),
        ({"owners": {"france": ["par"], "italy": ["par"]}}, "owners.italy.0: par belongs to france as well"),
        ({"owners": {"frane": ["par"]}}, "owners.frane!: there is no power frane"),
        ({"orders": {"frane": ["A par H"]}}, "orders.frane!: there is no power frane"),
        ({"bounced": ["paris"]}, "bounced.0: there is no place paris"),
        ({"dislodged": ["france A par"]}, "dislodged!: units retreat in a retreat phase only"),
        ({"options": {"paradoxes": "x"}}, "options.paradoxes!: there is no rule choice paradoxes"),
        ({"options": {"h2h_via_convoy": "perhaps"}}, "options.h2h_via_convoy: h2h_via_convoy cannot be perhaps"),
        ({"provinces": {"parr": {"capacity": 2}}}, "provinces.parr!: there is no province parr"),
        ({"start": True, "turn": "fall 1901"}, "turn: what comes is the movement of spring 1901"),
    ],
)
def test_what_cannot_be_played_is_told_at_its_place(changes: dict[str, Any], told_of_it: str):
    assert told({**expecting(PLAIN, winner=None), **changes}) == [told_of_it]


def test_a_power_without_a_player_gives_no_orders():
    powers = tuple(replace(power, playable=power.id != "italy") for power in STANDARD.powers)
    data = expecting({**PLAIN, "units": ["italy A ven"], "orders": {"italy": ["A ven H"]}}, winner=None)
    assert told(data, replace(STANDARD, powers=powers)) == ["orders.italy!: italy has no player and gives no orders"]


def test_a_choice_that_the_variant_makes_wrongly_is_told():
    assert told(expecting(PLAIN, winner=None), replace(STANDARD, options={"paradox": "x"})) == [
        ": in the variant paradox cannot be x"
    ]
    assert told(expecting(PLAIN, winner=None), replace(STANDARD, options={"x": "x"})) == [
        ": in the variant there is no rule choice called x"
    ]


# ---- several phases


YEAR = {
    **PLAIN,
    "units": ["france A gas", "germany A mun"],
    "owners": {"france": ["par", "bre"], "germany": ["mun"]},
    "orders": {"france": ["A gas - spa"]},
    "expect": {"positions": ["france A spa", "germany A mun"]},
}


def test_phases_follow_and_adjustments_without_removals_may_be_left_out():
    fall = {"turn": "fall 1901", "expect": {"owners": {"france": ["bre", "par", "spa"]}}}
    spring = {"turn": "spring 1902", "phase": "movement", "expect": {"positions": ["france A spa", "germany A mun"]}}
    assert told({**YEAR, "then": [fall, spring]}) == []
    nested = {**fall, "then": [spring]}
    assert told({**YEAR, "then": [nested]}) == []
    assert told({**YEAR, "then": [fall, {**spring, "turn": "spring 1903"}]}) == [
        "then.1.turn: what comes is the movement of spring 1902"
    ]
    assert told({**YEAR, "then": [fall, {**spring, "phase": "retreat"}]}) == [
        "then.1.phase: what comes is the movement of spring 1902"
    ]


def test_removals_have_to_be_written():
    fall = {"turn": "fall 1901", "expect": {"winner": None}}
    spring = {"turn": "spring 1902", "expect": {"winner": None}}
    expect = {"positions": ["france A spa", "germany A ruh"]}
    data = {**YEAR, "units": ["france A gas", "germany A ruh"], "expect": expect, "then": [fall, spring]}
    assert told(data) == []
    data["owners"] = {"france": ["par"]}
    assert told(data) == ["then.1.turn: what comes is the adjustment of winter 1901"]
    winter = {"orders": {"germany": ["remove A ruh"]}, "expect": {"removed": ["germany A ruh"]}}
    assert told({**data, "then": [fall, winter, spring]}) == []


def test_a_phase_that_goes_wrong_ends_the_scenario():
    wrong = {"turn": "fall 1901", "expect": {"winner": "france"}}
    data = {**YEAR, "then": [wrong, {"expect": {"winner": "germany"}}]}
    (line,) = told(data)
    assert line.startswith("then.0.expect.winner: the game goes on")


def test_nothing_follows_a_game_that_is_over():
    vote = {power.id: ["vote draw"] for power in STANDARD.powers}
    data = {**PLAIN, "start": True, "orders": vote, "expect": {"winner": None}, "then": [{"expect": {"winner": None}}]}
    assert told(data) == ["then.0: the game is over before this phase: it is drawn"]


def test_a_step_may_put_other_units_and_owners_in_place():
    step = {"units": ["italy F nap"], "owners": {"italy": ["nap"]}, "expect": {"positions": ["italy F nap"]}}
    assert told({**YEAR, "then": [{**step, "turn": "fall 1901"}]}) == []
    wrong = {**step, "units": ["italy F napp"]}
    assert told({**YEAR, "then": [wrong]}) == ["then.0.units.0: there is no place napp"]


def test_options_hold_for_what_follows_too():
    orders = {"england": ["A lon - bel", "F nth C A lon - bel"], "france": ["A bel - lon", "F eng C A bel - lon"]}
    fails = {"orders": orders, "expect": {"failed": ["A lon - bel", "A bel - lon"]}}
    passes = {"orders": orders, "expect": {"failed": []}}
    data = {**PLAIN, "units": ["england A lon", "england F nth", "france A bel", "france F eng"]}
    assert told({**data, **passes}) == []
    later = {**passes, "turn": "fall 1901", "options": {"h2h_via_convoy": False}}
    first = {**data, **fails, "options": {"h2h_via_convoy": True}}
    assert told({**first, "then": [later]}) == []
    assert told({**first, "then": [{**fails, "turn": "fall 1901"}]}) == []


def test_a_retreat_phase_is_a_beginning_like_any_other():
    data = {
        "name": "x",
        "turn": "spring 1901",
        "phase": "retreat",
        "units": ["germany A bur"],
        "dislodged": ["france A bur from mun"],
        "bounced": ["gas"],
        "orders": {"france": ["A bur - gas"]},
    }
    assert told(expecting(data, removed=["france A bur"], failed=["A bur - gas"])) == []
    data["orders"] = {"france": ["A bur - par"]}
    assert told(expecting(data, positions=["france A par", "germany A bur"], removed=[])) == []


def test_provinces_may_be_otherwise_in_a_scenario():
    data = {**PLAIN, "units": ["england A lon", "england F wal"]}
    orders = {"england": ["A lon - bre", "F wal C A lon - bre"]}
    void = expecting({**data, "orders": orders}, positions=["england A lon", "england F wal"], failed=["A lon - bre"])
    void["expect"]["results"] = {"F wal C A lon - bre": "void: not-a-convoyer"}
    assert told(void) == []
    assert len(told({**void, "provinces": {"WAL": {"convoys": True}}})) == 1
    two = {**PLAIN, "provinces": {"lon": {"capacity": 2}}, "units": ["england A lon", "england F lon"]}
    assert told(expecting(two, positions=["england F lon", "england A lon"])) == []
    assert STANDARD.by_id["wal"].convoys is False


def test_units_of_one_province_are_counted():
    data = {"name": "x", "turn": "january 2007", "phase": "movement", "units": ["mob F r3#2", "mob F r3", "brook F r3"]}
    orders = {"mob": ["F r3#2 - r2"]}
    assert told(expecting({**data, "orders": orders}, positions=["mob F r3", "brook F r3", "mob F r2"]), RIVERS) == []
    twice = {**data, "units": ["mob F r3#2", "mob F r3#2"]}
    assert told(expecting(twice, winner=None), RIVERS) == ["units.0: mob F r3#2 stands there twice"]
    full = {**data, "units": ["mob F r3"] * 4}
    assert told(expecting(full, winner=None), RIVERS) == ["units.3: r3 has room for 3 units, and there are more"]


def test_an_order_set_of_builds_and_moves_is_looked_at_as_one():
    data = {
        "name": "x",
        "turn": "december 2006",
        "phase": "adjustment",
        "start": True,
        "orders": {"mob": ["build A pbr", "A pbr - cen"]},
    }
    assert told(expecting(data, built=["mob A pbr"], positions=["mob A cen"]), RIVERS) == []


def test_there_is_an_end_to_phases():
    step = {"expect": {"winner": None}}
    data = {**expecting(PLAIN, winner=None), "owners": {}, "then": [{**step, "then": [step] * 99}] * 3}
    assert told(data) == ["then.1.then.98: a scenario has 200 phases at most"]


# ---- the clock


def timed(**schedule: Any) -> Variant:
    return replace(STANDARD, schedule=Schedule(**schedule))


def test_the_clock():
    variant = timed(first_hours=52.0, hours=28.0, press="movement", opens="20:00", closes="24:00")
    data = {**PLAIN, "start": True, "begins": "2023-04-28 20:00"}
    right = {
        "closes": "2023-04-30 24:00",
        "next": "2023-05-01 20:00",
        "talk": ["2023-04-30 24:00"],
        "silence": ["2023-05-01 19:59"],
    }
    later = {"turn": "fall 1901", "expect": {"clock": {"closes": "2023-05-02 24:00", "next": "2023-05-03 20:00"}}}
    assert told({**expecting(data, clock=right), "then": [later]}, variant) == []
    wrong = {**right, "closes": "2023-04-30 20:00", "next": "2023-05-02 20:00", "talk": right["silence"]}
    assert told(expecting(data, clock={**wrong, "silence": right["talk"]}), variant) == [
        "expect.clock.closes: orders are due at 2023-04-30 24:00, not at 2023-04-30 20:00",
        "expect.clock.next: the next movement phase opens at 2023-05-01 20:00, not at 2023-05-02 20:00",
        "expect.clock.talk.0: nobody may talk at 2023-05-01 19:59",
        "expect.clock.silence.0: players may talk at 2023-04-30 24:00",
    ]
    assert told(expecting({**data, "begins": "2023-04-28 19:00"}, clock=right), variant) == [
        "begins: movement phases open at 20:00, not at 2023-04-28 19:00"
    ]
    assert told(expecting({**data, "begins": "2023-02-30 20:00"}, clock=right), variant) == [
        "begins: there is no moment 2023-02-30 20:00"
    ]
    assert told(expecting(data, clock={"closes": "2023-04-31 24:00"}), variant) == [
        "expect.clock.closes: there is no moment 2023-04-31 24:00"
    ]
    assert told(expecting({**PLAIN, "start": True}, clock=right), variant) == [
        "expect.clock!: nothing is known of the clock: the scenario does not say when it begins, or this is no movement phase"
    ]


def test_without_hours_there_is_no_deadline_but_talk():
    talk = expecting(PLAIN, clock={"talk": ["2023-04-28 20:00"]})
    assert told(talk) == []
    assert told(talk, timed(press="movement")) == ["expect.clock.talk.0: nobody may talk at 2023-04-28 20:00"]
    assert told(expecting({**PLAIN, "begins": "2023-04-28 20:00"}, clock={"closes": "2023-04-30 24:00"})) == [
        "expect.clock!: nothing is known of the clock: the schedule does not say how long a movement phase lasts"
    ]


def test_the_variant_is_only_read(monkeypatch: pytest.MonkeyPatch):
    """And what the judge cannot take is not hidden: a crash is the caller's to tell."""

    def crash(*_: object, **__: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr(scenario, "play", crash)
    with pytest.raises(RuntimeError):
        run(STANDARD, expecting(MEET, winner=None))
