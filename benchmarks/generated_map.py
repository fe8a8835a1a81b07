"""Drawn maps of any size with a graph that is known: a grid of provinces with bent corners and wavy borders.

python benchmarks/generated_map.py COUNT FOLDER
"""

from __future__ import annotations

import sys
from math import cos, hypot, isqrt, pi, sin
from pathlib import Path
from random import Random

Point = tuple[float, float]
CELL = 40.0
STEPS = 12


def corner(x: int, y: int, seed: int) -> Point:
    """A corner of the grid, moved a little by its own dice."""
    dice = Random(seed * 1_000_003 + x * 1_009 + y)
    return x * CELL + dice.uniform(-0.22, 0.22) * CELL, y * CELL + dice.uniform(-0.22, 0.22) * CELL


def border(one: Point, other: Point) -> list[Point]:
    """A wavy line between two corners, the same from either side."""
    if other < one:
        return border(other, one)[::-1]
    dice = Random(round(one[0] * 977 + one[1] * 31 + other[0] * 7))
    swing, phase = dice.uniform(0.02, 0.06) * CELL, dice.uniform(0, 2 * pi)
    (ax, ay), (bx, by) = one, other
    size = hypot(bx - ax, by - ay)
    nx, ny = (ay - by) / size, (bx - ax) / size
    points = []
    for step in range(STEPS + 1):
        t = step / STEPS
        wave = swing * sin(pi * t) * cos(3 * pi * t + phase)
        points.append((ax + (bx - ax) * t + nx * wave, ay + (by - ay) * t + ny * wave))
    return points


def write_map(count: int, folder: Path, seed: int = 1) -> int:
    """Write `map.svg` and `variant.yaml` with at least `count` provinces; their number."""
    folder.mkdir(parents=True, exist_ok=True)
    wide = isqrt(count - 1) + 1
    high = -(-count // wide)
    shapes, names = [], []
    for y in range(high):
        for x in range(wide):
            corners = [corner(*at, seed) for at in ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))]
            ring: list[Point] = []
            for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
                ring += border(one, other)[:-1]
            data = "M" + "L".join(f"{px:.2f},{py:.2f}" for px, py in ring) + "Z"
            terrain = "sea" if (x // 3 + y // 3) % 3 == 0 else "coast"
            identity = f"p{x}q{y}"
            shapes.append(f'<path id="{identity}/{terrain}" d="{data}"/>')
            names.append(f"  {identity}: {{name: Province {x} {y}}}")
    box = f"{-CELL} {-CELL} {(wide + 2) * CELL} {(high + 2) * CELL}"
    art = "\n".join(shapes)
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><g id="provinces">\n{art}\n</g></svg>\n'
    (folder / "map.svg").write_text(text, encoding="utf-8")
    declaration = "\n".join(["id: generated", "name: Generated", 'version: "1.0.0"', "provinces:", *names]) + "\n"
    (folder / "variant.yaml").write_text(declaration, encoding="utf-8")
    return wide * high


if __name__ == "__main__":
    print(write_map(int(sys.argv[1]), Path(sys.argv[2])), "provinces")
