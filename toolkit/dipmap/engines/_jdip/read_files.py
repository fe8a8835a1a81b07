"""The files of a jDip package, each read once however many variants it serves."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote

from dipmap.engines._jdip.read_graph import Graph, read_graph
from dipmap.engines._jdip.read_map import MapFacts, read_map
from dipmap.engines._jdip.xml import Node, read_nodes
from dipmap.engines._reading import Files


def index_of(files: Files) -> str | None:
    """The path of `variants.xml`, at the root or in one folder."""
    found = [path for path in files if posixpath.basename(path).lower() == "variants.xml" and path.count("/") < 2]
    return min(found, key=lambda path: (path.count("/"), path), default=None)


@dataclass(frozen=True)
class Package:
    """The files around `variants.xml`, each read once however many variants it serves."""

    files: Files
    index: str
    root: Node

    @cached_property
    def maps(self) -> Mapping[str, Node]:
        """The definitions of maps by id."""
        return {node.get("id"): node for node in reversed(self.root.all("MAP_DEFINITION"))}

    @cached_property
    def _graphs(self) -> dict[str, Graph]:
        return {}

    @cached_property
    def _drawings(self) -> dict[tuple[str, str], MapFacts]:
        return {}

    def path(self, uri: str) -> str | None:
        """The file that a variant names, which stands beside `variants.xml` or below it."""
        folder = posixpath.dirname(self.index)
        wanted = posixpath.normpath(posixpath.join(folder, unquote(uri[:1000]).replace("\\", "/")))
        if wanted in self.files:
            return wanted
        return next((path for path in sorted(self.files) if path.lower() == wanted.lower()), None)

    def graph(self, path: str) -> Graph:
        """The graph of an adjacency file. Raises `UnreadableError`."""
        if path not in self._graphs:
            self._graphs[path] = read_graph(read_nodes(path, self.files[path], "PROVINCES"))
        return self._graphs[path]

    def drawing(self, path: str, graph: str) -> MapFacts:
        """The facts of a map, by the names of an adjacency file that was read."""
        if (path, graph) not in self._drawings:
            self._drawings[path, graph] = read_map(path, self.files[path], self._graphs[graph])
        return self._drawings[path, graph]
