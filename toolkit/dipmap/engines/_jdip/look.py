"""How a jDip map looks: a class for each kind of ground and each power, measures for symbols and drawn orders.

The viewer gives the province of a centre the class of the power that owns it, and its own class back where nobody does;
so the classes are taken from the drawing: what free ground and what owned ground look like there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import hypot, sqrt

from dipmap.engines._art import paint
from dipmap.engines._jdip.names import Names, css
from dipmap.engines._material import PackageMap
from dipmap.engines._standing import stands
from dipmap.model import Power, Province, Terrain, UnitType, Variant

INK = "#2b2620"
PAPER = "#ffffff"
GREY = "#8c8880"
SYMBOLS = (
    ("Fleet", 1.0),
    ("Army", 1.0),
    ("Wing", 1.0),
    ("DislodgedFleet", 1.0),
    ("DislodgedArmy", 1.0),
    ("DislodgedWing", 1.0),
    ("FailedOrder", 0.8),
    ("SupplyCenter", 0.55),
    ("BuildUnit", 1.35),
    ("RemoveUnit", 1.25),
    ("WaivedBuild", 1.2),
)
"""Every symbol that jDip places, and its size in sizes of a unit."""

_COLOUR = re.compile(r"#(?:[0-9a-f]{3}){1,2}", re.IGNORECASE)
_NUMBER = re.compile(r"\d*\.?\d+")
_GROUND = {"water": "#b5d5e6", "islandsea": "#b9dcd2", "impassable": "#b9b4a8", "nopower": "#f2e8d0"}

Look = tuple[tuple[str, str], ...]


def number(value: float) -> str:
    """A measure with at most two decimals."""
    return f"{round(value, 2) + 0.0:.10g}"


def ground(province: Province) -> str:
    """The class of a province that nobody owns."""
    armies, fleets = stands(province, UnitType.ARMY), stands(province, UnitType.FLEET)
    if not armies and not fleets:
        return "impassable"
    if not armies:
        return "water"
    return "islandsea" if fleets and province.terrain is Terrain.SEA else "nopower"


@dataclass(frozen=True)
class Looks:
    """The looks of one variant on its map."""

    variant: Variant
    names: Names
    drawing: PackageMap

    @cached_property
    def unit(self) -> float:
        """The size of a unit, in units of the map: smaller where provinces crowd."""
        _, _, width, height = self.drawing.box
        room = sqrt(width * height / max(len(self.variant.provinces), 1))
        return max(min(0.135 * room, 0.0125 * hypot(width, height)), 1e-3)

    @cached_property
    def owned(self) -> Mapping[str, str]:
        """The fill of each power's ground: that of most of its centres, or its colour made light."""
        free = Counter(self._fill(item) for item in self.variant.provinces if not item.owner and not item.home)
        found: dict[str, str] = {}
        for power in self.variant.powers:
            homes = [item for item in self.variant.provinces if item.owner == power.id and ground(item) == "nopower"]
            fills = Counter(fill for fill in map(self._fill, homes) if _COLOUR.fullmatch(fill))
            best = max(fills, key=lambda fill: (fills[fill], fill), default="")
            dull = not best or best in found.values() or best == max(free, key=lambda fill: free[fill], default="")
            found[power.id] = light(own_colour(power)) if dull else best
        return found

    @cached_property
    def classes(self) -> Mapping[str, str]:
        """The class of each province while nobody owns it: one a look, the commonest named after the ground alone."""
        found = {}
        for province in self.variant.provinces:
            kind, look = ground(province), self._look(province)
            place = self._looks[kind].index(look) if self._free(province) else 0
            found[province.id] = _class(kind, place)
        return found

    @cached_property
    def _looks(self) -> Mapping[str, list[Look]]:
        """The looks of free ground of each kind, the commonest first."""
        seen: dict[str, Counter[Look]] = {kind: Counter() for kind in _GROUND}
        for province in filter(self._free, self.variant.provinces):
            seen[ground(province)][self._look(province)] += 1
        return {kind: sorted(found, key=lambda look, of=found: (-of[look], look)) for kind, found in seen.items()}  # type: ignore[misc]

    def colour(self, kind: str) -> str:
        """The plain colour of free ground of a kind."""
        fills = (dict(look)["fill"] for look in self._looks[kind])
        return next((fill for fill in fills if _COLOUR.fullmatch(fill)), _GROUND[kind])

    def _free(self, province: Province) -> bool:
        return not (province.owner or province.home or self._fill(province) in self.owned.values())

    def _fill(self, province: Province) -> str:
        return paint(self.drawing.provinces.get(province.id, {}).get("fill", "none"))[0]

    def _look(self, province: Province) -> Look:
        given = self.drawing.provinces.get(province.id, {})
        fill, opaque = paint(given.get("fill", "none"))
        stroke, _ = paint(given.get("stroke", INK))
        opacity = _measure(given.get("fill-opacity", "")) or "1"
        return (
            ("fill", fill),
            ("fill-opacity", f"{float(opacity) * opaque:.3g}"),
            ("stroke", stroke if _COLOUR.fullmatch(stroke) else INK),
            ("stroke-width", _measure(given.get("stroke-width", "")) or number(self.unit / 18)),
            ("stroke-linejoin", "round"),
        )

    # ---- the sheet

    def sheet(self) -> str:
        """The style sheet of the map, without a selector that begins with `.sym`, which are those of symbols."""
        return "\n".join(
            f"\t.{name} {{{';'.join(f'{key}:{value}' for key, value in said)}}}" for name, said in self._rules()
        )

    def _rules(self) -> Iterator[tuple[str, Iterable[tuple[str, str]]]]:
        base: dict[str, str] = {"stroke": INK, "stroke-width": number(self.unit / 18), "stroke-linejoin": "round"}
        for kind, fill in _GROUND.items():
            looks = self._looks[kind] or [(("fill", fill), ("fill-opacity", "1"), *base.items())]
            for place, look in enumerate(looks):
                yield _class(kind, place), look
        land = self._looks["nopower"][0] if self._looks["nopower"] else tuple(base.items())
        edge = [(key, value) for key, value in land if key.startswith("stroke")]
        yield "unordered", [("fill", "#e0523a"), ("fill-opacity", "0.85"), *edge]
        shade = dict(land).get("fill-opacity", "1")
        for power in self.variant.powers:
            name = css(self.names.power[power.id])
            yield name, [("fill", self.owned[power.id]), ("fill-opacity", shade), *edge]
            yield f"unit{name}", [("fill", own_colour(power))]
            yield f"sc{name}", [("fill", INK), ("stroke", INK)]
        nobody = css(self.names.nobody)
        yield nobody, land
        yield f"unit{nobody}", [("fill", GREY)]
        yield f"sc{nobody}", [("fill", INK), ("stroke", INK)]
        yield "scnopower", [("fill", INK), ("stroke", INK)]
        yield from self._writing()
        yield from self._orders()

    def _writing(self) -> Iterator[tuple[str, Iterable[tuple[str, str]]]]:
        yield "invisible", [("fill", "#000000"), ("stroke", "#000000"), ("fill-opacity", "0"), ("opacity", "0")]
        text = [("font-family", "serif"), ("text-anchor", "middle")]
        for name in ("labelbrief", "labelsea"):
            style = ("font-style", "italic") if name == "labelsea" else ("font-weight", "bold")
            colour = "#1d4560" if name == "labelsea" else INK
            yield name, [*text, ("font-size", f"{number(self.unit * 0.62)}px"), style, ("fill", colour)]
        yield "halo", [("stroke", PAPER), ("stroke-width", number(self.unit / 8)), ("stroke-opacity", "0.7")]

    def _orders(self) -> Iterator[tuple[str, Iterable[tuple[str, str]]]]:
        """Lines of orders: their colours are the viewer's business."""
        line, shadow = number(self.unit * 0.2), number(self.unit * 0.32)
        none = ("fill", "none")
        yield "defaultorder", [("stroke-width", line), none]
        yield "supportorder", [("stroke-width", line), none, ("stroke-dasharray", self._dashes(0.25, 0.25))]
        yield "convoyorder", [("stroke-width", line), none, ("stroke-dasharray", self._dashes(0.7, 0.25))]
        yield "shadoworder", [("stroke-width", shadow), none, ("stroke", "#000000")]
        yield "shadowdash", [("stroke-width", shadow), none, ("stroke", "#000000"), ("opacity", "0.45")]
        yield "varwidthorder", [none]
        yield "varwidthshadow", [none, ("stroke", "#000000")]

    def _dashes(self, *shares: float) -> str:
        return ",".join(number(self.unit * share) for share in shares)


def _class(kind: str, place: int) -> str:
    return f"{kind}{place + 1}" if place else kind


def own_colour(power: Power) -> str:
    """The colour of a power, `#rrggbb`."""
    return power.colour if re.fullmatch("#[0-9a-fA-F]{6}", power.colour) else GREY


def light(colour: str) -> str:
    """A colour mixed with as much white."""
    values = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{(value + 255) // 2:02x}" for value in values)


def _measure(text: str) -> str:
    text = text.strip().removesuffix("px")
    return text if _NUMBER.fullmatch(text) else ""
