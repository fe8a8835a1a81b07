"""Closed formulas for many pairs of straight segments at once; every array of points is (n, 2), every length above 0."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def segment_distance(a0: Floats, a1: Floats, b0: Floats, b1: Floats) -> Floats:
    """The distance of each segment a0-a1 from its partner b0-b1; all (n, 2)."""
    best = np.minimum(
        np.minimum(point_distance(a0, b0, b1), point_distance(a1, b0, b1)),
        np.minimum(point_distance(b0, a0, a1), point_distance(b1, a0, a1)),
    )
    along, across = a1 - a0, b1 - b0
    apart = (_cross(along, b0 - a0) * _cross(along, b1 - a0) >= 0) | (
        _cross(across, a0 - b0) * _cross(across, a1 - b0) >= 0
    )
    return np.where(apart, best, 0.0)


def segment_way(a0: Floats, a1: Floats, b0: Floats, b1: Floats) -> Floats:
    """The ends (n, 2, 2) of the shortest way from each segment a0-a1 to its partner b0-b1, which it does not cross."""
    ways = np.stack(
        (
            np.stack((a0, _foot(a0, b0, b1)), axis=1),
            np.stack((a1, _foot(a1, b0, b1)), axis=1),
            np.stack((_foot(b0, a0, a1), b0), axis=1),
            np.stack((_foot(b1, a0, a1), b1), axis=1),
        )
    )
    span = ways[:, :, 1] - ways[:, :, 0]
    best = (span * span).sum(axis=2).argmin(axis=0)
    return np.asarray(ways[best, np.arange(len(a0))])


def point_distance(point: Floats, start: Floats, end: Floats) -> Floats:
    """The distance of each point from its segment; all (n, 2), segments of a length above 0."""
    return np.asarray(np.hypot(*(point - _foot(point, start, end)).T))


def _foot(point: Floats, start: Floats, end: Floats) -> Floats:
    """The point of each segment that is nearest to its point."""
    along = end - start
    share = np.clip(_dot(point - start, along) / _dot(along, along), 0.0, 1.0)
    return np.asarray(start + share[:, None] * along)


def capsule_share(p0: Floats, p1: Floats, q0: Floats, q1: Floats, radius: float) -> tuple[Floats, Floats]:
    """The shares (low, high) of each segment p0-p1 within `radius` of its partner q0-q1; low > high where there is none.

    What lies within a radius of a segment is convex: two discs and the rectangle between them.
    """
    along = p1 - p0
    size = _dot(along, along)
    low, high = np.full(len(p0), 2.0), np.full(len(p0), -1.0)
    for centre in (q0, q1):
        away = p0 - centre
        half = _dot(away, along)
        root = half * half - size * (_dot(away, away) - radius * radius)
        hit = root >= 0
        spread = np.sqrt(np.where(hit, root, 0.0))
        low = np.where(hit, np.minimum(low, (-half - spread) / size), low)
        high = np.where(hit, np.maximum(high, (-half + spread) / size), high)
    axis = q1 - q0
    length = np.sqrt(_dot(axis, axis))
    axis = axis / length[:, None]
    away = p0 - q0
    enter, leave = np.full(len(p0), -np.inf), np.full(len(p0), np.inf)
    for position, speed, least, most in (
        (_dot(away, axis), _dot(along, axis), np.zeros(len(p0)), length),
        (_cross(axis, away), _cross(axis, along), np.full(len(p0), -radius), np.full(len(p0), radius)),
    ):
        still = speed == 0
        pace = np.where(still, 1.0, speed)
        with np.errstate(over="ignore"):
            one, two = (least - position) / pace, (most - position) / pace
        outside = still & ((position < least) | (position > most))
        enter = np.maximum(enter, np.where(still, np.where(outside, np.inf, -np.inf), np.minimum(one, two)))
        leave = np.minimum(leave, np.where(still, np.where(outside, -np.inf, np.inf), np.maximum(one, two)))
    through = enter <= leave
    low = np.where(through, np.minimum(low, enter), low)
    high = np.where(through, np.maximum(high, leave), high)
    return np.maximum(low, 0.0), np.minimum(high, 1.0)


def _dot(a: Floats, b: Floats) -> Floats:
    return a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1]


def _cross(a: Floats, b: Floats) -> Floats:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
