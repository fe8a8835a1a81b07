"""Which way round the neighbours of a province lie: a planar embedding of the borders, and what will not go into one.

The embedding is that of the graph with a few helpers in it: a *meeting* vertex on a border whose end a sea has to reach,
and a *bridge* vertex between parts of the board that no border joins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, dist
from typing import TYPE_CHECKING, Any

import networkx as nx

from dipmap.sketch.planarity import is_planar, planar_part
from dipmap.sketch.wanted import Pair, Wanted, passages_of

Point = tuple[float, float]
Walk = list[int]
BACKGROUND = -1

if TYPE_CHECKING:
    Graph = nx.Graph[Any]
    Planar = nx.PlanarEmbedding[Any]
else:
    Graph = nx.Graph
    Planar = nx.PlanarEmbedding


@dataclass(eq=False)
class Embedding:
    """Vertices with what they stand for (a province's number or background) and faces as walks; `outer` is one of them."""

    labels: list[int]
    faces: list[Walk]
    outer: int
    single: int = 0
    dropped: tuple[Pair, ...] = ()


def embed(want: Wanted, places: Mapping[str, Point]) -> Embedding:
    """An embedding of all borders that go into one, chosen so that seas meet the ends of borders where fleets pass."""
    nodes = [key for key in want.ids if not want.variant.by_id[key].impassable]
    lengths = _lengths(want, places)
    kept, dropped = planar_part(len(want.ids), list(lengths), lengths)
    graph: Graph = nx.Graph()
    graph.add_nodes_from(want.number[key] for key in nodes)
    graph.add_edges_from(kept)
    labels = list(range(len(want.ids)))
    _bridge(graph, labels, want)
    meetings = _meet(graph, labels, want)
    embedding: Any = nx.check_planarity(graph)[1]
    for middle, (a, b, s) in meetings.items():
        _border_beside(embedding, middle, a, b, s)
    faces = _faces(embedding)
    single = min(embedding.nodes, default=0)
    return Embedding(labels, faces, _outermost(faces, labels, want, places), single, _named(want, dropped))


def embed_drawn(want: Wanted, places: Mapping[str, Point]) -> Embedding:
    """The embedding of a drawing with straight lines that do not cross."""
    nodes = [want.number[key] for key in want.ids if key in places]
    graph: Graph = nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from((want.number[a], want.number[b]) for a, b in sorted(want.touching))
    at = {want.number[key]: point for key, point in places.items()}
    labels = list(range(len(want.ids)))
    _bridge_drawn(graph, labels, at)
    embedding: Planar = nx.PlanarEmbedding()
    embedding.add_nodes_from(graph)
    for node in graph:
        x, y = at[node]
        turn = sorted(graph[node], key=lambda other: (atan2(at[other][1] - y, at[other][0] - x), other))
        for index, other in enumerate(turn):
            embedding.add_half_edge(node, other, **({"ccw": turn[index - 1]} if index else {}))
    faces = _faces(embedding)
    outer = min(range(len(faces)), key=lambda each: _turned(faces[each], at)) if faces else 0
    return Embedding(labels, faces, outer, min(graph, default=0))


def _bridge_drawn(graph: Graph, labels: list[int], at: dict[int, Point]) -> None:
    """Join the parts of a drawing by the shortest straight lines that cross nothing, with background in their middles."""
    import shapely

    while True:
        parts = sorted((sorted(part) for part in nx.connected_components(graph)), key=lambda part: (len(part), part))
        if len(parts) < 2:
            return
        lines = shapely.STRtree([shapely.LineString([at[a], at[b]]) for a, b in sorted(graph.edges)])
        here = set(parts[0])
        pairs = sorted((dist(at[a], at[b]), a, b) for a in parts[0] for b in graph if b not in here)
        for _, a, b in pairs:
            line = shapely.LineString([at[a], at[b]])
            crossed = lines.query(line, predicate="intersects").tolist()
            ends = [set(edge) for edge in sorted(graph.edges)]
            if all(ends[each] & {a, b} for each in crossed):
                break
        else:  # what is nearest sees something at least, but for rounding
            _, a, b = pairs[0]
        middle = len(labels)
        labels.append(BACKGROUND)
        at[middle] = (at[a][0] + at[b][0]) / 2, (at[a][1] + at[b][1]) / 2
        graph.add_edges_from(((a, middle), (middle, b)))


def _turned(walk: Walk, at: Mapping[int, Point]) -> float:
    points = [at[node] for node in walk]
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True))


