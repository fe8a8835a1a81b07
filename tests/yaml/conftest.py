"""A clock for tests that must not hang."""

from __future__ import annotations

from svg.clock import quick

__all__ = ["quick"]
