"""Words that webDiplomacy takes, derived stably from ours: territories, countries, class names, literals of PHP and HTML.

Full names are the keys of everything. They go unescaped into SQL and raw into pages, so they are plain ASCII here.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from dipmap.engines._mapfile.text import stands
from dipmap.model import Coast, Province, UnitType, Variant

LONGEST = 100
"""Letters of a territory's name; the column holds 120 bytes, and a coast needs room of its own."""

_COAST = re.compile(r".+ \(.+ Coast\)")
_LETTERS = str.maketrans({"ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ß": "ss", "đ": "d", "Đ": "D",
                          "ł": "l", "Ł": "L", "þ": "th", "Þ": "Th", "ð": "d", "ı": "i", "–": "-", "—": "-", "‑": "-"})  # fmt: skip
_STRANGE = re.compile(r"[^A-Za-z0-9 .,()/+:!-]")
_TAKEN_CLASSES = frozenset(("wd", "lib"))
"""`WDVariant` and `libVariant` are the site's own, and PHP takes class names without regard to case."""


def plain(text: str) -> str:
    """A text in ASCII without anything that SQL, PHP or HTML could take for its own."""
    folded = unicodedata.normalize("NFKD", " ".join(text.split()).translate(_LETTERS)).replace("&", " and ")
    folded = "".join(character for character in folded if not unicodedata.combining(character))
    return " ".join(_STRANGE.sub("", folded.replace("_", " ")).split())


def entered(variant: Variant) -> tuple[Province, ...]:
    """The provinces that a unit may enter; the others are no territories."""
    return tuple(item for item in variant.provinces if any(stands(item, unit) for unit in UnitType))


@dataclass(frozen=True)
class Names:
    """The names of one variant."""

    variant: Variant

    @cached_property
    def place(self) -> str:
        """The variant's folder, and the front of its class names: letters and digits, beginning with a capital."""
        words = re.findall("[A-Za-z0-9]+", plain(self.variant.id))
        name = "".join(word[:1].upper() + word[1:] for word in words)[:40]
        # the site cuts a class name at the first Variant to find its file
        name = re.sub("variant", "", name, flags=re.IGNORECASE)
        if not name[:1].isalpha() or name.lower() in _TAKEN_CLASSES:
            name = f"Map{name}"
        return name[0].upper() + name[1:]

    @property
    def number(self) -> int:
        """A number for the variant and its map, 128 to 254: the same for the same id, and an admin may change it."""
        return 128 + zlib.crc32(self.variant.id.encode("utf-8", "replace")) % 127

    @cached_property
    def countries(self) -> dict[str, str]:
        """The name of each power by its id, in order; no two are alike."""
        taken: set[str] = set()
        return {power.id: _free(plain(power.name), power.id, taken) for power in self.variant.powers}

    @cached_property
    def territories(self) -> dict[str, str]:
        """The name of each location by its id, parents before their coasts: the order in which they get numbers."""
        taken: set[str] = set()
        found: dict[str, str] = {}
        for province in entered(self.variant):
            found[province.id] = _free(_province(province), province.id, taken)
            for coast in province.coasts:
                words = _coast(coast, province)
                names = (f"{found[province.id]} ({word} Coast)" for word in _numbered(words))
                found[f"{province.id}/{coast.id}"] = _first(names, taken)
        return found

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number that each location gets when the map is installed."""
        return {location: number for number, location in enumerate(self.territories, 1)}

    @cached_property
    def country_numbers(self) -> dict[str, int]:
        """The number of each power, from 1; 0 is nobody."""
        return {power: number for number, power in enumerate(self.countries, 1)}

    def changed(self) -> list[str]:
        """Names that are other here, as `Old is New`."""
        found = [
            f"{item.name} is {self.territories[item.id]}"
            for item in entered(self.variant)
            if self.territories[item.id] != item.name
        ]
        return found + [
            f"{power.name} is {self.countries[power.id]}"
            for power in self.variant.powers
            if self.countries[power.id] != power.name
        ]


def _coast(coast: Coast, province: Province) -> str:
    """What stands before the word Coast: `North` of `north coast` or `Spain north coast`."""
    words = plain(coast.name).replace("(", "").replace(")", "")
    bare = re.sub(rf"^{re.escape(plain(province.name))}\b|\bcoast\b", "", words, flags=re.IGNORECASE).split()
    return " ".join(word[0].upper() + word[1:] for word in bare)[:16].strip() or coast.id.upper()


def _province(province: Province) -> str:
    name = plain(province.name)[:LONGEST].strip()
    # the site takes such a name for a coast of the province before the parenthesis
    return name.replace("(", "").replace(")", "") if _COAST.fullmatch(name) else name


def _free(name: str, identity: str, taken: set[str]) -> str:
    """The name, or with its id where it is empty or another's."""
    word = plain(identity).upper() or "X"
    base = name or word
    return _first(chain((base,), (f"{base} {tail}" for tail in _numbered(word))), taken)


def _numbered(word: str) -> Iterable[str]:
    yield word
    yield from (f"{word} {number}" for number in range(2, 10_000))


def _first(names: Iterable[str], taken: set[str]) -> str:
    choice = next(name for name in names if name.lower() not in taken)
    taken.add(choice.lower())
    return choice


def quoted(text: str) -> str:
    """A text as a string literal of PHP: one line, single quotes."""
    line = " ".join("".join(character if character.isprintable() else " " for character in text).split())
    return "'" + line.replace("\\", "\\\\").replace("'", "\\'") + "'"


def comment(text: str) -> str:
    """A text for a line comment of PHP, which a closing tag would end."""
    line = " ".join("".join(character if character.isprintable() else " " for character in text).split())
    return f"// {line.replace('?>', '? >')}".rstrip()


def html(text: str) -> str:
    """A text for a page."""
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        text = text.replace(character, entity)
    return text


def listing(values: Iterable[object]) -> str:
    """An array of PHP in one line, of what is written out already."""
    return f"array({', '.join(map(str, values))})"
