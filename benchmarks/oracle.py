"""The judge against a referee by brute force, on as many random positions as you like.

    python benchmarks/oracle.py 200000 [--seed 0] [--jobs 2]

Most positions are on random boards (shared provinces, passages by consent, islands, split coasts, random rule choices),
every fourth is on the standard map, and every tenth is what chance hardly ever makes: a convoy or a passage that decides
about itself, a head-to-head with supports on both sides, a ring. The table tells how many have one consistent outcome, and
what decided the others. Positions in which the judge is wrong are named by seed and number, the first five are printed, and
the exit code is 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "judge"), str(ROOT / "benchmarks")]

BATCH = 500


class Batch(NamedTuple):
    """What came of a batch: kinds of positions, descriptions of those that went wrong, seconds of the slowest."""

    kinds: Counter[str]
    wrong: list[str]
    slowest: float


def batch(seed: int) -> Batch:
    """A batch of positions."""
    from random_boards import mixed
    from test_oracle import WrongError, tried

    rng = random.Random(seed)
    found = Batch(Counter(), [], 0.0)
    for index in range(BATCH):
        item = mixed(rng, index)
        begin = time.perf_counter()
        try:
            found.kinds[tried(item)] += 1
        except WrongError as error:
            found.wrong.append(f"seed {seed}, position {index}: {error}")
        found = found._replace(slowest=max(found.slowest, time.perf_counter() - begin))
    return found


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    batches = max(1, given.positions // BATCH)
    seeds = range(given.seed * 1_000_000, given.seed * 1_000_000 + batches)
    kinds: Counter[str] = Counter()
    wrong: list[str] = []
    slowest = 0.0
    begin = time.perf_counter()
    with Pool(given.jobs) as pool:
        for done, found in enumerate(pool.imap_unordered(batch, seeds), 1):
            kinds += found.kinds
            wrong += found.wrong
            slowest = max(slowest, found.slowest)
            if sys.stderr.isatty() or done % 50 == 0:
                print(f"{done * BATCH:,} of {batches * BATCH:,}, {len(wrong)} wrong", file=sys.stderr, flush=True)
    wrong.sort()
    for kind, count in sorted(kinds.items(), key=lambda each: -each[1]):
        print(f"{kind:<20}{count:>9,}")
    print(f"{'wrong':<20}{len(wrong):>9,}")
    print(f"{time.perf_counter() - begin:.0f} s, the slowest position with all its guesses {slowest:.2f} s")
    for text in wrong:
        print(text.partition("\n")[0])
    for text in wrong[:5]:
        print(f"\n{text}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
