"""The declaration beside the drawing: what a variant says that its drawing does not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from dipmap.model import Builds, Calendar, End, Opening, Province, Schedule, Terrain, Variant, Victory
from dipmap.model.rules import STANDARD_TURNS

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*")
_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
HEADING = "# Sketched by dipmap: a start to be edited. Provinces, centres, units and passages are drawn in map.svg."


def variant_yaml(variant: Variant, expect: Mapping[str, int], tolerance: float | None = None) -> str:
    """The `variant.yaml` of a sketch; `tolerance` is a share of the diagonal, None for automatic."""
    blocks = [
        HEADING,
        *head(variant),
        f"tolerance: {tolerance}  # neighbours share their borders exactly" if tolerance else "",
        *powers(variant),
        *_provinces(variant),
        *rules(variant),
        f"expect: {scalar(dict(expect))}" if expect else "",
    ]
    return "\n".join(block for block in blocks if block) + "\n"


def scalar(value: Any) -> str:
    """A value in the flow style of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(key)}: {scalar(each)}" for key, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(scalar, value)) + "]"
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)


def head(variant: Variant) -> Iterator[str]:
    """The lines that say which variant it is."""
    yield f"id: {scalar(variant.id)}"
    yield f"name: {scalar(variant.name)}"
    yield f"version: {json.dumps(variant.version)}"
    for key in ("designers", "licence", "edition", "description"):
        value = getattr(variant, key)
        if value:
            yield f"{key}: {scalar(value)}"
    if variant.base != "standard":
        yield f"base: {scalar(variant.base)}"


def powers(variant: Variant) -> Iterator[str]:
    """The table of powers."""
    if variant.powers:
        yield "powers:"
    for power in variant.powers:
        said: dict[str, Any] = {"name": power.name}
        if power.adjective != power.name:
            said["adjective"] = power.adjective
        if power.short != power.name[:3]:
            said["short"] = power.short
        said["colour"] = power.colour
        if power.aliases:
            said["aliases"] = power.aliases
        if not power.playable:
            said["playable"] = False
        yield f"  {scalar(power.id)}: {scalar(said)}"


def _provinces(variant: Variant) -> Iterator[str]:
    yield "provinces:"
    if not variant.provinces:
        yield "  {}"
    for province in variant.provinces:
        yield f"  {scalar(province.id)}: {scalar(province_entry(province))}"


def province_entry(province: Province) -> dict[str, Any]:
    """What is said of a province whose shape, terrain, coasts and centre are drawn."""
    said: dict[str, Any] = {"name": province.name}
    if province.aliases:
        said["aliases"] = province.aliases
    sea = province.terrain is Terrain.SEA
    usual = {"armies": not sea, "fleets": province.terrain is not Terrain.LAND, "convoys": sea}
    if not province.impassable:
        said |= {key: getattr(province, key) for key, value in usual.items() if getattr(province, key) is not value}
    said |= beyond(province, replace(province, capacity=1, mixed=True, tags=()))
    if province.home and not province.centre:
        said |= {"centre": False, "home": province.home}
    if province.owner != province.home:
        said["owner"] = province.owner or "neutral"
    return said


def rules(variant: Variant, units: Sequence[str] = ()) -> Iterator[str]:
    """Start, calendar and rules where they differ from the usual ones; `units` are those that are not drawn."""
    start: dict[str, Any] = {"units": list(units)} if units else {}
    opening = variant.start.opening
    if opening:
        said = beyond(opening, Opening())
        turn, year = said.pop("turn", ""), said.pop("year", None)
        if turn and year is not None:
            said["date"] = f"{turn} {year}"
        start["opening"] = said
    if start:
        yield f"start: {scalar(start)}"
    yield from _calendar(variant.calendar)
    for name, usual in (("builds", Builds()), ("victory", Victory()), ("end", End()), ("schedule", Schedule())):
        said = beyond(getattr(variant, name), usual)
        if said:
            yield f"{name}: {scalar(said)}"
    if variant.retreats != "normal":
        yield f"retreats: {scalar(variant.retreats)}"
    if variant.options:
        yield f"options: {scalar(dict(sorted(variant.options.items())))}"


def beyond(thing: Any, usual: Any) -> dict[str, Any]:
    """The fields in which a dataclass differs from the usual one, as plain data; the keys of `variant.yaml` are the same."""
    found = {}
    for each in fields(usual):
        value = getattr(thing, each.name)
        if value == getattr(usual, each.name):
            continue
        nested = getattr(usual, each.name)
        found[each.name] = beyond(value, nested) if is_dataclass(nested) else _plain(value)
    return found


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, (list, tuple)) else value


def _calendar(calendar: Calendar) -> Iterator[str]:
    if calendar == Calendar(STANDARD_TURNS, 1901, "spring"):
        return
    yield "calendar:"
    yield f"  start: {scalar(f'{calendar.first_turn} {calendar.first_year}')}"
    if calendar.years != 1:
        yield f"  years: {calendar.years}"
    if calendar.turns != STANDARD_TURNS:
        yield "  turns:"
        for turn in calendar.turns:
            yield f"    - {scalar(_plain(turn))}"
