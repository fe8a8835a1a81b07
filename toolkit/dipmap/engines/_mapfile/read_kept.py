"""What the reader of `.map` files keeps for an export to the same engine, and how the writer takes it back.

It comes by way of a sidecar that anybody may have written: what has not the right shape is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Gate = tuple[str, str, str, str]
"""From location, to location, what stands before the neighbour and after it, by ids (`russia:`, `~`, `(con)`)."""
Mark = tuple[str, str, tuple[str, ...]]
"""A mark of a build site (`*~@`), the province, and the homes an alternative stands for."""

GLOBAL_LINES = frozenset(("FLAGS", "NOTIFY", "ROTATE", "NEWHOMES", "TEAM", "TEAMS"))
POWER_LINES = frozenset(("RESERVES", "MILITIA", "CONTROL", "LEAGUE", "FLAG"))
MODEL_RULES = frozenset(
    ["BUILD_ANY", "HOME_BUILDS", "NO_RETREAT", "SHARED_VICTORY", "BLANK_BOARD", "CD_DUMMIES", "IMMOBILE_DUMMIES"]
)
"""Rules that a variant says by itself."""
_MOST = 5000
_LINE = re.compile(r"\S(?:[^\x00-\x1f\x7f-\x9f]|\t){0,9999}")
_RULE = re.compile(r"[!-]?[A-Z][A-Z0-9_]{1,60}")
_FLOW = re.compile(r"[A-Z0-9_]{1,40}(:[-A-Z0-9_,=]{1,80})?")
_ALIAS = re.compile(r"[^\W_]{1,60}")
_BEFORE = re.compile(r"(?:[a-z0-9]*:)?[~*]{0,2}")
_AFTER = re.compile(r"(?:\([a-z0-9]+\))?[~*]{0,2}")
_BLOCK = re.compile(r"(?i)(?:IN|FROM)\s|.*\bDIRECTIVES?\s*$")


@dataclass(frozen=True)
class Kept:
    """What a `.map` says that a variant does not hold, by ids of the variant.

    `rules` are words of RULE lines, `victory` the numbers of a list by years, `flow` the words of a FLOW that is no plain
    year, `lines` whole lines about the game, `powers` those about a power, `marks` marks of build sites, `more` further words
    of a power's line, `owns` words of its OWNS line, `gates` conditions of ways, `unclear` names that may mean several
    places, `blocks` lines that count from a phase or in a kind of game only, `dummies` the rules about dummies where the file
    has not just the usual two.
    """

    rules: tuple[str, ...] = ()
    victory: tuple[int, ...] = ()
    flow: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    powers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    marks: Mapping[str, tuple[Mark, ...]] = field(default_factory=dict)
    more: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    owns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    gates: tuple[Gate, ...] = ()
    unclear: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    blocks: tuple[tuple[str, ...], ...] = ()
    dummies: tuple[str, ...] | None = None

    def json(self) -> dict[str, Any]:
        """As JSON, without what is empty."""
        found: dict[str, Any] = {}
        for name, value in vars(self).items():
            if name == "dummies":
                if value is not None:
                    found[name] = list(value)
            elif value:
                found[name] = _plain(value)
        return found

    def marks_of(self, power: str) -> dict[str, Mark]:
        """The marks of a power's sites by province."""
        return {mark[1]: mark for mark in self.marks.get(power, ())}


NO_KEPT = Kept()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, tuple) else value


def kept_of(given: Mapping[str, Any]) -> Kept:
    """What a sidecar holds, as far as it has the right shape."""
    dummies = given.get("dummies")
    return Kept(
        rules=tuple(rule for rule in _words(given.get("rules"), _RULE) if rule.strip("!-") not in MODEL_RULES),
        victory=tuple(item for item in _list(given.get("victory")) if type(item) is int and 0 < item < 10_000),
        flow=_words(given.get("flow"), _FLOW),
        lines=_lines(given.get("lines"), GLOBAL_LINES),
        powers={name: _lines(value, POWER_LINES) for name, value in _named(given.get("powers"))},
        marks={name: tuple(_marks(value)) for name, value in _named(given.get("marks"))},
        more={name: _words(value, re.compile("&SC")) for name, value in _named(given.get("more"))},
        owns={name: _words(value, re.compile(r"SC[!?]")) for name, value in _named(given.get("owns"))},
        gates=tuple(_gates(given.get("gates"))),
        unclear={name: _words(value, _ALIAS) for name, value in _named(given.get("unclear"))},
        blocks=tuple(block for item in _list(given.get("blocks")) if (block := _block(item))),
        dummies=None if dummies is None else _words(dummies, re.compile("CD_DUMMIES|IMMOBILE_DUMMIES")),
    )


def _list(value: Any) -> list[Any]:
    return value[:_MOST] if isinstance(value, list) else []


def _named(value: Any) -> Iterable[tuple[str, Any]]:
    return [(name, inner) for name, inner in value.items() if isinstance(name, str)] if isinstance(value, dict) else []


def _words(value: Any, pattern: re.Pattern[str]) -> tuple[str, ...]:
    return tuple(item for item in _list(value) if isinstance(item, str) and pattern.fullmatch(item))


def _lines(value: Any, first: frozenset[str]) -> tuple[str, ...]:
    return tuple(line for line in _words(value, _LINE) if line.split()[:1] and line.split()[0].upper() in first)


def _marks(value: Any) -> Iterable[Mark]:
    for item in _list(value):
        if isinstance(item, list) and len(item) == 3 and item[0] in ("*", "~", "@", "~@") and isinstance(item[1], str):
            yield item[0], item[1], tuple(site for site in _list(item[2]) if isinstance(site, str))


def _gates(value: Any) -> Iterable[Gate]:
    for item in _list(value):
        if isinstance(item, list) and len(item) == 4 and all(isinstance(part, str) for part in item):
            start, end, before, after = item
            if before + after and _BEFORE.fullmatch(before) and _AFTER.fullmatch(after):
                yield start, end, before, after


def _block(value: Any) -> tuple[str, ...]:
    lines = tuple(line for line in _list(value) if isinstance(line, str) and _LINE.fullmatch(line))
    return lines if lines and len(lines) == len(_list(value)) and _BLOCK.match(lines[0]) else ()
