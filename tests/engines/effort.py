"""How much of a sweep the fast set of tests does; all of it runs in `.ci/run`, where nothing is deselected."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

OURS = ("standard", "zeus", "stockholm", "yubani", "philadelphia")
"""Sources of our own; the two that stand first have the most edges and the most rules."""


def some(items: Iterable[Any], fast: int) -> list[Any]:
    """Parameters of which the first ones are in the fast set and the rest are slow."""
    return [item if index < fast else pytest.param(item, marks=pytest.mark.slow) for index, item in enumerate(items)]


def seeds(fast: int, most: int) -> list[Any]:
    """Numbers from 0, the first ones in the fast set."""
    return some(range(most), fast)


def examples(few: int, many: int, *strategies: SearchStrategy[Any]) -> Callable[[Callable[..., None]], Any]:
    """A property as two tests: of few examples in the fast set, of many as a slow one.

    Both keep their failures in one place, so what the slow one found is tried by the fast one as well.
    """
    counts = [pytest.param(few, id="few"), pytest.param(many, id="many", marks=pytest.mark.slow)]

    def made(holds: Callable[..., None]) -> Any:
        @pytest.mark.parametrize("count", counts)
        def test(count: int) -> None:
            tried = settings(max_examples=count, deadline=None, suppress_health_check=list(HealthCheck))
            tried(given(*strategies)(holds))()

        test.__name__, test.__qualname__, test.__doc__ = holds.__name__, holds.__qualname__, holds.__doc__
        test.__module__ = holds.__module__
        return test

    return made
