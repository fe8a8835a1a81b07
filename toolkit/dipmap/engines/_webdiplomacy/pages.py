"""The two texts for people: `rules.html` for players, `README.txt` for the admin who installs the variant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dipmap.engines._engine import Handling, Verdict
from dipmap.engines._webdiplomacy.names import entered, html
from dipmap.engines._webdiplomacy.plan import Plan

_TITLES = (
    (Handling.DROPPED, "Rules of the variant that this site does not have"),
    (Handling.EMULATED, "Rules that it plays by other means"),
)


def told(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """Losses and detours, one a line, under their titles."""
    found = list(verdicts)
    for handling, title in _TITLES:
        some = [verdict for verdict in found if verdict.handling is handling]
        if some:
            yield f"{title}:"
            for verdict in some:
                loss = " (changes play)" if verdict.changes_play else ""
                yield f"- {verdict.rule}{loss}: {verdict.why}"


def file_head(plan: Plan, verdicts: Iterable[Verdict]) -> Sequence[str]:
    """What stands at the top of the variant's own file."""
    variant = plan.variant
    lines = [f"{variant.name}, version {variant.version}"]
    if variant.designers:
        lines.append(f"Designed by {', '.join(variant.designers)}")
    if variant.licence:
        lines.append(f"Licence: {variant.licence}")
    return [*lines, "For webDiplomacy, made by dipmap", *told(verdicts)]


def rules_html(plan: Plan, verdicts: Iterable[Verdict]) -> Iterator[str]:
    """The rules as a part of the site's page on the variant."""
    variant = plan.variant
    yield f"<p><strong>{html(variant.name)}</strong> {html(variant.version)}</p>"
    if variant.description:
        yield f"<p>{html(variant.description)}</p>"
    found = list(verdicts)
    for handling, title in _TITLES:
        some = [verdict for verdict in found if verdict.handling is handling]
        if some:
            yield f"<p><strong>{title}</strong></p>"
            yield "<ul>"
            for verdict in some:
                yield f"<li>{html(verdict.rule)}: {html(verdict.why)}</li>"
            yield "</ul>"
    if variant.rules:
        yield "<p><strong>The rules of the variant</strong></p>"
        yield "<ol>"
        for rule in variant.rules:
            yield f"<li>{html(rule.sense)}</li>"
        yield "</ol>"
    yield "<p><strong>Short names on the small map</strong></p>"
    yield "<p>"
    territories = plan.names.territories
    yield ",\n".join(
        f"{html(item.id.upper())} {html(item.name)}"
        + (f" (in orders {html(territories[item.id])})" if territories[item.id] != item.name else "")
        for item in entered(variant)
    )
    yield "</p>"


def readme(plan: Plan, verdicts: Iterable[Verdict], limits: Iterable[str]) -> Iterator[str]:
    """How to install, what to know, what is lost."""
    variant, names = plan.variant, plan.names
    yield f"{variant.name}, version {variant.version}, for webDiplomacy"
    if variant.designers:
        yield f"Designed by {', '.join(variant.designers)}"
    if variant.licence:
        yield f"Licence: {variant.licence}"
    yield "Made by dipmap"
    yield ""
    yield "To install it:"
    yield f"1. Copy the folder variants/{names.place} into the site's folder variants, and make a folder cache in it that the"
    yield "   server may write into."
    yield f"2. Add the line   {names.number} => '{names.place}',   to the list $variants of config.php. Where the site has"
    yield f"   the number {names.number} already, take a free one up to 255, and write it into variant.php as $id and $mapID."
    yield f"3. Open variants.php?variantID={names.number} as an admin: the first look installs the map. Then start a game."
    yield ""
    yield "The pictures: every territory is one colour of the palette of map.png and smallmap.png, which the site changes to"
    yield "the colour of its holder. Save them again only as PNG with the same palette. What is white in mapNames.png and"
    yield "smallmapNames.png is what the site lets through."
    for line in told(verdicts):
        if not line.startswith("-"):
            yield ""
        yield line
    yield ""
    yield "Of every game on this site:"
    yield from (f"- {limit}" for limit in limits)
