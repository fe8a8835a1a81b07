"""Names as DiploGM takes them: labels that are keys and that an order can say, players, abbreviations, coasts.

An order names a place with one to four words of ASCII letters, digits, dots, hyphens and apostrophes; a word that means
something else, an ending like a coast's and a last digit (a part of the "high seas") are avoided.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, count

from dipmap.engines._engine import Handling, Verdict
from dipmap.engines._mapfile.names import coast_suffixes
from dipmap.engines._rules import listed
from dipmap.engines._standing import standing_units
from dipmap.model import Power, Province, Variant, province_of

_FOLDS = str.maketrans({"ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ł": "l", "Ł": "L",
                        "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D", "œ": "oe", "Œ": "Oe", "ı": "i", "’": "'",
                        "–": "-", "—": "-", "/": "-", "&": "-"})  # fmt: skip
_WORDS = 4
_COAST_WORD = re.compile("[neswc]+c", re.IGNORECASE)
_ORDERS = """
a f h hold holds stand stands - to m move moves into s support supports c convoy convoys core cores t transform
transforms converts dp r retreat retreats d disband disbands boom explodes dies drop drops remove b build place w
waive vassal vassalize liege submit allegiance disown defect army fleet cannon boat ship
"""
_ORDER_WORDS = frozenset(_ORDERS.split())
_ODD_PLAYERS = frozenset(("none", "neutral", "impassable"))


@dataclass(frozen=True)
class Names:
    """The file's name of each province (`label`), power (`player`) and coast (`nc` of `stp/nc`); `short` are the words
    that may stand for a place in orders, small letters.
    """

    label: Mapping[str, str]
    player: Mapping[str, str]
    coast: Mapping[str, str]
    short: Mapping[str, str]

    def place(self, location: str) -> str:
        """A province's label, with its coast where the location is one."""
        coast = self.coast.get(location)
        return f"{self.label[province_of(location)]} {coast}" if coast else self.label[province_of(location)]


def names_of(variant: Variant) -> Names:
    """The same names for the same variant; no two provinces, and no two powers, are alike to the bot."""
    players: dict[str, str] = {}
    taken: set[str] = set(_ODD_PLAYERS)
    for power in variant.powers:
        players[power.id] = _player(power, taken)
        taken.add(_simple(players[power.id]))
    # a unit of nobody makes a player that is called like its province
    standing = {province_of(unit.location) for unit in standing_units(variant)}
    labels: dict[str, str] = {}
    used: set[str] = set()
    for province in variant.provinces:
        labels[province.id] = _label(province, used, taken if province.id in standing else ())
        used.add(labels[province.id].lower())
    coasts = {
        f"{province.id}/{coast.id}": suffix
        for province in variant.provinces
        for coast, suffix in zip(province.coasts, coast_suffixes(province), strict=False)
    }
    found = Names(labels, players, coasts, {})
    return Names(labels, players, coasts, dict(_short(variant, found, used)))


def _player(power: Power, taken: Collection[str]) -> str:
    said = " ".join(_ascii(power.name).split()) or power.id
    wanted = (said, f"{said} {power.id}")
    return next(name for name in chain(wanted, _numbered(power.id)) if _simple(name) not in taken)


def _simple(name: str) -> str:
    """A player's name as the bot compares it."""
    return re.sub("['.]", "", name).replace("-", " ").lower()


def _label(province: Province, used: Collection[str], players: Collection[str]) -> str:
    said = orderable(province.name, _WORDS - bool(province.coasts))
    short = f"{province.id.upper()}."
    wanted = (said, f"{said}-{short}", short) if said else (short,)
    free = (name for name in chain(wanted, _numbered(short)) if name.lower() not in used)
    return next(name for name in free if _simple(name) not in players)


def _numbered(stem: str) -> Iterator[str]:
    return (f"{stem}{number}." for number in count(2))


def orderable(name: str, most: int = _WORDS) -> str:
    """A name that an order can say, near to the one given; empty where its script has nothing to say it with."""
    words = re.sub(r"[^A-Za-z0-9._'-]+", " ", _ascii(name)).split()
    kept: list[str] = []
    joined = False
    for word in words:
        odd = word.lower() in _ORDER_WORDS
        if kept and (odd or joined):
            kept[-1] += f"-{word.strip('-')}" if word.strip("-") else ""
            joined = False
        else:
            kept.append(word)
            joined = odd
    if len(kept) == 1 and kept[0].lower() in _ORDER_WORDS:
        kept[0] += "."
    if len(kept) > 1 and _COAST_WORD.fullmatch(kept[-1]):
        last = kept.pop()
        kept[-1] += f"-{last}"
    if len(kept) > most:
        kept = [*kept[: most - 1], "-".join(kept[most - 1 :])]
    if not any(character.isalnum() for word in kept for character in word):
        return ""
    said = " ".join(kept)
    return f"{said}." if said[-1] in "23456789" else said


def _ascii(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.translate(_FOLDS))
    return "".join(
        character if character.isascii() else "" if unicodedata.combining(character) else " " for character in folded
    )


def _short(variant: Variant, names: Names, used: Collection[str]) -> Iterator[tuple[str, str]]:
    """Ids, coasts by their ids and aliases; what is a province's own label says that province, and nothing else."""
    taken = set(used)
    for province in variant.provinces:
        for location in province.locations:
            coast = names.coast.get(location)
            word = f"{province.id} {coast}" if coast else province.id
            if word not in taken:
                taken.add(word)
                yield word, names.place(location)
    for province in variant.provinces:
        for alias in province.aliases:
            word = orderable(alias).lower()
            if word and word not in taken:
                taken.add(word)
                yield word, names.label[province.id]


def name_verdicts(variant: Variant, names: Names) -> Iterator[Verdict]:
    """Names that had to change, and further names that no abbreviation can be."""
    changed = [
        f"{province.name} is {names.label[province.id]}"
        for province in variant.provinces
        if names.label[province.id] != province.name
    ]
    changed += [
        f"{power.name} is {names.player[power.id]}" for power in variant.powers if names.player[power.id] != power.name
    ]
    if changed:
        yield Verdict("names", Handling.EMULATED, f"orders know ASCII and up to four words a place: {listed(changed)}")
    coasts = [f"{location} is {suffix}" for location, suffix in names.coast.items() if location.split("/")[1] != suffix]
    if coasts:
        yield Verdict("coasts", Handling.EMULATED, f"coasts are nc, sc, ec and wc: {listed(coasts)}")
    lost = [
        alias
        for province in variant.provinces
        for alias in province.aliases
        if names.short.get(orderable(alias).lower()) != names.label[province.id]
        and orderable(alias).lower() != names.label[province.id].lower()
    ]
    if lost:
        yield Verdict("aliases", Handling.DROPPED, f"these cannot stand in an order: {listed(lost)}")
