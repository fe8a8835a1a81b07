"""Numbers, lengths, transforms and view boxes as attributes write them."""

from __future__ import annotations

import math
import re

from svgelements import Matrix

# Possessive and atomic, so that no attribute, however long, makes the regular expressions try twice
NUMBER = r"[-+]?(?>[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][-+]?[0-9]++)?+"
_NUMBER = re.compile(NUMBER)
_NUMBERS = re.compile(rf"(?:[\s,]*+{NUMBER})*+[\s,]*+")
_LENGTH = re.compile(rf"({NUMBER})\s*+(px|pt|pc|mm|cm|in|em|ex|Q|%)?$")
_CALL = re.compile(r"[\s,]*+([A-Za-z]++)\s*+\(([^()]*+)\)[\s,]*+")
_ARGUMENTS = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewX": (1,), "skewY": (1,)}
# CSS px per unit; a user unit is a px unless a viewBox says otherwise
_UNITS = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "Q": 96 / 101.6}

IDENTITY = Matrix()
# beyond this, sums of squares stop being exact enough for geometry
HUGE = 1e9


def numbers(text: str) -> list[float]:
    """The numbers of a list; `ValueError` with the odd part where anything else stands between them."""
    good = _NUMBERS.match(text)
    if good and good.end() < len(text):
        raise ValueError(f"{_short(text[good.end() : good.end() + 99])!r} is no number")
    found = [float(number) for number in _NUMBER.findall(text)]
    for value in found:
        if not math.isfinite(value) or abs(value) > HUGE:
            raise ValueError(f"{value:g} is too large for a map")
    return found


def length(text: str | None, default: float = 0.0) -> float:
    """A length in user units; `ValueError` for what is none. Percentages and font units count as the default."""
    if text is None:
        return default
    match = _LENGTH.match(text.strip())
    if not match:
        raise ValueError(f"{_short(text)!r} is no length")
    unit = match.group(2) or "px"
    value = float(match.group(1)) * _UNITS.get(unit, 0.0)
    if not math.isfinite(value) or abs(value) > HUGE:
        raise ValueError(f"{_short(text)!r} is too large for a map")
    return value if unit in _UNITS else default


def transform(text: str) -> Matrix:
    """The matrix of a transform list; `ValueError` with what is wrong."""
    text = text.strip()
    matrix = IDENTITY
    position = 0 if text != "none" else len(text)
    while position < len(text):
        call = _CALL.match(text, position)
        if not call:
            raise ValueError(f"{_short(text[position : position + 99])!r} is no transform")
        name, arguments = call.group(1), numbers(call.group(2))
        if len(arguments) not in _ARGUMENTS.get(name, ()):
            if name not in _ARGUMENTS:
                raise ValueError(f"{_short(name)}() is no transform of SVG")
            raise ValueError(f"{name}() takes {' or '.join(map(str, _ARGUMENTS[name]))} numbers, not {len(arguments)}")
        single = _single(name, arguments)
        matrix = single if matrix is IDENTITY else single * matrix
        position = call.end()
    return matrix


def _single(name: str, values: list[float]) -> Matrix:
    if name == "matrix":
        return Matrix(*values)
    if name == "translate":
        return Matrix.translate(*values)
    if name == "scale":
        return Matrix.scale(values[0], values[-1])
    if name == "rotate":
        turn = Matrix.rotate(math.radians(values[0]))
        if len(values) == 1:
            return turn
        return Matrix.translate(-values[1], -values[2]) * turn * Matrix.translate(values[1], values[2])
    slope = math.tan(math.radians(values[0]))
    return Matrix(1, 0, slope, 1, 0, 0) if name == "skewX" else Matrix(1, slope, 0, 1, 0, 0)


def moved(point: tuple[float, float], matrix: Matrix) -> tuple[float, float] | None:
    """A point under a matrix; None where that is no place on any map."""
    x, y = point
    found = float(matrix.a * x + matrix.c * y + matrix.e), float(matrix.b * x + matrix.d * y + matrix.f)
    return found if abs(found[0]) <= HUGE and abs(found[1]) <= HUGE else None


def view_box(text: str) -> tuple[float, float, float, float]:
    """Minimum x, minimum y, width and height; `ValueError` where they are not four numbers with a positive size."""
    values = numbers(text)
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise ValueError("a viewBox is four numbers: x, y and a positive width and height")
    return values[0], values[1], values[2], values[3]


def viewport(box: tuple[float, float, float, float], width: float, height: float, fit: str) -> Matrix:
    """The matrix from a nested `<svg>`'s or `<symbol>`'s view box to its viewport, by `preserveAspectRatio`."""
    x, y, wide, high = box
    across, down = width / wide, height / high
    words = [word for word in fit.split() if word != "defer"]
    align = words[0] if words else "xMidYMid"
    if align == "none":
        return Matrix(across, 0, 0, down, -x * across, -y * down)
    scale = max(across, down) if "slice" in words else min(across, down)
    left = 0.0 if "xMin" in align else (width - wide * scale) * (1.0 if "xMax" in align else 0.5)
    top = 0.0 if "YMin" in align else (height - high * scale) * (1.0 if "YMax" in align else 0.5)
    return Matrix(scale, 0, 0, scale, left - x * scale, top - y * scale)


def _short(text: str) -> str:
    text = " ".join(text[:200].split())
    return text if len(text) <= 24 else text[:23] + "…"
