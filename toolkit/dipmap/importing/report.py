"""README.md of an imported source: where it comes from, and what was found on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dipmap.diagnostics import Notice
from dipmap.engines import Engine, Imported
from dipmap.model import Variant
from dipmap.package.sheet import escaped

_TITLES = {
    "import-unreadable": "Parts that could not be read",
    "import-differs": "Where the drawing and the file differ",
    "import-oneway": "Ways in one direction only",
    "import-stray": "Lines about nothing, left out",
    "import-kept": "Kept for an export to the same engine",
    "import-renamed": "Renamed",
}


def readme(engine: Engine, imported: Imported, came_from: str, drawing: str, notices: Sequence[Notice]) -> bytes:
    """The page in Markdown, UTF-8."""
    variant = imported.variant
    lines = [
        f"# {escaped(variant.name)}",
        "",
        f"Imported by `dipmap import` from {escaped(came_from)} ({escaped(engine.title)}); {escaped(drawing)}.",
        _counted(variant),
        "The drawing and the texts belong to whoever made them: ask before you publish.",
        *_sections(notices),
        *_names(imported),
    ]
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _counted(variant: Variant) -> str:
    return (
        f"{len(variant.provinces)} provinces, {len(variant.centres)} centres, {len(variant.powers)} powers, "
        f"{len(variant.adjacency)} edges."
    )


def _sections(notices: Sequence[Notice]) -> Iterator[str]:
    names = [*_TITLES, *sorted({each.name for each in notices} - _TITLES.keys())]
    for name in names:
        found = list(dict.fromkeys(each.finding.message for each in notices if each.name == name))
        if found:
            yield from ("", f"## {_TITLES.get(name, name.replace('-', ' ').capitalize())}", "")
            yield from (f"* {escaped(message)}" for message in found)


def _names(imported: Imported) -> Iterator[str]:
    if imported.renamed:
        yield from ("", "## Ids", "", "| in the file | here |", "|---|---|")
        yield from (f"| {escaped(theirs)} | {escaped(ours)} |" for theirs, ours in sorted(imported.renamed.items()))
