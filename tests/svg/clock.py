"""A clock for tests that must not hang."""

from __future__ import annotations

import time
from contextlib import contextmanager

import pytest


@pytest.fixture
def quick():
    """`with quick(4):` fails where the block takes more than so many seconds of this process's own time."""

    @contextmanager
    def within(seconds):
        start = time.process_time()
        yield
        assert time.process_time() - start < seconds

    return within
