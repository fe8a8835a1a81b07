"""Names that jDip takes, derived stably from ours.

Short names, full names and further names of provinces share one space without regard to case. A power's name becomes a
class of the map's style sheet and a word of order texts, so it is one word of ASCII letters and digits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from string import ascii_lowercase, ascii_uppercase

from dipmap.engines._engine import Handling, Verdict
from dipmap.engines._mapfile.names import abbreviations, coast_suffixes, letters
from dipmap.engines._rules import listed
from dipmap.model import Power, Province, Variant

NOBODY = "Nobody"
OWN_VARIANT = "standard"
"""What jDip's own package of variants is called; two variants of one name and version are refused."""
OWN_VARIANT_ENDING = " (dipmap)"

_CLASS_NAMES = """
nopower water islandsea impassable unordered invisible scnopower labelbrief labelsea halo defaultorder supportorder
convoyorder shadoworder shadowdash varwidthorder varwidthshadow
"""
CLASSES = frozenset(_CLASS_NAMES.split())
"""Classes of the map's style sheet that no power may have."""

# words of orders: a short name that is one, or holds one, is taken apart when an order is typed
_WORDS = "a b c d f h m p r s v w an by in into is mv nc of on sc ec wc to via wx xc attack"
_ORDER_WORDS = frozenset(_WORDS.split())
_EATEN = re.compile("army|build|convoy|disband|fleet|hold|move|remove|retreat|stand|support|transport|waive|wing")
_FORBIDDEN = re.compile("[^\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PARTS = re.compile(r"[^\W_]+")
_VERSION = re.compile(r"\d+")


@dataclass(frozen=True)
class Names:
    """The words of one variant in jDip.

    `code` maps a location to `gam` or `gam/nc`, `full` a province to its name, `alias` to the further names that are
    free, `unsaid` to those that are not; `power`, `adjective` and `others` go by power id.
    """

    variant: str
    version: str
    file: str
    code: Mapping[str, str]
    full: Mapping[str, str]
    alias: Mapping[str, tuple[str, ...]]
    unsaid: Mapping[str, tuple[str, ...]]
    power: Mapping[str, str]
    adjective: Mapping[str, str]
    others: Mapping[str, tuple[str, ...]]
    nobody: str = NOBODY

    def element(self, location: str) -> str:
        """The id of a location's shape in the map: `gam`, `gam-nc`."""
        return self.code[location].replace("/", "-")


def plain(text: str) -> str:
    """A text on one line without the characters that XML cannot hold."""
    return " ".join(_FORBIDDEN.sub(" ", unicodedata.normalize("NFC", text)).split())


def css(name: str) -> str:
    """The class that jDip makes of a power's name."""
    return f"X{name.lower()}" if name[:1].isdigit() else name.lower()


def names_of(variant: Variant) -> Names:
    """Every name of a variant that has no more coasts to a province than jDip knows."""
    code = _codes(variant.provinces)
    taken = {code[province.id] for province in variant.provinces}
    full: dict[str, str] = {}
    for province in variant.provinces:
        own = code[province.id]
        found = next(name for name in _full(province, own) if name.lower() not in taken - {own})
        full[province.id] = found
        taken.add(found.lower())
        for coast, suffix in zip(province.coasts, coast_suffixes(province), strict=False):
            code[f"{province.id}/{coast.id}"] = f"{own}/{suffix}"
    alias: dict[str, tuple[str, ...]] = {}
    unsaid: dict[str, tuple[str, ...]] = {}
    for province in variant.provinces:
        said, lost = [], []
        for name in dict.fromkeys(map(plain, (province.id, province.name, *province.aliases))):
            if name.lower() in (code[province.id], full[province.id].lower()):
                continue
            if name and _apart(name) == name and name.lower() not in taken:
                said.append(name)
                taken.add(name.lower())
            else:
                lost.append(name)
        alias[province.id], unsaid[province.id] = tuple(said), tuple(lost)
    power, nobody = _powers(variant.powers)
    adjective, others = _further(variant.powers, power, nobody)
    name = plain(variant.name) or variant.id
    return Names(
        f"{name}{OWN_VARIANT_ENDING}" if name.lower() == OWN_VARIANT else name,
        version_of(variant.version),
        word(variant.name) or word(variant.id) or "Variant",
        code,
        full,
        alias,
        unsaid,
        power,
        adjective,
        others,
        nobody,
    )


def version_of(version: str) -> str:
    """A version as a decimal number above 0 that grows as the version does: `1.2.3` is `1.0203`."""
    major, *minor = [min(int(part[:4]), 99) for part in _VERSION.findall(version.partition("+")[0])][:3] or [0]
    rest = "".join(f"{part:02d}" for part in minor).rstrip("0") or "0"
    return f"{major}.{rest}" if major or rest != "0" else "0.0001"


def word(text: str) -> str:
    """A text as one word of ASCII letters and digits, each part with a capital: `Israel-America` is `IsraelAmerica`."""
    parts = []
    for part in _PARTS.findall(text):
        held = part if part.isascii() else letters(part).lower()
        parts.append(held[:1].upper() + held[1:])
    return "".join(parts)


# ---- provinces


def _codes(provinces: Iterable[Province]) -> dict[str, str]:
    provinces = tuple(provinces)
    found = {province.id: province.id for province in provinces if _usable(province.id)}
    taken = set(found.values())
    short = abbreviations(provinces) if len(found) < len(provinces) else {}
    for province in sorted(provinces, key=lambda item: item.id):
        if province.id not in found:
            free = (name for name in _short(short[province.id].lower()) if _usable(name) and name not in taken)
            found[province.id] = next(free)
            taken.add(found[province.id])
    return found


def _usable(code: str) -> bool:
    return code not in _ORDER_WORDS and not _EATEN.search(code)


def _short(wanted: str) -> Iterator[str]:
    yield wanted
    for three in product(ascii_lowercase, repeat=3):
        yield "".join(three)


def _full(province: Province, own: str) -> Iterator[str]:
    name = _apart(plain(province.name))
    if name:
        yield name
        yield f"{name} {own.upper()}"
    yield f"Province {own.upper()}"
    for rest in product(ascii_uppercase, repeat=3):
        yield f"Province {own.upper()} {''.join(rest)}"


def _apart(name: str) -> str:
    """The name without an end such as `-nc`, which would be read as a coast."""
    return f"{name[:-3]} {name[-2:]}".strip() if name[-3:-2] in ("-", "/", "\\") else name


# ---- powers


def _powers(powers: Iterable[Power]) -> tuple[dict[str, str], str]:
    used = set(CLASSES)

    def take(words: Iterable[str]) -> str:
        for name in words:
            wanted = {css(name), f"unit{css(name)}", f"sc{css(name)}"}
            odd = name.lower() == "none" or css(name).startswith(("nopower", "water", "islandsea", "impassable"))
            if name and not odd and not wanted & used:
                used.update(wanted)
                return name
        raise AssertionError("there is always another number")

    found = {power.id: take(_power_words(power)) for power in powers}
    return found, take(_numbered(NOBODY))


def _power_words(power: Power) -> Iterator[str]:
    bare = word(re.sub(r"(?i)^\s*the\s+", "", power.name))
    if bare:
        yield bare
        yield f"The{bare}"
    yield word(power.id)
    yield from _numbered(bare or word(power.id))
    yield from _numbered("Power")


def _numbered(name: str) -> Iterator[str]:
    yield name
    for width in (1, 2, 3):
        for rest in product(ascii_uppercase, repeat=width):
            yield f"{name}{''.join(rest)}"


def _further(
    powers: Iterable[Power], power: Mapping[str, str], nobody: str
) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Adjectives and further names; a word that two powers could mean is the first one's."""
    taken = {name.lower() for name in (*power.values(), nobody)}
    adjective: dict[str, str] = {}
    others: dict[str, tuple[str, ...]] = {}
    for item in powers:
        own = power[item.id]
        said = plain(item.adjective).replace(",", " ")
        adjective[item.id] = said if said and (said.lower() not in taken or said.lower() == own.lower()) else own
        taken.add(adjective[item.id].lower())
    for item in powers:
        found = []
        for name in dict.fromkeys((word(item.name), *item.aliases, item.short)):
            if _PARTS.fullmatch(name) and len(name) > 1 and name.lower() not in taken and name.lower() != "none":
                found.append(name)
                taken.add(name.lower())
        others[item.id] = tuple(found)
    return adjective, others


# ---- what became of ours


def name_verdicts(variant: Variant) -> Iterator[Verdict]:
    """Verdicts on ids, coasts and names that had to change."""
    names = names_of(variant)
    if names.variant != variant.name:
        yield Verdict(
            "variant-name", Handling.EMULATED, f"jDip has a {variant.name} of its own; this one is {names.variant}"
        )
    codes = [f"{item.id} is {names.code[item.id]}" for item in variant.provinces if names.code[item.id] != item.id]
    if codes:
        yield Verdict("ids", Handling.EMULATED, f"words of orders cannot be ids: {listed(codes)}")
    coasts = [
        f"{place} is {names.code[place]}"
        for province in variant.provinces
        for place in province.locations[1:]
        if not names.code[place].endswith(f"/{place.partition('/')[2]}")
    ]
    if coasts:
        yield Verdict("coast-names", Handling.EMULATED, f"coasts are called nc, sc, ec and wc: {listed(coasts)}")
    called = [f"{item.name} is {names.full[item.id]}" for item in variant.provinces if names.full[item.id] != item.name]
    if called:
        yield Verdict("province-names", Handling.EMULATED, f"no two places share a name: {listed(called)}")
    words = [f"{item.name} is {names.power[item.id]}" for item in variant.powers if names.power[item.id] != item.name]
    if words:
        yield Verdict("power-names", Handling.EMULATED, f"a power's name is one word: {listed(words)}")
    lost = [name for unsaid in names.unsaid.values() for name in unsaid if name]
    if lost:
        yield Verdict("aliases", Handling.DROPPED, f"further names that another place has: {listed(lost)}")
