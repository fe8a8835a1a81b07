"""`preview.png`: the map with the graph over it, for eyes that compare the two.

Everything is drawn from what was measured, never from the designer's art. matplotlib is used without pyplot, with its
own defaults and its own font, so that a machine's settings cannot change a byte.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Any

import shapely

from dipmap.checking import Facts
from dipmap.model import Units, Variant
from dipmap.package.board import BARS, Board
from dipmap.package.colours import BARRIER, GROUND, INK, PAPER, PASSAGE, STONE, STYLES, tint
from dipmap.package.legend import Entry, entries, rows
from dipmap.package.lettering import DPI, font, latin, width, write

WIDTH = 1200
"""Pixels across."""
_HEAD = 66
_ROW = 27
_MARGIN = 14
_TALLEST = 1500


def preview(facts: Facts) -> bytes:
    """The picture as PNG, 1200 pixels wide; the same facts make the same bytes."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        return _Picture(facts).png()


@dataclass(frozen=True)
class _Frame:
    """The part of the map that is shown (units), and where it lies on the picture (pixels)."""

    left: float
    top: float
    width: float
    height: float
    across: int
    down: int


class _Picture:
    def __init__(self, facts: Facts) -> None:
        assert facts.survey is not None
        assert facts.variant is not None
        self.facts = facts
        self.variant: Variant = facts.variant
        self.areas = {identity: area for identity, area in facts.survey.areas.items() if identity in self.variant.by_id}
        self.legend = rows(entries(self.variant), WIDTH - 2 * _MARGIN, width)
        self.frame = self.framed()
        self.height = _HEAD + self.frame.down + _MARGIN + _ROW * len(self.legend) + _MARGIN

    def framed(self) -> _Frame:
        bounds = (
            shapely.total_bounds([area.polygon for area in self.areas.values()]).tolist()
            if self.areas
            else [0, 0, 1, 1]
        )
        low_x, low_y, high_x, high_y = bounds
        edge = 0.012 * hypot(high_x - low_x, high_y - low_y) or 1.0
        wide, height = high_x - low_x + 2 * edge, high_y - low_y + 2 * edge
        across = WIDTH - 2 * _MARGIN
        down = round(across * height / wide)
        if down > _TALLEST:
            down = _TALLEST
            wide, low_x = height * across / down, low_x - (height * across / down - wide) / 2
        elif down < across // 5:
            down = across // 5
            height, low_y = wide * down / across, low_y - (wide * down / across - height) / 2
        return _Frame(low_x - edge, low_y - edge, wide, height, across, down)

    def png(self) -> bytes:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=(WIDTH / DPI, self.height / DPI), dpi=DPI, facecolor=PAPER)
        FigureCanvasAgg(figure)
        frame = self.frame
        box = (_MARGIN / WIDTH, 1 - (_HEAD + frame.down) / self.height, frame.across / WIDTH, frame.down / self.height)
        axes = figure.add_axes(box)
        axes.set_xlim(frame.left, frame.left + frame.width)
        axes.set_ylim(frame.top + frame.height, frame.top)
        axes.set_xticks([])
        axes.set_yticks([])
        axes.set_facecolor(GROUND)
        for spine in axes.spines.values():
            spine.set_color(INK)
            spine.set_linewidth(0.8)
        room = frame.across * frame.down / max(len(self.areas), 1)  # square pixels a province
        crowd = min(max(sqrt(room / 10_000), 0.62), 1.25)
        Board(self.facts, self.areas, frame.width / frame.across, crowd).draw(axes)
        self.draw_head(figure)
        self.draw_legend(figure)
        held = io.BytesIO()
        figure.savefig(held, format="png", dpi=DPI, facecolor=PAPER, metadata={"Software": None})
        return held.getvalue()

    # ---- head and legend

    def draw_head(self, figure: Any) -> None:
        title = latin(self.variant.name, self.variant.id)
        told = f"{len(self.variant.provinces)} provinces, {len(self.variant.centres)} supply centres, {len(self.variant.powers)} powers"
        self.line(figure, _MARGIN + 2, 33, title, 21, bold=True)
        self.line(figure, _MARGIN + 3, 54, f"{self.variant.id} {self.variant.version}: {told}", 10.5, colour="#6b6356")

    def line(
        self, figure: Any, x: float, y: float, text: str, size: float, *, colour: str = INK, bold: bool = False
    ) -> None:
        figure.text(
            x / WIDTH,
            1 - y / self.height,
            text,
            color=colour,
            font=font(bold=bold, size=size),
            parse_math=False,
            va="baseline",
        )

    def draw_legend(self, figure: Any) -> None:
        axes = figure.add_axes((0, 0, 1, 1), zorder=-1)
        axes.set_xlim(0, WIDTH)
        axes.set_ylim(self.height, 0)
        axes.axis("off")
        y = _HEAD + self.frame.down + _MARGIN + _ROW * 0.55
        for row in self.legend:
            for x, entry in row:
                self.draw_entry(axes, _MARGIN + x, y, entry)
            y += _ROW

    def draw_entry(self, axes: Any, x: float, y: float, entry: Entry) -> None:
        from matplotlib.patches import Rectangle

        if entry.sign == "power":
            axes.add_patch(Rectangle((x, y - 7), 26, 14, facecolor=tint(entry.colour), edgecolor=INK, linewidth=0.8))
            axes.plot(
                x + 13,
                y,
                marker="s",
                markersize=6.5,
                markerfacecolor=entry.colour,
                markeredgecolor=INK,
                markeredgewidth=0.8,
            )
        elif entry.sign == "fill":
            stone = entry.colour == STONE
            hatch = {"hatch": "//////", "edgecolor": "#b9b4a8"} if stone else {"edgecolor": "none"}
            rest: dict[str, Any] = {"facecolor": entry.colour, **hatch}
            axes.add_patch(Rectangle((x, y - 7), 26, 14, **rest))
            axes.add_patch(Rectangle((x, y - 7), 26, 14, facecolor="none", edgecolor=INK, linewidth=0.8))
        elif entry.sign.startswith("barrier-"):
            units = Units(entry.sign.removeprefix("barrier-"))
            for shift in BARS[units]:
                axes.plot([x + 13 + shift] * 2, [y - 7, y + 7], color=BARRIER, linewidth=1.8, solid_capstyle="round")
            if units is not Units.BOTH:
                write(axes, x + 20, y, units.value[0].upper(), 7.0, colour=BARRIER, bold=True)
        elif entry.sign == "centre":
            axes.plot(
                x + 13, y, marker="o", markersize=8, markerfacecolor="#ffffff", markeredgecolor=INK, markeredgewidth=1.1
            )
            axes.plot(x + 13, y, marker="o", markersize=3.2, color=INK)
        elif entry.sign in ("army", "fleet"):
            marker, size = ("s", 11.0) if entry.sign == "army" else ("^", 13.0)
            axes.plot(
                x + 13,
                y,
                marker=marker,
                markersize=size,
                markerfacecolor="#ffffff",
                markeredgecolor=INK,
                markeredgewidth=1.1,
            )
            drop = 0.0 if entry.sign == "army" else 1.6
            write(axes, x + 13, y + drop, entry.sign[0].upper(), 7.0 if entry.sign == "army" else 6.0, bold=True)
        else:
            units = Units(entry.sign.removeprefix("edge-").removeprefix("passage-"))
            colour, thick, dashes = STYLES[units]
            passage = entry.sign.startswith("passage-")
            axes.plot(
                [x, x + 26],
                [y, y],
                color=PASSAGE if passage else colour,
                linewidth=thick + 0.7 if passage else thick,
                linestyle=dashes,
                alpha=0.95 if passage else 0.8,
                dash_capstyle="round",
            )
        write(axes, x + 34, y, entry.text, 9.5, ha="left")
