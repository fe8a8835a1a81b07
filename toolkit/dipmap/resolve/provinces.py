"""The spaces of the board: drawing and declaration of each province laid side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from dipmap.diagnostics import Finding, Label, Notice, Place
from dipmap.draft import CapacityTag, Draft
from dipmap.model import Coast, Province, Terrain
from dipmap.resolve.declaration import Declaration, DeclaredProvince

_COAST_NAMES = {
    "nc": "north coast",
    "sc": "south coast",
    "ec": "east coast",
    "wc": "west coast",
    "ne": "north-east coast",
    "nw": "north-west coast",
    "se": "south-east coast",
    "sw": "south-west coast",
}
T = TypeVar("T")


@dataclass
class Spaces:
    """Provinces by id without their centres, the places they stand at, and ids already reported as broken."""

    provinces: dict[str, Province] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    coast_places: dict[str, Place] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    notices: list[Notice] = field(default_factory=list)

    def say(self, name: str, message: str, place: Place, hint: str, *about: str, label: Label | None = None) -> None:
        labels = (label,) if label else ()
        self.notices.append(Notice(name, Finding(message, place, hint, labels=labels, provinces=about)))

    def agree(self, what: str, drawn: tuple[T, Place] | None, declared: tuple[T, Place] | None, about: str) -> T | None:
        """The value both sides give; what the drawing says counts where they differ, and the difference is told."""
        if drawn and declared and drawn[0] != declared[0]:
            message = f"{about}: the drawing says {what} {_word(drawn[0])}, variant.yaml says {_word(declared[0])}"
            hint = "make them agree; the drawing counts"
            self.say("tags-disagree", message, declared[1], hint, about, label=Label(drawn[1], "drawn here"))
        chosen = drawn or declared
        return chosen[0] if chosen else None


def _word(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def read_spaces(draft: Draft, declaration: Declaration) -> Spaces:
    """Every province of the drawing or the declaration; what is missing on one side is told."""
    spaces = Spaces()
    drawn: dict[str, Place] = {}
    for tag in draft.provinces:
        drawn.setdefault(tag.id, tag.place)
    for identity in sorted({*drawn, *declaration.provinces}):
        entry = declaration.provinces.get(identity)
        if entry is None and declaration.provinces and not any(t.terrain for t in draft.provinces if t.id == identity):
            message = (
                f"the shape {identity} is drawn, but variant.yaml has no province {identity} and no terrain is given"
            )
            hint = "add it to provinces, bind it with shape:, or move it out of the layer"
            spaces.say("undeclared-shape", message, drawn[identity], hint, identity)
            continue
        if identity not in drawn and entry is not None:
            wanted = f" (shape {', '.join(entry.shapes)})" if entry.shapes else ""
            message = f"the province {identity}{wanted} is declared but not drawn"
            hint = f"name a shape {identity} in the layer provinces, or bind one with shape:"
            spaces.say("province-not-drawn", message, entry.place, hint, identity)
            spaces.broken.add(identity)
        spaces.places[identity] = drawn[identity] if identity in drawn else entry.place if entry else Place()
        spaces.provinces[identity] = _province(identity, draft, declaration, entry, spaces)
    for location in _stray_coasts(draft, spaces):
        place = next(coast.place for coast in draft.coasts if coast.location == location)
        message = f"the coast {location} belongs to no province"
        spaces.say("stray-coast", message, place, "name it after a province that exists", location)
    return spaces


def _stray_coasts(draft: Draft, spaces: Spaces) -> list[str]:
    return sorted({tag.location for tag in draft.coasts if tag.location.partition("/")[0] not in spaces.provinces})


def _province(
    identity: str,
    draft: Draft,
    declaration: Declaration,
    entry: DeclaredProvince | None,
    spaces: Spaces,
) -> Province:
    tags = [tag for tag in draft.provinces if tag.id == identity]

    def declared(key: str, value: T | None) -> tuple[T, Place] | None:
        return None if value is None else (value, declaration.place("provinces", identity, key))

    terrains = list(dict.fromkeys(tag.terrain for tag in tags if tag.terrain))
    if len(terrains) > 1:
        message = f"two shapes of {identity} say different terrains: {' and '.join(terrains)}"
        spaces.say("tags-disagree", message, tags[-1].place, "make them agree", identity)
    drawn_terrain = next(((tag.terrain, tag.place) for tag in tags if tag.terrain), None)
    terrain = spaces.agree("terrain", drawn_terrain, declared("terrain", entry.terrain if entry else None), identity)
    if terrain is None and not tags:
        # it is declared and not drawn, which is told
        spaces.broken.add(identity)
        terrain = "land"
    elif terrain is None:
        message = f"nobody says whether {identity} is land, coast or sea"
        hint = f"name the shape {identity}/coast, or give terrain: coast in variant.yaml"
        spaces.say("terrain-unknown", message, spaces.places[identity], hint, identity)
        spaces.broken.add(identity)
        terrain = "land"
    drawn_name = next(((tag.name, tag.place) for tag in tags if tag.name), None)
    name = spaces.agree("name", drawn_name, declared("name", entry.name if entry else None), identity)
    impassable = terrain == "impassable"
    ground = Terrain.LAND if impassable else Terrain(terrain)
    capacity, armies, fleets, convoys = _standing(identity, draft, declaration, entry, spaces)
    sea = ground is Terrain.SEA
    return Province(
        id=identity,
        name=name or identity,
        terrain=ground,
        aliases=entry.aliases if entry else (),
        armies=(not sea if armies is None else armies) and not impassable,
        fleets=(ground is not Terrain.LAND if fleets is None else fleets) and not impassable,
        convoys=sea if convoys is None else convoys,
        capacity=capacity or 1,
        owner=entry.owner if entry else None,
        coasts=_coasts(identity, draft, declaration, entry, spaces),
        impassable=impassable,
        mixed=entry is None or entry.mixed is not False,
        tags=entry.tags if entry else (),
    )


def _standing(
    identity: str,
    draft: Draft,
    declaration: Declaration,
    entry: DeclaredProvince | None,
    spaces: Spaces,
) -> tuple[int | None, bool | None, bool | None, bool | None]:
    tags = [tag for tag in draft.capacities if tag.province == identity]

    def both(key: str, read: Callable[[CapacityTag], T | None], other: T | None) -> T | None:
        drawn = next(((value, tag.place) for tag in tags if (value := read(tag)) is not None), None)
        said = None if other is None else (other, declaration.place("provinces", identity, key))
        return spaces.agree(key, drawn, said, identity)

    return (
        both("capacity", lambda tag: tag.capacity, entry.capacity if entry else None),
        both("armies", lambda tag: tag.armies, entry.armies if entry else None),
        both("fleets", lambda tag: tag.fleets, entry.fleets if entry else None),
        both("convoys", lambda tag: tag.convoys, entry.convoys if entry else None),
    )


def _coasts(
    identity: str,
    draft: Draft,
    declaration: Declaration,
    entry: DeclaredProvince | None,
    spaces: Spaces,
) -> tuple[Coast, ...]:
    drawn = {tag.location: tag for tag in draft.coasts if tag.location.partition("/")[0] == identity}
    named = dict(entry.coasts) if entry else {}
    found = []
    for short in sorted({location.partition("/")[2] for location in drawn} | set(named)):
        location = f"{identity}/{short}"
        tag = drawn.get(location)
        name = (tag.name if tag else None) or (named.get(short) or (None, None))[0]
        if tag is None and entry is not None and location not in _reached(draft, declaration):
            message = f"the coast {location} is declared but not drawn"
            hint = f"draw a line along the shore and name it {location}"
            place = declaration.place("provinces", identity, "coasts", short, key=True)
            spaces.say("coast-not-drawn", message, place, hint, location)
            continue
        spaces.coast_places[location] = (
            tag.place if tag else declaration.place("provinces", identity, "coasts", short, key=True)
        )
        found.append(Coast(short, name or _COAST_NAMES.get(short, short)))
    return tuple(found)


def _reached(draft: Draft, declaration: Declaration) -> set[str]:
    """Locations that a passage leads to: a coast among them needs no line, because its edges are declared."""
    pairs = [*((each.a, each.b) for each in declaration.passages), *((each.a, each.b) for each in draft.passages)]
    return {end for pair in pairs for end in pair}
