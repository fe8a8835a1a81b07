"""Load `.map` files in PyPI diplomacy and play random legal orders; always a process of its own (the package is AGPL).

    python play_diplomacy.py FILE.map [FILE.map ...] [--phases N] [--seed S] [--no-convoys] [--script FILE.json]

Prints JSON: one object for one file, a list for several. `errors` is `Map.error`, `game_errors` what the game said,
`phases` how many were processed. A script is a list of `{power: [orders]}`, one entry a phase; `log` then has the units
after each. The package's cache goes to a folder that is thrown away. `--words` prints the parser's keywords instead.
"""

import argparse
import contextlib
import json
import os
import random
import sys
import tempfile
from pathlib import Path


def preseed(path, board):
    """Leave out the search for convoy paths, which takes minutes on maps with many seas."""
    from diplomacy.engine import map as engine_map

    engine_map.CONVOYS_PATH_CACHE[path] = {length: [] for length in range(1, len(board.locs) + 1)}


def orders_for(game, power, rng):
    """A random legal order for each place of a power that wants one."""
    possible = game.get_all_possible_orders()
    chosen = []
    for place in sorted(game.get_orderable_locations(power)):
        choices = sorted(possible.get(place, ()))
        if choices:
            chosen.append(rng.choice(choices))
    if game.phase_type == "A":
        count = abs(len(game.powers[power].centers) - len(game.powers[power].units))
        chosen = rng.sample(chosen, min(count, len(chosen)))
    return chosen


def moves(board):
    """Every step and every support the board allows: [unit, place, place]."""
    places = sorted({place.upper() for place in board.locs})
    found = {"-": [], "S": []}
    for unit in "AF":
        for one in places:
            for other in places:
                for kind, steps in found.items():
                    if board.abuts(unit, one, kind, other):
                        steps.append([unit, one, other])
    return found["-"], found["S"]


def misread(board):
    """Names and orders that the parser takes for something else."""
    codes = sorted({place.upper() for place in board.locs if board.area_type(place) != "SHUT"})
    found = []
    for name, code in board.loc_name.items():
        if board.compact(f"A {name} H") != ["A", code.upper(), "H"]:
            found.append([f"A {name} H", board.compact(f"A {name} H")])
    forms = ("A {0} H", "F {0} - {1}", "A {0} - {1} VIA", "F {0} S A {1}", "F {0} S A {1} - {0}", "F {0} C A {1} - {0}")
    for one, other in zip(codes, codes[1:] + codes[:1], strict=True):
        for form in (*forms, "A {0} R {1}", "F {0} B", "A {0} D"):
            text = form.format(one, other)
            if board.compact(text) != text.replace(" - ", " ").split():
                found.append([text, board.compact(text)])
    return found


def play(path, options):
    """What became of one file."""
    from diplomacy import Game, Map

    board = Map(path, use_cache=False)
    report = {
        "file": Path(path).name,
        "errors": [str(error) for error in board.error],
        "powers": sorted(board.powers),
        "dummies": sorted(board.dummies),
        "homes": {power: sorted(homes) for power, homes in board.homes.items()},
        "owned": {power: sorted(centres) for power, centres in board.centers.items()},
        "scs": sorted(board.scs),
        "units": board.units,
        "begin": board.phase,
        "victory": board.victory,
        "abut": board.loc_abut,
        "types": board.loc_type,
        "names": board.loc_name,
        "misread": misread(board),
        "phases": 0,
    }
    report["moves"], report["supports"] = moves(board)
    if options.no_convoys:
        preseed(path, board)
    if board.error:
        return report
    game = Game(map_name=path)
    rng = random.Random(options.seed)
    script = json.loads(Path(options.script).read_text(encoding="utf-8")) if options.script else None
    report["log"] = []
    report["game_errors"] = []
    while report["phases"] < (len(script) if script is not None else options.phases) and not game.is_game_done:
        phase = game.get_current_phase()
        for power in sorted(game.powers):
            if script is not None:
                orders = script[report["phases"]].get(power, [])
            elif power in board.dummies:
                continue
            else:
                orders = orders_for(game, power, rng)
            game.set_orders(power, orders)
        report["game_errors"] += [f"{phase}: {error}" for error in game.error]
        game.process()
        report["phases"] += 1
        if script is not None:
            report["log"].append({power: sorted(item.units) for power, item in game.powers.items()})
    report["rules"] = list(game.rules)
    report["last"] = game.get_current_phase()
    report["outcome"] = list(game.outcome)
    report["final"] = {power: sorted(item.units) for power, item in game.powers.items()}
    report["centres"] = {power: sorted(item.centers) for power, item in game.powers.items()}
    return report


def main():
    """Run and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*")
    parser.add_argument("--phases", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-convoys", action="store_true")
    parser.add_argument("--script")
    parser.add_argument("--words", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(sys.stderr):
        os.environ["HOME"] = folder
        if options.words:
            from diplomacy.utils.keywords import ALIASES, KEYWORDS

            answer = {"keywords": KEYWORDS, "aliases": sorted(ALIASES)}
        else:
            reports = [play(str(Path(file).resolve()), options) for file in options.files]
            answer = reports[0] if len(reports) == 1 else reports
    print(json.dumps(answer))  # noqa: T201


if __name__ == "__main__":
    main()
