"""What players call things: every name of a province, a coast, a power, and the nearest to a word that is none.

A name is looked up by its words, without regard to capitals, accents, apostrophes and what stands between them: `St.
Petersburg (north coast)` has the key `st petersburg north coast`. An id means its own province before any name or alias
means another; a name of two provinces means both, and the order that uses it is not read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from dipmap.model import Power, Province, Variant

NOBODY = "neutral"
"""What the power of a unit of nobody is called in orders."""

OR = "|"
"""Between the ids of all that an ambiguous name means: it stands in no id."""

ONWARD, TIGHT = ">", "-"
"""The sign of a move, and the hyphen between two letters, which may be one or stand within a name."""

_BLANK = r"\s.,_\"“”„«»·・"
_DASHES = "-‐‑‒–—―−"
_ARROWS = "→⇒➔➜⟶"
_SIGNS = "/()@#&<=>;!?*+[]{}|\\^~$%"
_TOKEN = re.compile(
    rf"[{re.escape(_DASHES)}=]*>|[{_ARROWS}]|[{re.escape(_DASHES)}]+"
    rf"|[^{_BLANK}{re.escape(_DASHES + _ARROWS + _SIGNS)}]+|[^{_BLANK}]"
)
_SYMBOLS = frozenset((*_SIGNS, "-"))
_ACCENTS = re.compile("[\u0300-\u036f]")
_LETTERS = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
    | dict.fromkeys("'`:‘’ʹʼʻ′\u200c\u200d")
)
_ALIKE = (("st", "saint", "sankt"), ("mt", "mount"))
_SIDES = {"n": "north", "s": "south", "e": "east", "w": "west"}
_SIDE = re.compile("((north|south)?(east|west)?(ern)?)? ?(coast|shore)?")  # says nothing without the province

_MOST_LETTERS = 40
_MOST_NAMES = 40
_STEM = 8


class Token(NamedTuple):
    """A word or sign of an order: `key` is what it is looked up by, `start` and `end` where it stands."""

    key: str
    start: int
    end: int


def folded(word: str) -> str:
    """A word without capitals, accents and apostrophes."""
    if not word.isascii():
        word = _ACCENTS.sub("", unicodedata.normalize("NFKD", word)).casefold()
    return word.lower().translate(_LETTERS)


def plain(text: str) -> str:
    """The text with letters of other widths as usual ones."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text.replace("´", "'"))  # it would leave a blank


def tokens(text: str) -> list[Token]:
    """The words and signs of a `plain` text; a hyphen with a blank beside it is the sign of a move."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        word, (start, end) = match[0], match.span()
        if word[-1] == ">" or word[0] in _ARROWS:
            key = ONWARD
        elif word[0] in _DASHES:
            tight = len(word) == 1 and text[:start][-1:].strip() and text[end : end + 1].strip()
            key = TIGHT if tight else ONWARD
        else:
            key = "and" if word == "&" else folded(word)
        if key:
            found.append(Token(key, start, end))
    return found


def key_of(name: str) -> str:
    """The key of a name: its words, folded."""
    return " ".join(token.key for token in tokens(plain(name)) if token.key not in _SYMBOLS)


def is_sign(key: str) -> bool:
    """Whether a token is a sign and no word."""
    return key in _SYMBOLS


class Lexicon:
    """Names and what they mean. `names` maps a key to an id, or to several joined by `|`."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self._rank: dict[str, int] = {}
        self._shown: dict[str, str] = {}
        self._starts: set[str] = set()
        self._near: dict[str, list[str]] = {}

    def add(self, name: str, meaning: str, rank: int) -> None:
        """Enter a name; one of a lower rank outdoes those above it, two of one rank mean both."""
        key = key_of(name)
        if not key:
            return
        self._enter(key, name, meaning, 2 * rank)
        words = key.split(" ")
        if len(words) > 1:
            self._enter("".join(words), name, meaning, 2 * rank + 1)
        for alike in _ALIKE:
            if any(word in alike for word in words):
                for other in alike:
                    spelt = " ".join(other if word in alike else word for word in words)
                    if spelt != key:
                        self._enter(spelt, name, meaning, 2 * rank + 1)
        if words[0] == "the" and len(words) > 1:
            self._enter(" ".join(words[1:]), name, meaning, 2 * rank + 1)

    def _enter(self, key: str, name: str, meaning: str, rank: int) -> None:
        known = self._rank.get(key)
        if known is not None and known < rank:
            return
        if known == rank:
            meant = self.names[key].split(OR)
            self.names[key] = OR.join(sorted({*meant, meaning}))
            return
        self.names[key], self._rank[key], self._shown[key] = meaning, rank, name
        place = key.find(" ")
        while place > 0:
            self._starts.add(key[:place])
            place = key.find(" ", place + 1)

    def matches(self, text: Sequence[Token], at: int) -> list[tuple[int, str]]:
        """The names that begin at a token, longest first: where each ends, and what it means."""
        found: list[tuple[int, str]] = []
        key, depth = "", 0
        for end in range(at, len(text)):
            word = text[end].key
            if word in _SYMBOLS:
                if not key or word == ONWARD:
                    break
                depth += (word == "(") - (word == ")")
                if depth < 0:
                    break
                if word != ")":
                    continue
            elif key:
                if key not in self._starts:
                    break
                key = f"{key} {word}"
            else:
                key = word
            if depth == 0 and key in self.names:
                found.append((end + 1, self.names[key]))
        found.reverse()
        return found

    def nearest(self, text: Sequence[Token]) -> str:
        """The name that was probably meant by these words as it is written, or an empty string.

        Compares the first letters less one or two, so its time hangs neither on the number of names nor on the text's
        length: ten megabytes of wrong orders are looked up in seconds.
        """
        word = "".join(token.key for token in text)
        if not word or len(word) > _MOST_LETTERS:
            return ""
        if not self._near:
            for key in sorted(self.names):
                for stem in _stems(key.replace(" ", "")):
                    keys = self._near.setdefault(stem, [])
                    if len(keys) < _MOST_NAMES:
                        keys.append(key)
        alike: dict[str, int] = {}
        for stem in _stems(word):
            for key in self._near.get(stem, ()):
                alike[key] = alike.get(key, 0) + 1
        if not alike:
            return ""
        best = min(alike, key=lambda key: (-alike[key], abs(len(key) - len(word)), key[0] != word[0], key))
        return self._shown[best]


