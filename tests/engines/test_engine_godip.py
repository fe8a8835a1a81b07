"""godip packages: the graph read back from the Go text, verdicts, the map, and what Go's own tools say of them."""

import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from effort import OURS
from facts_model import facts_variant, standard_variant
from lxml import etree

from dipmap import dialects
from dipmap.draft import Known
from dipmap.engines import Handling, Material, engine, refused
from dipmap.engines._godip.flow import Flow
from dipmap.engines._godip.names import identifiers, nations, package_name, quoted
from dipmap.engines._material import PackageMap
from dipmap.model import (
    BuildLimit,
    Builds,
    BuildSite,
    Calendar,
    End,
    Kind,
    Opening,
    Start,
    Turn,
    Unit,
    UnitType,
    Victory,
    province_of,
)
from dipmap.svg.drawing import read_drawing
from dipmap.svg.xml import SVG, local, read_document

ENGINE = engine("godip")
ROOT = Path(__file__).parents[2]
STUB = Path(__file__).with_name("godip_stub")
needs_go = pytest.mark.skipif(
    not (shutil.which("go") and shutil.which("gofmt")), reason="Go is not installed: apt-get install golang-go"
)


def variant_of(name):
    return standard_variant() if name == "standard" else facts_variant(name)


def text(variant, part):
    written = {path.rpartition("/")[2]: data.decode() for path, data in ENGINE.write(variant).items()}
    return written[part]


def handled(variant):
    return {item.rule: item.handling for item in ENGINE.verdicts(variant)}


# ---- the graph, read back from the Go text

_FLAGS = {
    "godip.Land": {"land"},
    "godip.Sea": {"sea"},
    "godip.Coast...": {"land", "sea"},
    "godip.Archipelago...": {"land", "sea", "convoys"},
}


def read_graph(source):
    """Steps (flag, from, to), flags by node, and centres with the word of their nation."""
    steps, flags, centres = set(), {}, {}
    for line in source.splitlines():
        node = re.match(r'\t\tProv\("([^"]+)"\)(.*)\.$', line)
        if not node:
            continue
        place, rest = node.groups()
        assert place not in flags
        for target, flag in re.findall(r'\.Conn\("([^"]+)", ([^)]+)\)', rest):
            steps |= {(one, place, target) for one in _FLAGS[flag]}
        (flag,) = re.findall(r"\.Flag\(([^)]+)\)", rest)
        flags[place] = _FLAGS[flag]
        nation = re.search(r"\.SC\(([^)]+)\)", rest)
        if nation:
            centres[place] = nation[1]
    return steps, flags, centres


def wanted_steps(variant):
    found = set()
    for edge in variant.adjacency:
        if edge.kind is Kind.PERMISSION:
            continue
        for a, b in [(edge.a, edge.b)] + [(edge.b, edge.a)] * (not edge.oneway):
            if edge.units.army:
                found.add(("land", province_of(a), province_of(b)))
            if edge.units.fleet:
                found.add(("sea", a, b))
    return found


@pytest.mark.parametrize("name", OURS)
def test_graphs_are_equal_edge_by_edge(name):
    variant = variant_of(name)
    steps, flags, centres = read_graph(text(variant, "graph.go"))
    assert steps == wanted_steps(variant)
    assert {target for _, _, target in steps} <= set(flags)
    entered = [item for item in variant.provinces if not item.impassable]
    assert set(flags) == {place for item in entered for place in item.locations}
    for item in entered:
        if item.coasts:
            assert flags[item.id] == {"land"}
            assert all(flags[place] == {"sea"} for place in item.locations[1:])
        else:
            assert ("land" in flags[item.id], "sea" in flags[item.id]) == (item.armies, item.fleets)
            assert ("convoys" in flags[item.id]) == (item.convoys and item.armies)
    word = identifiers(variant)
    assert centres == {item.id: word.get(item.home, "godip.Neutral") for item in variant.centres}


def test_a_way_back_that_is_not_there_is_not_written():
    variant = standard_variant()
    edges = tuple(replace(edge, oneway=(edge.a, edge.b) == ("bul", "rum")) for edge in variant.adjacency)
    steps, _, _ = read_graph(text(replace(variant, adjacency=edges), "graph.go"))
    assert ("land", "bul", "rum") in steps
    assert ("land", "rum", "bul") not in steps


@pytest.mark.parametrize("name", OURS)
def test_the_start_has_units_and_owners(name):
    variant = variant_of(name)
    source = text(variant, f"{name}.go")
    units = dict(re.findall(r'units\["([^"]+)"\] = godip.Unit\{(.*)\}', source))
    word = identifiers(variant)
    standing = {unit.location for unit in variant.standing_units}
    expected = {
        unit.location: f"Type: godip.{unit.type.value.capitalize()}, "
        f"Nation: {word[unit.power] if unit.power else 'godip.Neutral'}"
        for unit in (*variant.start.units, *variant.standing_units)
    }
    assert units == expected
    owners = dict(re.findall(r'centres\["([^"]+)"\] = (\S+)', source))
    assert owners == {
        **{item.id: word[item.owner] for item in variant.centres if item.owner},
        **{item.id: "godip.Neutral" for item in variant.centres if not item.owner and item.id in standing},
    }


