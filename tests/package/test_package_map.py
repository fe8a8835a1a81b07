"""The normalised map: it reads again as the same variant, and nothing in it is active."""

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dipmap import pipeline
from dipmap.package.normalise import LAYERS, normalised_map
from dipmap.package.pathtext import digits, number, path_text
from dipmap.svg.drawing import read_drawing
from dipmap.svg.pathdata import read_path
from dipmap.svg.xml import INKSCAPE, elements, local, read_document
from package.small import ART, HEAD, LABELS, SHAPES, YAML, small_map, small_source

SOURCES = Path(__file__).parents[2] / "sources"


def normal(source):
    facts = pipeline.read(source)
    return facts, normalised_map(facts)


def tree(data):
    document, notices = read_document("map.svg", data)
    assert not notices
    drawing, notices = read_drawing(document)
    assert [each.finding.message for each in notices] == []
    return drawing


def same(one, two):
    for field in fields(one):
        assert getattr(one, field.name) == getattr(two, field.name), field.name


def again(data, folder, declaration):
    return pipeline.read(small_source(folder, drawing=data.decode(), declaration=declaration))


def layers(drawing):
    return {item.element.get(f"{{{INKSCAPE}}}label"): item for item in drawing.root.children}


def test_the_description_ends_with_what_is_known(tmp_path):
    facts = pipeline.read(small_source(tmp_path))
    for changed, told in (
        ({}, "small 1.0.0, normalised by dipmap. Somebody. CC BY 4.0"),
        ({"designers": ()}, "small 1.0.0, normalised by dipmap. CC BY 4.0"),
        ({"designers": (), "licence": ""}, "small 1.0.0, normalised by dipmap"),
    ):
        data = normalised_map(replace(facts, variant=replace(facts.variant, **changed)))
        assert f"<desc>{told}</desc>".encode() in data


def test_it_has_the_canonical_layers_and_ids_that_are_locations(tmp_path):
    facts, data = normal(small_source(tmp_path / "a"))
    drawing = tree(data)
    assert tuple(layers(drawing)) == LAYERS
    assert drawing.page == (0, 0, 400, 300)
    found = layers(drawing)
    ids = [item.element.get("id") for item in found["provinces"].children]
    assert ids == [province.id for province in facts.variant.provinces]
    assert [item.element.get("id") for item in found["coasts"].children] == ["sou/ec", "sou/wc"]
    for layer in ("provinces", "coasts"):
        assert all(item.tag == "path" and item.element.get("transform") is None for item in found[layer].children)
    every = [element.get("id") for element in elements(drawing.document.root) if element.get("id")]
    assert len(every) == len(set(every))


def test_it_reads_again_as_the_same_variant(tmp_path):
    facts, data = normal(small_source(tmp_path / "a"))
    more = again(data, tmp_path / "b", YAML)
    assert more.draft.dialect == "dipmap"
    same(facts.variant, more.variant)
    assert [each.name for each in more.notices] == []
    assert normalised_map(more) == normalised_map(again(normalised_map(more), tmp_path / "c", YAML))


def test_it_is_the_same_every_time(tmp_path):
    assert normal(small_source(tmp_path / "a"))[1] == normal(small_source(tmp_path / "b"))[1]


@pytest.mark.parametrize("source", sorted(path.parent.name for path in SOURCES.glob("*/variant.yaml")))
def test_our_own_maps_read_again_as_the_same_variant(source, tmp_path):
    folder = SOURCES / source
    facts, data = normal(folder)
    if facts.variant is None:
        pytest.skip("not drawn yet")
    declaration = (folder / "variant.yaml").read_text(encoding="utf-8")
    declaration = re.sub(r"^map:.*\n", "", declaration, flags=re.MULTILINE)
    rules = facts.rules.rules if facts.rules else ()
    same(facts.variant, replace(again(data, tmp_path / "b", declaration).variant, rules=rules))


