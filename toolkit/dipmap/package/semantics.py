"""What no schema can say about `variant.json`: that its parts fit together.

Everything but `objections` looks at a document that the schema has accepted. Paths of problems lead into the document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from dipmap.model import province_of
from dipmap.schema import Problem, explain, validator

Document = Mapping[str, Any]
Steps = tuple[str | int, ...]


MOST = 50
"""How many problems are told: the rest of a document that has so many is not looked at."""


def objections(name: str, document: Any) -> list[Problem]:
    """What a schema objects to, and for a variant that it accepts, what no schema can say; the first `MOST` of it."""
    said = (problem for error in validator(name).iter_errors(document) for problem in explain(error))
    found = list(dict.fromkeys(islice(said, MOST)))
    if not found and name == "package":
        found = list(islice(disagreements(document), MOST))
    return found


def disagreements(document: Document) -> Iterator[Problem]:
    """Every reference that leads nowhere, everything said twice, every unit where it cannot stand."""
    board = _Board(document)
    return (problem for examine in _EXAMINERS for problem in examine(board))


class _Board:
    """The document with its ids looked up once; of two things with one id the first counts."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.powers = {power["id"] for power in document["powers"]}
        self.provinces: dict[str, Document] = {}
        self.locations: dict[str, Document] = {}
        for province in document["provinces"]:
            if province["id"] in self.provinces:
                continue
            self.provinces[province["id"]] = province
            self.locations[province["id"]] = province
            for coast in province["coasts"]:
                self.locations[f"{province['id']}/{coast['id']}"] = province

    def may_stand(self, unit: str, location: str) -> bool:
        """Whether a unit type may be at a location that exists: armies on no coast, fleets on one where there are some."""
        province = self.locations[location]
        if unit == "army":
            return bool(province["armies"]) and "/" not in location
        return bool(province["fleets"]) and bool(province["coasts"]) == ("/" in location)


def _twice(values: Iterable[Any], path: Steps, what: str, last: Steps = ()) -> Iterator[Problem]:
    seen = set()
    for index, value in enumerate(values):
        if value in seen:
            yield Problem((*path, index, *last), f"{what} {value} stands twice", "remove one of the two")
        seen.add(value)


def _unknown(what: str, value: str, path: Steps) -> Problem:
    return Problem(path, f"{what} {value} does not exist", "correct the id, or add it")


def _powers(board: _Board) -> Iterator[Problem]:
    yield from _twice((power["id"] for power in board.document["powers"]), ("powers",), "the power", ("id",))
    for index, power in enumerate(board.document["powers"]):
        yield from _twice(power["homes"], ("powers", index, "homes"), f"the home of {power['id']},")
        for number, home in enumerate(power["homes"]):
            path: Steps = ("powers", index, "homes", number)
            if home not in board.provinces:
                yield _unknown(f"the home of {power['id']},", home, path)
            elif board.provinces[home]["home"] != power["id"]:
                message = f"{power['id']} lists the home {home}, which is the home of {_somebody(board, home)}"
                yield Problem(path, message, "make powers and provinces agree")


def _somebody(board: _Board, province: str) -> str:
    return board.provinces[province]["home"] or "nobody"


def _sites(board: _Board) -> Iterator[Problem]:
    """Powers and provinces that builds and the opening name."""
    builds, opening = board.document["builds"], board.document["start"].get("opening") or {}
    for key in ("extra", "limits"):
        for index, entry in enumerate(builds.get(key, ())):
            path: Steps = ("builds", key, index)
            if entry["power"] not in board.powers:
                yield _unknown("the power of a build site,", entry["power"], (*path, "power"))
            sites = [entry["site"]] if key == "extra" else entry["sites"]
            for site in sites:
                if site not in board.provinces:
                    yield _unknown(f"the build site of {entry['power']},", site, path)
    groups = [*opening.get("exclusive", ()), opening.get("secret_sites", ())]
    for site in (site for group in groups for site in group):
        if site not in board.provinces:
            yield _unknown("the build site of the opening,", site, ("start", "opening"))


def _provinces(board: _Board) -> Iterator[Problem]:
    provinces: Sequence[Document] = board.document["provinces"]
    homes = {(power["id"], home) for power in board.document["powers"] for home in power["homes"]}
    yield from _twice((province["id"] for province in provinces), ("provinces",), "the province", ("id",))
    for index, province in enumerate(provinces):
        path: Steps = ("provinces", index)
        name = province["id"]
        yield from _twice((coast["id"] for coast in province["coasts"]), (*path, "coasts"), f"the coast of {name},")
        for key in ("home", "owner"):
            if province[key] is not None and province[key] not in board.powers:
                yield _unknown(f"the {key} power of {name},", province[key], (*path, key))
        home = province["home"]
        if home in board.powers and (home, name) not in homes:
            message = f"{name} is the home of {home}, which does not list it"
            yield Problem((*path, "home"), message, "make powers and provinces agree")
        if province["impassable"] and (province["armies"] or province["fleets"]):
            yield Problem(path, f"{name} is impassable, but units may stand there", "make it one of the two")
        if province["coasts"] and province["terrain"] != "coast":
            message = f"{name} has coasts, but its terrain is {province['terrain']}"
            yield Problem((*path, "coasts"), message, "make its terrain coast, or remove the coasts")


