"""What readers of packages would refuse in a variant, told at its places in the source before anything is built."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from dipmap.checking import Facts
from dipmap.diagnostics import NOWHERE, Notice, Place, notice
from dipmap.model.json import to_json
from dipmap.package.semantics import MOST, Document, Steps, disagreements, objections


def unfit(facts: Facts) -> list[Notice]:
    """The objections to the `variant.json` of some facts, which need a variant and a declaration."""
    assert facts.variant is not None
    document: Document = to_json(facts.variant)
    # one edge of each make is enough for the schema, which takes long: their ends are looked up in any case
    makes = {(edge["units"], edge["kind"], *sorted(edge)): edge for edge in document["adjacency"]}
    thin = {**document, "adjacency": list(makes.values())}
    found = objections("package", thin)
    if found:
        document = thin
    else:
        found = list(islice(disagreements(document), MOST))
    return [
        notice(
            "unfit-variant",
            f"no package can hold this variant: {problem.message}",
            _place(facts, document, problem.path),
            hint=problem.hint or "correct it in the drawing or in variant.yaml",
            key=f"{problem.pointer} {problem.message}"[:120],
        )
        for problem in found
    ]


def _place(facts: Facts, document: Document, path: Steps) -> Place:
    """Where the thing that a path of the document leads to was drawn or declared; the nearest around it otherwise."""
    origins, declaration = facts.origins, facts.declaration
    table, index = (*path, None, None)[:2]
    found: Any = None
    if origins is not None and len(path) > 1:
        entry = document[str(table)][index]
        if table == "provinces":
            found = _written(facts, "provinces", entry["id"], *path[2:]) or origins.place(entry["id"])
        elif table == "powers":
            found = _written(facts, "powers", entry["id"], *path[2:]) or origins.powers.get(entry["id"])
        elif table in ("adjacency", "barriers"):
            found = _of_pair(facts, entry)
        elif table == "anchors":
            mine = [each for each in origins.anchors if each.location == index]
            mine.sort(key=lambda each: each.purpose != path[2])
            found = mine[0].place if mine else origins.place(str(index))
        elif table == "standing_units" or path[:2] == ("start", "units"):
            unit = entry if table == "standing_units" else entry[path[2]] if len(path) > 2 else {}
            found = next((place for location, place in origins.units if location == unit.get("location")), None)
    if found and found != NOWHERE:
        return found  # type: ignore[no-any-return]
    return replace(declaration.place(*path), pointer="") if declaration is not None else NOWHERE


def _written(facts: Facts, *pointer: str | int) -> Place | None:
    """The place of a value that stands in `variant.yaml` itself, with more than the entry it belongs to."""
    file = facts.declaration.file if facts.declaration else None
    return file.place(pointer) if file is not None and pointer in file.values and len(pointer) > 2 else None


def _of_pair(facts: Facts, entry: Document) -> Place | None:
    assert facts.origins is not None
    ends = {entry["a"], entry["b"]}
    edges = ((each.adjacency.a, each.adjacency.b, each.place) for each in facts.origins.edges)
    barriers = ((each.a, each.b, each.place) for each in facts.origins.barriers)
    return next((place for a, b, place in (*barriers, *edges) if {a, b} == ends), None)
