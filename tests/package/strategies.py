"""Any variant that the schema of packages allows, for properties of whatever takes variants."""

from hypothesis import strategies as st

from dipmap.model import (
    Adjacency,
    Barrier,
    BuildLimit,
    Builds,
    BuildSite,
    Calendar,
    Coast,
    End,
    Fact,
    Kind,
    Opening,
    Points,
    Power,
    Province,
    Rule,
    Schedule,
    Start,
    Terrain,
    Turn,
    Unit,
    Units,
    UnitType,
    Variant,
    Victory,
)

FACT_VALUES = st.none() | st.booleans() | st.integers(0, 99) | st.sampled_from(["army", "none"]) | st.just(["a", "b"])
NAMES = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12)
IDS = st.from_regex(r"[a-z0-9]{1,4}", fullmatch=True)
SLUGS = st.from_regex(r"[a-z0-9]{1,4}([_-][a-z0-9]{1,3})?", fullmatch=True)
POINTS = st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))


@st.composite
def variants(draw):
    """Any variant whose parts fit together."""
    powers = draw(st.lists(SLUGS, unique=True, max_size=4))
    owner = st.sampled_from([None, *powers])
    provinces = []
    for identity in sorted(draw(st.lists(IDS, min_size=1, max_size=7, unique=True))):
        terrain = draw(st.sampled_from(Terrain))
        impassable = draw(st.booleans()) and terrain is Terrain.LAND
        coasts = draw(st.lists(IDS, unique=True, max_size=2)) if terrain is Terrain.COAST else []
        flag = st.just(False) if impassable else st.booleans()
        provinces.append(
            Province(
                identity,
                draw(NAMES),
                terrain,
                tuple(draw(st.lists(NAMES, max_size=2))),
                draw(flag),
                draw(flag),
                draw(st.booleans()),
                draw(st.integers(1, 99)),
                draw(st.booleans()),
                draw(owner),
                draw(owner),
                tuple(Coast(coast, draw(NAMES)) for coast in coasts),
                impassable,
                draw(st.booleans()),
            ),
        )
    by_id = {province.id: province for province in provinces}
    locations = sorted(location for province in provinces for location in province.locations)

    def fits(location, unit):
        province = by_id[location.partition("/")[0]]
        if unit is UnitType.ARMY:
            return province.armies and "/" not in location
        return province.fleets and bool(province.coasts) == ("/" in location)

    edges, barriers = {}, {}
    for _ in range(draw(st.integers(0, 8))):
        a, b = draw(st.sampled_from(locations)), draw(st.sampled_from(locations))
        if a.partition("/")[0] == b.partition("/")[0]:
            continue
        units = Units.of(
            army=fits(a, UnitType.ARMY) and fits(b, UnitType.ARMY),
            fleet=fits(a, UnitType.FLEET) and fits(b, UnitType.FLEET),
        )
        oneway = draw(st.booleans())
        low, high = (a, b) if oneway else sorted((a, b))
        kind = draw(st.sampled_from(Kind))
        keeper = draw(st.sampled_from(sorted(by_id))) if kind is Kind.PERMISSION else None
        if units:
            edges[low, high, oneway] = Adjacency(low, high, units, kind, keeper, oneway)
        barriers[tuple(sorted((a, b)))] = Barrier(*sorted((a, b)), draw(st.sampled_from(Units)))
    standing = [
        (kind, location)
        for location in locations
        for kind in UnitType
        if fits(location, kind) and "/" not in location and draw(st.booleans())
    ]
    seen, units = set(), []
    for kind, location in standing:
        if location not in seen:
            seen.add(location)
            units.append(Unit(draw(owner), kind, location))
    turns = tuple(
        Turn(
            identity,
            draw(NAMES),
            tuple(draw(st.lists(st.sampled_from(["movement", "retreat", "adjustment"]), min_size=1, unique=True))),
            draw(st.booleans()),
            draw(st.booleans()),
        )
        for identity in draw(st.lists(SLUGS, min_size=1, max_size=4, unique=True))
    )
    sites = st.sampled_from([province.id for province in provinces])
    amounts = st.dictionaries(st.sampled_from(powers), st.integers(0, 9)) if powers else st.just({})
    return Variant(
        draw(SLUGS),
        draw(NAMES),
        draw(st.sampled_from(["1", "1.0", "2.3.4", "1.0.0-rc.1"])),
        tuple(provinces),
        tuple(edges[key] for key in sorted(edges)),
        tuple(
            Power(
                power,
                draw(NAMES),
                draw(NAMES),
                draw(NAMES),
                draw(st.from_regex(r"#[0-9a-f]{6}", fullmatch=True)),
                tuple(province.id for province in provinces if province.home == power),
                draw(st.booleans()),
                tuple(draw(st.lists(NAMES, max_size=2))),
            )
            for power in powers
        ),
        tuple(barriers[key] for key in sorted(barriers)),
        tuple(draw(st.lists(NAMES, max_size=2))),
        draw(st.text(st.characters(exclude_categories=("Cs",)), max_size=9)),
        "standard",
        draw(NAMES),
        draw(NAMES),
        tuple(unit for unit in units if unit.power is None),
        Calendar(turns, draw(st.integers(-99999, 99999)), turns[0].id, draw(st.integers(1, 5))),
        Start(
            tuple(unit for unit in units if unit.power is not None),
            draw(
                st.none()
                | st.builds(
                    Opening,
                    amounts,
                    st.booleans(),
                    st.booleans(),
                    st.lists(st.tuples(sites, sites), max_size=2).map(tuple),
                    st.lists(sites, max_size=2).map(tuple),
                    NAMES,
                    st.none() | st.integers(-999, 9999),
                ),
            ),
        ),
        draw(
            st.builds(
                Builds,
                st.sampled_from(["homes", "owned", "any-home"]),
                st.sampled_from(["orders", "automatic"]),
                st.lists(st.sampled_from(UnitType), min_size=1, unique=True).map(tuple),
                st.lists(st.builds(BuildSite, st.sampled_from(powers), sites), max_size=2).map(tuple)
                if powers
                else st.just(()),
                st.lists(
                    st.builds(BuildLimit, st.sampled_from(powers), st.tuples(sites), st.integers(0, 9)),
                    max_size=2,
                ).map(tuple)
                if powers
                else st.just(()),
            ),
        ),
        draw(st.sampled_from(["normal", "none"])),
        draw(
            st.builds(
                Victory,
                st.sampled_from(["centres", "points"]),
                st.integers(0, 99),
                st.booleans(),
                st.booleans(),
                st.sampled_from(["continue", "most"]),
                st.builds(Points, st.integers(0, 9), st.integers(0, 9), amounts),
            ),
        ),
        draw(
            st.builds(
                End,
                st.none() | st.integers(-9999, 9999),
                st.sampled_from(["draw", "most-wins"]),
                st.sampled_from(["survivors", "none"]),
                st.sampled_from(["game", "phase"]),
            )
        ),
        draw(
            st.builds(
                Schedule,
                st.none() | st.floats(0.1, 1000),
                st.none() | st.floats(0.1, 1000),
                st.sampled_from(["always", "movement"]),
                st.lists(NAMES, max_size=2).map(tuple),
                st.sampled_from(["", "20:00"]),
                st.sampled_from(["", "24:00"]),
                st.sampled_from(["separate", "joint", "on-request"]),
            ),
        ),
        draw(st.dictionaries(IDS, NAMES, max_size=3)),
        tuple(
            Rule(
                identity,
                draw(NAMES),
                draw(NAMES),
                (Fact(draw(NAMES) or "id", draw(FACT_VALUES)),),
                (),
                draw(st.booleans()),
            )
            for identity in draw(st.lists(IDS, max_size=2, unique=True))
        ),
        draw(
            st.dictionaries(
                st.sampled_from(locations),
                st.dictionaries(st.sampled_from(["unit", "dislodged", "centre", "label"]), POINTS),
                max_size=4,
            ),
        ),
    )