# ---- verdicts


@pytest.mark.parametrize(
    ("name", "losses"),
    [
        ("standard", set()),
        ("yubani", set()),
        ("zeus", {"secret-opening"}),
        ("stockholm", {"permission-passage"}),
        ("philadelphia", {"capacity", "secret-opening", "joint-opening"}),
    ],
)
def test_losses_are_exactly_the_named_ones(name, losses):
    variant = variant_of(name)
    assert {item.rule for item in refused(ENGINE.verdicts(variant))} == losses
    assert ENGINE.problems(variant) == []
    top = text(variant, f"{name}.go").partition("\npackage ")[0]
    for rule in losses:
        assert f"// - {rule} (changes play): " in top


def test_the_standard_board_is_native():
    assert set(handled(standard_variant()).values()) == {Handling.NATIVE}
    assert ENGINE.files(standard_variant()) == [
        "standard/standard.go",
        "standard/graph.go",
        "standard/svg/standardmap.svg",
    ]


def test_writing_twice_gives_the_same_bytes():
    assert ENGINE.write(facts_variant("zeus")) == ENGINE.write(facts_variant("zeus"))


# ---- turns


def shape(variant):
    return [
        (step.season, step.type, *(word for word in ("owns", "adjusts", "wins", "turns") if getattr(step, word)))
        for step in Flow(variant).steps
    ]


def test_yubani_is_one_movement_a_year():
    assert shape(facts_variant("yubani")) == [("Year", "Movement", "owns", "adjusts", "wins", "turns")]


def test_zeus_has_an_opening_before_the_usual_year():
    flow = Flow(facts_variant("zeus"))
    assert (flow.opening, flow.opening_year, flow.seasons) == ("Opening", 1939, ("Spring", "Fall", "Winter", "Opening"))
    assert [step.type[0] for step in flow.steps] == list("MRMRA")
    assert [step.owns for step in flow.steps] == [False, False, False, True, False]


def test_turns_without_phases_belong_to_the_phase_before():
    turns = (
        Turn("count", "Count", (), ownership=True, victory=True),
        Turn("move", "Move", ("movement",)),
    )
    variant = replace(standard_variant(), calendar=Calendar(turns, 5, "move", 10))
    assert shape(variant) == [("Move", "Movement", "owns", "wins", "turns")]


# ---- findings


def test_what_cannot_compile_is_found():
    variant = standard_variant()
    twin = Unit("france", UnitType.ARMY, "par")
    bad = replace(variant, start=Start((*variant.start.units, twin, Unit("spain", UnitType.FLEET, "spa"))))
    messages = " | ".join(item.message for item in ENGINE.problems(bad))
    assert "two start in" in messages
    assert "fleet at spa" in messages
    assert "names spain" in messages
    with pytest.raises(ValueError, match="godip"):
        ENGINE.write(bad)
    still = replace(variant, calendar=Calendar((Turn("x", "X", ("adjustment",)),), 1, "x"))
    assert any("movement" in item.message for item in ENGINE.problems(still))


def test_words_that_go_has_taken_are_not_used():
    variant = standard_variant()
    powers = tuple(
        replace(power, name=name)
        for power, name in zip(
            variant.powers, ["Neutral", "Army", "R\u00eam", "\u65e5\u672c", "x", "X", "9 a"], strict=True
        )
    )
    odd = replace(variant, id="go", powers=powers)
    assert package_name(odd) == "variantgo"
    assert len(set(identifiers(odd).values())) == 7
    assert "Neutral" not in nations(odd).values()
    assert handled(odd)["power-names"] is Handling.EMULATED
    assert quoted('a"\\\n\ufeff\ud800') == '"a\\"\\\\\\u000a\\ufeff\\ufffd"'


# ---- the map


