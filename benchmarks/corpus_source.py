"""A `variant.yaml` for a published map, written from the graph its engine declares (`truth.json` of the corpus).

Ids, names, terrain and element names come from the truth, as a designer would give them; adjacency never does, except
for the pairs that a designer has to declare (`special`, one-way links) where a caller asks for them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Pair = tuple[str, str]


@dataclass(frozen=True)
class Truth:
    """The declared graph of a published map, province by province."""

    name: str
    data: Mapping[str, Any]

    @property
    def provinces(self) -> Mapping[str, Mapping[str, Any]]:
        return {key: value for key, value in self.data["provinces"].items() if key not in self.impassable}

    @property
    def impassable(self) -> frozenset[str]:
        return frozenset(self.data.get("impassable") or ())

    @property
    def edges(self) -> dict[Pair, str]:
        """Undirected pairs with their units; no impassable province takes part."""
        return {
            pair(a, b): units
            for a, b, units in self.data["edges"]
            if a not in self.impassable and b not in self.impassable
        }

    @property
    def special(self) -> frozenset[Pair]:
        return frozenset(pair(a, b) for a, b, _ in self.data["special"])

    @property
    def oneway(self) -> list[tuple[str, str, str]]:
        return [(a, b, units) for a, b, units in self.data["oneway"]]

    @property
    def coast_edges(self) -> frozenset[Pair] | None:
        """Undirected fleet edges that touch a named coast, where the truth has them."""
        found = self.data.get("coast_edges")
        return frozenset(pair(a, b) for a, b, _ in found) if found else None


def pair(a: str, b: str) -> Pair:
    """Two ids in order."""
    return (a, b) if a < b else (b, a)


def read_truth(folder: Path) -> Truth:
    """The truth beside a corpus map."""
    return Truth(folder.name, json.loads((folder / "truth.json").read_text(encoding="utf-8")))


def passages_of(truth: Truth) -> list[dict[str, Any]]:
    """The `special` pairs as passages; a fleet's end on a multi-coast province names the coast the truth gives."""
    found = []
    coasts = truth.coast_edges or ()
    for a, b in sorted(truth.special & truth.edges.keys()):
        ends = [edge for edge in coasts if pair(*(end.partition("/")[0] for end in edge)) == (a, b)]
        units = truth.edges[a, b]
        if ends and units != "army":
            found += [{"between": list(edge), "units": "fleet", "kind": "link"} for edge in sorted(ends)]
            if units == "both":
                found.append({"between": [a, b], "units": "army", "kind": "link"})
        else:
            found.append({"between": [a, b], "units": units, "kind": "link"})
    return found


def variant_yaml(
    truth: Truth,
    passages: Iterable[Mapping[str, Any]] = (),
    barriers: Iterable[Mapping[str, Any]] = (),
    opened: Mapping[str, str] | None = None,
    adjacent: Mapping[str, Iterable[str]] | None = None,
) -> str:
    """The text of a `variant.yaml` (its flow values are JSON, which is YAML).

    `opened` declares single provinces open to `armies` or `fleets` against their terrain, `adjacent` asserts neighbours.
    """
    lines = [
        f"id: {truth.name.lower().replace('_', '-')}",
        f"name: {json.dumps(truth.name)}",
        'version: "1.0.0"',
        "provinces:",
    ]
    elements = truth.data["province_element"]
    coast_elements = truth.data.get("coast_element") or {}
    for identity, province in truth.provinces.items():
        entry: dict[str, Any] = {
            "name": province["name"] or identity,
            "terrain": province["type"],
            "shape": elements.get(identity) or identity,
        }
        coasts = {
            coast: {"shape": element}
            for coast in province["coasts"]
            for key in (f"{identity}/{coast}", f"{identity}-{coast}")
            if (element := coast_elements.get(key))
        }
        if coasts:
            entry["coasts"] = coasts
        if province["sc"]:
            entry["centre"] = True
        if opened and identity in opened:
            entry[opened[identity]] = True
        if adjacent is not None:
            entry["adjacent"] = list(adjacent[identity])
        lines.append(f"  {identity}: {json.dumps(entry, ensure_ascii=False)}")
    for name, element in _walls(truth).items():
        identity = "".join(letter for letter in name.lower() if letter.isalnum())
        lines.append(f"  {identity}: {json.dumps({'name': name, 'terrain': 'impassable', 'shape': element})}")
    for title, entries in (("passages", list(passages)), ("barriers", list(barriers))):
        if entries:
            lines.append(f"{title}:")
            lines += [f"  - {json.dumps(entry)}" for entry in entries]
    return "\n".join(lines) + "\n"


def _walls(truth: Truth) -> dict[str, str]:
    """Impassable areas that have a shape."""
    found = dict(truth.data.get("impassable_element") or {})
    for identity in truth.impassable:
        element = truth.data["province_element"].get(identity)
        if element:
            found[identity] = element
    return dict(sorted(found.items()))


def lay_out(corpus: Path, truth: Truth, folder: Path, text: str) -> Path:
    """A source folder for a corpus map: the drawing is linked, never copied, and the declaration written."""
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / "map.svg"
    if not link.exists():
        link.symlink_to((corpus / truth.name / "map.svg").resolve())
    (folder / "variant.yaml").write_text(text, encoding="utf-8")
    return folder
