"""How fast the judge is, paired in one run with PyPI `diplomacy` where that is installed.

    python benchmarks/judge_speed.py [--positions 2000] [--seed 1]

Each side is a process of its own and adjudicates the same positions in batches, taking turns, so that a busy machine
disturbs both alike. Measured are reading the orders and adjudicating the phase: `set_orders` and `process` there,
`adjudicate` with reasons here; positions are prepared before the clock starts, and no order has been read before. The
positions in which the results differ are counted and shown.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "engines"))

from facts_model import standard_variant
from judge_differences import NOTHING, explained
from judge_positions import Position, position, taken
from packages import package_of

import dipmap
from dipmap.judge import adjudicate, board_of
from dipmap.judge.board import Board
from dipmap.model import Adjacency, Power, Province, Terrain, Units, Variant

BATCH = 100


def ours(path: str) -> None:
    """The judge's side: a batch for each line of input."""
    variant = standard_variant()
    board_of(variant)
    given = [taken(item) for item in json.loads(Path(path).read_text(encoding="utf-8"))]
    print("ready", flush=True)
    for line in sys.stdin:
        start = int(line)
        batch = given[start : start + BATCH]
        begin = time.perf_counter()
        results = [adjudicate(variant, state, orders) for state, orders in batch]
        seconds = time.perf_counter() - begin
        print(json.dumps({"seconds": seconds, "left": _left(results)}), flush=True)


def _left(results: list[Any]) -> list[list[str]]:
    """The units in place after each phase."""
    return [
        sorted(f"{unit.power} {unit.type} {unit.location}".upper() for unit in result.state.units) for result in results
    ]


def theirs(path: str) -> None:
    """The side of PyPI diplomacy."""
    from diplomacy import Game

    positions = json.loads(Path(path).read_text(encoding="utf-8"))
    Game()
    print("ready", flush=True)
    for line in sys.stdin:
        start = int(line)
        batch = []
        for item in positions[start : start + BATCH]:
            game = Game()
            game.clear_units()
            for power, units in item["units"].items():
                game.set_units(power.upper(), units)
            batch.append((game, [(power.upper(), orders) for power, orders in item["orders"].items()]))
        begin = time.perf_counter()
        for game, given in batch:
            for power, orders in given:
                game.set_orders(power, orders)
            game.process()
        seconds = time.perf_counter() - begin
        left = [
            sorted(f"{power} {unit}" for power, units in game.get_units().items() for unit in units if unit[0] != "*")
            for game, _ in batch
        ]
        print(json.dumps({"seconds": seconds, "left": left}), flush=True)


