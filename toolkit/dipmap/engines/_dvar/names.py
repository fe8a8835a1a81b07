"""Words of the DVAR format, and ids and texts of a variant in its form: slugs of small letters, digits and hyphens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import count

from dipmap.engines._rules import listed
from dipmap.model import Variant

BUILD_ANYWHERE = "allow-builds-in-non-home-centers"
REBUILD = "neutral-nations-auto-build"
GREY = "#8c8880"
NOBODY = "nobody"
OPENING = "Opening"

COLOUR = re.compile("#[0-9A-Fa-f]{6}")
SLUG = re.compile("[a-z0-9-]+")
LOCATION = re.compile("[a-z0-9-]+(?:/[a-z0-9-]+)?")
_NO_SLUG = re.compile("[^a-z0-9]+")

Phase = tuple[str, str]
"""A season and a type: `("Spring", "Movement")`."""

KNOWN: Mapping[str, tuple[str, ...]] = {
    "document": (
        *(
            "schemaVersion",
            "id",
            "name",
            "description",
            "author",
            "rules",
            "victoryConditions",
            "adjudicationModifiers",
        ),
        *("phaseProgression", "nations", "provinces", "namedCoasts", "initialState"),
    ),
    "nations": ("id", "name", "color", "non_playable"),
    "provinces": ("id", "name", "type", "supplyCenter", "homeNation", "adjacencies"),
    "namedCoasts": ("id", "name", "parentProvince", "adjacencies"),
    "edges": ("to", "pass"),
    "initialState": ("phase", "units", "supplyCenters"),
    "phase": ("season", "year", "type"),
    "units": ("nation", "type", "location"),
    "supplyCenters": ("nation", "province"),
    "victoryConditions": ("type", "supplyCenters", "year", "resolution"),
}
"""The keys of each kind of object in a document."""


def slug(text: str) -> str:
    """A text as small letters, digits and hyphens; empty where it has none."""
    return _NO_SLUG.sub("-", text.lower()).strip("-")


def plain(text: str) -> str:
    """A text on one line without what is no character for reading."""
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())


def unused(word: str, taken: Iterable[str], between: str = " ") -> str:
    """A word, with a number where others have it."""
    known = set(taken)
    return next(name for n in count(1) if (name := word if n == 1 else f"{word}{between}{n}") not in known)


def variant_id(variant: Variant) -> str:
    """The id of a variant's files."""
    return slug(variant.id) or slug(variant.name) or "variant"


def nation_ids(variant: Variant) -> dict[str, str]:
    """The id of each power's nation, no two alike."""
    found: dict[str, str] = {}
    for power in variant.powers:
        found[power.id] = unused(slug(power.id) or slug(power.name) or "nation", found.values(), "-")
    return found


def changed_ids(variant: Variant) -> str:
    """Ids that had to change, in a row; empty where none had."""
    pairs = [(variant.id, variant_id(variant)), *nation_ids(variant).items()]
    return listed(f"{old} is {new}" for old, new in pairs if old != new)


def no_description(name: str) -> str:
    """What stands for a description where a variant has none."""
    return f"{name}, a Diplomacy variant."
