"""What a writer is given beside the variant: the package's drawing, and what an import kept for this engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dipmap.svg.xml import INKSCAPE, Element, attributes, local, read_document

_LABEL = f"{{{INKSCAPE}}}label"


class UnfitDrawingError(ValueError):
    """A map that no package holds: not read, or without the layers of one."""


@dataclass(frozen=True, eq=False)
class PackageMap:
    """The normalised `map.svg` of a package: canonical layers, one path a province, ids that are locations.

    Lengths are root user units of the map.
    """

    svg: bytes = field(repr=False)

    @cached_property
    def root(self) -> Element:
        """The tree, to be read and never changed. Raises `UnfitDrawingError`."""
        document, problems = read_document("map.svg", self.svg)
        if document is None:
            raise UnfitDrawingError("; ".join(problem.finding.message for problem in problems))
        return document.root

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """The view box: left, top, width, height."""
        words = dict(attributes(self.root)).get("viewBox", "").replace(",", " ").split()
        try:
            left, top, width, height = map(float, words)
        except ValueError:
            raise UnfitDrawingError("the map of a package has a viewBox of four numbers") from None
        return left, top, width, height

    def layer(self, name: str) -> Element | None:
        """A layer by its name, such as `provinces` or `background`."""
        return next((child for child in self.root if dict(attributes(child)).get(_LABEL) == name), None)

    def _paths(self, layer: str) -> dict[str, Mapping[str, str]]:
        group = self.layer(layer)
        if group is None:
            return {}
        found: dict[str, Mapping[str, str]] = {}
        for child in group.iter():
            given = dict(attributes(child))
            if local(child) == "path" and "id" in given and "d" in given:
                found[given["id"]] = given
        return found

    @cached_property
    def provinces(self) -> Mapping[str, Mapping[str, str]]:
        """The attributes of each province's path (`d`, `fill-rule`, `fill` …) by the province's id."""
        return self._paths("provinces")

    @cached_property
    def coasts(self) -> Mapping[str, Mapping[str, str]]:
        """The attributes of each named coast's path by its location (`stp/nc`)."""
        return self._paths("coasts")


@dataclass(frozen=True, eq=False)
class Material:
    """`drawing` is None where only the graph is at hand; `kept` is the engine's own part of an imported variant, by the
    names its reader gave.
    """

    drawing: PackageMap | None = None
    kept: Mapping[str, Any] = field(default_factory=dict)

    def needed_drawing(self, title: str) -> PackageMap:
        """The drawing. Raises `ValueError` where there is none."""
        if self.drawing is None:
            raise ValueError(f"{title} needs the map of the package")
        return self.drawing


NOTHING = Material()
