"""`variant.yaml`, typed: what the designer declares, before it is compared with the drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dipmap.diagnostics import Notice, Place
from dipmap.draft import Known
from dipmap.resolve.yaml_file import YamlFile, objections


@dataclass(frozen=True)
class DeclaredProvince:
    """One entry of `provinces`; None where nothing is said. `shapes` are names of elements in the drawing."""

    id: str
    place: Place = field(repr=False)
    name: str | None = None
    aliases: tuple[str, ...] = ()
    terrain: str | None = None
    shapes: tuple[str, ...] = ()
    centre: bool | None = None
    home: str | None = None
    owner: str | None = None
    coasts: Mapping[str, tuple[str | None, str | None]] = field(default_factory=dict)
    adjacent: tuple[str, ...] | None = None
    capacity: int | None = None
    armies: bool | None = None
    fleets: bool | None = None
    convoys: bool | None = None
    mixed: bool | None = None
    canal: bool | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class DeclaredPair:
    """One entry of `passages` or `barriers`."""

    a: str
    b: str
    place: Place = field(repr=False)
    units: str | None = None
    kind: str | None = None
    via: str | None = None
    oneway: bool = False
    reason: str = ""


@dataclass(frozen=True)
class Declaration:
    """The whole file. `data` is the plain document for the parts that need no comparing with the drawing."""

    file: YamlFile = field(repr=False)
    data: Mapping[str, Any] = field(repr=False)

    def place(self, *pointer: str | int, key: bool = False) -> Place:
        """Where a value stands in the file."""
        return self.file.place(pointer, key=key)

    @property
    def map_name(self) -> str:
        return str(self.data.get("map", "map.svg"))

    @property
    def dialect(self) -> str | None:
        return self.data.get("dialect")

    @property
    def tolerance(self) -> float | None:
        """A share of the map's diagonal, or None for automatic."""
        return self.data.get("tolerance")

    @cached_property
    def provinces(self) -> dict[str, DeclaredProvince]:
        """The entries of `provinces` by id."""
        return {identity: self._province(identity, entry or {}) for identity, entry in self.table("provinces").items()}

    def table(self, name: str) -> Mapping[str, Any]:
        return self.data.get(name) or {}

    def _province(self, identity: str, entry: Mapping[str, Any]) -> DeclaredProvince:
        shape = entry.get("shape", ())
        coasts = entry.get("coasts") or {}
        adjacent = entry.get("adjacent")
        return DeclaredProvince(
            id=identity,
            place=self.place("provinces", identity, key=True),
            name=entry.get("name"),
            aliases=tuple(entry.get("aliases", ())),
            terrain=entry.get("terrain"),
            shapes=(shape,) if isinstance(shape, str) else tuple(shape),
            centre=entry.get("centre"),
            home=entry.get("home"),
            owner=entry.get("owner"),
            coasts={coast: ((value or {}).get("name"), (value or {}).get("shape")) for coast, value in coasts.items()},
            adjacent=None if adjacent is None else tuple(adjacent),
            capacity=entry.get("capacity"),
            armies=entry.get("armies"),
            fleets=entry.get("fleets"),
            convoys=entry.get("convoys"),
            mixed=entry.get("mixed"),
            canal=entry.get("canal"),
            tags=tuple(entry.get("tags", ())),
        )

    @cached_property
    def passages(self) -> tuple[DeclaredPair, ...]:
        """The entries of `passages`."""
        return tuple(
            self._pair("passages", index, entry) for index, entry in enumerate(self.data.get("passages") or ())
        )

    @cached_property
    def barriers(self) -> tuple[DeclaredPair, ...]:
        """The entries of `barriers`."""
        return tuple(
            self._pair("barriers", index, entry) for index, entry in enumerate(self.data.get("barriers") or ())
        )

    def _pair(self, table: str, index: int, entry: Mapping[str, Any]) -> DeclaredPair:
        between = entry["between"]
        oneway = bool(entry.get("oneway", False))
        if isinstance(between, str):
            oneway = oneway or ">" in between
            a, b = (part.strip() for part in between.replace(">", "-").split("-"))
        else:
            a, b = between
        return DeclaredPair(
            a,
            b,
            self.place(table, index, "between"),
            entry.get("units"),
            entry.get("kind"),
            entry.get("via"),
            oneway,
            entry.get("reason", ""),
        )

    @cached_property
    def known(self) -> Known:
        """The names a dialect may lean on."""
        shapes = {}
        for province in self.provinces.values():
            for name in province.shapes:
                shapes[name] = province.id
            for coast, (_, shape) in province.coasts.items():
                if shape:
                    shapes[shape] = f"{province.id}/{coast}"
        names = {
            name.lower(): province.id
            for province in self.provinces.values()
            for name in (*reversed(province.aliases), province.name)
            if name
        }
        coasts = frozenset(
            f"{province.id}/{coast}" for province in self.provinces.values() for coast in province.coasts
        )
        return Known(frozenset(self.provinces), shapes, names, frozenset(self.table("powers")), coasts)


def read_declaration(file: YamlFile) -> tuple[Declaration | None, list[Notice]]:
    """The declaration of a YAML document, or None where its schema refuses it; every objection with its place."""
    found = objections(file, "variant")
    return (None if found else Declaration(file, file.data)), found
