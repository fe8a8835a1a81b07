"""Words and numbers of `variants.xml` and what they say in ours: versions, turns, descriptions."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from dipmap.engines._jdip.names import OWN_VARIANT, OWN_VARIANT_ENDING
from dipmap.engines._jdip.text import BEGIN, DESIGNED, END, LICENCE, MADE_BY, lines_of, words_of

YEARS = 10_000
_ITEMS = re.compile(r"<p>([^<>]*)</p>")
_NUMBER = re.compile(r"(\d{1,4})(?:\.(\d{1,9}))?f?")
_TURN_WORDS = re.compile(r"[\s,:;\[\](){}\-_|/\\\"']+")
_SHORT_TURN = re.compile(r"([sfw])(\d{4})([mrab])", re.IGNORECASE)
_SEASONS = {
    "spring": "spring",
    "summer": "spring",
    "s": "spring",
    "fall": "fall",
    "winter": "fall",
    "f": "fall",
    "w": "fall",
}
_PHASES = {"movement": "movement", "retreat": "retreat", "adjustment": "adjustment", "m": "movement", "r": "retreat",
           "a": "adjustment", "b": "adjustment"}  # fmt: skip


def number(text: str, least: int = 1, most: int = YEARS) -> int | None:
    """A whole number in a range; None for anything else."""
    text = text.strip()
    if not re.fullmatch(r"[+-]?\d{1,9}", text, re.ASCII):
        return None
    value = int(text)
    return value if least <= value <= most else None


def version(text: str) -> str | None:
    """A version of jDip's, a decimal number, in three parts: two decimals are one part (`1.0203` is 1.2.3)."""
    match = _NUMBER.fullmatch(text.strip())
    if not match:
        return None
    decimals = (match[2] or "").ljust(4, "0")
    return f"{int(match[1])}.{int(decimals[:2])}.{int(decimals[2:4])}"


def name(text: str) -> str:
    """A variant's name, without what we add to the one that jDip has itself."""
    bare = text.removesuffix(OWN_VARIANT_ENDING)
    return bare if bare.lower() == OWN_VARIANT else text


@dataclass(frozen=True)
class Moment:
    """A phase of jDip; years before Christ are negative, and there is no year 0."""

    season: str
    year: int
    phase: str


def moment(text: str) -> Moment | None:
    """A phase such as `Spring, 1901, Movement` or `S1901M`, its words in any order; None where jDip would see none."""
    text = text[:100]
    short = _SHORT_TURN.fullmatch(text)
    words = list(short.groups()) if short else _TURN_WORDS.split(text.lower().replace("b.c.", "bc"))
    season = phase = ""
    year = 0
    for word in (word.lower() for word in words):
        season = _SEASONS.get(word, season)
        phase = next(
            (_PHASES[each] for each in _PHASES if word == each or (len(each) > 1 and word.startswith(each))), phase
        )
        year = number(word.removesuffix("bc")) or year
    if not season or not phase or not year or (season, phase) == ("spring", "adjustment"):
        return None
    return Moment(season, -year if "bc" in "".join(words) else year, phase)


def after(year: int, years: int = 1) -> int:
    """The year so many years later; there is no year 0."""
    later = year + years
    return later + 1 if year < 0 <= later else later


@dataclass(frozen=True)
class Told:
    """A description: its words on one line; `html` as it was, where that is more than words."""

    text: str
    html: str = ""
    designers: tuple[str, ...] = ()
    licence: str = ""


def told(text: str) -> Told:
    """What a description says: all of it, or in a file of ours the variant's own part."""
    if not (MADE_BY in text and BEGIN in text and END in text):
        return _own(text)
    before, _, rest = text.partition(BEGIN)
    inside, _, after_it = rest.partition(END)
    own = _own(inside)
    lines = [html.unescape(line) for line in _ITEMS.findall(before + after_it)]
    designers = next((line.removeprefix(DESIGNED) for line in lines if line.startswith(DESIGNED)), "")
    licence = next((line.removeprefix(LICENCE) for line in lines if line.startswith(LICENCE)), "")
    return Told(own.text, own.html, tuple(filter(None, designers.split(", "))), licence)


def _own(text: str) -> Told:
    text = lines_of(text)
    words = words_of(text)
    bare = html.escape(words, quote=False)
    return Told(words, "" if text in ("", bare, f"<p>{bare}</p>") else text)
