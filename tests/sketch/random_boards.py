"""Random planar boards, and sketch.yaml of the facts files."""

from __future__ import annotations

import json
import random

import networkx as nx

from dipmap.model import Adjacency, Province, Terrain, Units, Variant

GROUNDS = (Terrain.LAND, Terrain.COAST, Terrain.COAST, Terrain.SEA)


def board(seed, most=24):
    """A variant on a dense planar graph with random terrains; no fleets between coasts, which a graph cannot promise."""
    dice = random.Random(seed)
    count = dice.randint(1, most)
    points = [(dice.random(), dice.random()) for _ in range(count)]
    graph = nx.Graph()
    graph.add_nodes_from(range(count))
    pairs = sorted(
        ((points[a][0] - points[b][0]) ** 2 + (points[a][1] - points[b][1]) ** 2, a, b)
        for a in range(count)
        for b in range(a)
    )
    goal = dice.uniform(1.8, 2.6) * count
    for _, a, b in pairs:
        if graph.number_of_edges() < goal:
            graph.add_edge(a, b)
            if not nx.check_planarity(graph)[0]:
                graph.remove_edge(a, b)
    grounds = [dice.choice(GROUNDS) for _ in range(count)]
    edges = []
    for a, b in sorted(tuple(sorted(edge)) for edge in graph.edges):
        both = {grounds[a], grounds[b]}
        if both != {Terrain.LAND, Terrain.SEA}:
            edges.append(Adjacency(f"p{a:02}", f"p{b:02}", Units.FLEET if Terrain.SEA in both else Units.ARMY))
    provinces = tuple(
        Province(
            f"p{at:02}",
            f"Place {at}",
            ground,
            armies=ground is not Terrain.SEA,
            fleets=ground is not Terrain.LAND,
            convoys=ground is Terrain.SEA,
        )
        for at, ground in enumerate(grounds)
    )
    return Variant("random", "Random", "1", provinces, tuple(edges))


def table_of(variant, positions=None, **more):
    """The `sketch.yaml` of a variant, in flow style."""
    provinces = {}
    for each in variant.provinces:
        entry = {"name": each.name, "terrain": "impassable" if each.impassable else each.terrain.value}
        if each.coasts:
            entry["coasts"] = {coast.id: coast.name for coast in each.coasts}
        if positions and each.id in positions:
            entry["at"] = list(positions[each.id])
        provinces[each.id] = entry
    edges = [
        {
            "between": [edge.a, edge.b],
            "units": edge.units.value,
            "kind": edge.kind.value,
            **({"via": edge.keeper} if edge.keeper else {}),
        }
        for edge in variant.adjacency
    ]
    return json.dumps({"id": variant.id, "name": variant.name, "provinces": provinces, "edges": edges, **more})