def _lengths(want: Wanted, places: Mapping[str, Point]) -> dict[tuple[int, int], float]:
    """The borders by numbers, in order, and how far apart their ends are to lie, squared; 1 where nobody says."""
    found = {}
    for a, b in sorted(want.touching):
        known = a in places and b in places
        found[want.number[a], want.number[b]] = dist(places[a], places[b]) ** 2 if known else 1.0
    return found


def _named(want: Wanted, pairs: Iterable[tuple[int, int]]) -> tuple[Pair, ...]:
    return tuple((want.ids[a], want.ids[b]) for a, b in pairs)


def _bridge(graph: Graph, labels: list[int], want: Wanted) -> None:
    """Join the parts of the board, by background beside a passage where there is one."""
    parts = sorted((sorted(part) for part in nx.connected_components(graph)), key=lambda part: (-len(part), part))
    if not parts:
        return
    lines = sorted({tuple(want.number[end] for end in edge.pair) for edge in passages_of(want.variant)})
    whole, rest = set(parts[0]), parts[1:]
    while rest:
        found = next(
            ((x, y, part) for a, b in lines for x, y in ((a, b), (b, a)) for part in rest if x in whole and y in part),
            None,
        )
        x, y, part = found or (max(sorted(whole), key=graph.degree), rest[0][0], rest[0])
        middle = len(labels)
        labels.append(BACKGROUND)
        graph.add_edges_from(((x, middle), (middle, y)))
        whole |= set(part)
        rest.remove(part)


def _meet(graph: Graph, labels: list[int], want: Wanted) -> dict[int, tuple[int, int, int]]:
    """For each border along which fleets pass, a vertex at its end that a sea holds, as far as that stays planar."""
    chances: dict[tuple[int, int], list[int]] = {}
    for pair, _, seas in want.meetings:
        a, b = want.number[pair[0]], want.number[pair[1]]
        if graph.has_edge(a, b):
            fit = [s for s in seas if graph.has_edge(a, s) and graph.has_edge(b, s)]
            chances.setdefault((a, b), []).extend(fit)
    held: dict[tuple[int, int], int] = {}
    _hold([(pair, seas) for pair, seas in chances.items() if seas], held, sorted(graph.edges), len(labels))
    found = {}
    for (a, b), s in held.items():
        middle = len(labels)
        labels.append(s)
        graph.remove_edge(a, b)
        graph.add_edges_from(((a, middle), (b, middle), (s, middle)))
        found[middle] = (a, b, s)
    return found


def _hold(
    chances: Sequence[tuple[tuple[int, int], list[int]]],
    held: dict[tuple[int, int], int],
    edges: Sequence[tuple[int, int]],
    count: int,
) -> None:
    """Give borders the first sea that fits, in order, many at a time where that goes."""
    if not chances:
        return
    for nth in range(1 if len(chances) > 1 else len(chances[0][1])):
        trial = held | {pair: seas[nth] for pair, seas in chances}
        lines = [edge for edge in edges if (min(edge), max(edge)) not in trial]
        for middle, ((a, b), s) in enumerate(trial.items(), count):
            lines += [(a, middle), (b, middle), (s, middle)]
        if is_planar(count + len(trial), lines):
            held.update(trial)
            return
    half = len(chances) // 2
    if half:
        _hold(chances[:half], held, edges, count)
        _hold(chances[half:], held, edges, count)


