"""How much of a published map's graph the drawing alone gives, map by map.

    python benchmarks/corpus_table.py ../shared/corpus [NAME...]

Columns: provinces found; false and missed pairs by geometry alone; missed pairs that are not in the truth's `special`
list; F1; coast-coast pairs with the right unit type; coast edges right (godip maps that have coasts); and whether the
graph is exact once `special` pairs are declared as passages and false ones as barriers.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from corpus_source import Pair, Truth, lay_out, pair, passages_of, read_truth, variant_yaml

from dipmap.model import Variant
from dipmap.pipeline import read


@dataclass(frozen=True)
class Row:
    """What one map gave."""

    name: str
    wanted: int
    found: int
    false: tuple[Pair, ...]
    missed: tuple[Pair, ...]
    unexplained: tuple[Pair, ...]
    right: int
    types: tuple[int, int]
    wrong_types: tuple[Pair, ...]
    coast_edges: tuple[int, int] | None
    wrong_coasts: tuple[Pair, ...]
    exact: bool
    left: tuple[str, ...]

    @property
    def f1(self) -> float:
        wrong = len(self.false) + len(self.missed)
        return 2 * self.right / (2 * self.right + wrong) if self.right or wrong else 1.0


def units_of(variant: Variant) -> dict[Pair, str]:
    """The pairs of provinces that a variant joins, in either direction, with their units."""
    found: dict[Pair, set[str]] = {}
    for edge in variant.adjacency:
        found.setdefault(edge.pair, set()).update(("army", "fleet") if edge.units == "both" else (edge.units.value,))
    return {key: "both" if len(kinds) == 2 else next(iter(kinds)) for key, kinds in found.items()}


def measure(corpus: Path, name: str, scratch: Path) -> Row:
    """One map: once by geometry alone, once with what a designer has to declare."""
    truth = read_truth(corpus / name)
    alone = read(lay_out(corpus, truth, scratch / truth.name, variant_yaml(truth)))
    assert alone.variant is not None, name
    assert alone.survey is not None, name
    got, want = units_of(alone.variant), truth.edges
    touching = {(contact.a, contact.b) for contact in alone.survey.joined()}
    links = {pair(a, b) for a, b, _ in truth.oneway}
    false = tuple(sorted(key for key in got if key not in want and key not in links))
    # a link against terrain (fleets into an inland province) is no edge of ours, but its shapes touch
    missed = tuple(sorted(key for key in want if key not in got and not (key in links and key in touching)))
    shores = [key for key in want if key in got and all(truth.provinces[end]["type"] == "coast" for end in key)]
    wrong = tuple(key for key in shores if got[key] != want[key])
    edges, odd = _coast_edges(alone.variant, truth)
    exact, left = _with_declarations(corpus, truth, scratch, got, false)
    return Row(
        name,
        len(truth.provinces),
        sum(identity in alone.survey.areas for identity in truth.provinces),
        false,
        missed,
        tuple(key for key in missed if key not in truth.special),
        sum(key in want for key in got),
        (len(shores) - len(wrong), len(shores)),
        wrong,
        edges,
        odd,
        exact,
        left,
    )


def _coast_edges(variant: Variant, truth: Truth) -> tuple[tuple[int, int] | None, tuple[Pair, ...]]:
    want = truth.coast_edges
    if not want or not truth.name.startswith("godip"):
        return None, ()
    have = {(edge.a, edge.b) for edge in variant.adjacency if "/" in edge.a or "/" in edge.b}
    return (len(want & have), len(want)), tuple(sorted(want ^ have))


def _with_declarations(
    corpus: Path,
    truth: Truth,
    scratch: Path,
    got: dict[Pair, str],
    false: tuple[Pair, ...],
) -> tuple[bool, tuple[str, ...]]:
    """Whether the graph is the truth's once exceptions are declared, and what had to be declared against terrain.

    A one-way link is a one-way passage, and where the shapes touch a barrier for its units. A few published links lead
    fleets inland or armies out of the sea; those provinces are declared open to them.
    """
    passages = passages_of(truth)
    barriers: dict[Pair, dict] = {key: {"between": list(key)} for key in false}
    opened: dict[str, str] = {}
    for a, b, units in truth.oneway:
        for end in (a, b):
            if truth.provinces[end]["type"] == {"army": "sea", "fleet": "land"}[units]:
                opened[end] = {"army": "armies", "fleet": "fleets"}[units]
        if got.get(pair(a, b)) in (units, "both"):
            barriers[pair(a, b)] = {"between": list(pair(a, b)), "units": units}
        passages.append({"between": [a, b], "units": units, "kind": "link", "oneway": True})
    for _ in range(2):
        text = variant_yaml(truth, passages, [barriers[key] for key in sorted(barriers)], opened)
        facts = read(lay_out(corpus, truth, scratch / truth.name, text))
        assert facts.variant is not None
        have = units_of(facts.variant)
        # a province opened to fleets now meets every sea it touches
        for key in have.keys() - truth.edges.keys():
            barriers[key] = {"between": list(key)}
        if opened:
            for a, b, units in truth.oneway:
                if a in opened or b in opened:
                    barriers[pair(a, b)] = {"between": list(pair(a, b)), "units": units}
    oneway = {(edge.a, edge.b) for edge in facts.variant.adjacency if edge.oneway}
    exact = have.keys() == truth.edges.keys() and oneway == {(a, b) for a, b, _ in truth.oneway}
    return exact, tuple(f"{identity} ({word})" for identity, word in sorted(opened.items()))


def table(rows: list[Row]) -> str:
    """The rows as aligned text, with the totals of the maps that count."""
    lines = [
        f"{'map':44} {'prov.':>7} {'false':>5} {'missed':>6} {'unexpl.':>7} {'F1':>6} {'shores':>9} {'coasts':>7} exact"
    ]
    for row in rows:
        coasts = f"{row.coast_edges[0]}/{row.coast_edges[1]}" if row.coast_edges else "-"
        lines.append(
            f"{row.name:44} {row.found:>3}/{row.wanted:<3} {len(row.false):>5} {len(row.missed):>6} "
            f"{len(row.unexplained):>7} {row.f1:6.4f} {row.types[0]:>4}/{row.types[1]:<4} {coasts:>7} "
            f"{'yes' if row.exact else 'NO'}",
        )
    counted = [row for row in rows if originals(row.name)]
    if counted:
        lines += ["", *totals(rows, counted)]
    for row in rows:
        for what, pairs in (
            ("false", row.false),
            ("type", row.wrong_types),
            ("coast", row.wrong_coasts),
            ("unexplained", row.unexplained),
        ):
            if pairs:
                lines.append(f"  {row.name}: {what}: {', '.join('-'.join(key) for key in pairs)}")
        if row.left:
            lines.append(f"  {row.name}: opened against terrain for one-way links: {', '.join(row.left)}")
    return "\n".join(lines)


def originals(name: str) -> bool:
    """The maps whose geometry is scored: no re-saves, no schematic board."""
    return not name.startswith("editor-") and name != "godip-pure"


def totals(rows: list[Row], counted: list[Row]) -> list[str]:
    """Sums over the counted maps (pairs), and over all (types, coasts, exactness)."""
    right = sum(row.right for row in counted)
    false, missed = (sum(len(getattr(row, key)) for row in counted) for key in ("false", "missed"))
    score = 2 * right / (2 * right + false + missed)
    good, all_pairs = (sum(row.types[index] for row in counted) for index in (0, 1))
    coasts = [row.coast_edges for row in rows if row.coast_edges]
    hit, want = (sum(pair_[index] for pair_ in coasts) for index in (0, 1))
    unexplained = sum(len(row.unexplained) for row in counted)
    return [
        f"{len(counted)} originals: {false} false, {missed} missed, {unexplained} of them unexplained, F1 {score:.4f}",
        f"unit type of coast-coast pairs: {good} of {all_pairs} ({good / max(all_pairs, 1):.1%})",
        f"coast edges: {hit} of {want} ({hit / max(want, 1):.1%})",
        f"exact with declarations: {sum(row.exact for row in rows)} of {len(rows)}",
    ]


def main(arguments: list[str]) -> int:
    """Print the table."""
    if not arguments or not Path(arguments[0]).is_dir():
        print(__doc__)
        return 2
    corpus = Path(arguments[0])
    names = arguments[1:] or sorted(path.parent.name for path in corpus.glob("*/truth.json"))
    with TemporaryDirectory() as scratch:
        print(table([measure(corpus, name, Path(scratch)) for name in names]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
