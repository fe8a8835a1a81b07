"""How far apart two colours look: CIE Lab, and what people with a colour vision deficiency see.

Lab after CIE 15 (D65, 2 degrees) from sRGB (IEC 61966-2-1); distances are CIE 1976. The deficiencies are the matrices of
Machado, Oliveira and Fernandes (2009) for full severity, in linear RGB.
"""

from __future__ import annotations

from math import dist

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Triple = (0.95047, 1.0, 1.08883)
DEFICIENCIES: dict[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _linear(colour: str) -> Triple:
    """Linear RGB of `#rrggbb`, each 0 to 1."""
    values = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values)
    return red, green, blue


def _times(matrix: Matrix, vector: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def lab(colour: str, deficiency: str | None = None) -> Triple:
    """L, a and b of `#rrggbb` as seen by most people, or by someone with a deficiency."""
    rgb = _linear(colour)
    if deficiency is not None:
        red, green, blue = (min(max(value, 0.0), 1.0) for value in _times(DEFICIENCIES[deficiency], rgb))
        rgb = red, green, blue
    shares = [value / white for value, white in zip(_times(_XYZ, rgb), _WHITE, strict=True)]
    x, y, z = (share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116 for share in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, deficiency: str | None = None) -> float:
    """How different two colours look: below 2 nobody tells them apart, above 20 everybody does."""
    return dist(lab(one, deficiency), lab(other, deficiency))
