"""Words of a godip package: identifiers, strings and comments that Go takes, derived stably from ours."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from dipmap.model import Province, Variant

_KEYWORDS = frozenset(
    [
        "break",
        "case",
        "chan",
        "const",
        "continue",
        "default",
        "defer",
        "else",
        "fallthrough",
        "for",
        "func",
        "go",
        "goto",
        "if",
        "import",
        "interface",
        "map",
        "package",
        "range",
        "return",
        "select",
        "struct",
        "switch",
        "type",
        "var",
    ]
)
_TAKEN = frozenset(
    [
        "embed",
        "fmt",
        "sort",
        "godip",
        "graph",
        "orders",
        "phase",
        "state",
        "classical",
        "common",
        "main",
        "init",
        "string",
        "int",
        "bool",
        "error",
        "nil",
        "true",
        "false",
    ]
)
_OWN = frozenset(
    [
        "Nations",
        "Phase",
        "Parser",
        "Blank",
        "Start",
        "Graph",
        "Asset",
        "Seasons",
        "PhaseTypes",
        "Army",
        "Fleet",
        "Neutral",
        "Land",
        "Sea",
        "Coast",
        "Movement",
        "Retreat",
        "Adjustment",
    ]
)
_LOCATION = re.compile(r"[a-z0-9]+(?:/[a-z0-9]+)?")


def quoted(text: str) -> str:
    """A text as a string literal of Go; what does not print is escaped."""
    found = []
    for character in text:
        number = ord(character)
        if character in '"\\':
            found.append("\\" + character)
        elif character.isprintable():
            found.append(character)
        elif 0xD800 <= number <= 0xDFFF:
            # no string of Go holds half a pair
            found.append("\\ufffd")
        else:
            found.append(f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}")
    return f'"{"".join(found)}"'


def said(text: str) -> str:
    """A text for a comment: one line, and nothing in it that does not print."""
    kept = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(kept.split())


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text)
    return "".join(
        character for character in folded if character.isascii() and (character.isalnum() or character == " ")
    )


def package_name(variant: Variant) -> str:
    """The name of the package and its folder: the variant's id, letters and digits only."""
    name = _plain(variant.id).replace(" ", "").lower()
    if not name or not name[0].isalpha() or name in _KEYWORDS or name in _TAKEN:
        name = f"variant{name}"
    return name


def exported(name: str) -> str:
    """The package's word at the front of what it exports: `Zeus` of `zeus`."""
    return name[0].upper() + name[1:]


def identifiers(variant: Variant) -> dict[str, str]:
    """The constant of each power by its id, unlike any other word of the package."""
    front = exported(package_name(variant))
    taken = {*_OWN, *(front + word for word in ("Variant", "Blank", "Start", "Graph"))}
    found: dict[str, str] = {}
    for power in variant.powers:
        words = _plain(power.name).split() or _plain(power.id).split()
        word = "".join(part[0].upper() + part[1:] for part in words)
        if not word or not word[0].isalpha():
            word = f"Nation{word}"
        found[power.id] = _free(word, taken, "Nation")
    return found


def nations(variant: Variant) -> dict[str, str]:
    """The name of each power in the game by its id; `Neutral` is godip's own."""
    taken = {"Neutral"}
    return {power.id: _free(power.name or power.id, taken, "Nation ") for power in variant.powers}


def seasons(names: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The season of each turn, from pairs of its id and name: no two are alike."""
    taken: set[str] = set()
    return {key: _free(name or key, taken, "Turn ") for key, name in names}


def _free(word: str, taken: set[str], front: str) -> str:
    choice, number = word, 2
    if choice in taken:
        choice = f"{front}{word}".replace("  ", " ")
    while choice in taken:
        choice, number = f"{word}{number}", number + 1
    taken.add(choice)
    return choice


def long_names(province: Province) -> Mapping[str, str]:
    """The full name of a province and of each of its coasts by location."""
    found = {province.id: province.name}
    for coast in province.coasts:
        found[f"{province.id}/{coast.id}"] = f"{province.name} ({coast.name})"
    return found


def is_location(text: str) -> bool:
    """Whether an id can be one in godip: small letters and digits."""
    return _LOCATION.fullmatch(text) is not None
