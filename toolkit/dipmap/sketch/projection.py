"""From longitude and latitude to the plane (Snyder, Map Projections: a Working Manual, 1987; the sphere, radius 1)."""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose, pi

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
NAMES = ("none", "equirectangular", "mercator", "lambert", "azimuthal")
STEEPEST = 85.0  # degrees: Mercator goes no farther


@dataclass(frozen=True)
class Projection:
    """A projection by name; `centre` is (longitude, latitude) and `parallels` two latitudes of Lambert's cone, in degrees.

    `none` takes x and y as they are, y downwards. The others give x to the right and y downwards.
    """

    name: str = "none"
    centre: tuple[float, float] = (0.0, 0.0)
    parallels: tuple[float, float] = (30.0, 60.0)

    @property
    def round(self) -> bool:
        """Whether longitudes go on past half a turn from the centre without a cut."""
        return self.name == "azimuthal"

    @property
    def turn(self) -> float:
        """How far the map goes on to the same place again (units of the plane); 0 where it does not."""
        if self.name == "equirectangular":
            return 2 * pi * float(np.cos(np.radians(self.centre[1])))
        return 2 * pi if self.name == "mercator" else 0.0

    def problem(self) -> str:
        """What makes the projection impossible, if anything does."""
        if self.name == "lambert":
            one, two = self.parallels
            if isclose(one + two, 0.0, abs_tol=0.1):
                return "the two parallels lie alike on both sides of the equator, which makes no cone"
            if max(abs(one), abs(two)) >= 89.9:
                return "a parallel lies at a pole"
        return ""

    def __call__(self, points: Floats) -> Floats:
        """Points (n, 2) of longitude and latitude in degrees, or of x and y, in the plane with y downwards."""
        if self.name == "none" or not len(points):
            return np.asarray(points, dtype=np.float64)
        east = np.radians(points[:, 0] - self.centre[0])
        north = np.radians(points[:, 1])
        if self.name == "equirectangular":
            x, y = east * np.cos(np.radians(self.centre[1])), north
        elif self.name == "mercator":
            steep = np.radians(STEEPEST)
            x, y = east, np.log(np.tan(pi / 4 + np.clip(north, -steep, steep) / 2))
        elif self.name == "lambert":
            x, y = self._cone(east, north)
        else:
            x, y = self._disc(east, north)
        return np.stack((x, -y), axis=1)

    def _cone(self, east: Floats, north: Floats) -> tuple[Floats, Floats]:
        one, two = np.radians(self.parallels)
        if isclose(one, two, abs_tol=1e-6):
            sine = float(np.sin(one))
        else:
            sine = float(
                np.log(np.cos(one) / np.cos(two)) / np.log(np.tan(pi / 4 + two / 2) / np.tan(pi / 4 + one / 2))
            )
        scale = np.cos(one) * np.tan(pi / 4 + one / 2) ** sine / sine
        # the far pole lies nowhere; a map that reaches near it is cut there
        safe = np.clip(np.sign(sine) * north, np.radians(-80.0), np.radians(90.0 - 1e-9)) * np.sign(sine)
        reach = scale / np.tan(pi / 4 + safe / 2) ** sine
        middle = np.radians(np.clip(self.centre[1], -80.0, 80.0))
        return reach * np.sin(sine * east), scale / np.tan(pi / 4 + middle / 2) ** sine - reach * np.cos(sine * east)

    def _disc(self, east: Floats, north: Floats) -> tuple[Floats, Floats]:
        """Azimuthal equidistant: true distances and directions from the centre."""
        middle = np.radians(self.centre[1])
        cosine = np.sin(middle) * np.sin(north) + np.cos(middle) * np.cos(north) * np.cos(east)
        away = np.arccos(np.clip(cosine, -1.0, 1.0))
        sine = np.sin(away)
        scale = np.where(sine > 1e-9, away / np.maximum(sine, 1e-9), 1.0)
        x = scale * np.cos(north) * np.sin(east)
        y = scale * (np.cos(middle) * np.sin(north) - np.sin(middle) * np.cos(north) * np.cos(east))
        return x, y
