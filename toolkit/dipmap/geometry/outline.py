"""Drawn shapes as they reach the geometry: flattened rings with a fill rule."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Outline:
    """One drawn shape, flattened: rings in root user units.

    Each ring is an (n, 2) array and implicitly closed. `evenodd` is the fill rule, nonzero otherwise. `closed` false
    says that the shape is an open line; it matters for coasts only, where a line must not be filled.
    """

    rings: tuple[NDArray[np.float64], ...]
    evenodd: bool = False
    closed: bool = True