@pytest.mark.parametrize("name", OURS)
def test_the_map_reads_back_to_the_same_provinces(drawn, name):
    variant, drawing = drawn(name)
    written = ENGINE.write(variant, Material(drawing))
    data = written[f"{name}/svg/{name}map.svg"]
    own = data[data.index(b'<g id="provinces"') : data.index(b'<g id="highlights"')]
    assert b"transform" not in own
    ids = re.findall(r'<g id="([^"]+)"', data.decode())
    assert [
        *("background", "provinces", "supply-centers", "province-centers"),
        *("highlights", "names", "units", "orders"),
    ] == ids
    document, problems = read_document("map.svg", data)
    assert problems == []
    picture, notices = read_drawing(document)
    assert notices == []
    assert dialects.recognise(picture) == "godip"
    places = {place for item in variant.provinces for place in item.locations}
    known = Known(ids=frozenset(variant.by_id), coasts=frozenset(place for place in places if "/" in place))
    draft = dialects.read(picture, known)
    assert {tag.id for tag in draft.provinces} == set(drawing.provinces)
    assert {tag.location for tag in draft.coasts} == set(drawing.coasts)
    assert {tag.province for tag in draft.centres} == {item.id for item in variant.centres}
    marked = {tag.location: tag.point for tag in draft.anchors}
    for item in variant.provinces:
        if not item.impassable:
            assert marked[item.id] == pytest.approx(variant.anchors[item.id]["unit"], abs=0.01)


@pytest.mark.parametrize("name", OURS)
def test_art_is_drawn_and_every_id_is_there_once(drawn, name):
    variant, drawing = drawn(name)
    root = etree.fromstring(ENGINE.write(variant, Material(drawing))[f"{name}/svg/{name}map.svg"])
    ids = root.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert set(drawing.provinces) | set(drawing.coasts) <= set(ids)
    seen = root.xpath("//*[@id='background']")[0]
    assert not [place for place in seen.xpath(".//@id") if place in variant.by_id or place.endswith("Center")]
    lines = {shape.get("d") for shape in seen.iter(f"{{{SVG}}}path")}
    for layer in ("background", "passages"):
        wanted = drawing.layer(layer)
        assert {shape.get("d") for shape in wanted.iter(f"{{{SVG}}}path")} <= lines
    water = seen[0]
    assert local(water) == "rect"
    assert [float(water.get(side)) for side in ("x", "y", "width", "height")] == list(drawing.box)
    names = root.xpath("//*[@id='names']")[0]
    assert len(list(names.iter(f"{{{SVG}}}text"))) >= len(list(drawing.layer("labels").iter(f"{{{SVG}}}text"))) > 0
    led = re.findall(r"(?:url\(|href=\")#([^)\"]+)", etree.tostring(root, encoding="unicode"))
    assert set(led) <= set(ids)


def test_art_never_takes_the_id_of_a_place_and_is_escaped(drawn):
    """A drawing whose art refers to a pattern `lon` and to `lonCenter`, with text that needs escapes."""
    variant, drawing = drawn("standard")
    art = (
        b'<g xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:label="foreground">'
        b'<path id="lonCenter" d="M0 0h5" fill="url(#lon)"/><path id="dot" d="M1 1h5"/>'
        b'<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#lonCenter"/>'
        b'<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#dot"/><text>&lt;g id="lon"&gt; &amp;</text></g>'
    )
    svg = re.sub(rb'(?s)<g [^>]*inkscape:label="foreground".*?(?=</svg>)', b"", drawing.svg)
    svg = svg.replace(b"</svg>", art + b"</svg>")
    root = etree.fromstring(ENGINE.write(variant, Material(PackageMap(svg)))["standard/svg/standardmap.svg"])
    for name, count in (("lon", 1), ("lonCenter", 1), ("dot", 1)):
        assert root.xpath("//@id").count(name) == count
    assert '<g id="lon"> &' in root.xpath("//*[local-name()='text']/text()")


def test_without_a_drawing_the_map_is_blank_and_says_so():
    assert "map is blank" in text(standard_variant(), "standard.go")


# ---- Go itself


def odd_variants():
    """Variants whose rules need generated code of every kind."""
    variant = standard_variant()
    turns = (
        Turn("move", "Move \u2028 \u65e5", ("movement",), ownership=True),
        Turn("rest", "Move \u2028 \u65e5", ("movement", "retreat", "adjustment"), victory=True),
    )
    opening = Opening({"france": 2}, exclusive=(("lon", "lvp"),))
    homes = tuple(
        replace(power, homes=(*power.homes, "bre")) if power.id == "england" else power for power in variant.powers
    )
    rich = Builds(
        extra=(BuildSite("england", "nwy"),), limits=(BuildLimit("russia", ("mos", "stp"), 1),), units=(UnitType.ARMY,)
    )
    yield replace(
        variant,
        id="odd1",
        name='+build odd "one" */ \\',
        designers=("A\nB",),
        powers=homes,
        calendar=Calendar(turns, -3, "rest", 5),
        start=Start(variant.start.units, opening),
        builds=rich,
        victory=Victory(at_least=4, tie="most"),
        end=End(9, "draw"),
    )
    yield replace(variant, id="odd2", builds=Builds("any-home"), standing_units=(Unit(None, UnitType.ARMY, "gre"),))
    yield replace(variant, id="odd3", builds=Builds("homes", "automatic"), retreats="none")
    yield replace(
        variant,
        id="odd4",
        builds=Builds("owned"),
        powers=(replace(variant.powers[0], playable=False), *variant.powers[1:]),
    )
    yield replace(variant, id="odd5", start=Start((), Opening()), victory=Victory())


