"""The dialects of other projects: on drawings made by hand, and on published maps as their truth says."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from dipmap import dialects
from dipmap.draft import Known, ids
from dipmap.svg.drawing import read_drawing
from dipmap.svg.xml import read_document

HEAD = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'xmlns:jdipNS="http://jdip.sourceforge.org/jdipNS" viewBox="0 0 100 100"'
)
D = 'd="m10 20h10v10h-10z"'


def drawing_of(data):
    document, notices = read_document(
        "map.svg", data if isinstance(data, bytes) else f"<svg {HEAD}>{data}</svg>".encode()
    )
    assert notices == []
    return read_drawing(document)[0]


def read(body, known=None):
    drawing = drawing_of(body)
    return dialects.recognise(drawing), dialects.read(drawing, known or Known())


def anchors(draft):
    return {(tag.purpose, tag.location): tag.point for tag in draft.anchors}


GODIP = f"""<g id="provinces" display="none"><path {D} id="stp"/><path {D} id="lon"/><path {D} id="stp/nc"/></g>
<g inkscape:label="supply-centers" id="layer3"><path d="m 7 8 h1v1z" id="lonCenter"/><path d="M1 2h1v1z" id="stp/ncCenter"/></g>
<g id="province-centers"><g transform="translate(5)"><path d="M3 4h1v1z" id="stpCenter"/></g><path d="M3 4" id="path9"/></g>"""


def test_godip():
    name, draft = read(GODIP)
    assert name == draft.dialect == "godip"
    assert draft.notices == ()
    assert ids(draft.provinces) == ["stp", "lon"]
    assert [tag.location for tag in draft.coasts] == ["stp/nc"]
    assert anchors(draft) == {("unit", "lon"): (7, 8), ("unit", "stp/nc"): (1, 2), ("unit", "stp"): (8, 4)}
    assert [(tag.province, tag.power) for tag in draft.centres] == [("lon", ""), ("stp/nc", "")]


def test_godip_after_an_editor():
    body = (
        GODIP.replace('id="stp/nc"', 'id="stp_x2F_nc"')
        .replace('id="lon"', 'id="lon_1_"')
        .replace("stp/ncCenter", "stp_x2F_ncCenter")
        .replace("lonCenter", "lonCenter-2")
    )
    name, draft = read(body)
    assert name == "godip"
    assert draft.notices == ()
    assert ids(draft.provinces) == ["stp", "lon"]
    assert [tag.location for tag in draft.coasts] == ["stp/nc"]
    assert set(anchors(draft)) == {("unit", "lon"), ("unit", "stp/nc"), ("unit", "stp")}


def test_godip_with_a_shape_that_says_nothing():
    _, draft = read(GODIP.replace('id="lon"', 'id="l o n"').replace('id="stp"', 'id="path5"'))
    assert [notice.name for notice in draft.notices] == ["nameless-shape", "unreadable-name"]
    assert all(notice.finding.place.span and notice.finding.hint for notice in draft.notices)


DSVG = f"""<g id="background"/><g id="provinces" style="display:none"><path {D} id="stp"/><path {D} id="lon"/></g>
<g id="named-coasts"><path {D} id="stp/nc"/></g>
<g id="unit-positions"><circle id="stp" cx="5" cy="6" r="2"/><circle id="stp/nc" cx="7" cy="8" r="2"/></g>"""


def test_dsvg():
    name, draft = read(DSVG)
    assert name == draft.dialect == "dsvg"
    assert draft.notices == ()
    assert ids(draft.provinces) == ["stp", "lon"]
    assert [tag.location for tag in draft.coasts] == ["stp/nc"]
    assert anchors(draft) == {("unit", "stp"): (5, 6), ("unit", "stp/nc"): (7, 8)}


def test_dsvg_with_names_in_the_wrong_layer():
    _, draft = read(
        DSVG.replace(f'<path {D} id="stp/nc"/>', f'<path {D} id="stp"/><path {D}/>').replace('id="lon"', 'id="l!"')
    )
    assert [notice.name for notice in draft.notices] == ["unreadable-name", "unreadable-name", "nameless-shape"]


JDIP = f"""<jdipNS:PROVINCE_DATA>
<jdipNS:PROVINCE name="lon"><jdipNS:UNIT x="1" y="2"/><jdipNS:DISLODGED_UNIT x="3" y="4"/><jdipNS:SUPPLY_CENTER x="5" y="6"/></jdipNS:PROVINCE>
<jdipNS:PROVINCE name="stp-nc"><jdipNS:UNIT x="7" y="8"/></jdipNS:PROVINCE></jdipNS:PROVINCE_DATA>
<g id="MapLayer"><path {D}/></g><g id="MouseLayer" fill="none"><path {D} id="lon"/><g id="stp"><path {D}/><path {D}/></g><path {D} id="stp-nc"/><path {D} id="lon-2"/></g>"""


def test_jdip():
    name, draft = read(JDIP)
    assert name == draft.dialect == "jdip"
    assert draft.notices == ()
    # a number after a hyphen is what an editor adds to a copy, no coast
    assert [tag.id for tag in draft.provinces] == ["lon", "stp", "lon"]
    assert [tag.location for tag in draft.coasts] == ["stp/nc"]
    assert anchors(draft) == {
        ("unit", "lon"): (1, 2),
        ("dislodged", "lon"): (3, 4),
        ("centre", "lon"): (5, 6),
        ("unit", "stp/nc"): (7, 8),
    }
    assert [(tag.province, tag.power) for tag in draft.centres] == [("lon", "")]


def test_jdip_with_faults():
    _, draft = read(JDIP.replace('x="1"', 'x="one"').replace('id="lon"', 'id="lon!"'))
    assert [notice.name for notice in draft.notices] == ["unreadable-name", "bad-value"]
    assert draft.notices[1].finding.place.element.tag == "UNIT"


DIPLOGM = f"""<g inkscape:label="Region Colors"><path {D} inkscape:label="London"/><g inkscape:label="Saint Petersburg"><path {D}/><path {D}/></g></g>
<g inkscape:label="Sea Adjacencies"><path {D} inkscape:label="North Sea"/></g><g inkscape:label="Sea Fills"><path {D} inkscape:label="North Sea"/></g>
<g inkscape:label="SC Markers"><circle inkscape:label="London" cx="5" cy="6" r="1"/></g>
<g inkscape:label="Army Locations"><g inkscape:label="London" transform="translate(1 1)"><circle cx="5" cy="6" r="1"/></g></g>"""


def test_diplogm():
    name, draft = read(DIPLOGM)
    assert name == draft.dialect == "diplogm"
    assert draft.notices == ()
    assert [(tag.id, tag.terrain) for tag in draft.provinces] == [
        ("london", None),
        ("saintpetersburg", None),
        ("northsea", "sea"),
    ]
    assert draft.provinces[2].item.parent.name == "Sea Adjacencies"
    assert anchors(draft) == {("centre", "london"): (5, 6), ("unit", "london"): (6, 7)}


def test_diplogm_with_a_table():
    known = Known(frozenset({"lon", "nth"}), {}, {"london": "lon", "north sea": "nth"})
    _, draft = read(DIPLOGM, known)
    assert [(tag.id, tag.terrain) for tag in draft.provinces] == [("lon", None), ("nth", None)]
    assert [tag.province for tag in draft.centres] == ["lon"]


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("", "dipmap"),
        (f'<g id="provinces"><path {D} id="lon"/></g>', "dipmap"),
        (f'<g id="provinces"><path {D} id="lon"/></g><g id="passages"/>', "dipmap"),
        (GODIP + f'<path {D} data-province="lon"/>', "dipmap"),
        (DSVG + GODIP, "dsvg"),
        (JDIP.replace("MouseLayer", "Mouse"), "jdip"),
        (DIPLOGM.replace("Region Colors", "region_colors"), "diplogm"),
        ('<g id="supply-centers"/>', "dipmap"),
    ],
)
def test_recognising(body, name):
    assert dialects.recognise(drawing_of(body)) == name


def test_a_dialect_may_be_named():
    drawing = drawing_of(GODIP)
    assert dialects.read(drawing, Known(), "dsvg").dialect == "dsvg"
    with pytest.raises(KeyError):
        dialects.read(drawing, Known(), "martian")
    assert set(dialects.dialects()) == {"dipmap", "godip", "dsvg", "jdip", "diplogm"}


def test_a_dialect_needs_nothing_but_shapes_to_read_any_drawing():
    for dialect in dialects.dialects():
        for body in ("", GODIP, DSVG, JDIP, DIPLOGM):
            dialects.read(drawing_of(body), Known(), dialect)


EXPECTED = {
    "diplogm": "diplogm",
    "dsvg": "dsvg",
    "editor": "dipmap",
    "godip": "godip",
    "hawkrives": "dipmap",
    "jdip": "jdip",
    "vizdip": "dipmap",
}
# faults of the files: a centre without a placement, placements of spaces that the rules do not have
_WITHOUT_CENTRE = {"jdip-aberration-aberrationv": {"zar"}}
_UNKNOWN = {"jdip-1900-1900_dipmap": {"dum"}, "jdip-octarine-octarine": {"cor"}}


def corpus():
    shared = Path(__file__).resolve().parents[3] / "shared"

    return sorted(path.parent.name for path in (shared / "corpus").glob("*/map.svg"))


def bound(truth):
    """What a designer's table would say of names."""
    elements, coasts = {}, truth.get("coast_element") or {}
    for key, province in truth["provinces"].items():
        element = (truth["province_element"] or {}).get(key) or key
        for name in [element] if isinstance(element, str) else element:
            elements[name] = key
        for coast in province["coasts"]:
            for spelling in (f"{key}/{coast}", f"{key}-{coast}"):
                if spelling in coasts:
                    elements[coasts[spelling]] = f"{key}/{coast}"
    full = {province["name"].lower(): key for key, province in truth["provinces"].items() if province["name"]}
    return Known(frozenset(truth["provinces"]), elements, full)


