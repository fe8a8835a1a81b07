"""Shared by checks that stay silent about what another check has told: provinces that are drawn, declared or neither."""

from __future__ import annotations

from dipmap.checking import Facts
from dipmap.model import province_of


def nothing_drawn(facts: Facts) -> bool:
    """Whether no province was found in the drawing at all, which is told once (nothing-drawn)."""
    return facts.draft is not None and not facts.draft.provinces


def missing(facts: Facts) -> set[str]:
    """Provinces that stand on one side only, so that what names them is no new fault."""
    drawn = {tag.id for tag in facts.draft.provinces} if facts.draft else set()
    declared = set(facts.declaration.provinces) if facts.declaration else set()
    sound = {province.id for province in facts.variant.provinces} if facts.variant else set()
    return (drawn - sound) | (declared - drawn)


def told(facts: Facts, location: str) -> bool:
    """Whether it has been told already why a location is not on the map."""
    province = province_of(location)
    if nothing_drawn(facts) or province in missing(facts):
        return True
    entry = facts.declaration.provinces.get(province) if facts.declaration else None
    return entry is not None and location != province and location.partition("/")[2] in entry.coasts
