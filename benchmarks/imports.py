"""What importing the files of engines finds, variant by variant, and what published drawings say against their own graph.

    python benchmarks/imports.py ../shared

First the engines' own files, each imported, compiled and exported back to its engine: the jDip packs (zipped as jDip does), the
`.map` files of DPjudge and of PyPI `diplomacy` (where that is installed), the DiploGM folder. Then the drawings of the corpus,
compiled with the graph their engine declares as assertions (`adjacent`): each difference is a finding of `dipmap check`.
"""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from corpus_source import Truth, lay_out, read_truth, variant_yaml

from dipmap.diagnostics import Diagnostic, Severity
from dipmap.engines import Engine, Material, PackageMap, UnreadableError, refused
from dipmap.importing import groups, made, read_files
from dipmap.model import UnitType, Variant
from dipmap.package import open_package, variant_of
from dipmap.package.kept import kept_for
from dipmap.pipeline import build, check

Step = tuple[str, str, str]
ASSERTED = ("D404", "D410", "D501", "D502", "D508")
"""Codes of what a drawing can be wrong in, beside errors."""


@dataclass(frozen=True)
class Row:
    """One imported variant: what was found, whether it compiles to the file's graph, and whether it comes back."""

    name: str
    engine: str
    variant: Variant
    seconds: float
    drawing: str
    found: Counter[str]
    errors: tuple[str, ...]
    same_graph: bool
    back: str
    messages: tuple[str, ...]


def real_files(shared: Path, scratch: Path) -> Iterator[tuple[str, list[Path]]]:
    """Every real input by name: folders are zipped where the engine's users have zips, maps come with those they include."""
    for pack in sorted((shared / "engines" / "jdip").iterdir()):
        path = scratch / f"{pack.name}Variant.zip"
        path.write_bytes(zipped(pack))
        yield f"jdip {pack.name}", [path]
    yield "diplogm classic", [shared / "engines" / "diplogm" / "classic"]
    spec = find_spec("diplomacy")
    theirs = sorted(Path(spec.origin).parent.glob("maps/*.map")) if spec and spec.origin else []
    for path in sorted((shared / "engines" / "dpjudge").glob("*.map")):
        yield f"dpjudge {path.stem}", with_included(path, theirs)
    for path in theirs:
        yield f"diplomacy {path.stem}", with_included(path, theirs)


def with_included(path: Path, among: list[Path]) -> list[Path]:
    """A `.map` file and those of the others that it includes, one after another."""
    words = re.findall(r"^\s*(?:USE|MAP)\s+(\S+)", path.read_text(encoding="latin-1"), re.MULTILINE | re.IGNORECASE)
    inner = [each for each in among for word in words if each.stem.lower() == word.lower().removesuffix(".map")]
    return [path, *dict.fromkeys(more for each in inner for more in with_included(each, among))]


