"""The reader of `.map` files in both dialects: what the lines say becomes a variant, the rest is kept."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from dipmap.diagnostics import Notice
from dipmap.engines._mapfile.read_graph import Ground
from dipmap.engines._mapfile.read_kept import Kept
from dipmap.engines._mapfile.read_lines import SUFFIX, MapText, dialect, opened
from dipmap.engines._mapfile.read_loader import loaded
from dipmap.engines._mapfile.read_names import Names
from dipmap.engines._mapfile.read_rest import Rest
from dipmap.engines._mapfile.read_rules import beginning, seasons, victory
from dipmap.engines._mapfile.read_sides import Sides
from dipmap.engines._mapfile.read_state import MOST_NOTICES, Loaded
from dipmap.engines._reading import Files, Imported, UnreadableError, plain, unreadable, whole
from dipmap.model import Builds, Start, Variant

__all__ = ["dialect", "read_maps"]


def read_maps(files: Files, *, judge: bool, title: str) -> tuple[Imported, ...]:
    """Every map that is not merely included by another. Raises `UnreadableError` where none can be used.

    `judge` reads the words that only DPjudge knows; `title` is the engine's name for notices.
    """
    shelf = opened(files)
    found: list[Imported] = []
    failed: list[Notice] = []
    for text in shelf.roots():
        try:
            found.append(_imported(text, loaded(shelf.all_lines(text), judge=judge), title))
        except UnreadableError as error:
            failed += error.notices
    if not found:
        if not failed:
            unreadable("there is no .map file", whole("", b""), "give a file that ends in .map")
        raise UnreadableError(failed)
    return (replace(found[0], notices=(*failed, *found[0].notices)), *found[1:])


def _imported(text: MapText, found: Loaded, title: str) -> Imported:
    if not found.spots:
        unreadable(
            f"{text.path} has no province",
            whole(text.path, text.source.data),
            "give a .map file with lines such as LAND BUR ABUTS MAR PAR",
        )
    _turned_off(found)
    ground = Ground(found)
    names = Names(found, ground)
    sides = Sides(found, ground, names)
    year = seasons(found)
    begin = beginning(found, year)
    provinces = sides.provinces()
    goal, goals = victory(found, sum(province.centre for province in provinces))
    builds = Builds(_sites(found), extra=sides.extra, limits=sides.limits)
    identity, name = _called(text.path)
    variant = Variant(
        identity,
        name,
        "1.0.0",
        provinces,
        ground.edges(names.location),
        sides.powers(),
        standing_units=sides.standing,
        calendar=begin.calendar,
        start=Start(() if "BLANK_BOARD" in found.rules else sides.units, begin.opening),
        builds=builds,
        retreats="normal" if any("retreat" in turn.phases for turn in year.turns) else "none",
        victory=goal,
    )
    rest = Rest(found, ground, names, sides, begin.short, title)
    variant = rest.opened(variant)
    kept = rest.kept(Kept(victory=goals, flow=year.odd))
    notices = (*found.notices, *islice(ground.notices(), MOST_NOTICES), *islice(names.notices(), MOST_NOTICES))
    return Imported(variant, None, kept.json(), notices, names.renamed)


def _turned_off(found: Loaded) -> None:
    """Take out rules that another line forbids (`!RULE`)."""
    for word in [word for word in found.rules if word.startswith("!")]:
        found.rules.pop(word[1:], None)


def _sites(found: Loaded) -> str:
    if "BUILD_ANY" in found.rules:
        return "owned"
    return "any-home" if "HOME_BUILDS" in found.rules else "homes"


def _called(path: str) -> tuple[str, str]:
    """An id that begins with a letter, and a name, after the file."""
    stem = path.rpartition("/")[2].removesuffix(SUFFIX).removesuffix(SUFFIX.upper())
    identity = plain(stem)[:50] or "map"
    words: list[str] = stem.replace("_", " ").replace("-", " ").split()
    name = " ".join(word[:1].upper() + word[1:] for word in words)[:80] or identity
    return (identity if identity[0].isalpha() else f"map{identity}"), _printable(name)


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)
