"""A file of orders as people write it: a heading for each power, an order a line; or JSON, `{"england": ["A lon - bel"]}`.

```
phase: Spring 1901, movement
England: A lon - bel; F nth C A lon - bel
France:
  A par - bur     # a comment
```

The phase may be left out; where it stands, orders are taken for that phase only, and so never twice. Where builds come with
the moves after them, the phase of these may stand before them as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from dipmap.judge.adjudicate import is_joint
from dipmap.judge.calendar import following_movement
from dipmap.judge.errors import JudgeError
from dipmap.judge.names import key_of
from dipmap.judge.orders import Given
from dipmap.judge.state import ADJUSTMENT, MOVEMENT, State
from dipmap.model import Variant
from dipmap.schema import nearest
from dipmap.visible import shortened

MOST_TEXT = 512 * 1024
"""Characters of an order set; a hundred powers with a hundred orders each fit in."""
MOST_LINE = 1_000

PHASE = "phase"
"""The heading that names the phase, unless a power is called that."""

# a number sign within a word, or before a number, is a unit's: r3#2
_COMMENT = re.compile(r"^\s*#.*|\s#(?![0-9]).*")


def read_orders(variant: Variant, text: str, state: State | None = None) -> list[Given]:
    """The orders of a text, in its order, for the phase that `state` is about to play.

    Raises `JudgeError` that names the line and what is wrong with it: a power that is none, another phase than this.
    """
    if len(text) > MOST_TEXT:
        raise JudgeError(f"the orders have {len(text):,} characters; {MOST_TEXT:,} are the most for one set")
    reader = _Reader(variant, state)
    return list(reader.document(text) if text.lstrip().startswith("{") else reader.lines(text))


def names(variant: Variant) -> dict[str, str]:
    """What powers are called, by the keys of `key_of`: ids first, then names, aliases, adjectives and short forms."""
    found: dict[str, str] = {}
    told = [
        (power.id, (power.id, power.name, *power.aliases, power.adjective, power.short)) for power in variant.powers
    ]
    for rank in range(max((len(words) for _, words in told), default=0)):
        for identity, words in told:
            key = key_of(words[rank]) if rank < len(words) else ""
            if key:
                found.setdefault(key, identity)
    return found


class _Reader:
    def __init__(self, variant: Variant, state: State | None) -> None:
        self.variant, self.state = variant, state
        self.powers = names(variant)
        self.headed = False

    def power(self, word: str, where: str) -> str:
        key = key_of(word[:MOST_LINE])
        if key in self.powers:
            return self.powers[key]
        near = nearest(key[:60], list(self.powers))
        hint = f"; did you mean {near}?" if near else ""
        raise JudgeError(f"{where}: there is no power called {shortened(word.strip()) or 'nothing'}{hint}")

    def phase(self, written: str, where: str) -> None:
        """Object where the orders are for another phase than the one to be played, or the moves that come with it."""
        state = self.state
        if state is None:
            return
        said = _plain(written)
        names = {turn.id: turn.name for turn in self.variant.calendar.turns}
        phases = [(state.turn, state.year, state.phase)]
        if self.headed and state.phase == ADJUSTMENT and is_joint(self.variant, state):
            phases.append((*following_movement(self.variant, state), MOVEMENT))
        self.headed = True
        for turn, year, phase in phases:
            dates = [f"{word} {year}" for word in (names.get(turn, turn), turn)]
            if said in {_plain(text) for date in dates for text in (date, f"{date} {phase}")}:
                return
        now = f"{names.get(state.turn, state.turn)} {state.year}, {state.phase}"
        raise JudgeError(f"{where}: the orders are for {shortened(written.strip())}, and the game is at {now}")

    def heading(self, line: str, where: str) -> tuple[str, str] | None:
        """The power or `phase` before a colon, and the rest of the line; None where the colon is part of a name."""
        place = line.find(":")
        while place >= 0:
            head, rest = line[:place], line[place + 1 :]
            key = key_of(head)
            if key in self.powers:
                return self.powers[key], rest
            if key == PHASE:
                return PHASE, rest
            if not rest or rest[0].isspace():
                return self.power(head, where), rest
            place = line.find(":", place + 1)  # S:t Erik
        return None

    def lines(self, text: str) -> Iterator[Given]:
        power = ""
        for number, line in enumerate(text.splitlines(), 1):
            where = f"line {number}"
            if len(line) > MOST_LINE:
                raise JudgeError(f"{where} has {len(line):,} characters; an order has {MOST_LINE:,} at most")
            rest = _COMMENT.sub("", line).strip()
            found = self.heading(rest, where)
            if found is not None and found[0] == PHASE and PHASE not in self.powers:
                self.phase(found[1], where)
                continue
            if found is not None:
                power, rest = found
            elif key_of(rest) in self.powers:
                power = self.powers[key_of(rest)]
                continue
            for order in rest.split(";"):
                if not order.strip():
                    continue
                if not power:
                    raise JudgeError(f"{where}: this order is nobody's; write the power and a colon before it")
                yield Given(power, " ".join(order.split()))

    def document(self, text: str) -> Iterator[Given]:
        for name, orders in _parsed(text).items():
            if name == PHASE and isinstance(orders, str):
                self.phase(orders, PHASE)
                continue
            power = self.power(name, "the orders")
            if not isinstance(orders, list) or not all(isinstance(order, str) for order in orders):
                raise JudgeError(f"the orders of {power} are no list of texts")
            for order in orders:
                if len(order) > MOST_LINE:
                    raise JudgeError(f"an order of {power} has {len(order):,} characters; {MOST_LINE:,} are the most")
                yield Given(power, order)


def _plain(text: str) -> str:
    return " ".join(text.replace(",", " ").casefold().split())


def _parsed(text: str) -> dict[str, Any]:
    """The document of a text, read strictly: nothing in it may be passed over in silence."""
    try:
        document: Any = json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_number)
        json.dumps(document, ensure_ascii=False).encode()
    except RecursionError:
        raise JudgeError("the orders are nested too deeply") from None
    except json.JSONDecodeError as error:
        raise JudgeError(f"the orders are no proper JSON: line {error.lineno}, column {error.colno}") from None
    except UnicodeError:
        raise JudgeError("the orders hold half a character") from None
    except ValueError as error:
        raise JudgeError(f"the orders are no proper JSON: {error}") from None
    if not isinstance(document, dict):
        raise JudgeError("the orders are no table of powers with their orders")
    return document


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{shortened(name)} stands there twice")
        found[name] = value
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")