def zipped(folder: Path) -> bytes:
    """The files of a folder as one zip."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as bundle:
        for path in sorted(folder.iterdir()):
            bundle.writestr(zipfile.ZipInfo(path.name), path.read_bytes())
    return buffer.getvalue()


def steps(variant: Variant) -> set[Step]:
    """Every way of a unit from a location to another."""
    return {(a, b, kind.value) for kind in UnitType for a, b in variant.steps(kind)}


def imported(name: str, paths: list[Path], scratch: Path) -> list[Row]:
    """The rows of one input; raises `UnreadableError` where nothing can be made of it."""
    rows = []
    for group in groups(paths):
        begin = perf_counter()
        read = read_files(group.name, group.files)
        reading = (perf_counter() - begin) / len(read.variants)
        for each in read.variants:
            begin = perf_counter()
            source = made(read.engine, each, group.name, f"{each.variant.id}/")
            seconds = reading + perf_counter() - begin
            folder = scratch / f"{read.engine.name}-{each.variant.id}"
            for file, data in source.files.items():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_bytes(data)
            built = build(folder, scratch / "build" / folder.name)
            errors = [found for found in built.report.diagnostics if found.severity is Severity.ERROR]
            compiled = built.report.facts.variant
            rows.append(
                Row(
                    name,
                    read.engine.name,
                    each.variant,
                    seconds,
                    source.drawing,
                    Counter(told.name for told in source.notices),
                    tuple(_told(found) for found in errors),
                    compiled is not None and steps(compiled) == steps(each.variant),
                    back(read.engine, each.variant, built.written.path if built.written else None),
                    tuple(f"{told.name}: {told.finding.message}" for told in source.notices),
                )
            )
    return rows


def back(engine: Engine, variant: Variant, package: Path | None) -> str:
    """Whether the package, exported to the same engine and read again, has the same graph."""
    if package is None:
        return "-"
    files = open_package(package)
    packed = variant_of(files)
    problems = engine.problems(packed)
    if problems:
        return f"no: {problems[0].message}"
    written = engine.write(packed, Material(PackageMap(files["map.svg"]), kept_for(files, engine.name)))
    bundle = next((data for path, data in written.items() if path.endswith(".zip")), None)
    if bundle is not None:
        with zipfile.ZipFile(io.BytesIO(bundle)) as inner:
            written = {item: inner.read(item) for item in inner.namelist()}
    try:
        again = engine.read(written)
    except UnreadableError as error:
        return f"no: {error}"
    lost = [verdict.rule for verdict in refused(engine.verdicts(packed))]
    same = any(steps(each.variant) == steps(variant) or _shape(each.variant) == _shape(variant) for each in again)
    return ("yes" if same else "other graph") + (f" (loses {', '.join(lost)})" if lost else "")


def _shape(variant: Variant) -> Any:
    """The graph by names, for formats that have no ids."""
    names = {place: province.name for province in variant.provinces for place in province.locations}

    def spot(location: str) -> str:
        return names[location] + location[location.find("/") :] if "/" in location else names[location]

    return {(spot(a), spot(b), unit) for a, b, unit in steps(variant)}


def _told(found: Diagnostic) -> str:
    return f"{found.code} {found.name}: {found.finding.message}"


def asserted(corpus: Path, name: str, scratch: Path) -> list[Diagnostic]:
    """All that `check` says of a drawing whose declared graph is asserted, province by province; nothing else is declared."""
    truth = read_truth(corpus / name)
    folder = scratch / f"asserted-{name}"
    text = variant_yaml(truth, adjacent=neighbours(truth))
    return list(check(lay_out(corpus, truth, folder, text)).diagnostics)


def neighbours(truth: Truth) -> dict[str, list[str]]:
    """The neighbours each province lists: both ways of what the truth has in both, one of what it has in one."""
    found: dict[str, set[str]] = {identity: set() for identity in truth.provinces}
    oneway = {frozenset((a, b)) for a, b, _ in truth.oneway}
    for a, b in truth.edges:
        if frozenset((a, b)) not in oneway:
            found[a].add(b)
            found[b].add(a)
    for a, b, _ in truth.oneway:
        found[a].add(b)
    return {identity: sorted(others) for identity, others in found.items()}


def main() -> int:
    """Print both tables; the findings themselves with `--all`."""
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    shared, every = Path(sys.argv[1]), "--all" in sys.argv
    with TemporaryDirectory() as place:
        scratch = Path(place)
        print(f"{'input':28} {'engine':9} prov edges  sec  graph back  findings")
        for name, paths in real_files(shared, scratch):
            try:
                rows = imported(name, paths, scratch)
            except UnreadableError as error:
                print(f"{name:28} unreadable: {error}")
                continue
            for row in rows:
                told = ", ".join(f"{count} {what.removeprefix('import-')}" for what, count in sorted(row.found.items()))
                print(
                    f"{name + ' ' + row.variant.id:28} {row.engine:9} {len(row.variant.provinces):4} "
                    f"{len(row.variant.adjacency):5} {row.seconds:4.1f}  {'same ' if row.same_graph else 'OTHER'} "
                    f"{row.back}  {told or 'none'}; {row.drawing}"
                )
                for line in (*row.errors, *(row.messages if every else ())):
                    print(f"    {line}")
        print("\ncorpus, the declared graph as assertions")
        for item in sorted((shared / "corpus").iterdir()):
            if (item / "truth.json").exists():
                found = [
                    each
                    for each in asserted(shared / "corpus", item.name, scratch)
                    if each.code in ASSERTED or each.severity is Severity.ERROR
                ]
                print(f"{item.name}: {json.dumps(Counter(each.code for each in found))}")
                for each in found if every else ():
                    print(f"    {_told(each)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
