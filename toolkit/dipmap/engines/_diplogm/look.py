"""Colours and sizes of a DiploGM map: a province's fill says who owns it, so every player has one colour of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from dipmap.engines._diplogm.graph import Ground, ground
from dipmap.engines._material import PackageMap
from dipmap.engines._standing import standing_units, stands
from dipmap.model import Province, Unit, UnitType, Variant, province_of

INK = "#2b2620"
NOBODY = "#ffffff"
_TAKEN = ("#000000", NOBODY)  # black is no colour to the bot, white a centre of nobody
_NEUTRAL, _SHUT, _WATER, _STANDING = "#f2e8d0", "#b9b4a8", "#b5d5e6", "#8f8a80"
_HEX = re.compile("#(?:[0-9a-f]{3}|[0-9a-f]{6})")


def colour(text: str | None) -> str | None:
    """A colour as the bot reads it, `#rrggbb` in small letters; None for anything else."""
    text = (text or "").strip().lower()
    if not _HEX.fullmatch(text):
        return None
    return text if len(text) == 7 else "#" + "".join(2 * part for part in text[1:])


def dark(text: str) -> bool:
    """Whether light letters stand out on a colour."""
    red, green, blue = (int(text[start : start + 2], 16) for start in (1, 3, 5))
    return 299 * red + 587 * green + 114 * blue < 128_000


@dataclass(frozen=True)
class Look:
    """The colours of a map and the sizes of its marks, root user units."""

    variant: Variant
    drawing: PackageMap

    @cached_property
    def fills(self) -> dict[str, str | None]:
        """What the drawing paints each province with."""
        provinces = self.drawing.provinces
        return {item.id: colour(provinces.get(item.id, {}).get("fill")) for item in self.variant.provinces}

    @cached_property
    def players(self) -> dict[str, str]:
        """The colour of each power: that of its land on the drawing, where that is its alone, else its own."""
        painted: dict[str, set[str | None]] = {
            power.id: {
                self.fills[item.id]
                for item in self.variant.provinces
                if ground(item) is Ground.LAND and (item.id in power.homes or (item.centre and item.owner == power.id))
            }
            for power in self.variant.powers
        }
        shared = Counter(each for fills in painted.values() for each in fills)
        found: dict[str, str] = {}
        for power in self.variant.powers:
            (only, *more) = painted[power.id] or {None}
            wanted = only if only and not more and shared[only] == 1 else colour(power.colour) or _STANDING
            found[power.id] = _free(wanted, (*_TAKEN, *found.values()))
        return found

    @cached_property
    def neutral(self) -> str:
        """Land of nobody."""
        land = [item for item in self.variant.provinces if ground(item) is not Ground.SEA and self.enters(item)]
        fills = (self.fills[item.id] for item in land if ground(item) is Ground.LAND and not item.owner)
        return _free(_most(fills, self.players.values()) or _NEUTRAL, (*_TAKEN, *self.players.values()))

    @cached_property
    def shut(self) -> str:
        """What nobody may enter."""
        fills = (self.fills[item.id] for item in self.variant.provinces if not self.enters(item))
        taken = (*_TAKEN, *self.players.values(), self.neutral)
        return _free(_most(fills, taken) or _SHUT, taken)

    @cached_property
    def water(self) -> str:
        """Every sea and the water of islands: the bot has one colour for them."""
        fills = (self.fills[item.id] for item in self.variant.provinces if ground(item) is Ground.SEA)
        return _most(fills, ()) or _WATER

    @cached_property
    def standing(self) -> dict[str, str]:
        """The colour of the player that each unit of nobody makes, by province: one that no player of the config has."""
        taken = [*_TAKEN, *self.players.values(), self.neutral, self.shut]
        found: dict[str, str] = {}
        for unit in kept_standing(self.variant):
            found[province_of(unit.location)] = _free(_STANDING, taken)
            taken.append(found[province_of(unit.location)])
        return found

    def enters(self, province: Province) -> bool:
        return any(stands(province, unit) for unit in UnitType)

    def owner(self, province: Province, owners: Mapping[str, str]) -> str:
        """The fill of a province. `owners` are powers that hold land without a centre, by province."""
        if not self.enters(province):
            return self.shut
        if province.id in self.standing:
            return self.standing[province.id]
        if province.centre:
            return self.players.get(province.owner or "", self.neutral)
        unit = next(
            (unit.power for unit in placed_units(self.variant) if province_of(unit.location) == province.id), None
        )
        if unit or province.id in owners:
            return self.players.get(unit or owners[province.id] or "", self.neutral)
        painted = self.fills[province.id]
        return painted if painted and painted in self.players.values() else self.neutral

    @cached_property
    def radius(self) -> float:
        """The radius of a unit: a share of the map, less where units would cover each other."""
        diagonal = hypot(self.drawing.box[2], self.drawing.box[3])
        points = [purposes["unit"] for purposes in self.variant.anchors.values() if "unit" in purposes]
        near = min((hypot(a - c, b - d) for i, (a, b) in enumerate(points) for c, d in points[:i]), default=diagonal)
        return round(max(0.004 * diagonal, min(0.0065 * diagonal, near / 2.2)), 2)


def _most(fills: Iterable[str | None], taken: Iterable[str]) -> str | None:
    """The colour that comes most often, the first of several."""
    without = set(taken)
    counted = Counter(each for each in fills if each and each not in without)
    return max(counted, key=lambda each: counted[each], default=None)


def _free(wanted: str, taken: Iterable[str]) -> str:
    """A colour near to the one wanted that is not taken."""
    used = set(taken)
    value = int(wanted[1:], 16)
    steps = (value + sign * step for step in range(len(used) + 1) for sign in (1, -1))
    return next(f"#{each:06x}" for each in steps if 0 <= each < 1 << 24 and f"#{each:06x}" not in used)


def kept_standing(variant: Variant) -> list[Unit]:
    """Units of nobody that a player of their own can hold for good: those on a centre that no power has."""
    units = standing_units(variant)
    return [unit for unit in units if _lasts(variant.by_id[province_of(unit.location)])]


def _lasts(province: Province) -> bool:
    return province.centre and not province.owner and ground(province) is not Ground.SEA


def placed_units(variant: Variant) -> list[Unit]:
    """Units at the start that the map can say: a unit is of the power whose colour its province has."""
    return [unit for unit in variant.start.units if unit.power and _said(variant, unit)]


def unplaced_units(variant: Variant) -> list[Unit]:
    """Units of powers that the map cannot say: at sea, or in a centre of another."""
    return [unit for unit in variant.start.units if unit.power and not _said(variant, unit)]


def _said(variant: Variant, unit: Unit) -> bool:
    province = variant.by_id[province_of(unit.location)]
    if ground(province) is Ground.SEA:
        return False
    return province.owner == unit.power if province.centre else True