def _edges(board: _Board) -> Iterator[Problem]:
    taken: set[tuple[str, str, bool, str]] = set()
    for index, edge in enumerate(board.document["adjacency"]):
        path: Steps = ("adjacency", index)
        a, b, oneway = edge["a"], edge["b"], edge.get("oneway", False)
        pair = f"{a}{'>' if oneway else '-'}{b}"
        missing = [
            _unknown(f"the location of {pair},", edge[end], (*path, end))
            for end in "ab"
            if not _known(board, edge[end])
        ]
        yield from missing or _fits(board, edge, path, pair)
        if province_of(a) == province_of(b):
            yield Problem(path, f"the adjacency {pair} leads from a province to itself", "remove it")
        elif not oneway and a > b:
            yield Problem(path, f"the adjacency {pair} is not in order", f"write {b} as a and {a} as b")
        units = {"army", "fleet"} if edge["units"] == "both" else {edge["units"]}
        again = {unit for unit in units if (a, b, oneway, unit) in taken}
        if again:
            yield Problem(
                path, f"the adjacency {pair} for {' and '.join(sorted(again))} stands twice", "remove one of the two"
            )
        taken |= {(a, b, oneway, unit) for unit in units}
        keeper = edge.get("keeper")
        if keeper is not None and keeper not in board.provinces:
            yield _unknown(f"the keeper of {pair},", keeper, (*path, "keeper"))
        if keeper is None and edge["kind"] == "permission":
            yield Problem(path, f"the adjacency {pair} needs consent, but has no keeper", "add keeper")


def _known(board: _Board, location: str) -> bool:
    return location in board.locations


def _fits(board: _Board, edge: Document, path: Steps, pair: str) -> Iterator[Problem]:
    for unit, plural in (("army", "armies"), ("fleet", "fleets")):
        if edge["units"] in (unit, "both"):
            for end in "ab":
                if not board.may_stand(unit, edge[end]):
                    message = f"the adjacency {pair} is for {plural}, but none can stand in {edge[end]}"
                    yield Problem((*path, "units"), message, "correct its units or its ends")


def _barriers(board: _Board) -> Iterator[Problem]:
    barriers = board.document["barriers"]
    yield from _twice((f"{entry['a']}-{entry['b']}" for entry in barriers), ("barriers",), "the barrier")
    for index, entry in enumerate(barriers):
        for end in "ab":
            if not _known(board, entry[end]):
                yield _unknown("the location of a barrier,", entry[end], ("barriers", index, end))
        if entry["a"] >= entry["b"]:
            message = f"the barrier {entry['a']}-{entry['b']} is not in order"
            yield Problem(("barriers", index), message, "write the lesser end as a")


def _units(board: _Board) -> Iterator[Problem]:
    crowd: dict[str, int] = {}
    for path, units in (
        (("start", "units"), board.document["start"]["units"]),
        (("standing_units",), board.document["standing_units"]),
    ):
        for index, unit in enumerate(units):
            here: Steps = (*path, index)
            power, place = unit["power"], unit["location"]
            if power is not None and power not in board.powers:
                yield _unknown("the power of a unit,", power, (*here, "power"))
            if not _known(board, place):
                yield _unknown("the location of a unit,", place, (*here, "location"))
                continue
            if not board.may_stand(unit["type"], place):
                message = f"the {unit['type']} in {place} cannot stand there"
                yield Problem(here, message, "correct its type or its location")
            province = province_of(place)
            crowd[province] = crowd.get(province, 0) + 1
            if crowd[province] == board.provinces[province]["capacity"] + 1:
                yield Problem(
                    here, f"more units stand in {province} than it holds", "remove units, or raise its capacity"
                )


def _rules(board: _Board) -> Iterator[Problem]:
    document = board.document
    calendar = document["calendar"]
    turns = [turn["id"] for turn in calendar["turns"]]
    yield from _twice(turns, ("calendar", "turns"), "the turn", ("id",))
    if calendar["first_turn"] not in turns:
        yield _unknown("the first turn,", calendar["first_turn"], ("calendar", "first_turn"))
    for path, table in (
        (("start", "opening", "builds"), (document["start"].get("opening") or {}).get("builds", {})),
        (("victory", "points", "own_home_of"), document["victory"]["points"]["own_home_of"]),
    ):
        for power in table:
            if power not in board.powers:
                yield _unknown("the power", power, (*path, power))
    yield from _twice((rule["id"] for rule in document["rules"]), ("rules",), "the rule", ("id",))


def _anchors(board: _Board) -> Iterator[Problem]:
    for location in board.document["anchors"]:
        if not _known(board, location):
            yield _unknown("the location of an anchor,", location, ("anchors", location))


_EXAMINERS: tuple[Callable[[_Board], Iterator[Problem]], ...] = (
    _powers,
    _provinces,
    _edges,
    _barriers,
    _units,
    _rules,
    _anchors,
    _sites,
)
