"""The statements of the four documents: each is there, and each fires when the variant no longer holds to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dipmap import load
from dipmap.checking import Facts, find_check
from dipmap.cli import main
from dipmap.model import Rule, Variant
from dipmap.model.counts import counts
from dipmap.model.facts import NoSuchFactError, agrees, value_at
from dipmap.model.json import from_json, to_json
from dipmap.model.options import OPTIONS
from dipmap.package.sheet import escaped
from dipmap.pipeline import build, read

SOURCES = Path(__file__).resolve().parents[1] / "sources"
IDS = {
    "philadelphia": [f"P{number}" for number in range(1, 38)],
    "stockholm": [f"S{number}" for number in range(1, 29)],
    "yubani": [f"Y{number}" for number in range(1, 41)],
    "zeus": [f"Z{number}" for number in range(1, 36)],
}
TEXT = {"P1", "P2", "P22", "P36", "P37", "S1", "S2", "Y1", "Y38", "Y39", "Y40", "Z34", "Z35"}
HERE = [name for name in IDS if (SOURCES / name / "rules.yaml").exists()]


@cache
def facts(name: str) -> Facts:
    found = read(SOURCES / name)
    assert found.variant is not None
    assert found.rules is not None
    return found


def test_there_are_140_and_thirteen_are_text():
    assert sum(map(len, IDS.values())) == 140
    assert len(TEXT) == 13
    assert [name for name in IDS if name not in HERE and (SOURCES / name / "variant.yaml").exists()] == []
    if len(HERE) == len(IDS):
        assert sum(len(facts(name).rules.rules) for name in HERE) == 140


@pytest.mark.parametrize("name", HERE)
def test_every_statement_is_there(name: str):
    rules = facts(name).rules.rules
    assert [rule.id for rule in rules] == IDS[name]
    assert {rule.id for rule in rules if rule.text} == TEXT & set(IDS[name])
    for rule in rules:
        assert bool(rule.facts) is not rule.text, rule.id
        assert rule.where, rule.id
        assert rule.sense.endswith("."), rule.id
        assert len(rule.sense) < 200, rule.id
    assert fired(facts(name)) == []


def fired(found: Facts, codes: str = "D616 D621 D622 D623 D624 D631 D632 D633 D634") -> list[tuple[str, str]]:
    """Code and key of each finding of some checks."""
    return [(code, each.finding.key) for code in codes.split() for each in find_check(code).run(found)]


# ---- every fact, changed and taken away

Document = dict[str, Any]
WORDS = {
    "units": ("army", "fleet", "both"),
    "kind": ("border", "direct", "strait", "sea-lane"),
    "terrain": ("land", "coast", "sea"),
    "sites": ("homes", "owned"),
    "method": ("orders", "automatic"),
    "retreats": ("normal", "none"),
    "by": ("centres", "points"),
    "tie": ("continue", "most"),
    "result": ("draw", "most-wins"),
    "agreed_draw": ("survivors", "none"),
    "agreed_within": ("game", "phase"),
    "press": ("always", "movement"),
    "builds": ("separate", "joint"),
    "opens": ("18:00", "20:00"),
    "closes": ("22:00", "24:00"),
}


def altered(value: Any, key: str, entry: Document, by: int = 1) -> Any:
    """Another value of the same sort, one that the schema admits where there is one; numbers are changed by `by`."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + by
    if isinstance(value, str):
        words = OPTIONS[key].values if key in OPTIONS else WORDS.get(key, ())
        return next((word for word in words if word != value), value + "x")
    if value is None:
        return "x"
    if isinstance(value, dict):
        return {name: altered(inner, name, entry, by) for name, inner in value.items()} or {"x": 1}
    if key == "units" and "sites" in entry:  # of builds
        return ["army"] if len(value) > 1 else ["army", "fleet"]
    if value:
        return value[:-1]
    return [{"id": "xx", "name": "x"}] if key == "coasts" else ["x"]


def walked(document: Document, path: str) -> tuple[Any, str]:
    """The table a path leads to in `variant.json`, and the key there."""
    here: Any = document
    steps = path.split(".")
    if steps[0] == "opening":
        steps = ["start", *steps]
    if steps[0] == "edges":
        steps[0] = "adjacency"
    for step in steps[:-1]:
        here = named(here, step) if isinstance(here, list) else here[step]
    return here, steps[-1]


def named(entries: list[Document], step: str) -> Document:
    return next(each for each in entries if step in (each.get("id"), f"{each.get('a')}-{each.get('b')}"))


