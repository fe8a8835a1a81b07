"""The variant itself: frozen facts that know nothing of drawings, files or engines."""

from dipmap.model.board import Adjacency, Barrier, Coast, Kind, Province, Terrain, Units, UnitType, province_of
from dipmap.model.rules import (
    BuildLimit,
    Builds,
    BuildSite,
    Calendar,
    End,
    Fact,
    Opening,
    Points,
    Rule,
    Schedule,
    Start,
    Turn,
    Unit,
    Victory,
)
from dipmap.model.variant import Power, Variant

__all__ = [
    "Adjacency",
    "Barrier",
    "BuildLimit",
    "BuildSite",
    "Builds",
    "Calendar",
    "Coast",
    "End",
    "Fact",
    "Kind",
    "Opening",
    "Points",
    "Power",
    "Province",
    "Rule",
    "Schedule",
    "Start",
    "Terrain",
    "Turn",
    "Unit",
    "UnitType",
    "Units",
    "Variant",
    "Victory",
    "province_of",
]
