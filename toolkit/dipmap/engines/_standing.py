"""Who may stand where, and who stands there without a power."""

from __future__ import annotations

from dipmap.model import Province, Unit, UnitType, Variant


def stands(province: Province, unit: UnitType) -> bool:
    """Whether a unit of that type may stand in a province."""
    return not province.impassable and (province.armies if unit is UnitType.ARMY else province.fleets)


def standing_units(variant: Variant) -> list[Unit]:
    """Units of nobody, wherever the variant lists them."""
    return [*variant.standing_units, *(unit for unit in variant.start.units if unit.power is None)]