def _stems(word: str) -> set[str]:
    """The beginning of a word with up to one letter left out, of a long one up to two."""
    stem = word[:_STEM]
    found = {stem}
    for number in (1, 2) if len(word) > 5 else (1,):
        found.update("".join(kept) for kept in combinations(stem, len(stem) - number))
    found.discard("")
    return found


class Names:
    """The names of a variant: `places` to locations, `powers` to ids, `shut` those of impassable provinces."""

    def __init__(self, variant: Variant) -> None:
        self.titles = {province.id: province.name for province in variant.provinces}
        self.coasts = {province.id: province.locations[1:] for province in variant.provinces}
        self.places = Lexicon()
        self.shut = Lexicon()
        self.powers = Lexicon()
        for province in variant.provinces:
            for name, location, rank in _places(province):
                (self.shut if province.impassable else self.places).add(name, location, rank)
        for power in variant.powers:
            for name, rank in _called(power):
                self.powers.add(name, power.id, rank)
        for name in (NOBODY, "nobody"):
            self.powers.add(name, NOBODY, 3)
        called = [name for p in variant.provinces for name in (p.name, *p.aliases, *(coast.name for coast in p.coasts))]
        called += [name for power in variant.powers for name, _ in _called(power)]
        self.longest = max(map(len, called), default=0)

    def title(self, place: str) -> str:
        """A place as a sentence names it: `London (lon)`."""
        name = self.titles.get(place.partition("/")[0], "")
        return f"{name} ({place})" if name and name != place else place


def _places(province: Province) -> Iterator[tuple[str, str, int]]:
    yield province.id, province.id, 0
    own = [(province.id, 0), *((name, 1) for name in (province.name, *province.aliases))]
    for name, rank in own[1:]:
        yield name, province.id, rank
    for coast in province.coasts:
        location = f"{province.id}/{coast.id}"
        if not _SIDE.fullmatch(key_of(coast.name)):
            yield coast.name, location, 1
        for ending, exact in _coasts(province, coast.id, coast.name):
            for name, rank in own:
                yield f"{name} {ending}", location, rank if exact else rank + 1


def _coasts(province: Province, coast: str, name: str) -> Iterator[tuple[str, bool]]:
    """How a coast is called after the name of its province, and whether that is its id."""
    yield coast, True
    key = key_of(name)
    for own in (province.name, *province.aliases):
        key = key.removeprefix(f"{key_of(own)} ")
    if key:
        yield key, False
    side = _SIDES.get(coast[0], "") if len(coast) == 2 and coast[1] == "c" else ""
    if side:
        yield side, False
        yield f"{side} coast", False


def _called(power: Power) -> Iterator[tuple[str, int]]:
    yield power.id, 0
    for name in (power.name, *power.aliases):
        yield name, 1
    for name in (power.adjective, power.short):
        yield name, 2
