"""D313: lines of passages that lead elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dipmap.checking import Facts, check
from dipmap.checks._pairs import point
from dipmap.diagnostics import Finding, Severity
from dipmap.geometry.points import distance_outside
from dipmap.model import province_of
from dipmap.resolve.graph import line_ends

# x D: how far a line may end before the shore it leads to
SLACK = 0.01

Point = tuple[float, float]


@check("D313", "passage-line-elsewhere", Severity.WARNING, needs=("survey", "origins"))
def passage_line_elsewhere(facts: Facts) -> Iterator[Finding]:
    """The line of a passage does not run between the two provinces that it is named after.

    ## Why
    Players read the line, programs read the name. If the two differ, one of them is wrong.

    ## Fix
    Move the ends of the line into the two provinces (or to their shores), or correct its name.
    """
    assert facts.survey is not None
    assert facts.origins is not None
    areas = facts.survey.areas
    slack = max(SLACK * facts.survey.diagonal, 2 * facts.survey.tolerance)
    for passage in facts.origins.passages:
        a, b = province_of(passage.a), province_of(passage.b)
        ends = line_ends(passage)
        if ends is None or passage.item is None or a not in areas or b not in areas or {a, b} & facts.broken:
            continue
        if any(item.broken for item in passage.item.walk()):
            continue

        def off(way: tuple[Point, Point], goals: tuple[str, str] = (a, b)) -> list[tuple[float, Point, str]]:
            gaps = [(distance_outside(areas[goal], end), end, goal) for end, goal in zip(way, goals, strict=True)]
            return [gap for gap in gaps if gap[0] > slack]

        wrong = min(off(ends), off(ends[::-1]), key=lambda gaps: (len(gaps), sum(gap[0] for gap in gaps)))
        if not wrong:
            continue
        pair = f"{passage.a}{'>' if passage.oneway else '-'}{passage.b}"
        told = " and ".join(f"not in {goal} but {_where(facts, end)}" for _, end, goal in wrong)
        message = f"the line of the passage {pair} ends {told}"
        place = replace(passage.place, at=wrong[0][1])
        hint = "move the ends of the line into the two provinces, or correct its name"
        yield Finding(message, place, hint, pair, provinces=(passage.a, passage.b))


def _where(facts: Facts, end: Point) -> str:
    assert facts.survey is not None
    inside = (identity for identity, area in facts.survey.areas.items() if not distance_outside(area, end))
    found = next(inside, None)
    return f"in {found} at {point(end)}" if found else f"outside all provinces at {point(end)}"