@pytest.mark.shared
@pytest.mark.slow
def test_maps_of_others_read_again_as_the_same_variant(shared, tmp_path):
    import json

    for folder in sorted((shared / "corpus").iterdir()):
        if not (folder / "truth.json").exists():
            continue
        truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
        for bound in (True, False):
            target = tmp_path / f"{folder.name}-{bound}"
            target.mkdir()
            (target / "variant.yaml").write_text(declared(truth, bound=bound), encoding="utf-8")
            if bound:
                (target / "map.svg").write_bytes((folder / "map.svg").read_bytes())
                facts, data = normal(target)
            else:
                (target / "map.svg").write_bytes(data)
                same(facts.variant, pipeline.read(target).variant)


def declared(truth, *, bound):
    """The variant.yaml of a corpus map; with its shapes bound to the names they have there, or by their ids."""
    import json

    shut = truth.get("impassable") or []
    lines = ["id: corpus", "name: Corpus", 'version: "1"', "provinces:"]
    for identity, province in truth["provinces"].items():
        if identity in shut:
            continue
        terrain = province["type"] if province["type"] in ("land", "coast", "sea") else "coast"
        entry = {"name": province["name"] or identity, "terrain": terrain}
        coasts = {}
        for coast in province["coasts"]:
            for key in (f"{identity}/{coast}", f"{identity}-{coast}"):
                if key in (truth.get("coast_element") or {}):
                    coasts[coast] = {"shape": truth["coast_element"][key]} if bound else {}
        if coasts:
            entry["coasts"] = coasts
        if bound:
            entry["shape"] = truth["province_element"].get(identity) or identity
        lines.append(f"  {identity}: {json.dumps(entry, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


# ---- nothing active

EVIL = """
  <script>alert(1)</script><script href="data:text/javascript,alert(1)"/>
  <style>@import url(http://evil.example/x.css); rect { fill: url(http://evil.example/f.svg#x) } #water { background: url(x) }
    .bad { behavior: url(x.htc); -moz-binding: url(x); fill: expression(alert(1)) } .good { fill: #123456 }</style>
  <foreignObject width="10" height="10"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="evil"/></body></foreignObject>
  <g id="background" onload="alert(1)" style="fill:url('javascript:alert(1)');cursor:url(evil.cur)">
    <rect id="water" width="400" height="300" onclick="alert(1)" fill="url(http://evil.example/g.svg#deep)" class="bad good"/>
    <image width="10" height="10" xlink:href="http://evil.example/x.png"/>
    <image width="10" height="10" xlink:href="file:///etc/passwd"/>
    <image width="10" height="10" href="data:image/svg+xml;base64,PHN2Zz48L3N2Zz4="/>
    <image width="10" height="10" href="data:image/png;base64,iVBORw0KGgo="/>
    <use xlink:href="http://evil.example/x.svg#a"/><use xlink:href="evil.svg#a"/><use href="#nowhere"/>
    <a xlink:href="javascript:alert(1)"><rect width="5" height="5"><animate attributeName="href" to="javascript:alert(1)"/></rect></a>
    <rect width="5" height="5"><set attributeName="onclick" to="alert(1)"/></rect>
    <text x="1" y="1">t<a href="javascript:alert(1)">u</a><script>v</script>w</text>
    <rect width="6" height="6" style="fill:url(#p);filter:url(#f)"/>
    <metadata><x xmlns="urn:x" onload="alert(1)"/></metadata>
    <x:evil xmlns:x="urn:x" onload="alert(1)"/>
    <handler type="text/ecmascript">alert(1)</handler>
    <video src="http://evil.example"/><iframe src="http://evil.example"/><embed src="x"/>
  </g>
  <defs>
    <pattern id="p" width="5" height="5" onload="alert(1)"><image href="http://evil.example/x"/><script>alert(1)</script><rect width="2" height="2"/></pattern>
    <filter id="f"><feImage href="http://evil.example/x"/><feGaussianBlur stdDeviation="1"/></filter>
  </defs>
"""
FORBIDDEN = re.compile(
    rb"script|evil|alert|\bon\w+\s*=|foreignObject|iframe|javascript|http://(?!www\.(w3|inkscape)\.org)|file:|import|behavior"
    rb"|binding|expression|<!DOCTYPE|<!ENTITY|feImage|animate|<set|cursor|data:(?!image/png;base64,[A-Za-z0-9+/=]+\")",
)


def test_nothing_active_survives(tmp_path):
    drawing = '<!DOCTYPE svg [<!ENTITY x "10">]>\n' + small_map(EVIL).replace('width="6"', 'width="&x;"')
    facts, data = normal(small_source(tmp_path / "a", drawing=drawing))
    assert facts.variant is not None
    assert FORBIDDEN.findall(data) == []
    text = data.decode()
    for kept in (
        'fill="#123456"',
        "data:image/png;base64,iVBORw0KGgo=",
        "<pattern ",
        "<feGaussianBlur ",
        "tuw",
        'width="10"',
    ):
        assert kept in re.sub(r"</?tspan>", "", text), kept
    used = {element.tag.rpartition("}")[2] for element in elements(tree(data).document.root)}
    art = {"g", "path", "rect", "circle", "text", "tspan", "image", "use"}
    assert used <= art | {"svg", "title", "desc", "defs", "pattern", "filter", "feGaussianBlur"}
    same(facts.variant, again(data, tmp_path / "b", YAML).variant)


def test_attributes_are_those_of_a_list(tmp_path):
    shapes = SHAPES.replace("<rect ", '<rect onmouseover="alert(1)" data-evil="1" href="javascript:alert(1)" ')
    data = normal(small_source(tmp_path / "a", drawing=small_map(EVIL, shapes)))[1]
    names = {name for element in elements(tree(data).document.root) for name in element.keys()}  # noqa: SIM118
    assert not {name for name in names if name.startswith("on") or name in ("href", "class", "data-evil", "style")}


def test_art_has_no_names_that_could_be_read(tmp_path):
    facts, data = normal(small_source(tmp_path / "a"))
    assert b"lon/sea" not in data  # the name of a text in the layer labels
    assert b"West <tspan" in data
    assert "lon" not in facts.variant.by_id


@pytest.mark.parametrize(
    "bad", ["url(#a) url(http://x)", "red;}", "expression(1)", "image(x)", "\\75rl(x)", "@import", "a" * 3000]
)
def test_values_with_anything_odd_are_dropped(bad):
    from dipmap.package.styles import harmless

    assert harmless(bad) == ""


@pytest.mark.parametrize(
    "good", ["#fff", "rgb(1, 2, 3)", "url(#a)", "url('#a') none", "'Noto Serif', serif", "1.5px", "10%"]
)
def test_ordinary_values_stay(good):
    from dipmap.package.styles import harmless

    assert harmless(good) == good


def test_pictures_beyond_a_limit_are_left_out(tmp_path):
    picture = '<image href="data:image/png;base64,{}" width="1" height="1"/>'.format("A" * 5_000_000)
    art = f'<g id="background">{picture}{picture}</g>'
    data = normal(small_source(tmp_path / "a", drawing=small_map(art)))[1]
    assert data.count(b"<image") == 1


# ---- how the map looks


def test_hidden_provinces_stay_hidden(tmp_path):
    shapes = SHAPES.replace('<g id="provinces"', '<g id="provinces" style="display:none"')
    facts, data = normal(small_source(tmp_path / "a", drawing=small_map(shapes=shapes)))
    assert layers(tree(data))["provinces"].hidden
    same(facts.variant, again(data, tmp_path / "b", YAML).variant)


def test_one_hidden_province_stays_hidden(tmp_path):
    shapes = SHAPES.replace('<path id="wes"', '<path id="wes" visibility="hidden"')
    found = layers(tree(normal(small_source(tmp_path / "a", drawing=small_map(shapes=shapes)))[1]))["provinces"]
    assert not found.hidden
    assert [item.element.get("id") for item in found.children if item.hidden] == ["wes"]


def test_strokes_are_scaled_with_the_shape(tmp_path):
    shapes = SHAPES.replace('<g id="provinces"', '<g transform="scale(0.1)"><g transform="scale(10)" id="provinces"')
    shapes = shapes.replace("</g>", "</g></g>", 1).replace(
        'stroke-width="2"', 'stroke-width="2" stroke-dasharray="4 2px"'
    )
    data = normal(small_source(tmp_path / "a", drawing=small_map(shapes=shapes)))[1].decode()
    assert 'stroke-width="2"' in data
    half = SHAPES.replace("translate(100 100)", "translate(100 100) scale(0.5)").replace(
        'width="100" height="100"/>\n    <rect id="sou"', 'width="200" height="200"/>\n    <rect id="sou"'
    )
    data = normal(small_source(tmp_path / "b", drawing=small_map(shapes=half)))[1].decode()
    line = next(line for line in data.splitlines() if 'id="mid"' in line)
    assert 'stroke-width="1"' in line
    assert 'd="M100 100L200 100 200 200 100 200Z"' in line


def test_fill_rules_are_kept_and_shapes_of_several_parts_are_one_path(tmp_path):
    ring = '<path id="mid/coast" fill-rule="evenodd" d="M100 100H200V200H100ZM130 130H170V170H130Z"/>'
    shapes = re.sub(r"<rect id=.mid/coast.*?/>", ring, SHAPES, flags=re.DOTALL)
    data = normal(small_source(tmp_path / "a", drawing=small_map(shapes=shapes)))[1].decode()
    assert 'fill-rule="evenodd"' in next(line for line in data.splitlines() if 'id="mid"' in line)
    parts = '<path id="mid/coast" d="M100 100H200V150H100Z"/><path id="mid_2" data-province="mid" d="M100 140V200H200V140Z"/>'
    shapes = re.sub(r"<rect id=.mid/coast.*?/>", parts, SHAPES, flags=re.DOTALL)
    facts, data = normal(small_source(tmp_path / "b", drawing=small_map(shapes=shapes)))
    assert data.decode().count('data-province="mid"') == 1
    same(facts.variant, again(data, tmp_path / "c", YAML).variant)


def test_white_space_inside_texts_is_not_touched(tmp_path):
    text = '<g id="labels"><text x="0" y="9"><tspan>A</tspan><tspan>B</tspan> <tspan>C</tspan></text></g>'
    data = normal(small_source(tmp_path / "a", drawing=small_map(labels=text)))[1].decode()
    assert ">A</tspan><tspan>B</tspan> <tspan>C</tspan></text>" in data


def test_art_before_and_after_the_provinces_keeps_its_side(tmp_path):
    drawing = (
        HEAD
        + '<rect width="1" height="1" fill="#010101"/>'
        + SHAPES
        + '<rect width="2" height="2" fill="#020202"/></svg>'
    )
    found = layers(tree(normal(small_source(tmp_path / "a", drawing=drawing))[1]))
    assert [item.element.get("fill") for item in found["background"].shapes()] == ["#010101"]
    assert [item.element.get("fill") for item in found["foreground"].shapes()] == ["#020202"]


def test_tagged_things_are_not_drawn_twice(tmp_path):
    data = normal(small_source(tmp_path / "a"))[1]
    text = data.decode()
    assert text.count('cx="125"') == 2  # the two circles of one mark
    assert text.count("M196 40h8") == 1


def test_names_of_provinces_never_break_the_xml(tmp_path):
    evil = YAML.replace("{name: Midland", '{name: "<&\\">]]>\\uFFFE中"')
    facts, data = normal(small_source(tmp_path / "a", declaration=evil))
    path = next(e for e in elements(tree(data).document.root) if e.get("id") == "mid")
    assert path.get("data-name") == '<&">]]>中'
    assert facts.variant.by_id["mid"].name.startswith("<&")


def test_ids_of_provinces_win_over_ids_of_layers(tmp_path):
    shapes = (
        SHAPES.replace('"har"', '"units"')
        .replace("nor>har", "nor>units")
        .replace("mid-har", "mid-units")
        .replace("label har", "label units")
    )
    facts, data = normal(small_source(tmp_path / "a", drawing=small_map(shapes=shapes)))
    assert "units" in facts.variant.by_id
    every = [element.get("id") for element in elements(tree(data).document.root) if element.get("id")]
    assert len(every) == len(set(every))
    same(facts.variant, again(data, tmp_path / "b", YAML).variant)


def test_a_drawing_without_a_page_gets_one(tmp_path):
    data = normal(small_source(tmp_path / "a", drawing=small_map().replace('viewBox="0 0 400 300"', "")))[1]
    assert tree(data).page == (0, 0, 400, 300)


def test_declared_things_that_nobody_drew_are_there_and_hidden(tmp_path):
    shapes = re.sub(
        r'<g id="(passages|barriers|centres|units|anchors)".*?\n  </g>|<g id="(barriers|anchors)".*?</g>\n',
        "",
        SHAPES,
        flags=re.DOTALL,
    )
    declaration = YAML + (
        "passages:\n  - {between: nor>har, units: army, kind: direct}\n"
        "barriers:\n  - {between: lan-nor, units: army}\n"
        "start: {units: [north F nor, south F sou/ec]}\nstanding_units: [A lan]\n"
    ).replace("nor>har", '"nor>har"')
    declaration = declaration.replace("{name: North,", "{homes: [nor], name: North,")
    facts, data = normal(small_source(tmp_path / "a", drawing=small_map(shapes=shapes), declaration=declaration))
    assert len(facts.variant.barriers) == 1
    bare = YAML + "start: {}\n"
    more = again(data, tmp_path / "b", bare)
    assert set(more.variant.adjacency) == set(facts.variant.adjacency)
    same(facts.variant, more.variant)
    for name in ("passages", "barriers", "units"):
        for item in layers(tree(data))[name].children:
            assert item.hidden


# ---- path data


@given(
    st.lists(
        st.tuples(st.floats(-1000, 1000), st.floats(-1000, 1000)),
        min_size=2,
        max_size=12,
    ),
    st.booleans(),
    st.integers(0, 6),
)
@settings(max_examples=300, deadline=None)
def test_lines_come_back_as_they_were(points, closed, decimals):
    text = "M" + " ".join(f"{x:.{decimals}f} {y:.{decimals}f}" for x, y in points) + ("Z" if closed else "")
    runs, error = read_path(text)
    assert error is None
    more, error = read_path(path_text(runs, decimals))
    assert error is None
    assert path_text(more, decimals) == path_text(runs, decimals)
    assert "C" not in path_text(runs, decimals)
    for one, two in zip(runs, more, strict=True):
        assert one.closed == two.closed
        assert abs(one.ends[0] - two.ends[0]).max() < 1e-9


def test_curves_stay_curves():
    runs, _ = read_path("M0 0C1 2 3 4 5 6L7 8 9 9Q1 1 2 2A3 3 0 0 1 8 8Z")
    assert path_text(runs, 1).startswith("M0 0C1 2 3 4 5 6L7 8 9 9C")
    assert path_text(runs, 1).endswith("L0 0Z") or path_text(runs, 1).endswith("Z")


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(-0.0001, 3, "0"), (1.5, 3, "1.5"), (100, 0, "100"), (2.0, 3, "2"), (0.12345, 3, "0.123"), (1200, 3, "1200")],
)
def test_numbers(value, decimals, text):
    assert number(value, decimals) == text


@pytest.mark.parametrize(("diagonal", "decimals"), [(2000, 3), (500, 4), (1, 6), (1e6, 0), (0, 3), (float("inf"), 3)])
def test_decimals_follow_the_page(diagonal, decimals):
    assert digits(diagonal) == decimals


def test_local_names_are_known():
    document, _ = read_document("x", small_map(ART, SHAPES, LABELS).encode())
    assert local(document.root) == "svg"


def test_who_may_stand_where_is_written_into_the_map(tmp_path):
    special = "  mid: {name: Midland, aliases: [中], fleets: false}\n  eas: {armies: true}\n  wes: {convoys: false, capacity: 2}\n"
    declaration = YAML.replace("  mid: {name: Midland, aliases: [中]}\n", special)
    facts, data = normal(small_source(tmp_path / "a", declaration=declaration))
    assert facts.variant.by_id["eas"].armies
    more = again(data, tmp_path / "b", YAML)
    same(facts.variant, more.variant)