YUBANI_TEST = """package yubani

import (
	"testing"

	"github.com/zond/godip"
)

func TestYears(t *testing.T) {
	s, err := YubaniStart()
	if err != nil {
		t.Fatal(err)
	}
	p := s.Phase()
	for year := 2021; year <= 2026; year++ {
		if p.Year() != year || p.Type() != godip.Movement {
			t.Fatalf("%d is %d, %s", year, p.Year(), p.Type())
		}
		p = p.Next()
	}
	if !over(p.Year()) || p.Next() != p {
		t.Fatal("the game goes on after its last year")
	}
	if got := winner(s); got != "" {
		t.Fatalf("%s has won at the start", got)
	}
	one, other := Nations[0], Nations[1]
	centres := s.SupplyCenters()
	for prov := range centres {
		delete(centres, prov)
	}
	for i := 0; i < 6; i++ {
		centres[godip.Province(string(rune('a'+i)))] = one
	}
	if got := winner(s); got != one {
		t.Fatalf("%q has won with six", got)
	}
	for i := 0; i < 7; i++ {
		centres[godip.Province(string(rune('p'+i)))] = other
	}
	if got := winner(s); got != "" {
		t.Fatalf("%q has won where two have enough", got)
	}
	late := YubaniBlank(Phase(2027, "Year", godip.Movement))
	late.SetSupplyCenters(centres)
	if got := winner(late); got != other {
		t.Fatalf("%q has most after the last year", got)
	}
}

type fake struct {
	godip.State
	units, dislodged map[godip.Province]godip.Unit
	centres          map[godip.Province]godip.Nation
}

func (f *fake) Units() map[godip.Province]godip.Unit { return f.units }

func (f *fake) Dislodgeds() map[godip.Province]godip.Unit { return f.dislodged }

func (f *fake) SupplyCenters() map[godip.Province]godip.Nation { return f.centres }

func (f *fake) Unit(prov godip.Province) (godip.Unit, godip.Province, bool) {
	unit, found := f.units[prov]
	return unit, prov, found
}

func (f *fake) SetUnit(prov godip.Province, unit godip.Unit) error {
	f.units[prov] = unit
	return nil
}

func (f *fake) RemoveDislodged(prov godip.Province) { delete(f.dislodged, prov) }

func (f *fake) ClearDislodgers() {}

func (f *fake) ClearBounces() {}

func TestEndOfYear(t *testing.T) {
	f := &fake{
		units:     map[godip.Province]godip.Unit{"cai": {Type: godip.Army, Nation: Egypt}},
		dislodged: map[godip.Province]godip.Unit{"cai": {Type: godip.Army, Nation: Turkey}},
		centres:   map[godip.Province]godip.Nation{"cai": Egypt, "sud": Egypt, "ank": Turkey},
	}
	if err := Phase(2021, "Year", godip.Movement).PostProcess(f); err != nil {
		t.Fatal(err)
	}
	if len(f.dislodged) != 0 {
		t.Fatal("a dislodged unit is left")
	}
	if len(f.units) != 3 || f.units["sud"].Nation != Egypt || f.units["ank"].Type != godip.Army {
		t.Fatalf("built: %v", f.units)
	}
}
"""


@needs_go
@pytest.mark.slow
def test_go_formats_vets_and_runs_the_packages(tmp_path):
    """The stub becomes a module of its own name; ours replaces godip by it. Slow: Go compiles each of ten packages."""
    variants = [*map(variant_of, OURS), *odd_variants()]
    stub, ours = tmp_path / "godip", tmp_path / "ours"
    shutil.copytree(STUB, stub)
    ours.mkdir()
    (ours / "go.mod").write_text(
        "module example.org/ours\n\ngo 1.16\n\nrequire github.com/zond/godip v0.0.0\n\n"
        "replace github.com/zond/godip => ../godip\n"
    )
    for variant in variants:
        assert ENGINE.problems(variant) == []
        for name, data in ENGINE.write(variant).items():
            path = ours / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    (ours / "yubani" / "years_test.go").write_text(YUBANI_TEST)
    environment = {**os.environ, "GOPROXY": "off", "GOFLAGS": "-mod=mod", "GOSUMDB": "off"}
    for command in (["gofmt", "-l", "."], ["go", "vet", "./..."], ["go", "test", "./yubani"]):
        done = subprocess.run(
            command, cwd=ours, env=environment, capture_output=True, check=False, encoding="utf-8", timeout=280
        )
        assert done.returncode == 0, done.stdout + done.stderr
        if command[0] == "gofmt":
            assert done.stdout == ""