def structural(document: Document) -> Iterator[Document]:
    """The document with one thing of the board changed, each kind of thing once and more."""

    def changed(key: str, index: int, **fields: Any) -> Document:
        entries = [*document[key]]
        entries[index] = {**entries[index], **fields}
        return {**document, key: entries}

    for key in ("provinces", "adjacency", "powers", "barriers", "standing_units"):
        for index in range(len(document[key])):
            yield {**document, key: document[key][:index] + document[key][index + 1 :]}
    for index, each in enumerate(document["provinces"]):
        yield changed("provinces", index, centre=not each["centre"])
        yield changed("provinces", index, home=None)
        yield changed("provinces", index, canal=not each["canal"])
        yield changed("provinces", index, coasts=[{"id": "xx", "name": "x"}])
        yield changed("provinces", index, terrain="sea" if each["terrain"] != "sea" else "coast")
    a, b = (each["id"] for each in document["provinces"][:2])
    for kind in ("border", "direct", "strait", "narrow-strait", "sea-lane", "permission", "link"):
        edge = {"a": a, "b": b, "units": "both", "kind": kind}
        yield {**document, "adjacency": [*document["adjacency"], edge]}
    yield {**document, "barriers": [*document["barriers"], {"a": a, "b": b, "units": "both"}]}
    start = document["start"]
    unit = {"power": document["powers"][0]["id"], "type": "army", "location": a}
    for units in (start["units"][1:], [*start["units"], unit]):
        yield {**document, "start": {**start, "units": units}}


def mutants(variant: Variant, path: str) -> Iterator[tuple[str, Variant]]:
    """The variant with what stands at the path changed, and with it taken away, each with a word for it."""
    yield from changed(variant, path)
    yield from taken_away(variant, path)


def changed(variant: Variant, path: str) -> Iterator[tuple[str, Variant]]:
    """The variant with what stands at the path changed, each time with a word for it."""
    plain = json.dumps(to_json(variant))
    document: Document = json.loads(plain)
    head, _, rest = path.partition(".")
    if head == "count":
        wanted = len(counts(variant)[rest])
        for each in structural(document):
            mutant = from_json(each)
            if len(counts(mutant)[rest]) != wanted:
                yield "another number", mutant
                return
        raise AssertionError(f"nothing changes {path}")
    if head == "adjacent":
        ends = set(rest.split("-"))
        pair = [e for e in document["adjacency"] if ends in ({e["a"], e["b"]}, {e["a"][:3], e["b"][:3]})]
        others = [edge for edge in document["adjacency"] if edge not in pair]
        if pair:
            yield "no edge", from_json({**document, "adjacency": others})
            for edge in pair:
                edge["units"] = altered(edge["units"], "units", edge)
            yield "other units", from_json(document)
        else:
            edge = {"a": min(ends), "b": max(ends), "units": "fleet", "kind": "border"}
            yield "an edge", from_json({**document, "adjacency": [*others, edge]})
    elif head == "all":
        group, _, key = rest.partition(".")
        entries = [
            e for e in (*document["provinces"], *document["adjacency"]) if group in (e.get("terrain"), e.get("kind"))
        ]
        if key == "oneway":
            entries[0].setdefault(key, False)
        entries[0][key] = altered(entries[0][key], key, entries[0])
        yield "one is otherwise", from_json(document)
    elif head == "units":
        units = document["standing_units"] if rest == "nobody" else document["start"]["units"]
        own = [unit for unit in units if unit["power"] == (None if rest == "nobody" else rest)]
        if own:
            own[0]["type"] = altered(own[0]["type"], "units", {})
            yield "another type", from_json(document)
            units.remove(own[0])
        else:
            units.append({"power": rest, "type": "army", "location": document["provinces"][0]["id"]})
        yield "another number", from_json(document)
    elif path == "calendar.turns":
        document["calendar"]["turns"].pop()
        yield "a turn less", from_json(document)
    elif path == "retreats" and document[path] == "none":
        yield "retreats in every turn", from_json(with_retreats(document))
    else:
        for what, by in (("another value", 1), ("a lesser value", -1)):
            document = json.loads(plain)
            table, key = walked(document, path.replace(".adjustment", ".phases"))
            value = table.get(key)
            if by < 0 and altered(value, key, table, by) == altered(value, key, table):
                return  # no number
            unowned = value is None and key in ("home", "owner")
            table[key] = document["powers"][0]["id"] if unowned else altered(value, key, table, by)
            yield what, from_json(document)


def with_retreats(document: Document) -> Document:
    """The variant with a phase for retreats after each movement that has none."""
    turns = [dict(turn) for turn in document["calendar"]["turns"]]
    for turn in turns:
        if "movement" in turn["phases"] and "retreat" not in turn["phases"]:
            place = turn["phases"].index("movement") + 1
            turn["phases"] = [*turn["phases"][:place], "retreat", *turn["phases"][place:]]
    return {**document, "retreats": "normal", "calendar": {**document["calendar"], "turns": turns}}


