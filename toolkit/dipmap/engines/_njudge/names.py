"""Names for the map compiler of njudge: abbreviations, province names, powers and their letters, derived stably.

It finds the longest name at a place in an order, without regard to case, dots and spaces; a coast may follow. So no name
may begin with a word for a unit, and none may equal another. Orders come by mail: everything is ASCII.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from string import ascii_lowercase, ascii_uppercase

from dipmap.engines._mapfile.names import abbreviations, coast_suffixes
from dipmap.engines._rules import listed
from dipmap.model import Kind, Power, Province, Variant

LETTERS = "ABCDEFGHIJKLNPQRSTUVWXYZ0123456789"
"""Power letters; M and O are the master's and observers'."""

NAME_LENGTH = 23
"""The longest name of a power."""

GATEWAYS = 5
"""How many the judge has."""

_UNITS = frozenset(("a", "army", "f", "fleet", "w", "wing", "unit", "the"))
_ORDERS = """nc sc ec wc mv xc cc mx hx lx north south east west coast to by via for and no not all any is in of at from
army fleet wing hold holds move moves support supports convoy convoys retreat retreats disband disbands build builds
remove removes waive waives pass proxy transform press signon signoff set"""
_WORDS = _UNITS.union(_ORDERS.split())
_FOLDS = str.maketrans({"ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ł": "l", "Ł": "L",
                        "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D", "œ": "oe", "Œ": "Oe", "ı": "i"})  # fmt: skip

Passage = tuple[str, str, str]
"""A passage by consent: the keeper's province, then the two it is between."""


def ascii_text(text: str) -> str:
    """A text in ASCII, accents taken off; empty where its script has no such letters."""
    folded = unicodedata.normalize("NFKD", text.translate(_FOLDS))
    kept = [character for character in folded if not unicodedata.combining(character)]
    if any(character.isalnum() and not character.isascii() for character in kept):
        return ""
    return "".join(character if character.isascii() and character.isprintable() else " " for character in kept)


def _key(name: str) -> str:
    """A name as the judge compares it."""
    return "".join(character for character in name.lower() if character not in ". ")


def passages(variant: Variant) -> list[Passage]:
    """Every passage by consent, in order; the keeper is empty where none is named."""
    edges = [edge for edge in variant.adjacency if edge.kind is Kind.PERMISSION]
    return sorted({(edge.keeper or "", *edge.pair) for edge in edges})


def closed(variant: Variant) -> str:
    """Why the judge cannot hold the passages of a variant; empty where it can."""
    found = passages(variant)
    if len(found) > GATEWAYS:
        return f"the judge has {GATEWAYS} gateways, and there are {len(found)} passages"
    pairs = [(a, b) for _, a, b in found]
    shared = {edge.pair for edge in variant.adjacency if edge.kind is not Kind.PERMISSION}.intersection(pairs)
    if shared:
        names = listed(f"{a} - {b}" for a, b in sorted(shared))
        return f"a gateway closes its two provinces to every move, and others go there too: {names}"
    odd = [f"{a} - {b}" for keeper, a, b in found if keeper not in variant.by_id or pairs.count((a, b)) > 1]
    if odd:
        return f"a gateway has one keeper: {listed(dict.fromkeys(odd))}"
    oneway = [edge for edge in variant.adjacency if edge.kind is Kind.PERMISSION and edge.oneway]
    if oneway:
        return f"a gateway is open both ways: {listed(f'{edge.a} > {edge.b}' for edge in oneway)}"
    return ""


def gates(variant: Variant) -> list[Passage]:
    """The passages the files hold: all of them or none."""
    return [] if closed(variant) else passages(variant)


@dataclass(frozen=True)
class JudgeNames:
    """The words of one variant in njudge.

    `code` maps a location to `abc` or `abc/nc`, `full` a province to its name, `alias` to further abbreviations, `unsaid`
    to the names it cannot have; `power`, `owner` and `letter` go by power id, `gate` from a passage to the abbreviation
    and the name of the province that stands for it.
    """

    code: Mapping[str, str]
    full: Mapping[str, str]
    alias: Mapping[str, tuple[str, ...]]
    unsaid: Mapping[str, tuple[str, ...]]
    power: Mapping[str, str]
    owner: Mapping[str, str]
    letter: Mapping[str, str]
    gate: Mapping[Passage, tuple[str, str]]


