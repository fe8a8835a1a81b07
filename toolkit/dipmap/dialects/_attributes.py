"""The grammar of tags in attributes (design, section 4): what `data-centre="lon:england"` means."""

from __future__ import annotations

from collections.abc import Callable

from dipmap.dialects import _tags
from dipmap.dialects._tags import Said, Unreadable
from dipmap.svg.drawing import Item

FLAGS = ("armies", "fleets", "convoys")
# attributes that say more of a tag, whether it stands in an attribute or in the name
QUALIFIERS: dict[str, dict[str, Callable[[str], str]]] = {
    "province": {"terrain": _tags.terrain, "name": _tags.full_name},
    "coast": {"name": _tags.full_name},
    "passage": {"units": _tags.units, "kind": _tags.kind, "via": _tags.location},
    "barrier": {"units": _tags.units},
}
_YES = {"true": True, "yes": True, "1": True, "": True, "false": False, "no": False, "0": False}


def _flag(item: Item, name: str) -> bool | None:
    value = item.data(name)
    if value is None:
        return None
    if value.strip().lower() not in _YES:
        raise Unreadable(f"data-{name} is yes or no, not {value[:60]!r}")
    return _YES[value.strip().lower()]


def _province(_item: Item, value: str, _owner: str) -> Said:
    said = _tags.province(value)
    if said is None or said.tag != "province":
        raise Unreadable(f"{value[:60]!r} is no province id")
    return said


def _coast(_item: Item, value: str, _owner: str) -> Said:
    said = _tags.province(value)
    if said is None or said.tag != "coast":
        raise Unreadable(f"{value[:60]!r} is no coast such as stp/nc")
    return said


def _centre(_item: Item, value: str, owner: str) -> Said:
    place, colon, power = value.lower().partition(":")
    side = power.strip() if colon else place.strip()
    where = _tags.location(place) if colon else owner
    return Said("centre", {"province": where.partition("/")[0], "power": None if side in ("", "neutral") else side})


def _unit(item: Item, value: str, owner: str) -> Said:
    words = value.lower().split()
    if not 1 <= len(words) <= 2:
        raise Unreadable("data-unit is a type and a power, such as 'fleet russia'")
    power = words[1] if len(words) == 2 else ""
    where = (item.data("coast") or owner).lower()
    return Said(
        "unit", {"type": _tags.unit_type(words[0]), "location": where, "power": "" if power == "neutral" else power}
    )


def _passage(_item: Item, value: str, _owner: str) -> Said:
    a, b, oneway = _tags.pair(value) if value.strip() else ("", "", False)
    return Said("passage", {"a": a, "b": b, "oneway": oneway})


def _barrier(_item: Item, value: str, _owner: str) -> Said:
    a, b, _ = _tags.pair(value)
    return Said("barrier", {"a": a, "b": b})


def _adjacent(_item: Item, value: str, owner: str) -> Said:
    place, colon, others = value.partition(":")
    if not colon:
        place, others = owner, value
    if not place:
        raise Unreadable("nobody's neighbours: put it on the province, or write lon: wal yor")
    words = others.replace(",", " ").split()
    return Said("adjacent", {"province": _tags.location(place), "neighbours": tuple(map(_tags.location, words))})


def _capacity(item: Item, value: str, owner: str) -> Said:
    words = value.lower().split()
    if words and not words[0].isdecimal():
        owner = _tags.location(words.pop(0))
    count = _tags.number(words[0]) if len(words) == 1 else None
    if not owner or count is None:
        raise Unreadable(f"{value[:60]!r} is no number of units for a province")
    flags = {name: _flag(item, name) for name in FLAGS}
    return Said("capacity", {"province": owner, "capacity": count, **flags})


def standing_alone(item: Item, _value: str, owner: str) -> Said:
    """`data-armies`, `data-fleets` or `data-convoys` without a capacity."""
    if not owner:
        raise Unreadable("it belongs on a province")
    return Said("capacity", {"province": owner, **{name: _flag(item, name) for name in FLAGS}})


# an item, the attribute's value, and the province that the item is (empty where it is none)
Reader = Callable[[Item, str, str], Said]

BY_ATTRIBUTE: dict[str, Reader] = {
    "province": _province,
    "coast": _coast,
    "centre": _centre,
    "unit": _unit,
    "passage": _passage,
    "barrier": _barrier,
    "adjacent": _adjacent,
    "anchor": lambda _item, value, _owner: _tags.anchor(value),
    "capacity": _capacity,
}