def _border_beside(embedding: Planar, middle: int, a: int, b: int, s: int) -> None:
    """Put the border a-b back, on the side of its meeting vertex that is away from the sea."""
    turn = list(embedding.neighbors_cw_order(middle))
    after = turn[(turn.index(s) + 1) % 3]  # clockwise after the sea
    one, other = (a, b) if after == a else (b, a)
    # from `middle` clockwise: sea, one, other; the new border closes the corner between one and other
    embedding.add_half_edge(one, other, cw=middle)
    embedding.add_half_edge(other, one, ccw=middle)


def _faces(embedding: Planar) -> list[Walk]:
    """The faces as walks along their vertices; a part without edges has none."""
    seen: set[tuple[int, int]] = set()
    return [embedding.traverse_face(a, b, seen) for a, b in sorted(embedding.edges) if (a, b) not in seen]


def _outermost(faces: Sequence[Walk], labels: Sequence[int], want: Wanted, places: Mapping[str, Point]) -> int:
    """The face to lie outside: the longest, seas and what is at the rim of the given positions before others."""
    rim: set[int] = set()
    if len(places) > 3:
        import shapely

        hull = shapely.MultiPoint(sorted(places.values())).convex_hull
        reach = 0.02 * hull.length
        edge = hull.boundary if hull.geom_type == "Polygon" else hull
        rim = {want.number[key] for key, point in places.items() if edge.distance(shapely.Point(point)) <= reach}

    def weight(walk: Walk) -> float:
        members = {labels[node] for node in walk} - {BACKGROUND}
        return len(walk) + 0.5 * sum(bool(want.sea[each]) for each in members) + 2 * len(members & rim)

    return max(range(len(faces)), key=lambda each: (weight(faces[each]), -each)) if faces else 0


def fill(embedding: Embedding) -> tuple[list[int], list[tuple[int, int, int]], list[int]]:
    """The embedding as triangles: labels of all vertices, the triangles, and the vertices of the rim in order.

    Every face that is no triangle gets background in its middle, and all lies in a ring of background.
    """
    labels = list(embedding.labels)
    triangles: list[tuple[int, int, int]] = []
    rim: list[int] = []
    if not embedding.faces:  # a single province
        rim = list(range(len(labels), len(labels) + 6))
        labels += [BACKGROUND] * 6
        triangles = [(embedding.single, rim[at - 1], rim[at]) for at in range(6)]
    for index, walk in enumerate(embedding.faces):
        size = len(walk)
        if index != embedding.outer and size == 3 and len(set(walk)) == 3:
            triangles.append((walk[0], walk[1], walk[2]))
            continue
        if index != embedding.outer and len(set(walk)) == size:
            middle = len(labels)
            labels.append(BACKGROUND)
            triangles += [(walk[at - 1], walk[at], middle) for at in range(size)]
            continue
        ring = _ring(walk, labels, triangles)
        if index == embedding.outer:
            rim = ring
        else:
            middle = len(labels)
            labels.append(BACKGROUND)
            triangles += [(ring[at - 1], ring[at], middle) for at in range(len(ring))]
    return labels, triangles, rim


def _ring(walk: Walk, labels: list[int], triangles: list[tuple[int, int, int]]) -> list[int]:
    """Background along a face: a vertex for each of its sides, two where it has but two of them."""
    ring: list[int] = []
    each = 1 if len(walk) > 2 else 2
    for at, node in enumerate(walk):
        side = list(range(len(labels), len(labels) + each))
        labels += [BACKGROUND] * each
        ring += side
        triangles.append((node, walk[(at + 1) % len(walk)], side[-1]))
        if each == 2:
            triangles.append((node, side[1], side[0]))
    # each corner joins the last vertex of one side with the first of the next
    for at, node in enumerate(walk):
        triangles.append((ring[each * at - 1], node, ring[each * at]))
    return ring