def judge_names(variant: Variant) -> JudgeNames:
    """Every name of a variant with no more powers than there are letters."""
    short = codes(variant.provinces)
    taken = {_key(code) for code in short.values()}
    code: dict[str, str] = {}
    full: dict[str, str] = {}
    for province in variant.provinces:
        code[province.id] = short[province.id]
        for coast, suffix in zip(province.coasts, coast_suffixes(province), strict=False):
            code[f"{province.id}/{coast.id}"] = f"{short[province.id]}/{suffix}"
        other = taken - {short[province.id]}
        full[province.id] = next(name for name in _full(province, short[province.id]) if _key(name) not in other)
        taken.add(_key(full[province.id]))
    gate = {passage: _gate(variant, passage, short, taken) for passage in gates(variant)}
    alias: dict[str, tuple[str, ...]] = {}
    unsaid: dict[str, tuple[str, ...]] = {}
    for province in variant.provinces:
        said, lost = [], []
        for name in dict.fromkeys((province.id, province.name, *province.aliases)):
            word = ascii_text(name).strip().lower()
            if _key(word) in (_key(full[province.id]), code[province.id]):
                continue
            if _abbreviation(word) and _key(word) not in taken:
                said.append(word)
                taken.add(_key(word))
            else:
                lost.append(name)
        alias[province.id], unsaid[province.id] = tuple(said), tuple(lost)
    words: dict[str, str] = {}
    owner: dict[str, str] = {}
    for power in variant.powers:
        words[power.id] = next(name for name in _power(power) if name.lower() not in map(str.lower, words.values()))
        owner[power.id] = _hyphened(power.adjective) or words[power.id]
    return JudgeNames(code, full, alias, unsaid, words, owner, power_letters(variant.powers, words), gate)


def codes(provinces: Iterable[Province]) -> dict[str, str]:
    """An abbreviation for each province: its id where that is one, else three letters derived from it."""
    ordered = list(provinces)
    other = abbreviations(ordered)
    return {item.id: item.id if _abbreviation(item.id) else other[item.id].lower() for item in ordered}


def _abbreviation(word: str) -> bool:
    return 2 <= len(word) <= 16 and word.isascii() and word.isalnum() and word not in _WORDS


def _full(province: Province, code: str) -> Iterator[str]:
    name = _plain(province.name)
    if name:
        if name.split()[0].lower() not in _UNITS and name[0].isalnum() and len(_key(name)) > 1:
            yield name
        yield f"Province {name}"
    yield f"Province {code.upper()}"
    for rest in product(ascii_uppercase, repeat=2):
        yield f"Province {code.upper()} {''.join(rest)}"


def _plain(name: str) -> str:
    """A name without the signs that end one: commas, slashes, brackets, colons, semicolons."""
    return " ".join("".join(" " if sign in ',/()[]{}<>:;#\\|"`$%' else sign for sign in ascii_text(name)).split())


def _gate(variant: Variant, passage: Passage, short: Mapping[str, str], taken: set[str]) -> tuple[str, str]:
    keeper = variant.by_id[passage[0]]
    wanted = (f"g{short[keeper.id][:2]}", *(f"g{one}{other}" for one, other in product(ascii_lowercase, repeat=2)))
    code = next(word for word in wanted if _abbreviation(word) and word not in taken)
    taken.add(code)
    base = _plain(keeper.name) or short[keeper.id].upper()
    names = (f"Gate of {base}", *(f"Gate of {base} {letter}" for letter in ascii_uppercase), f"Gate {code.upper()}")
    name = next(name for name in names if _key(name) not in taken)
    taken.add(_key(name))
    return code, name


def _hyphened(name: str) -> str:
    words = "".join(sign if sign.isalnum() else " " for sign in ascii_text(name.replace("'", ""))).split()
    return "-".join(words)[:NAME_LENGTH].strip("-")


def _power(power: Power) -> Iterator[str]:
    name = _hyphened(power.name.removeprefix("The ")) or _hyphened(power.id)
    if len(name) > 1:
        yield name
        yield _hyphened(power.name) or name
    for rest in product(ascii_lowercase, repeat=2):
        yield f"{(name or 'Power')[: NAME_LENGTH - 3]}-{''.join(rest)}"


def power_letters(powers: Iterable[Power], words: Mapping[str, str]) -> dict[str, str]:
    """A letter of each power: the first free one of its name, else any; empty where there are no more."""
    found: dict[str, str] = {}
    for power in powers:
        choices = (*(sign for sign in words[power.id].upper() if sign in LETTERS), *LETTERS)
        found[power.id] = next((sign for sign in choices if sign not in found.values()), "")
    return found
