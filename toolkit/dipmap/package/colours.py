"""Colours of the preview: quiet ground, so that the graph and the powers stand out."""

from __future__ import annotations

from dipmap.model import Units

PAPER = "#fbf9f4"
GROUND = "#e9eef0"
INK = "#2f2a24"
WATER = "#cfe2ee"
SEA = "#d6e8df"
STONE = "#dcd8cf"
LAND = "#f6efdd"
ARMY = "#7a4a12"
FLEET = "#1f5f93"
BOTH = "#2d3436"
PASSAGE = "#c2188b"
BARRIER = "#d7191c"

STYLES: dict[Units, tuple[str, float, tuple[int, tuple[float, ...]]]] = {
    Units.ARMY: (ARMY, 1.3, (0, ())),
    Units.FLEET: (FLEET, 1.2, (0, (4.0, 1.6))),
    Units.BOTH: (BOTH, 1.9, (0, ())),
}
"""Colour, width and dashes of an edge by the units it is for."""


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of `#rrggbb`, each from 0 to 1."""
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def tint(colour: str, share: float = 0.55) -> str:
    """A colour mixed with white; `share` of it is white."""
    return "#" + "".join(f"{round(255 * (value * (1 - share) + share)):02x}" for value in channels(colour))


def readable(colour: str) -> str:
    """Black or white, whichever reads better on a colour (relative luminance of WCAG 2)."""
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels(colour)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#ffffff" if 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 else "#000000"