@pytest.mark.shared
@pytest.mark.parametrize("name", corpus() or ["none"])
def test_published_maps_as_their_truth_says(shared, name):
    folder = shared / "corpus" / name
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    document, notices = read_document("map.svg", (folder / "map.svg").read_bytes())
    assert notices == []
    drawing, notices = read_drawing(document)
    assert {notice.name for notice in notices} <= {
        "active-content",
        "external-reference",
        "missing-page",
        "unread-style",
    }
    dialect = dialects.recognise(drawing)
    assert dialect == EXPECTED[name.partition("-")[0]]
    known = bound(truth)
    # a table of a DiploGM map names its provinces as the labels do
    labels = {item.name.lower(): known.shapes[name] for name in known.shapes for item in drawing.by_name.get(name, ())}
    draft = dialects.read(drawing, Known(known.ids, known.shapes, {**known.names, **labels}))
    outside = set(truth.get("impassable") or ())
    wanted = {key for key in truth["provinces"] if key not in outside or (truth["province_element"] or {}).get(key)}
    assert wanted - set(ids(draft.provinces)) <= outside
    coasts = {f"{key}/{coast}" for key, province in truth["provinces"].items() for coast in province["coasts"]}
    drawn = {tag.location for tag in draft.coasts}
    if truth.get("coast_element"):
        assert drawn & coasts == {
            place
            for place in coasts
            if any(spelling in truth["coast_element"] for spelling in (place, place.replace("/", "-")))
        }
    centres = {tag.province for tag in draft.centres}
    truly = {key for key, province in truth["provinces"].items() if province["sc"]}
    if dialect in ("godip", "diplogm"):
        assert centres == truly
    elif dialect == "jdip":
        assert truly - centres == _WITHOUT_CENTRE.get(name, set())
    if dialect != "dipmap":
        units = {tag.location.partition("/")[0] for tag in draft.anchors if tag.purpose == "unit"}
        assert {key for key in truth["provinces"] if key not in outside} <= units | outside
        left, top, width, height = drawing.page
        for tag in draft.anchors:
            if tag.location not in _UNKNOWN.get(name, ()):
                assert left - 10 <= tag.point[0] <= left + width + 10, tag
                assert top - 10 <= tag.point[1] <= top + height + 10, tag


@pytest.mark.shared
def test_recognising_a_big_drawing_is_quick(shared):
    document, _ = read_document("map.svg", (shared / "corpus" / "diplogm-classic" / "map.svg").read_bytes())
    dialects.dialects()
    spent = []
    for _ in range(5):  # names are kept, so each time a drawing of its own
        drawing, _ = read_drawing(document)
        start = time.process_time()
        dialects.recognise(drawing)
        spent.append(time.process_time() - start)
    assert min(spent) < 0.05  # five times what an idle machine takes
