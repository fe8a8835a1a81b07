"""How long whole processes take: a table of wall times, peak memory and ratios.

    python benchmarks/speed.py [--corpus ../shared/corpus] [--runs 5]

Each command runs in a process of its own, in turns with the others so that a busy machine disturbs all alike; the
table shows the least and the median. Nothing here is a test: machines differ, ratios less so.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from corpus_source import lay_out, read_truth, variant_yaml
from generated_map import write_map

Command = list[str]


def once(command: Command) -> tuple[float, float]:
    """Seconds and peak megabytes of one run."""
    started = time.perf_counter()
    pid = os.posix_spawn(
        command[0],
        command,
        os.environ,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ],
    )
    _, _, usage = os.wait4(pid, 0)
    return time.perf_counter() - started, usage.ru_maxrss / 1024


def commands(scratch: Path, corpus: Path | None) -> dict[str, Command]:
    """What is timed, by name."""
    python = sys.executable
    dipmap = [python, "-m", "dipmap"]
    found: dict[str, Command] = {"python (bare)": [python, "-c", "pass"], "dipmap --help": [*dipmap, "--help"]}
    yubani = Path(__file__).resolve().parents[1] / "sources" / "yubani"
    found["check yubani (15)"] = [*dipmap, "check", str(yubani)]
    if corpus is not None:
        for name in ("godip-europe1939", "godip-classical", "jdip-aberration-aberrationv"):
            truth = read_truth(corpus / name)
            folder = lay_out(corpus, truth, scratch / name, variant_yaml(truth))
            found[f"check {name} ({len(truth.provinces)})"] = [*dipmap, "check", str(folder)]
    for count in (1000, 2000):
        folder = scratch / f"generated{count}"
        found[f"check generated ({write_map(count, folder)})"] = [*dipmap, "check", str(folder)]
    return found


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with TemporaryDirectory() as scratch:
        todo = commands(Path(scratch), options.corpus)
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in todo}
        for name, command in todo.items():
            code = subprocess.run(command, capture_output=True, check=False).returncode
            if code > 1:
                print(f"{name}: exit code {code}")
                return 2
        for _ in range(options.runs):
            for name, command in todo.items():
                times[name].append(once(command))
    bare = min(seconds for seconds, _ in times["python (bare)"])
    print(f"{'command':44} {'least s':>8} {'median s':>9} {'over bare':>10} {'peak MB':>8}")
    for name, runs in times.items():
        least = min(seconds for seconds, _ in runs)
        middle = median(seconds for seconds, _ in runs)
        print(f"{name:44} {least:8.3f} {middle:9.3f} {least - bare:10.3f} {max(size for _, size in runs):8.0f}")
    sizes = sorted((name for name in times if "generated" in name), key=lambda name: int(name.split("(")[1][:-1]))
    small, large = (min(seconds for seconds, _ in times[name]) for name in sizes)
    print(
        f"\ntwice the provinces: {large / small:.2f} times the time ({os.cpu_count()} cores, {resource.getpagesize()} byte pages)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
