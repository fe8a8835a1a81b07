"""The strip below a picture of a position: which game and phase, how the powers stand, and what the signs mean."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from dipmap.judge.state import ARMY, FLEET, State
from dipmap.model import Variant
from dipmap.package import arrows
from dipmap.package.colours import INK, PAPER
from dipmap.package.pen import FONT, NOBODY, Pen, Point
from dipmap.package.tokens import Spot, burst, cross, plus, question, ring, token
from dipmap.svg.xml import Element
from dipmap.visible import shortened

_SAMPLE = "#4a6fa5"
_LONGEST = 30
_QUIET = "#6b6356"


class _Entry(NamedTuple):
    """A sign `wide` letters wide, drawn from a point on, and the words beside it."""

    text: str
    wide: float
    draw: Callable[[Element, Point], None]
    after: str = ""


def phase_title(variant: Variant, state: State) -> str:
    """`Spring 1901 · movement`."""
    names = {turn.id: turn.name for turn in variant.calendar.turns}
    return f"{shortened(names.get(state.turn, state.turn.capitalize()))} {state.year} · {state.phase}"


def draw_strip(
    pen: Pen,
    layer: Element,
    variant: Variant,
    state: State,
    page: tuple[float, float, float, float],
    signs: Iterable[str],
    played: State | None,
    unseen: Iterable[str] = (),
) -> float:
    """Draw the strip under the page; how high it is (root user units). `unseen` names the power of each veiled unit."""
    strip = _Strip(pen, layer, page)
    ground = pen.draw(layer, "rect", x=page[0], y=page[1] + page[3], width=page[2], height=0, fill=PAPER)
    ended = _ending(variant, state)
    strip.heading(
        shortened(variant.name),
        ended or phase_title(variant, state),
        f"after the orders of {phase_title(variant, played)}" if played else "",
    )
    strip.row(_powers(strip, variant, state, unseen))
    strip.row(_key(strip, set(signs)))
    high = strip.y - (page[1] + page[3]) + 0.95 * strip.em
    ground.set("height", pen.number(high))
    return high


def _ending(variant: Variant, state: State) -> str:
    def name(power: str) -> str:
        return shortened(variant.powers_by_id[power].name if power in variant.powers_by_id else power)

    if state.winner is not None:
        return f"{name(state.winner)} has won, {state.year}"
    if state.draw is not None:
        return f"draw of {', '.join(map(name, state.draw)) or 'nobody'}, {state.year}"
    return ""


class _Strip:
    def __init__(self, pen: Pen, layer: Element, page: tuple[float, float, float, float]) -> None:
        self.pen, self.layer = pen, layer
        self.em = page[2] / 82
        self.left, self.right = page[0] + 1.2 * self.em, page[0] + page[2] - 1.2 * self.em
        self.y = page[1] + page[3]

    def text(self, x: float, y: float, text: str, size: float = 1.0, *, colour: str = INK) -> Element:
        """Write a text."""
        return self.pen.draw(
            self.layer, "text", text, x=x, y=y, fill=colour, font_family=FONT, font_size=size * self.em
        )

    def width(self, text: str, size: float = 1.0, *, bold: bool = False) -> float:
        letters = sum(_letter(letter) for letter in text)
        return letters * size * self.em * (1.07 if bold else 1.0)

    def heading(self, name: str, phase: str, after: str) -> None:
        self.y += 2.3 * self.em
        line = self.text(self.left, self.y, "", 1.5)
        self.pen.draw(line, "tspan", name, font_weight="bold")
        self.pen.draw(line, "tspan", f" · {phase}")
        x = self.left + self.width(name, 1.5, bold=True) + self.width(f" · {phase}", 1.5)
        if after and x + self.width(after) + 2 * self.em > self.right:
            self.y += 1.7 * self.em
            self.text(self.left, self.y, after, colour=_QUIET)
        elif after:
            self.pen.draw(line, "tspan", after, dx=1.2 * self.em, fill=_QUIET, font_size=self.em)
        self.y += 0.5 * self.em

    def row(self, entries: Iterable[_Entry]) -> None:
        """Entries one beside the other, in as many lines as they need."""
        x = self.left
        started = False
        for entry in entries:
            bold = bool(entry.after)
            wide = (entry.wide + 0.5) * self.em + self.width(entry.text, bold=bold)
            wide += self.width(f" {entry.after}") if entry.after else 0.0
            if not started or x + wide > self.right:
                x = self.left
                self.y += 2.1 * self.em
                started = True
            entry.draw(self.layer, Point(x, self.y - 0.36 * self.em))
            line = self.text(x + (entry.wide + 0.5) * self.em, self.y, "" if bold else entry.text)
            if bold:
                self.pen.draw(line, "tspan", entry.text, font_weight="bold")
                self.pen.draw(line, "tspan", f" {entry.after}", fill=_QUIET)
            x += wide + 1.5 * self.em


def _letter(letter: str) -> float:
    """About how wide a letter is, in sizes of its font."""
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return 1.0
    if unicodedata.combining(letter):
        return 0.0
    return 0.3 if letter in "iljtf.,:;'| ·" else 0.86 if letter in "mwMW" else 0.7 if letter.isupper() else 0.57


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _powers(strip: _Strip, variant: Variant, state: State, unseen: Iterable[str]) -> Iterator[_Entry]:
    pieces = (*state.units, *(each.piece for each in state.dislodged))
    units = Counter([*(piece.power for piece in pieces), *unseen])
    centres = Counter(state.owners.values())
    pen, em = strip.pen, strip.em
    for power in (*variant.powers, None):
        identity = power.id if power else None
        if not power and not units[None]:
            continue
        if power and not power.playable and not units[identity] and not centres[power.id]:
            continue
        colour = power.colour if power else NOBODY

        def draw(layer: Element, at: Point, colour: str = colour) -> None:
            token(pen, layer, Spot(Point(at.x + 0.8 * em, at.y), 0.72 * em), ARMY, colour)

        name = shortened(power.name, _LONGEST) if power else "Nobody"
        told = [_count(centres[power.id], "centre")] if power else []
        after = ", ".join([*told, _count(units[identity], "unit")])
        yield _Entry(name, 1.6, draw, after if units[identity] or (power and centres[power.id]) else "out")


def _key(strip: _Strip, signs: set[str]) -> Iterator[_Entry]:
    pen, em = strip.pen, strip.em
    r = 0.62 * em

    def symbol(what: Callable[[Pen, Element, Spot], None]) -> Callable[[Element, Point], None]:
        return lambda layer, at: what(pen, layer, Spot(Point(at.x + 0.9 * em, at.y), r))

    def line(kind: str) -> Callable[[Element, Point], None]:
        def draw(layer: Element, at: Point) -> None:
            start, end = Point(at.x + 0.1 * em, at.y), Point(at.x + 3.1 * em, at.y)
            if kind in ("move", "failed", "retreat"):
                curve = arrows.bowed(start, end, 0.0)
                dashes = {"failed": (0.62, 0.4), "retreat": (0.9, 0.3, 0.18, 0.3)}.get(kind, ())
                pattern = " ".join(pen.number(dash * r) for dash in dashes)
                shaft = arrows.curve_text(pen, curve.between(0, 0.6 * r))
                arrows.stroke(pen, layer, shaft, _SAMPLE, 0.26 * r, pattern)
                arrows.head(pen, layer, curve, _SAMPLE, r, hollow=kind == "retreat")
                if kind == "failed":
                    cross(pen, layer, end, 0.5 * r)
            elif kind == "convoy":
                arrows.stroke(pen, layer, arrows.wave(pen, start, end, 1.1 * r, 0.5 * r), _SAMPLE, 0.15 * r)
            else:
                pattern = " ".join(pen.number(dash * r) for dash in (0.4, 0.28))
                arrows.stroke(pen, layer, pen.path("M", start, "L", end), _SAMPLE, 0.15 * r, pattern)

        return draw

    yield _Entry("army", 1.9, symbol(lambda p, g, s: token(p, g, s, ARMY, _SAMPLE)))
    yield _Entry("fleet", 1.9, symbol(lambda p, g, s: token(p, g, s, FLEET, _SAMPLE)))
    words = {
        "move": "move",
        "failed": "it failed",
        "support": "support",
        "convoy": "convoy",
        "retreat": "retreat",
    }
    for kind, text in words.items():
        if kind in signs:
            yield _Entry(text, 3.6, line(kind))

    def ringed(p: Pen, g: Element, s: Spot) -> None:
        ring(p, g, s, _SAMPLE)
        token(p, g, s, ARMY, _SAMPLE)

    def beaten(p: Pen, g: Element, s: Spot) -> None:
        burst(p, g, s)
        token(p, g, s._replace(radius=0.82 * s.radius), ARMY, _SAMPLE)

    def built(p: Pen, g: Element, s: Spot) -> None:
        token(p, g, s, ARMY, _SAMPLE)
        plus(p, g, s, _SAMPLE)

    def removed(p: Pen, g: Element, s: Spot) -> None:
        token(p, g, s, ARMY, _SAMPLE, ghost=True)
        cross(p, g, s.at, 1.3 * s.radius, 0.2)

    others: dict[str, tuple[str, Callable[[Pen, Element, Spot], None]]] = {
        "holding": ("supported in holding", ringed),
        "dislodged": ("dislodged", beaten),
        "build": ("built", built),
        "removal": ("taken off the board", removed),
        "veiled": ("may stand here", lambda p, g, s: question(p, g, s, _SAMPLE)),
    }
    for kind, (text, what) in others.items():
        if kind in signs:
            yield _Entry(text, 1.9, symbol(what))
