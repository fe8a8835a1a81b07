"""What the judge says where it cannot go on."""

from __future__ import annotations


class JudgeError(ValueError):
    """Something asked of the judge that no rule covers: an unknown power, a game that is over. Its text is one sentence."""
