"""Boards of a few provinces, for tests that need a rule and nothing else."""

from dipmap.model import Adjacency, Kind, Power, Province, Terrain, Units, Variant


def land(id_, name=None, **rest):
    return Province(id_, name or id_.capitalize(), Terrain.LAND, **rest)


def coast(id_, name=None, **rest):
    return Province(id_, name or id_.capitalize(), Terrain.COAST, **{"fleets": True, **rest})


def sea(id_, name=None, **rest):
    return Province(
        id_, name or id_.capitalize(), Terrain.SEA, **{"armies": False, "fleets": True, "convoys": True, **rest}
    )


def power(id_, name=None, homes=(), **rest):
    return Power(id_, name or id_.capitalize(), rest.pop("adjective", ""), id_, "#808080", tuple(homes), **rest)


def edge(a, b, units=Units.BOTH, kind=Kind.BORDER, **rest):
    if not rest.get("oneway"):
        a, b = sorted((a, b))
    return Adjacency(a, b, units, kind, **rest)


def board(provinces, edges=(), powers=None, *, name="Probe", **rest):
    """A variant of these provinces, of two powers where none are given."""
    powers = powers or (power("redland"), power("blueland"))
    provinces = tuple(sorted(provinces, key=lambda province: province.id))
    return Variant("probe", name, "1", provinces, tuple(edges), tuple(powers), **rest)