class Side:
    """A process that adjudicates batches when asked."""

    def __init__(self, name: str, path: Path, home: str) -> None:
        self.seconds = 0.0
        self.left: list[list[str]] = []
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", __file__, "--side", name, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "HOME": home},
        )
        while True:
            line = self.process.stdout.readline()
            if line.strip() == "ready":
                return
            if not line:
                raise RuntimeError(f"{name} did not start")

    def batch(self, start: int) -> None:
        self.process.stdin.write(f"{start}\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("a side went away")
            if line.startswith("{"):
                break
        told: dict[str, Any] = json.loads(line)
        self.seconds += told["seconds"]
        self.left += told["left"]

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def paired(count: int, positions: int, seed: int, *, engine: bool) -> None:
    """Both sides on the same positions of so many units."""
    rng = random.Random(seed * 100 + count)
    board = board_of(standard_variant())
    made = [position(board, rng, count) for _ in range(positions)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.json"
        path.write_text(json.dumps(made), encoding="utf-8")
        sides = [Side(name, path, folder) for name in (["ours", "theirs"] if engine else ["ours"])]
        for start in range(0, positions, BATCH):
            for side in sides if start // BATCH % 2 == 0 else reversed(sides):
                side.batch(start)
        for side in sides:
            side.end()
    rates = [positions / side.seconds for side in sides]
    told = f"{count} units  dipmap {rates[0]:7,.0f}/s"
    if engine:
        told += f"  diplomacy {rates[1]:7,.0f}/s  ratio {rates[0] / rates[1]:5.1f}"
    print(told, flush=True)
    if engine:
        mine, other = sides
        differences(board, made, mine.left, other.left)


def differences(board: Board, made: list[Position], here: list[list[str]], there: list[list[str]]) -> None:
    """Print in how many positions the results differ, why, and those that nothing explains."""
    differ = [index for index in range(len(made)) if here[index] != there[index]]
    why: Counter[str] = Counter()
    for index in differ:
        reason = explained(board, *taken(made[index]), there[index])
        why[reason] += 1
        if reason == NOTHING:
            print(f"  here {here[index]}\n  there {there[index]}\n  {json.dumps(made[index])}")
    print(f"  {len(differ)} positions differ; where they do, diplomacy")
    for reason, count in why.most_common():
        print(f"  {count:>4} {reason}")


def boards() -> None:
    """From a package to its variant, and from there to the board: the least of five times."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("standard", "philadelphia", "stockholm", "yubani", "zeus"):
            path = package_of(name, Path(folder) / name)
            loads, makes = [], []
            for _ in range(5):
                begin = time.perf_counter()
                variant = dipmap.load(path)
                loads.append(time.perf_counter() - begin)
                begin = time.perf_counter()
                board_of(variant)
                makes.append(time.perf_counter() - begin)
            least = f"to variant {min(loads) * 1000:5.1f} ms, to board {min(makes) * 1000:4.1f} ms"
            print(f"{name:<13} package {least}", flush=True)


def large(powers: int = 100, side: int = 32) -> None:
    """A grid of coasts and seas with a unit in nearly every province, every unit ordered."""
    rng = random.Random(5)
    letters = "abcdefghijklmnopqrstuvwxyz123456"
    name = [[f"q{letters[x]}{letters[y]}" for y in range(side)] for x in range(side)]
    sea = {name[x][y] for x in range(side) for y in range(side) if rng.random() < 0.4}
    provinces = tuple(
        Province(
            each,
            each.upper(),
            Terrain.SEA if each in sea else Terrain.COAST,
            armies=each not in sea,
            fleets=True,
            convoys=each in sea,
        )
        for row in name
        for each in row
    )
    edges = []
    for x in range(side):
        for y in range(side):
            for dx, dy in ((1, 0), (0, 1)):
                if x + dx < side and y + dy < side:
                    one, other = name[x][y], name[x + dx][y + dy]
                    units = Units.FLEET if one in sea or other in sea else Units.BOTH
                    edges.append(Adjacency(*sorted((one, other)), units))
    variant = Variant(
        "grid",
        "Grid",
        "1.0.0",
        tuple(sorted(provinces, key=lambda each: each.id)),
        tuple(sorted(edges, key=lambda edge: (edge.a, edge.b))),
        tuple(Power(f"p{number}", f"Power {number}", "", "", "#000000") for number in range(powers)),
    )
    begin = time.perf_counter()
    board = board_of(variant)
    made = time.perf_counter() - begin
    item = position(board, rng, len(provinces) - 24)
    state, orders = taken(item)
    begin = time.perf_counter()
    adjudicate(variant, state, orders)
    seconds = time.perf_counter() - begin
    print(
        f"{powers} powers, {len(provinces):,} provinces, {len(state.units):,} units: board {made * 1000:.0f} ms, "
        f"one movement phase {seconds * 1000:.0f} ms"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--side", nargs=2, metavar=("NAME", "FILE"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.side:
        (ours if given.side[0] == "ours" else theirs)(given.side[1])
        return
    try:
        import diplomacy  # noqa: F401

        engine = True
    except ImportError:
        engine = False
        print("PyPI diplomacy is not installed: only our side is measured")
    for count in (22, 34):
        paired(count, given.positions, given.seed, engine=engine)
    boards()
    large()


if __name__ == "__main__":
    main()
