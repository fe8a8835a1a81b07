"""Ids and names for what a `.map` calls by codes and words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from dipmap.diagnostics import Notice, notice
from dipmap.engines._mapfile.read_graph import Ground
from dipmap.engines._mapfile.read_state import Loaded, Side, province_code
from dipmap.engines._reading import RENAMED, STRAY, derived, plain
from dipmap.engines._rules import listed
from dipmap.model import Coast

_COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}
_LONGEST = 200
_LONGEST_ID = 40


def printable(text: str) -> str:
    """A text in one line, without characters that no one sees."""
    shown = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(shown.split())[:_LONGEST]


def _capital(word: str) -> str:
    return "-".join(part.capitalize() for part in word.split("-"))


@dataclass(frozen=True, eq=False)
class Names:
    """What becomes of the words of a file: `province` and `location` go by code, `power` by the power's key."""

    found: Loaded
    ground: Ground

    @cached_property
    def province(self) -> Mapping[str, str]:
        """The id of each province."""
        return derived(self.ground.coasts)

    @cached_property
    def location(self) -> Mapping[str, str]:
        """The id of each location, `stp/nc`."""
        found = dict(self.province)
        for code, coasts in self.ground.coasts.items():
            parts = derived(coast.partition("/")[2] for coast in coasts)
            for coast in coasts:
                found[coast] = f"{self.province[code]}/{parts[coast.partition('/')[2]]}"
        return found

    @cached_property
    def power(self) -> Mapping[str, str]:
        """The id of each power; it begins with a letter."""
        wanted = {key: plain(key)[:_LONGEST_ID] for key in self.found.sides}
        words = {key: word if word[:1].isalpha() else f"p{word}" for key, word in wanted.items()}
        ids = derived(words.values())
        taken: list[str] = []
        found: dict[str, str] = {}
        for key, word in words.items():
            found[key] = ids[word] if ids[word] not in taken else next(iter(derived([word], taken).values()))
            taken.append(found[key])
        return found

    def full(self, code: str) -> str:
        """The full name of a province; its code where it has none."""
        title = self.found.titles.get(code)
        return (printable(title.full) if title else "") or code

    def aliases(self, code: str) -> tuple[str, ...]:
        """The other names of a province, without those that are its id, its name or the code of another."""
        title = self.found.titles.get(code)
        if title is None:
            return ()
        said = {self.full(code).casefold(), code.casefold(), self.province[code]}
        found = []
        for alias in map(printable, title.aliases):
            if alias and alias.casefold() not in said and alias.upper() not in self.ground.coasts:
                said.add(alias.casefold())
                found.append(alias)
        return tuple(found)

    def coasts(self, code: str) -> tuple[Coast, ...]:
        """The coasts of a province, in order of their ids: `Spain (north coast)` is `north coast`."""
        found = []
        for place in self.ground.coasts[code]:
            title = self.found.titles.get(place)
            suffix = place.partition("/")[2]
            name = printable(title.full) if title else ""
            if name.endswith(")") and "(" in name:
                name = name[name.rindex("(") + 1 : -1].strip()
            found.append(Coast(self.location[place].partition("/")[2], name or _COASTS.get(suffix, suffix.lower())))
        return tuple(sorted(found, key=lambda coast: coast.id))

    def side(self, side: Side) -> tuple[str, str]:
        """The name of a power and the word for its people: `_NEW+YORK` is NewYork."""
        name = "".join(map(_capital, printable(side.word).lstrip("_").split("+"))) or side.word
        people = " ".join(map(_capital, printable(side.adjective).split()))
        return name, people or name

    @cached_property
    def renamed(self) -> Mapping[str, str]:
        """Codes and words whose id is not the same in small letters."""
        found = {code: identity for code, identity in self.location.items() if identity != code.lower()}
        for key, side in self.found.sides.items():
            if key in self.power and self.power[key] != side.word.lower():
                found.setdefault(printable(side.word), self.power[key])
        return found

    def notices(self) -> Iterator[Notice]:
        """Names that are codes of other places, and what had to get another id."""
        for code, title in self.found.titles.items():
            for alias in title.aliases:
                if alias.upper() in self.ground.coasts and alias.upper() != province_code(code):
                    message = f"{title.full} is also called {alias}, which is the code of {self.full(alias.upper())}"
                    hint = "take the name out; orders for the one would go to the other"
                    yield notice(STRAY, message, title.line.at(), hint=hint, key=f"{code} {alias}")
        if not self.renamed:
            return
        pairs = listed(f"{word} is {identity}" for word, identity in self.renamed.items())
        word = next(iter(self.renamed))
        spot = self.ground.spot(province_code(word)) or self.ground.spot(word)
        sides = [side for side in self.found.sides.values() if printable(side.word) == word]
        line = spot.line if spot else sides[0].line if sides else next(iter(self.found.spots.values())).line
        hint = "rename them in variant.yaml where you like others better"
        yield notice(RENAMED, f"some words could be no ids: {pairs}", line.at(), hint=hint, key="renamed")
