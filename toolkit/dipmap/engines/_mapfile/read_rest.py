"""What is left of a `.map`: the block of the opening, which a variant holds, and what only the engine understands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from dipmap.engines._dpjudge.file import Sites
from dipmap.engines._mapfile.read_graph import Ground
from dipmap.engines._mapfile.read_kept import MODEL_RULES, Kept, Mark
from dipmap.engines._mapfile.read_lines import STANZA, Line
from dipmap.engines._mapfile.read_names import Names
from dipmap.engines._mapfile.read_sides import Sides as Powers
from dipmap.engines._mapfile.read_state import Loaded, Near, power_key
from dipmap.engines._reading import KEPT, STRAY
from dipmap.engines._rules import listed
from dipmap.model import Opening, Variant

_SITE = re.compile(r"([~@+]*)([A-Z0-9]+)(?:\(([A-Z0-9]+)\))?")
_Item = TypeVar("_Item")
_DUMMY_RULES = ("CD_DUMMIES", "IMMOBILE_DUMMIES")


@dataclass(frozen=True)
class _Told:
    """What the block of the opening says about the sites of a power: those hidden, pairs that exclude each other."""

    hidden: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class Rest:
    """`short` is the phase the game begins with as the judge writes it, `title` the engine's name for notices."""

    found: Loaded
    ground: Ground
    names: Names
    powers: Powers
    short: str
    title: str

    # ---- the opening

    @cached_property
    def _opening_block(self) -> tuple[list[Line], dict[str, _Told]] | None:
        """The block about the first adjustments and what it says, where a variant can hold all of it."""
        for block in self.found.blocks:
            if [word.upper() for word in block[0].words] == ["IN", self.short] and self.short.endswith("A"):
                told = self._told(block[1:])
                return (block, told) if told is not None else None
        return None

    def _told(self, lines: list[Line]) -> dict[str, _Told] | None:
        found: dict[str, _Told] = {}
        power = ""
        for line in lines:
            key = power_key(line.words[0])
            if len(line.words) == 1 and key in self.powers.players:
                power = key
                continue
            told = self._told_sites(power, line) if power and line.first in ("HOME", "HOMES") else None
            if told is None:
                return None
            found[power] = told
        return found

    def _told_sites(self, power: str, line: Line) -> _Told | None:
        """Only sites that the power has anyway, hidden or each in place of one other."""
        side = self.powers.players[power]
        base = {code: "+" in home.marks for code, home in side.homes.items() if code in self._known}
        hidden: list[str] = []
        pairs: list[tuple[str, str]] = []
        said: list[str] = []
        for word in line.words[1:]:
            match = _SITE.fullmatch(word.upper())
            if not match or base.get(match[2]) is not ("+" in match[1]) or ("@" in match[1]) is not bool(match[3]):
                return None
            said.append(match[2])
            if "~" in match[1]:
                hidden.append(match[2])
            if match[3]:
                pairs.append((match[3], match[2]))
        if sorted(said) != sorted(base) or any(one not in base for one, _ in pairs):
            return None
        return _Told(tuple(hidden), tuple(pairs))

    def opened(self, variant: Variant) -> Variant:
        """The variant with what its opening hides and keeps apart."""
        opening = variant.start.opening
        if opening is None:
            return variant
        told = self._opening_block[1] if self._opening_block else {}
        ids = self.names.province
        hidden = {
            key: {ids[code] for code in told[key].hidden} if key in told else self._hidden_always(key)
            for key in self.powers.players
        }
        pairs = tuple((ids[one], ids[two]) for item in told.values() for one, two in item.pairs)
        sites = Sites(variant)
        free = {key: sites.first_sites(variant.powers_by_id[self.names.power[key]]) for key in hidden}
        secret = any(free.values()) and all(free[key] <= hidden[key] for key in hidden)
        places = () if secret else tuple(sorted(set().union(*(hidden[key] & free[key] for key in hidden))))
        changed: Opening = replace(opening, secret=secret, exclusive=pairs, secret_sites=places)
        return replace(variant, start=replace(variant.start, opening=changed))

    def _hidden_always(self, key: str) -> set[str]:
        homes = self.powers.players[key].homes
        return {self.names.province[code] for code, home in homes.items() if "~" in home.marks and code in self._known}

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.ground.coasts)

    # ---- what is kept

    def kept(self, kept: Kept) -> Kept:
        """Everything that the engine alone understands, each with a notice."""
        if kept.flow:
            line = self.found.flow[0][1]
            self._say(f"the years of FLOW pass in a way of their own ({' '.join(kept.flow[:12])})", line)
        ids = self.names.power
        sides = self.powers.players
        return replace(
            kept,
            rules=tuple(self._rules()),
            lines=tuple(self._lines(self.found.lines)),
            powers=_filled((ids[key], tuple(self._lines(side.lines))) for key, side in sides.items()),
            marks=_filled((ids[key], tuple(self._marks(key))) for key in sides),
            more=_filled((ids[key], tuple(self._more(key))) for key in sides),
            owns=_filled((ids[key], tuple(self._owns(key))) for key in sides),
            gates=tuple(sorted(self._gates())),
            unclear=_filled(self._unclear()),
            blocks=tuple(self._blocks()),
            dummies=self._dummies(),
        )

    def _say(self, what: str, line: Line, index: int | None = None) -> None:
        hint = f"expect {self.title} alone to play by it; an export to it gives it back"
        self.found.wrong(f"dipmap cannot hold that {what}", line, hint, index, name=KEPT)

    def _rules(self) -> Iterator[str]:
        for rule, line in self.found.rules.items():
            if rule.lstrip("!-") not in MODEL_RULES:
                self._say(f"the rule {rule} is in force", line)
                yield rule

    def _dummies(self) -> tuple[str, ...] | None:
        said = tuple(rule for rule in _DUMMY_RULES if rule in self.found.rules)
        usual = _DUMMY_RULES if self.found.judge and any(side.dummy for side in self.found.sides.values()) else ()
        return None if said == usual else said

    def _lines(self, lines: Iterable[Line]) -> Iterator[str]:
        for line in lines:
            self._say(f"the file says {' '.join(line.words[:12])}", line)
            yield " ".join(line.words)

    def _marks(self, key: str) -> Iterator[Mark]:
        for code, home in self.powers.players[key].homes.items():
            if code not in self._known:
                continue
            limits = tuple(self.names.province[limit] for limit in home.limits if limit in self._known)
            if "*" in home.marks:
                self._say(f"{key} builds in {code} while it holds some of its homes (*)", home.line)
                yield "*", self.names.province[code], ()
                continue
            marks = "".join(mark for mark in "~@" if mark in home.marks)
            if "~" in marks:
                self._say(f"what {key} builds in {code} stays hidden until the next moves are shown (~)", home.line)
            if marks:
                yield marks, self.names.province[code], limits if "@" in marks else ()

    def _more(self, key: str) -> Iterator[str]:
        side = self.powers.players[key]
        for word in dict.fromkeys(side.more):
            self._say(f"{key} may make any centre its home later ({word})", side.line)
            yield word

    def _owns(self, key: str) -> Iterator[str]:
        for word, line in (self.powers.players[key].owns or {}).items():
            if word in ("SC!", "SC?"):
                self._say(f"{key} may begin in homes of its choice ({word})", line)
                yield word

    # ---- conditions of ways

    def _gates(self) -> Iterator[tuple[str, str, str, str]]:
        told: dict[tuple[str, str], list[Near]] = {}
        for key, spot in self.found.spots.items():
            for near in (spot.near or {}).values():
                gate = self._gate(near) if near.before + near.after else None
                place, target = self.names.location.get(key.upper()), self.names.location.get(near.word.upper())
                if gate and place and target:
                    told.setdefault(gate, []).append(near)
                    yield place, target, *gate
        for nears in told.values():
            words = listed(f"{near.before}{near.word}{near.after} from {near.line.words[1]}" for near in nears)
            self._say(f"some ways are open on a condition or weaker ({words}); it takes them as open", nears[0].line,
                      nears[0].index)  # fmt: skip

    def _gate(self, near: Near) -> tuple[str, str] | None:
        """What stands before and after a neighbour, with ids instead of letters and codes."""
        before, after = near.before, near.after
        if ":" in before:
            letter, _, rest = before.upper().partition(":")
            power = next((key for key in self.powers.players if self._letter(key) == letter), None)
            if letter and power is None:
                self._stray(near, f"{letter}: is the letter of no power")
                return None
            before = f"{self.names.power[power] if power else ''}:{rest}"
        if "(" in after:
            code = after[after.index("(") + 1 : after.index(")")].upper()
            if code not in self.names.province:
                self._stray(near, f"{code} is no place of the map")
                return None
            marks = after.replace(after[after.index("(") : after.index(")") + 1], "")
            after = f"({self.names.province[code]}){marks}"
        return before, after

    def _letter(self, key: str) -> str:
        return self.powers.players[key].letter or key[:1]

    def _stray(self, near: Near, why: str) -> None:
        message = f"a condition of the way from {near.line.words[1]} to {near.word} is about nothing: {why}"
        self.found.wrong(message, near.line, "correct it, or take it out", near.index, name=STRAY)

    # ---- names and blocks

    def _unclear(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for code, title in self.found.titles.items():
            place = self.names.location.get(code)
            if title.unclear and place:
                self._say(f"{listed(title.unclear)} may mean {title.full} or another place (?)", title.line)
                yield place, tuple(title.unclear)

    def _blocks(self) -> Iterator[tuple[str, ...]]:
        mine = self._opening_block[0] if self._opening_block else None
        blocks = [block for block in self.found.blocks if block is not mine]
        for block in sorted(blocks, key=block_rank_of):
            what = "in one kind of game only" if block[0].words[-1].upper() in STANZA else "from a phase on only"
            self._say(f"some lines count {what} ({' '.join(block[0].words[:10])})", block[0])
            yield tuple(" ".join(line.words) for line in block)


def block_rank_of(block: list[Line]) -> int:
    """Stanzas first, then blocks of one line, then those that go on to the next one or to the end of the file."""
    if block[0].words[-1].upper() in STANZA:
        return 0
    return 1 if len(block) == 1 else 2


def _filled(items: Iterable[tuple[str, tuple[_Item, ...]]]) -> dict[str, tuple[_Item, ...]]:
    return {name: values for name, values in items if values}
