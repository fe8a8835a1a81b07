"""Small variants with everything that the schema lets through: names, ids, edges, starts that nobody would choose."""

from dataclasses import replace

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from dipmap.model import (
    Adjacency,
    Builds,
    Coast,
    Kind,
    Opening,
    Power,
    Province,
    Start,
    Terrain,
    Unit,
    Units,
    UnitType,
    Variant,
    Victory,
)

_NASTY = st.sampled_from(
    [
        *("Use", "Map Room", "Begin", "Rule Britannia", "Victory", "Hold", "The", "Army of One", "A Coruña", "Lon S"),
        *("AAA", "abb", "Redland", "NC", "East Coast", "Trans Siberian Railroad", "An A", "= (", "# 1", "-> x", "Over"),
        *("カイロ", "Øst\u3000Sø", "ßß", "The 'Hood", "O'Brien's", "a/b", "St. Petersburg", "Via", "\u202eLon", "  "),
    ],
)
_NAMES = st.one_of(_NASTY, st.text(max_size=8))
_IDS = st.one_of(
    st.sampled_from(
        ["the", "nc", "via", "or", "on", "cut", "a", "f", "r1", "s04", "x", "and", "aaa", "aab", "void", "abc"]
    ),
    st.text("abc1", min_size=1, max_size=4),
)
_UNITS = st.sampled_from(list(Units))


@st.composite
def _provinces(draw):
    found = []
    for id_ in sorted(draw(st.sets(_IDS, min_size=1, max_size=7))):
        terrain = draw(st.sampled_from(list(Terrain)))
        armies = terrain is not Terrain.SEA or draw(st.integers(0, 3)) == 0
        fleets = terrain is not Terrain.LAND
        coasts = ()
        impassable = draw(st.integers(0, 7)) == 7
        if terrain is Terrain.COAST and draw(st.booleans()):
            names = draw(
                st.lists(
                    st.sampled_from(["nc", "sc", "ec", "wc", "north", "x", "w"]), min_size=2, max_size=4, unique=True
                )
            )
            coasts = tuple(Coast(name, draw(_NAMES)) for name in names)
        found.append(
            Province(
                id_,
                draw(_NAMES),
                terrain,
                tuple(draw(st.lists(_NAMES, max_size=2))),
                armies=armies,
                fleets=fleets,
                convoys=terrain is Terrain.SEA or draw(st.integers(0, 5)) == 0,
                centre=draw(st.booleans()) and not impassable,
                coasts=coasts,
                impassable=impassable,
            ),
        )
    return found


@st.composite
def _edges(draw, provinces):
    found = {}
    for one, other in draw(st.lists(st.tuples(st.sampled_from(provinces), st.sampled_from(provinces)), max_size=12)):
        if one.id == other.id:
            continue
        units = draw(_UNITS)
        if (one.coasts or other.coasts) and units is Units.BOTH:
            units = Units.ARMY
        ends = [one.id, other.id]
        if units is Units.FLEET:
            ends = [draw(st.sampled_from(item.locations[1:] or item.locations)) for item in (one, other)]
        oneway = draw(st.integers(0, 5)) == 0
        if not oneway:
            ends.sort()
        kind = draw(st.sampled_from(list(Kind)))
        pair = (*sorted(ends), units)
        if pair not in found:
            found[pair] = Adjacency(ends[0], ends[1], units, kind, oneway=oneway)
    return tuple(found.values())


@st.composite
def _variants(draw):
    provinces = draw(_provinces())
    centres = [item.id for item in provinces if item.centre]
    powers = []
    for id_ in sorted(
        draw(st.sets(st.sampled_from(["red", "usa", "m", "x1", "blueland", "lon", "abc"]), min_size=2, max_size=4))
    ):
        homes = tuple(place for place in centres if draw(st.booleans()))
        powers.append(Power(id_, draw(_NAMES), draw(_NAMES), id_, "#808080", homes, playable=draw(st.booleans())))
    owners = [None, *(item.id for item in powers)]
    provinces = [replace(item, owner=draw(st.sampled_from(owners)) if item.centre else None) for item in provinces]
    units = []
    for item in provinces:
        choices = [unit for unit, able in ((UnitType.ARMY, item.armies), (UnitType.FLEET, item.fleets)) if able]
        if choices and not item.impassable and draw(st.booleans()):
            unit = draw(st.sampled_from(choices))
            places = item.locations[1:] if unit is UnitType.FLEET and item.coasts else (item.id,)
            units.append(Unit(draw(st.sampled_from(owners)), unit, draw(st.sampled_from(places))))
    return Variant(
        "probe",
        draw(_NAMES),
        "1",
        tuple(provinces),
        draw(_edges(provinces)),
        tuple(powers),
        start=Start(tuple(units), Opening() if draw(st.booleans()) else None),
        builds=Builds(draw(st.sampled_from(["homes", "owned", "any-home"]))),
        victory=Victory(at_least=draw(st.integers(0, 5))),
    )


def any_variants(count):
    """So many variants of all kinds, the same ones each time; most of them can be written."""
    found = []

    @settings(
        max_examples=count,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(_variants())
    def collect(item):
        found.append(item)

    collect()
    return found
