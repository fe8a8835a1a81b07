"""Requests and answers of `judge adjudicate`: what may be left out, what comes back, and what is wrong said in a sentence."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from datc_table import CASES
from datc_table import request as datc_request
from phases import variant_of

from dipmap import schema
from dipmap.judge.protocol import answer

LON = {"power": "england", "type": "A", "loc": "lon"}
NTH = {"power": "england", "type": "F", "loc": "nth"}


def asked(variant: str = "standard", /, **request: Any) -> dict[str, Any]:
    """The answer to a request, which is plain JSON that fits its schema."""
    found = json.loads(json.dumps(answer(variant_of(variant), request)))
    assert schema.problems("judge", found) == []
    return found


def refused(variant: str = "standard", /, **request: Any) -> str:
    found = asked(variant, **request)
    assert set(found) == {"id", "error"}, found
    return found["error"]


def orders(power: str, *texts: str) -> list[dict[str, str]]:
    return [{"power": power, "text": text} for text in texts]


def placed(entries: list[dict[str, Any]]) -> list[str]:
    return [f"{each['power'] or 'neutral'} {each['type']} {each['loc']}" for each in entries]


# ---- what comes back


def test_an_answer_has_every_key():
    found = asked(
        id="a-1",
        turn="Fall 1901",
        phase="movement",
        units=[LON, NTH],
        owners={"england": ["lon"]},
        orders=orders("england", "A LON - BEL", "F NTH C A LON - BEL"),
    )
    assert found == {
        "id": "a-1",
        "positions": [{"power": "england", "type": "A", "loc": "bel"}, {"power": "england", "type": "F", "loc": "nth"}],
        "dislodged": [],
        "bounced": [],
        "disbanded": [],
        "owners": {"england": ["bel", "lon"]},
        "results": [
            {"power": "england", "order": "A LON - BEL", "outcome": "succeeds", "reason": "", "by": []},
            {"power": "england", "order": "F NTH C A LON - BEL", "outcome": "succeeds", "reason": "", "by": []},
        ],
        "next": {"turn": "Spring 1902", "phase": "movement"},
    }


def test_a_wrong_order_is_told_with_a_suggestion():
    found = asked(units=[LON], orders=orders("england", "A LON - BELGUIM"))
    assert placed(found["positions"]) == ["england A lon"]
    wrong, hold = sorted(found["results"], key=lambda each: each["order"] != "A LON - BELGUIM")
    assert (hold["order"], hold["outcome"]) == ("A lon H", "succeeds")
    assert (wrong["outcome"], wrong["reason"]) == ("void", "unknown-place")
    assert "Belgium" in wrong["detail"]


def test_who_was_dislodged_with_origin_and_retreats():
    found = asked(
        units=[LON, {"power": "france", "type": "A", "loc": "wal"}, {"power": "france", "type": "F", "loc": "eng"}],
        orders=orders("france", "A wal - lon", "F eng S A wal - lon"),
    )
    assert found["dislodged"] == [LON | {"from": "wal", "retreats": ["yor"]}]
    assert found["results"][0]["outcome"] == "dislodged"
    assert found["results"][0]["by"] == ["wal"]
    assert found["next"] == {"turn": "Spring 1901", "phase": "retreat"}


def test_who_cannot_retreat_is_dislodged_and_disbanded():
    units = [
        {"power": "italy", "type": "F", "loc": "spa/sc"},
        {"power": "france", "type": "F", "loc": "mao"},
        {"power": "france", "type": "F", "loc": "wes"},
        {"power": "france", "type": "F", "loc": "lyo"},
        {"power": "france", "type": "A", "loc": "mar"},
        {"power": "france", "type": "F", "loc": "por"},
    ]
    found = asked(units=units, orders=orders("france", "A mar - spa", "F wes S A mar - spa"))
    assert found["dislodged"] == [units[0] | {"from": "mar", "retreats": []}]
    assert found["disbanded"] == [units[0]]
    assert found["next"] == {"turn": "Fall 1901", "phase": "movement"}


def test_an_answer_goes_into_the_next_request():
    movement = {
        "turn": "spring 1901",
        "units": [
            LON,
            {"power": "france", "type": "A", "loc": "wal"},
            {"power": "france", "type": "F", "loc": "eng"},
            {"power": "germany", "type": "F", "loc": "nth"},
            {"power": "russia", "type": "F", "loc": "edi"},
        ],
        "orders": [
            *orders("france", "A wal - lon", "F eng S A wal - lon"),
            *orders("germany", "F nth - yor"),
            *orders("russia", "F edi - yor"),
        ],
    }
    first = asked(**movement)
    assert first["bounced"] == ["yor"]
    assert first["disbanded"] == [LON], "a stand-off closes the only way out"
    movement |= {"units": movement["units"][:3], "orders": movement["orders"][:2]}
    first = asked(**movement)
    again = {key: first[key] for key in ("owners", "dislodged", "bounced")} | {"units": first["positions"]}
    retreat = {"turn": first["next"]["turn"], "phase": "retreat", "orders": orders("england", "A lon R yor")}
    second = asked(**again, **retreat)
    assert "england A yor" in placed(second["positions"])
    with_preceding = asked(preceding=movement, phase="retreat", orders=retreat["orders"])
    assert with_preceding == second
    assert asked(preceding=movement, orders=retreat["orders"]) == second, "the phase is the one that follows"


def test_retreats_are_worked_out_where_they_are_not_told():
    unit = {"power": "england", "type": "F", "loc": "nwy"}
    board = [{"power": "russia", "type": "A", "loc": "nwy"}, {"power": "russia", "type": "F", "loc": "ska"}]
    move = orders("england", "F nwy - bar")
    for origin, bounced, arrives in (("swe", [], True), ("bar", [], False), ("swe", ["BAR"], False)):
        found = asked(phase="retreat", units=board, dislodged=[unit | {"from": origin}], bounced=bounced, orders=move)
        assert ("england F bar" in placed(found["positions"])) is arrives
        assert bool(found["disbanded"]) is not arrives


def test_a_place_told_after_a_convoy_is_believed():
    unit = {"power": "italy", "type": "A", "loc": "mar", "from": "gas"}
    board = [{"power": "france", "type": "A", "loc": "mar"}]
    move = orders("italy", "A mar - gas")
    for retreats, arrives in ((None, False), (["bur"], False), (["gas", "bur"], True)):
        given = unit if retreats is None else unit | {"retreats": retreats}
        found = asked(phase="retreat", units=board, dislodged=[given], orders=move)
        assert ("italy A gas" in placed(found["positions"])) is arrives
    assert refused(phase="retreat", units=board, dislodged=[unit | {"retreats": ["par"]}]) == (
        "dislodged[0].retreats[0]: par is not open to the unit"
    )


def test_units_without_a_retreat_wait_for_the_phase_that_was_asked_for():
    before = {
        "units": [
            {"power": "italy", "type": "F", "loc": "spa/sc"},
            *({"power": "france", "type": "F", "loc": loc} for loc in ("mao", "wes", "lyo", "por")),
            {"power": "france", "type": "A", "loc": "mar"},
        ],
        "orders": orders("france", "A mar - spa", "F wes S A mar - spa"),
    }
    found = asked(turn="Spring 1901", phase="retreat", preceding=before, orders=orders("italy", "F spa/sc - wes"))
    assert placed(found["disbanded"]) == ["italy F spa/sc"]
    assert found["results"][0]["outcome"] in ("void", "disbanded")
    before["orders"] = []
    assert "nobody who has to retreat" in refused(phase="retreat", preceding=before)


def test_the_turn_of_a_preceding_phase_is_that_of_the_retreat():
    before = {"units": [LON], "orders": []}
    assert refused(turn="Fall 1903", phase="retreat", preceding=before).endswith("nobody who has to retreat")
    found = asked(turn="Fall 1903", phase="movement", preceding=before | {"turn": "spring 1903"})
    assert found["next"]["turn"] == "Winter 1903"
    assert refused(turn="Fall 1904", phase="movement", preceding=before | {"turn": "spring 1903"}) == (
        "preceding: what follows it is the movement phase of Fall 1903"
    )


def test_powers_and_places_compare_without_case():
    unit = {"power": "RUSSIA", "type": "f", "loc": "STP/NC"}
    found = asked(units=[unit], owners={"Russia": ["STP", "War"]}, orders=orders("rUSSIA", "f stp(nc) - BAR"))
    assert found["positions"] == [{"power": "russia", "type": "F", "loc": "bar"}]
    assert found["owners"] == {"russia": ["stp", "war"]}


def test_missing_owners():
    start = {power: len(owned) for power, owned in asked(units=[])["owners"].items()}
    assert start == {"austria": 3, "england": 3, "france": 3, "germany": 3, "italy": 3, "russia": 4, "turkey": 3}
    retreat = asked(phase="retreat", units=[], dislodged=[LON])
    assert len(retreat["owners"]) == 7
    adjustment = asked(phase="adjustment", units=[LON])
    assert adjustment["owners"] == {}
    assert placed(adjustment["disbanded"]) == ["england A lon"]


def test_the_end_of_a_game():
    centres = [province.id for province in variant_of("standard").centres][:18]
    found = asked(turn="Fall 1905", units=[LON], owners={"england": centres})
    assert found["winner"] == "england"
    assert found["next"] is None
    over = refused(
        turn="Winter 1905", phase="adjustment", preceding={"turn": "Fall 1905", "owners": {"england": centres}}
    )
    assert over == "preceding: the game is over after it"
    votes = [each for power in ("england", "france") for each in orders(power, "vote draw")]
    units = [LON, {"power": "france", "type": "A", "loc": "par"}]
    agreed = asked(units=units, owners={}, orders=votes)
    assert (agreed["draw"], agreed["next"]) == (["england", "france"], None)


@pytest.mark.parametrize(
    ("turn", "phase", "follows"),
    [
        ("Spring 1901", "movement", "Fall 1901"),
        ("  SPRING   1901 ", "movement", "Fall 1901"),
        ("spring", "movement", "Fall 1901"),
        ("fall 1908", "movement", "Winter 1908"),
        ("Winter 1901", "adjustment", "Spring 1902"),
        ("FALL 1901", "adjustment", "Spring 1902"),
        (None, "adjustment", "Spring 1902"),
        (None, "movement", "Fall 1901"),
    ],
)
def test_turns(turn: str | None, phase: str, follows: str):
    request = {"phase": phase} | ({} if turn is None else {"turn": turn})
    assert asked(**request, units=[])["next"]["turn"] == follows


def test_a_year_of_months_and_an_opening_before_it():
    found = asked("philadelphia", phase="adjustment")
    assert found["next"] == {"turn": "January 2007", "phase": "movement"}
    homes = next(power.homes for power in variant_of("philadelphia").powers)
    power = variant_of("philadelphia").powers[0].id
    build = orders(power, f"build A {homes[0]}", f"A {homes[0]} H")
    for turn in ("December 2006", "december 2006"):
        both = asked("philadelphia", turn=turn, phase="adjustment", orders=build)
        assert [
            each["outcome"] for each in both["results"] if each["order"] in (build[0]["text"], build[1]["text"])
        ] == [
            "built",
            "succeeds",
        ], "builds and moves come together"
        assert both["next"]["turn"] == "February 2007"
        assert both["owners"][power], "before the game centres are as it starts"


def test_several_units_in_one_province():
    one = {"power": "mobsters", "type": "F", "loc": "r3"}
    power = variant_of("philadelphia").powers[0].id
    one["power"] = power
    found = asked("philadelphia", units=[one, one], orders=orders(power, "F r3#2 - r2"))
    assert found["positions"] == [one | {"loc": "r2", "n": 1}, one | {"n": 1}]
    numbered = asked("philadelphia", units=[one | {"n": 2}, one | {"n": 1}], orders=orders(power, "F r3#2 - r2"))
    assert numbered["positions"] == found["positions"]
    assert refused("philadelphia", units=[one] * 4) == "units: puts 4 units into r3, which holds 3"
    assert "twice" in refused("philadelphia", units=[one | {"n": 2}, one | {"n": 2}])
    assert "from 1" in refused("philadelphia", units=[one | {"n": 2}])


def test_units_of_nobody():
    found = asked(
        "zeus", units=[{"power": None, "type": "A", "loc": "ind"}, {"power": "Neutral", "type": "A", "loc": "was"}]
    )
    assert placed(found["positions"]) == ["neutral A ind", "neutral A was"]
    assert refused("zeus", phase="retreat", dislodged=[{"power": None, "type": "A", "loc": "ind"}]) == (
        "dislodged[0].power: a unit of nobody does not retreat"
    )


def test_options_hold_for_what_precedes():
    units = [
        {"power": "france", "type": "A", "loc": "gas"},
        {"power": "france", "type": "F", "loc": "mao"},
        {"power": "france", "type": "A", "loc": "bur"},
        {"power": "italy", "type": "A", "loc": "mar"},
        {"power": "france", "type": "F", "loc": "wes"},
        {"power": "france", "type": "F", "loc": "lyo"},
    ]
    moves = "A gas - mar via", "A bur S A gas - mar", *(f"F {fleet} C A gas - mar" for fleet in ("mao", "wes", "lyo"))
    before = {"units": units, "orders": orders("france", *moves)}
    for value, arrives in ((True, True), ("FALSE", False)):
        found = asked(
            phase="retreat",
            preceding=before,
            orders=orders("italy", "A mar - gas"),
            options={"retreat_to_convoy_origin": value},
        )
        assert ("italy A gas" in placed(found["positions"])) is arrives


def test_a_trace_on_request():
    request = {"units": [LON, NTH], "orders": orders("england", "A lon - yor", "F nth - yor")}
    assert "trace" not in asked(**request)
    assert asked(**request, trace=True)["trace"]


def test_requests_of_the_datc_fit_the_schema(standard_game):
    for case in CASES:
        request = datc_request(case)
        assert schema.problems("judge", request) == []
        assert schema.problems("judge", answer(standard_game, request)) == []


# ---- what is wrong


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ({"phase": "build"}, "phase: must be movement, retreat or adjustment"),
        ({"phase": 3}, "phase: must be movement, retreat or adjustment"),
        ({"turn": "Sprig 1901"}, "turn: there is no turn called Sprig; did you mean Spring?"),
        ({"turn": ["Spring"]}, "turn: must be text, such as Spring 1901"),
        ({"turn": "1901"}, "turn: names no turn: 1901"),
        ({"turn": "Winter 1901"}, "turn: Winter has no movement phase"),
        ({"turn": "Spring 1901", "phase": "adjustment"}, "turn: Spring has no adjustment phase"),
        ({"units": {}}, "units: must be a list"),
        ({"units": ["A lon"]}, "units[0]: must be an object"),
        ({"units": [{"power": "england", "type": "A"}]}, "units[0]: has no loc"),
        (
            {"units": [LON | {"power": "englnd"}]},
            "units[0].power: there is no power called englnd; did you mean england?",
        ),
        ({"units": [LON | {"power": 4}]}, "units[0].power: must be the id of a power"),
        ({"units": [LON | {"type": "X"}]}, "units[0].type: must be A or F"),
        ({"units": [LON | {"type": None}]}, "units[0].type: must be A or F"),
        ({"units": [LON | {"loc": "lonn"}]}, "units[0].loc: there is no province called lonn; did you mean lon?"),
        ({"units": [LON | {"loc": ""}]}, "units[0].loc: there is no province called nothing"),
        ({"units": [LON | {"loc": "swi"}]}, "units[0].loc: swi is impassable"),
        ({"units": [LON | {"loc": "nth"}]}, "units[0].loc: no army stands in nth"),
        ({"units": [NTH | {"loc": "mos"}]}, "units[0].loc: no fleet stands in mos"),
        ({"units": [NTH | {"loc": "stp"}]}, "units[0].loc: names no coast: write stp/nc or stp/sc"),
        ({"units": [LON | {"n": True}]}, "units[0].n: must be the number of the unit in its province, from 1"),
        ({"units": [LON, LON]}, "units: puts 2 units into lon, which holds 1"),
        ({"owners": ["lon"]}, "owners: must be an object"),
        ({"owners": {"england": "lon"}}, "owners.england: must be a list"),
        ({"owners": {"england": ["wal"]}}, "owners.england[0]: wal is no supply centre"),
        ({"owners": {"england": ["lon"], "france": ["LON"]}}, "owners.france[0]: lon belongs to england already"),
        ({"owners": {"atlantis": []}}, "owners.atlantis: there is no power called atlantis"),
        ({"orders": "A lon H"}, "orders: must be a list"),
        ({"orders": [{"power": "england"}]}, "orders[0]: has no text"),
        ({"orders": [{"power": "england", "text": 1}]}, "orders[0].text: must be the text of an order"),
        ({"orders": [{"power": None, "text": ""}]}, "orders[0].power: must be the id of a power"),
        ({"options": {"convoy": "intent"}}, "options.convoy: there is no such rule choice"),
        ({"options": {"paradox": ["szykman"]}}, "options.paradox: must be szykman"),
        ({"options": {"disband_distance": "far"}}, "options.disband_distance: must be owned or home"),
        ({"dislodged": [LON]}, "dislodged: has no sense in a movement phase: units retreat in a retreat phase"),
        ({"phase": "retreat", "dislodged": [LON, LON]}, "dislodged: names 2 units of lon, which holds 1"),
        ({"phase": "retreat", "dislodged": [LON | {"from": "x"}]}, "dislodged[0].from: there is no province called x"),
        ({"bounced": [7]}, "bounced[0]: must be the id of a province, or of a coast such as stp/nc"),
        ({"trace": "yes"}, "trace: must be true or false"),
        ({"unit": []}, "unit: there is no such key; did you mean units?"),
        ({"preceding": []}, "preceding: must be an object"),
        ({"preceding": {"phase": "x"}}, "preceding.phase: must be movement, retreat or adjustment"),
        ({"preceding": {"units": [LON]}, "units": []}, "units: the preceding phase leaves england A lon here as well"),
        ({"preceding": {}, "units": [LON]}, "units: the preceding phase leaves no england A lon here"),
    ],
)
def test_what_is_wrong(request_: dict[str, Any], error: str):
    found = refused(**request_)
    assert found.startswith(error)
    assert found == error or "did you mean" in found


@pytest.mark.parametrize("document", [None, 7, "x", [], {1: 2}])
def test_no_request_at_all(document: Any):
    found = answer(variant_of("standard"), document)
    assert found == {"id": None, "error": "a request must be an object"}


def test_a_request_without_anything_is_the_first_phase():
    assert asked()["next"] == {"turn": "Fall 1901", "phase": "movement"}


@pytest.mark.parametrize("identity", ["x", 7, None, "", -1])
def test_the_id_comes_back(identity: Any):
    assert asked(id=identity)["id"] == identity
    assert asked(id=identity, phase="?")["id"] == identity


@pytest.mark.parametrize("identity", [1.5, float("nan"), True, [], {"a": 1}])
def test_ids_of_other_kinds_do_not(identity: Any):
    assert answer(variant_of("standard"), {"id": identity})["id"] is None


def test_too_much():
    assert refused(orders=[0] * 100_001) == "orders: has 100,001 entries; 100,000 are the most"
    assert refused(units=[0] * 100_001).startswith("units: has 100,001 entries")
    deep: dict[str, Any] = {}
    for _ in range(5000):
        deep = {"preceding": deep}
    error = answer(variant_of("standard"), deep)["error"]
    assert error.endswith("more than 20 phases precede")
    assert len(refused(units=[LON | {"loc": "x" * 1_000_000}])) < 200
    assert len(refused(turn="x" * 1_000_000)) < 400
    assert len(refused(**{"unitss" + "x" * 10: [], "ordrs": []})) < 200


def test_control_characters_are_shown_as_pictures():
    assert "\x1b" not in refused(units=[LON | {"loc": "\x1b[31mlon"}])
    assert "\x1b" not in refused(turn="\x1b[2J 1901")


def test_the_order_of_units_and_powers_does_not_matter():
    units = [
        LON,
        NTH,
        {"power": "france", "type": "A", "loc": "wal"},
        {"power": "france", "type": "F", "loc": "eng"},
    ]
    given = [*orders("england", "A lon H", "F nth S A lon"), *orders("france", "A wal - lon", "F eng S A wal - lon")]
    assert asked(units=units, orders=given) == asked(units=units[::-1], orders=given[::-1])


JUNK: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    10**30,
    "",
    "lon",
    "\x00",
    "ü",
    [],
    [[]],
    {},
    {"power": "england"},
    ["lon"] * 3,
]


def damaged(document: Any, random: Random) -> Any:
    """The document with something in it replaced or left out."""
    if not isinstance(document, (dict, list)) or not document or random.random() < 0.15:
        return random.choice(JUNK)
    keys = list(document) if isinstance(document, dict) else list(range(len(document)))
    key = random.choice(keys)
    if random.random() < 0.1:
        return {k: v for k, v in document.items() if k != key} if isinstance(document, dict) else document[key + 1 :]
    changed = document.copy()
    changed[key] = damaged(document[key], random)
    return changed


def test_damaged_requests_are_answered_or_refused():
    """No request makes a traceback, and every answer fits the schema."""
    random = Random(1901)
    whole = [datc_request(case) for case in CASES] + [
        {
            "turn": "Fall 1901",
            "phase": "retreat",
            "units": [NTH],
            "dislodged": [LON | {"from": "wal", "retreats": ["yor"]}],
        }
    ]
    kinds = set()
    for _ in range(2000):
        found = answer(variant_of("standard"), damaged(random.choice(whole), random))
        kinds.add("error" in found)
        assert schema.problems("judge", json.loads(json.dumps(found))) == []
    assert kinds == {True, False}
