"""A file of orders as people write it: a heading for each power, an order a line; or JSON, `{"england": ["A lon - bel"]}`.

England: A lon - bel; F nth C A lon - bel
France:
A par - bur     # a comment
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from dipmap.judge.errors import JudgeError
from dipmap.judge.orders import Given
from dipmap.model import Variant
from dipmap.schema import nearest
from dipmap.visible import shortened

MOST_TEXT = 2 * 1024 * 1024
"""Characters of an order set; hundreds of powers with hundreds of orders each fit in."""
MOST_LINE = 1_000

# a number sign within a word is a unit's number: r3#2
_COMMENT = re.compile(r"(?:^|\s)#.*")


def read_orders(variant: Variant, text: str) -> list[Given]:
    """The orders of a text, in its order. Raises `JudgeError` that names the line and what is wrong with it."""
    if len(text) > MOST_TEXT:
        raise JudgeError(f"the orders have {len(text):,} characters; {MOST_TEXT:,} are the most for one set")
    powers = names(variant)
    if text.lstrip().startswith("{"):
        return list(_from_document(powers, text))
    return list(_from_lines(powers, text))


def names(variant: Variant) -> dict[str, str]:
    """What powers are called, without regard to case: ids first, then names, adjectives and short forms."""
    found: dict[str, str] = {}
    for words in ("id", "name", "adjective", "short"):
        for power in variant.powers:
            word = str(getattr(power, words)).casefold()
            if word:
                found.setdefault(word, power.id)
    return found


def _power(powers: Mapping[str, str], word: str, where: str) -> str:
    key = " ".join(word.split()).casefold()
    if key in powers:
        return powers[key]
    near = nearest(key[:60], list(powers))
    hint = f"; did you mean {near}?" if near else ""
    raise JudgeError(f"{where}: there is no power called {shortened(word.strip()) or 'nothing'}{hint}")


def _from_lines(powers: Mapping[str, str], text: str) -> Iterator[Given]:
    power = ""
    for number, line in enumerate(text.splitlines(), 1):
        where = f"line {number}"
        if len(line) > MOST_LINE:
            raise JudgeError(f"{where} has {len(line):,} characters; an order has {MOST_LINE:,} at most")
        rest = _COMMENT.sub("", line).strip()
        if not rest:
            continue
        head, colon, after = rest.partition(":")
        if colon:
            power = _power(powers, head, where)
            rest = after
        elif rest.casefold() in powers:
            power = powers[rest.casefold()]
            continue
        for order in rest.split(";"):
            if not order.strip():
                continue
            if not power:
                raise JudgeError(f"{where}: this order is nobody's; write the power and a colon before it")
            yield Given(power, " ".join(order.split()))


def _from_document(powers: Mapping[str, str], text: str) -> Iterator[Given]:
    try:
        document: Any = json.loads(text)
    except RecursionError:
        raise JudgeError("the orders are nested too deeply") from None
    except json.JSONDecodeError as error:
        raise JudgeError(f"the orders are no proper JSON: line {error.lineno}, column {error.colno}") from None
    except ValueError as error:
        raise JudgeError(f"the orders are no proper JSON: {error}") from None
    if not isinstance(document, dict):
        raise JudgeError("the orders are no table of powers with their orders")
    for name, orders in document.items():
        power = _power(powers, name, "the orders")
        if not isinstance(orders, list) or not all(isinstance(order, str) for order in orders):
            raise JudgeError(f"the orders of {power} are no list of texts")
        for order in orders:
            if len(order) > MOST_LINE:
                raise JudgeError(f"an order of {power} has {len(order):,} characters; {MOST_LINE:,} are the most")
            yield Given(power, order)
