"""Letters of the preview: one font, which matplotlib brings along, and nothing of them read as mathematics."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dipmap.package.colours import INK

DPI = 100
LONGEST = 70


def font(*, bold: bool = False, size: float = 10) -> Any:
    """DejaVu Sans in a size (points), whatever fonts a machine has."""
    from matplotlib.font_manager import FontProperties

    return FontProperties(fname=_file(bold=bold), size=size)


def _file(*, bold: bool = False) -> str:
    import matplotlib as mpl

    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return str(Path(mpl.get_data_path()) / "fonts" / "ttf" / name)


def width(text: str, size: float) -> float:
    """How wide a text that the font can show is, in pixels."""
    from matplotlib.ft2font import FT2Font

    measured = FT2Font(_file())
    measured.set_size(size, DPI)
    measured.set_text(text, 0.0)
    return float(measured.get_width_height()[0]) / 64


def latin(text: str, instead: str, longest: int = LONGEST) -> str:
    """A text that the font can show, cut to a length; the other one where it cannot."""
    from matplotlib.ft2font import FT2Font

    known = FT2Font(_file()).get_charmap()
    text = " ".join(text.split())
    if not text or any(ord(letter) not in known or not letter.isprintable() for letter in text):
        text = instead
    return text if len(text) <= longest else text[: longest - 1] + "…"


def write(
    axes: Any, x: float, y: float, text: str, size: float, *, colour: str = INK, bold: bool = False, **rest: Any
) -> Any:
    """Write a text about a point of some axes."""
    rest = {"ha": "center", "va": "center_baseline" if len(text) > 1 else "center", **rest}
    return axes.text(x, y, text, color=colour, size=size, font=font(bold=bold, size=size), parse_math=False, **rest)
