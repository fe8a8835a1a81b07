"""Shared by checks that stay silent about what another check has told: provinces that are drawn, declared or neither."""

from __future__ import annotations

from dipmap.checking import Facts
from dipmap.diagnostics import Place
from dipmap.model import province_of


def nothing_drawn(facts: Facts) -> bool:
    """Whether no province was found in the drawing at all, which is told once (nothing-drawn)."""
    return facts.draft is not None and not facts.draft.provinces


def missing(facts: Facts) -> set[str]:
    """Provinces that stand on one side only, so that what names them is no new fault."""
    drawn = {tag.id for tag in facts.draft.provinces} if facts.draft else set()
    declared = set(facts.declaration.provinces) if facts.declaration else set()
    sound = {province.id for province in facts.variant.provinces} if facts.variant else set()
    return (drawn - sound) | (declared - drawn) | misread(facts)


def undeclared(facts: Facts) -> dict[str, Place]:
    """Provinces that are drawn and stand in no table, with the place of their first shape."""
    found: dict[str, Place] = {}
    for tag in facts.draft.provinces if facts.draft else ():
        if facts.declaration is not None and tag.id not in facts.declaration.provinces:
            found.setdefault(tag.id, tag.place)
    return found


def undrawn(facts: Facts) -> set[str]:
    """Provinces that stand in the table and are not drawn."""
    drawn = {tag.id for tag in facts.draft.provinces} if facts.draft else set()
    return set(facts.declaration.provinces) - drawn if facts.declaration else set()


def without_coasts(facts: Facts) -> set[str]:
    """Provinces of which a coast is declared and not drawn, which is told: what they are without it is no news."""
    assert facts.variant is not None
    declared = facts.declaration.provinces if facts.declaration else {}
    return {
        province.id
        for province in facts.variant.provinces
        if province.id in declared and declared[province.id].coasts.keys() - {coast.id for coast in province.coasts}
    }


def misread(facts: Facts) -> set[str]:
    """Provinces about which a name in the drawing speaks that cannot be read, which is told."""
    return {identity for told in facts.notices if told.name == "unreadable-name" for identity in told.finding.provinces}


def told(facts: Facts, location: str) -> bool:
    """Whether it has been told already why a location is not on the map."""
    province = province_of(location)
    if nothing_drawn(facts) or province in missing(facts):
        return True
    entry = facts.declaration.provinces.get(province) if facts.declaration else None
    return entry is not None and location != province and location.partition("/")[2] in entry.coasts
