"""The grammar of tags in names (design, section 4): what `passage kla-str fleet permission via slu` means."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

TERRAINS = ("land", "coast", "sea", "impassable")
KINDS = ("border", "direct", "strait", "narrow-strait", "sea-lane", "permission", "link")
PURPOSES = ("unit", "dislodged", "centre", "label")
UNITS = {"army": "army", "armies": "army", "fleet": "fleet", "fleets": "fleet", "both": "both", "army+fleet": "both"}
_TYPES = {"a": "army", "army": "army", "f": "fleet", "fleet": "fleet"}
# what coasts are called: never taken for a slip in a terrain
_COASTS = frozenset(
    [
        "nc",
        "sc",
        "ec",
        "wc",
        "ne",
        "nw",
        "se",
        "sw",
        "n",
        "s",
        "e",
        "w",
        "nec",
        "nwc",
        "sec",
        "swc",
        "north",
        "south",
        "east",
        "west",
        "northeast",
        "northwest",
        "southeast",
        "southwest",
    ]
)
_SPELLINGS = {"center": "centre", "centers": "centres"}

_ID = "[a-z0-9]+"
LOCATION = re.compile(rf"{_ID}(?:/{_ID})?")
_POWER = re.compile(rf"{_ID}(?:[_-]{_ID})*")
# as in schemas/variant.schema.json; the joiners are letters' business in many scripts, and never beside ASCII
_HIDDEN = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
    "|(^|[\u0000-\u007f])[\u200c\u200d]|[\u200c\u200d]$"
)
_NUMBER = re.compile(r"[1-9][0-9]?")
_PAIR = re.compile(rf"({_ID}(?:/{_ID})?)\s*([->])\s*({_ID}(?:/{_ID})?)")


@dataclass(frozen=True)
class Said:
    """A parsed name: which tag, and its values."""

    tag: str
    values: dict[str, Any] = field(default_factory=dict)


class Unreadable(ValueError):  # noqa: N818  no error of the program
    """A name that begins like a tag and does not go on like one; the text says what is wrong.

    `about` is the province that the name is about, where that is beyond doubt.
    """

    about: str = ""


def keyword(name: str) -> str | None:
    """The tag a name begins with, if it begins with one."""
    first = name.lower().split(None, 1)[0] if name.split() else ""
    first = _SPELLINGS.get(first, first)
    return first if first in _READERS else None


def parse(name: str) -> Said | None:
    """The tag a name states with its keyword; None where it has none. Raises `Unreadable`."""
    word = keyword(name)
    if word is None:
        return None
    rest = name.lower().split(None, 1)[1:]
    return _READERS[word](rest[0].strip() if rest else "")


def province(name: str) -> Said | None:
    """`lon` or `lon/coast`; None where the name is neither."""
    text = name.strip().lower()
    if not LOCATION.fullmatch(text):
        return None
    identity, _, part = text.partition("/")
    if part and part not in TERRAINS:
        return Said("coast", {"location": text})
    return Said("province", {"id": identity, "terrain": part or None})


def misspelt_terrain(said: Said, known: Container[str]) -> None:
    """Raise `Unreadable` for a coast that looks like a slip in a terrain (`lon/cost`) and is not among the known ones."""
    if said.tag != "coast" or said.values["location"] in known:
        return
    identity, _, part = said.values["location"].partition("/")
    meant = [] if part in _COASTS else get_close_matches(part[:60], TERRAINS, 1, 0.7)
    if meant:
        error = Unreadable(f"{part[:60]!r} is no terrain (did you mean {identity}/{meant[0]}?)")
        error.about = identity
        raise error


def clash(one: Said, other: Said) -> bool:
    """Whether two readings of one element contradict each other; one that says less does not."""
    if {one.tag, other.tag} == {"province", "coast"}:
        coast, whole = (one, other) if one.tag == "coast" else (other, one)
        identity = str(coast.values["location"]).partition("/")[0]
        return bool(whole.values["terrain"]) or whole.values["id"] != identity
    if one.tag != other.tag:
        return True
    first, second = _comparable(one.values), _comparable(other.values)
    return any(first[key] != second[key] for key in first.keys() & second.keys())


def _comparable(values: dict[str, Any]) -> dict[str, Any]:
    """The values that are given, without an order where order means nothing."""
    found = {key: value for key, value in values.items() if value not in (None, "")}
    if "neighbours" in found:
        found["neighbours"] = sorted(found["neighbours"])
    if "b" in found and not found.get("oneway"):
        found["a"], found["b"] = sorted((found["a"], found["b"]))
    return found


def location(text: str) -> str:
    """A province or coast; raises `Unreadable`."""
    text = text.strip().lower()
    if not LOCATION.fullmatch(text):
        raise Unreadable(f"{text[:60]!r} is no province or coast")
    return text


def pair(text: str) -> tuple[str, str, bool]:
    """`kla-str` or `kla>str` (one way); raises `Unreadable`."""
    match = _PAIR.fullmatch(text.strip().lower())
    if not match:
        raise Unreadable(f"{text[:60]!r} is no pair of provinces such as kla-str")
    return match.group(1), match.group(3), match.group(2) == ">"


def units(text: str) -> str:
    """`army`, `fleet` or `both`; raises `Unreadable`."""
    found = UNITS.get(text.strip().lower())
    if found is None:
        raise Unreadable(_nearest(text, UNITS, "units"))
    return found


def kind(text: str) -> str:
    """A kind of passage; raises `Unreadable`."""
    if text.strip().lower() not in KINDS:
        raise Unreadable(_nearest(text, KINDS, "a kind of passage"))
    return text.strip().lower()


def terrain(text: str) -> str:
    """`land`, `coast`, `sea` or `impassable`; raises `Unreadable`."""
    if text.strip().lower() not in TERRAINS:
        raise Unreadable(_nearest(text, TERRAINS, "a terrain"))
    return text.strip().lower()


def full_name(text: str) -> str:
    """The name of a province or coast as players see it; raises `Unreadable` for one that hides something."""
    if not text.strip():
        raise Unreadable("it holds no letter")
    if _HIDDEN.search(text):
        raise Unreadable("it holds a character that nobody sees (a zero-width one or a mark of direction)")
    return text


def _nearest(text: str, words: Any, what: str) -> str:
    text = text[:60]
    near = get_close_matches(text.lower(), list(words), 1)
    offer = f" (did you mean {near[0]}?)" if near else f" ({', '.join(words)})"
    return f"{text!r} is not {what}{offer}"


def _power(text: str) -> str:
    text = text.strip()
    if text and not _POWER.fullmatch(text):
        raise Unreadable(f"{text[:60]!r} is no id of a power")
    return text


def number(text: str) -> int | None:
    """How many units, 1 to 99; None for anything else."""
    return int(text) if _NUMBER.fullmatch(text) else None


def _centre(rest: str) -> Said:
    place, _, power = rest.partition(":")
    owner = _power(power)
    return Said("centre", {"province": location(place), "power": None if owner in ("", "neutral") else owner})


def unit_type(text: str) -> str:
    """`army` or `fleet` from a word or a letter; raises `Unreadable`."""
    found = _TYPES.get(text.strip().lower())
    if found is None:
        raise Unreadable(f"{text[:60]!r} is neither A (army) nor F (fleet)")
    return found


def _unit(rest: str) -> Said:
    word, _, where = rest.partition(" ")
    place, _, power = where.partition(":")
    owner = _power(power)
    owner = "" if owner in ("neutral", "nobody") else owner
    return Said("unit", {"type": unit_type(word), "location": location(place), "power": owner})


def _passage(rest: str) -> Said:
    words = rest.split()
    values: dict[str, Any] = {"a": "", "b": "", "oneway": False}
    if words and _PAIR.fullmatch(words[0]):
        values["a"], values["b"], values["oneway"] = pair(words.pop(0))
    while words:
        word = words.pop(0)
        if word == "via":
            if not words:
                raise Unreadable("via names no province")
            values["via"] = location(words.pop(0))
        elif word in KINDS:
            values["kind"] = word
        elif word in UNITS:
            values["units"] = UNITS[word]
        else:
            raise Unreadable(_nearest(word, (*UNITS, *KINDS, "via"), "units, a kind or via"))
    return Said("passage", values)


def _barrier(rest: str) -> Said:
    first, _, more = rest.partition(" ")
    a, b, _ = pair(first)
    return Said("barrier", {"a": a, "b": b, "units": units(more) if more.strip() else None})


def _adjacent(rest: str) -> Said:
    place, colon, others = rest.partition(":")
    if not colon:
        raise Unreadable("adjacent is followed by a province, a colon and its neighbours")
    neighbours = tuple(location(word) for word in others.replace(",", " ").split())
    return Said("adjacent", {"province": location(place), "neighbours": neighbours})


def anchor(rest: str) -> Said:
    """`unit lon`; raises `Unreadable`."""
    word, _, place = rest.strip().partition(" ")
    word = _SPELLINGS.get(word.lower(), word.lower())
    if word not in PURPOSES:
        raise Unreadable(_nearest(word, PURPOSES, "an anchor"))
    return Said("anchor", {"purpose": word, "location": location(place)})


def _capacity(rest: str) -> Said:
    words = rest.split()
    if len(words) < 2 or number(words[1]) is None:
        raise Unreadable("capacity is followed by a province and a number")
    flags = {}
    for word in words[2:]:
        if word not in ("armies", "fleets", "convoys"):
            raise Unreadable(_nearest(word, ("armies", "fleets", "convoys"), "who may stand there"))
        flags[word] = True
    return Said("capacity", {"province": location(words[0]), "capacity": number(words[1]), **flags})


_READERS = {
    "centre": _centre,
    "unit": _unit,
    "passage": _passage,
    "barrier": _barrier,
    "adjacent": _adjacent,
    "anchor": anchor,
    "capacity": _capacity,
}