def taken_away(variant: Variant, path: str) -> Iterator[tuple[str, Variant]]:
    """The variant without the thing that a path goes through: the power, the province, the turn, the edge, the entry."""
    document: Document = json.loads(json.dumps(to_json(variant)))
    steps = path.split(".")
    if steps[0] in ("powers", "provinces", "edges"):
        entries = document["adjacency" if steps[0] == "edges" else steps[0]]
        entries.remove(named(entries, steps[1]))
        yield f"without {steps[1]}", from_json(document)
    elif path.startswith("calendar.turns."):
        entries = document["calendar"]["turns"]
        entries.remove(named(entries, steps[2]))
        yield f"without {steps[2]}", from_json(document)
    elif steps[0] == "opening":
        document["start"]["opening"] = None
        yield "without an opening", from_json(document)
    elif steps[0] == "options":
        del document["options"][steps[1]]
        yield "without the choice", from_json(document)
    elif steps[0] == "all":
        kept = [edge for edge in document["adjacency"] if edge["kind"] != steps[1]]
        if len(kept) < len(document["adjacency"]):
            yield f"without {steps[1]}", from_json({**document, "adjacency": kept})
        else:
            kept = [each for each in document["provinces"] if each["terrain"] != steps[1]]
            yield f"without {steps[1]}", from_json({**document, "provinces": kept})
    elif len(steps) == 4 and steps[:3] == ["victory", "points", "own_home_of"]:
        del document["victory"]["points"]["own_home_of"][steps[3]]
        yield "without the entry", from_json(document)


STATEMENTS = [(name, identity) for name in HERE for identity in IDS[name] if identity not in TEXT]


@pytest.mark.parametrize(("name", "identity"), STATEMENTS, ids=lambda word: word)
def test_a_statement_fires_when_the_variant_no_longer_holds_to_it(name: str, identity: str):
    found = facts(name)
    rule: Rule = next(rule for rule in found.rules.rules if rule.id == identity)
    alone = replace(found, rules=replace(found.rules, rules=(rule,)))
    assert fired(alone, "D621 D622 D623") == []
    for fact in rule.facts:
        tried = 0
        for what, mutant in mutants(found.variant, fact.path):
            try:
                assert not agrees(value_at(mutant, fact.path), fact.value), f"{fact.path}: {what} changed nothing"
                code = "D623"
            except NoSuchFactError:
                code = "D622"
            said = fired(replace(alone, variant=mutant), "D622 D623")
            assert (code, f"{identity} {fact.path}") in said, f"{fact.path}: {what}"
            tried += 1
        assert tried, fact.path
    bare = replace(alone, rules=replace(found.rules, rules=(replace(rule, facts=()),)))
    assert fired(bare, "D621") == [("D621", identity)]


@pytest.mark.parametrize("name", HERE)
def test_every_notable_fact_needs_its_statement(name: str):
    """Without a statement that is the only one about something, that something is unexplained."""
    found = facts(name)
    needed = 0
    for rule in found.rules.rules:
        rest = tuple(other for other in found.rules.rules if other is not rule)
        needed += bool(fired(replace(found, rules=replace(found.rules, rules=rest)), "D624"))
    assert needed >= 4
    none = replace(found, rules=replace(found.rules, rules=()))
    assert len(fired(none, "D624")) > 10


def test_options_are_all_of_a_kind():
    for name, option in OPTIONS.items():
        assert name == option.name
        assert option.about
        assert option.default in option.values
        for sense in option.values.values():
            assert sense[0].isupper()
            assert sense.endswith(".")


# ---- names and statements in every output


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    out = tmp_path_factory.mktemp("build")
    made = {name: build(SOURCES / name, out / name).written for name in HERE}
    assert all(made.values())
    return {name: next((out / name).rglob("*.zip")) for name in HERE}


SIGNS = {
    "philadelphia": ("The 'Brook", "The 'Hood", "St. Joseph's"),
    "stockholm": ("Östermalm", "Söderort", "Gröndal", "Årsta", "Klara sjö", "S:t Erik"),
    "yubani": ("イスラエル・アメリカ", "ロシア", "セヴァストポリ", "ジョージア"),
    "zeus": ("Okhotsk", "Magadan", "North Africa"),
}


@pytest.mark.parametrize("name", HERE)
def test_names_and_statements_survive_every_output(name: str, packages: dict[str, Path]):
    from zipfile import ZipFile

    variant = facts(name).variant
    places = {each for province in variant.provinces for each in (province.name, *province.aliases)}
    sides = {each for power in variant.powers for each in (power.name, *power.aliases)}
    assert set(SIGNS[name]) <= places | sides
    loaded = load(packages[name])
    assert loaded.provinces == variant.provinces
    assert loaded.powers == variant.powers
    assert loaded.rules == facts(name).rules.rules
    with ZipFile(packages[name]) as package:
        sheet = package.read("rules.md").decode()
        drawing = package.read("map.svg").decode()
        document = package.read("variant.json").decode()
    for each in places | sides:
        assert escaped(each) in sheet, each
        assert json.dumps(each, ensure_ascii=False) in document, each
    for province in variant.provinces:
        assert province.name in drawing, province.name
    for rule in loaded.rules:
        assert f"* **{rule.id}** {escaped(rule.sense)}\n" in sheet
    for thing in (packages[name], SOURCES / name):
        shown = CliRunner().invoke(main, ["inspect", str(thing)], standalone_mode=False).stdout
        assert [each for each in places | sides if each not in shown] == []
        shown = CliRunner().invoke(main, ["inspect", str(thing), "--rules"], standalone_mode=False).stdout
        assert [rule.sense for rule in loaded.rules if rule.sense not in shown] == []
        text = len(TEXT & set(IDS[name]))
        assert shown.endswith(f"\n{len(IDS[name])} statements: {len(IDS[name]) - text} carried by facts, {text} text\n")
