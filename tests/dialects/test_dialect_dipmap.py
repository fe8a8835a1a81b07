"""Our own dialect in full: every tag by attribute, by name and by table; precedence, disagreement and hints."""

from __future__ import annotations

import pytest

from dipmap import dialects
from dipmap.dialects import _tags
from dipmap.draft import Known, draft_document, ids
from dipmap.svg.drawing import read_drawing
from dipmap.svg.xml import read_document

HEAD = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'xmlns:serif="http://www.serif.com/" viewBox="0 0 100 100"'
)
D = 'd="M0 0h10v10h-10z"'


def draft(body, known=None, dialect="dipmap"):
    document, notices = read_document("map.svg", f"<svg {HEAD}>{body}</svg>".encode())
    assert notices == []
    drawing, notices = read_drawing(document)
    assert notices == []
    return dialects.read(drawing, known or Known(), dialect)


def said(body, known=None):
    """What the draft holds but for places; nothing may be wrong with it."""
    found = draft(body, known)
    assert found.notices == (), found.notices
    document = draft_document(found)
    del document["format"], document["dialect"]
    return {
        key: [{k: v for k, v in tag.items() if k not in ("element", "line")} for tag in tags]
        for key, tags in document.items()
        if tags
    }


def wrong(body, known=None):
    (notice,) = draft(body, known).notices
    return notice


def layer(name, body):
    return f'<g id="{name}">{body}</g>'


@pytest.mark.parametrize(
    ("by_attribute", "by_name", "expected"),
    [
        (
            f'<path {D} data-province="lon"/>',
            layer("provinces", f'<path {D} id="lon"/>'),
            {"provinces": [{"id": "lon"}]},
        ),
        (
            f'<path {D} data-province="lon" data-terrain="sea"/>',
            layer("provinces", f'<path {D} id="lon/sea"/>'),
            {"provinces": [{"id": "lon", "terrain": "sea"}]},
        ),
        (
            f'<path {D} data-province="lon" data-terrain="coast" data-name="London"/>',
            layer("provinces", f'<path {D} id="lon/coast" data-terrain="coast" data-name="London"/>'),
            {"provinces": [{"id": "lon", "terrain": "coast", "name": "London"}]},
        ),
        (
            f'<path {D} data-coast="stp/nc" data-name="North Coast"/>',
            layer("coasts", f'<path {D} id="stp/nc" data-coast="stp/nc" data-name="North Coast"/>'),
            {"coasts": [{"location": "stp/nc", "name": "North Coast"}]},
        ),
        (
            f'<path {D} data-centre="lon:england"/>',
            f'<path {D} id="centre lon:england"/>',
            {"centres": [{"province": "lon", "power": "england"}]},
        ),
        (
            f'<path {D} data-centre="bel:neutral"/>',
            f'<path {D} id="centre bel"/>',
            {"centres": [{"province": "bel", "power": "neutral"}]},
        ),
        (
            f'<path {D} data-coast="stp/sc" data-unit="fleet russia"/>',
            layer("coasts", f'<path {D} id="stp/sc"/>') + f'<path {D} id="unit F stp/sc:russia"/>',
            {
                "coasts": [{"location": "stp/sc"}],
                "units": [{"type": "fleet", "location": "stp/sc", "power": "russia"}],
            },
        ),
        (
            f'<path {D} data-passage="cen-sth" data-units="fleet" data-kind="strait" data-via="mid"/>',
            f'<path {D} id="passage cen-sth fleet strait via mid"/>',
            {
                "passages": [
                    {"a": "cen", "b": "sth", "units": "fleet", "kind": "strait", "via": "mid"},
                ]
            },
        ),
        (
            f'<path {D} data-passage="cen&gt;stp/nc" data-units="army+fleet"/>',
            f'<path {D} id="passage cen&gt;stp/nc both"/>',
            {"passages": [{"a": "cen", "b": "stp/nc", "units": "both", "oneway": True}]},
        ),
        (
            f'<path {D} data-passage=""/>',
            f'<path {D} id="passage"/>',
            {"passages": [{"a": "", "b": ""}]},
        ),
        (
            f'<path {D} data-passage="" data-kind="permission"/>',
            f'<path {D} id="passage permission"/>',
            {"passages": [{"a": "", "b": "", "kind": "permission"}]},
        ),
        (
            f'<path {D} data-barrier="gre-tur" data-units="army"/>',
            f'<path {D} id="barrier gre-tur army"/>',
            {"barriers": [{"a": "gre", "b": "tur", "units": "army"}]},
        ),
        (
            f'<path {D} data-adjacent="lon: wal, yor eng"/>',
            f'<path {D} id="adjacent lon:wal yor eng"/>',
            {"adjacent": [{"province": "lon", "neighbours": ["wal", "yor", "eng"]}]},
        ),
        (
            '<circle cx="5" cy="6" r="1" data-anchor="unit lon"/>',
            '<circle cx="5" cy="6" r="1" id="anchor unit lon"/>',
            {"anchors": [{"purpose": "unit", "location": "lon", "at": [5.0, 6.0]}]},
        ),
        (
            '<circle cx="5" cy="6" r="1" data-anchor="center stp/nc"/>',
            '<circle cx="5" cy="6" r="1" id="anchor centre stp/nc"/>',
            {"anchors": [{"purpose": "centre", "location": "stp/nc", "at": [5.0, 6.0]}]},
        ),
        (
            f'<path {D} data-capacity="r3 3" data-armies="yes" data-convoys="true"/>',
            f'<path {D} id="capacity r3 3 armies convoys"/>',
            {"capacities": [{"province": "r3", "capacity": 3, "armies": True, "convoys": True}]},
        ),
    ],
)
def test_a_tag_by_attribute_and_by_name_says_the_same(by_attribute, by_name, expected):
    assert said(by_attribute) == expected
    assert said(by_name) == expected
    # wherever the attribute stands
    assert said(layer("background", f"<g>{by_attribute}</g>")) == expected


@pytest.mark.parametrize(
    "name", ["Centre LON:England", "center lon:england", "CENTER lon : england", "  centre   lon:england "]
)
def test_case_and_spaces_do_not_matter(name):
    assert said(f'<path {D} id="{name}"/>') == {"centres": [{"province": "lon", "power": "england"}]}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f'<path {D} data-province="LON" data-terrain=" Sea "/>', {"provinces": [{"id": "lon", "terrain": "sea"}]}),
        (layer("Provinces", f'<path {D} id="LON"/>'), {"provinces": [{"id": "lon"}]}),
        (layer("Provinces_1_", f'<path {D} id="Lon_1_"/>'), {"provinces": [{"id": "lon"}]}),
        (layer("coasts", f'<path {D} id="STP_x2F_NC"/>'), {"coasts": [{"location": "stp/nc"}]}),
        (
            f'<path {D} id="Passage KLA-STR Fleets Permission VIA slu"/>',
            {"passages": [{"a": "kla", "b": "str", "units": "fleet", "kind": "permission", "via": "slu"}]},
        ),
        (f'<path {D} id="unit army par:France"/>', {"units": [{"type": "army", "location": "par", "power": "france"}]}),
        (f'<path {D} id="unit a ind"/>', {"units": [{"type": "army", "location": "ind", "power": ""}]}),
        (f'<path {D} id="unit a ind:neutral"/>', {"units": [{"type": "army", "location": "ind", "power": ""}]}),
    ],
)
def test_case_does_not_matter(body, expected):
    assert said(body) == expected


@pytest.mark.parametrize(
    "name", ["provinces", "PROVINCES", "Provinces copy", "provinces-1", "Provinces 2", "provinces_2"]
)
def test_layers_are_known_under_what_editors_make_of_them(name):
    assert ids(draft(layer(name, f'<path {D} id="lon"/>')).provinces) == ["lon"]
    assert ids(draft(f'<g id="layer1" inkscape:label="{name}"><path {D} id="lon"/></g>').provinces) == ["lon"]


def test_the_name_of_an_editors_layer_is_no_tag():
    """DiploGM's maps have a layer `Unit Output Layer`; elsewhere such a name is a unit gone wrong."""
    assert draft('<g inkscape:groupmode="layer" inkscape:label="Unit Output Layer"/>').notices == ()
    assert wrong(f'<g inkscape:label="Unit Output Layer"><path {D}/></g>').name == "unreadable-name"


def test_a_layer_is_found_inside_other_groups_and_when_hidden():
    inside = f'<g id="artboard"><g><g id="provinces" display="none"><g><path {D} id="lon"/></g></g></g></g>'
    assert ids(draft(inside).provinces) == ["lon"]


@pytest.mark.parametrize(
    ("body", "provinces"),
    [
        # several shapes make one province
        (f'<path {D} id="lon"/><path {D} id="lon_2"/><path {D} inkscape:label="lon"/>', ["lon", "lon", "lon"]),
        # a named group is one province, whatever stands in it
        (f'<g id="lon"><path {D}/><path {D} id="path7"/><g><circle r="1"/></g></g>', ["lon"]),
        # a clone is one too
        (f'<use id="lon" href="#shape"/><defs><path id="shape" {D}/></defs>', ["lon"]),
        (f'<use inkscape:label="lon" href="#g"/><defs><g id="g"><path {D}/><path {D}/></g></defs>', ["lon"]),
        # a group that only groups named children says nothing
        (f'<g id="path1"><path {D} id="lon"/><path {D} id="wal"/></g>', ["lon", "wal"]),
        (f'<g><g><path {D} id="lon"/></g></g>', ["lon"]),
        # names as each editor keeps them
        (f'<path {D} id="eye1" serif:id="lon"/>', ["lon"]),
        (f'<path {D} id="path12-3" inkscape:label="lon"/>', ["lon"]),
        (f'<path {D} id="lon-7" data-name="lon"/>', ["lon"]),
        (f"<path {D}><title>lon</title></path>", ["lon"]),
        (f'<path {D} id="lon copy"/><path {D} id="par copy 2"/>', ["lon", "par"]),
        # digits are part of an id
        (f'<path {D} id="p12"/><path {D} id="r3/sea"/>', ["p12", "r3"]),
    ],
)
def test_what_makes_a_province(body, provinces):
    found = draft(layer("provinces", body))
    assert found.notices == ()
    assert [tag.id for tag in found.provinces] == provinces


def test_a_table_binds_elements_of_other_names():
    known = Known(frozenset({"lon", "nao", "stp"}), {"London Town": "lon", "nat": "nao", "north": "stp/nc"}, {})
    body = f'<path {D} inkscape:label="London Town"/><path {D} id="nat"/><path {D} id="north"/><path {D} id="stp"/>'
    for where in (body, layer("provinces", body), layer("background", body), f"<g><g>{body}</g></g>"):
        found = draft(where, known)
        assert found.notices == ()
        assert sorted(ids(found.provinces)) == ["lon", "nao", "stp"]
        assert [tag.location for tag in found.coasts] == ["stp/nc"]


def test_a_bound_group_is_one_province_with_all_in_it():
    known = Known(frozenset({"lon"}), {"London": "lon"}, {})
    found = draft(layer("provinces", f'<g id="London"><path {D} id="x"/><path {D} id="y"/></g>'), known)
    assert found.notices == ()
    assert [tag.id for tag in found.provinces] == ["lon"]


def test_a_name_that_the_table_knows_goes_before_one_it_does_not_know():
    known = Known(frozenset({"lon", "g1", "path"}), {}, {})
    body = f'<path {D} id="lon" inkscape:label="London"/><path {D} id="g1"/><path {D} id="path"/>'
    found = draft(layer("provinces", body), known)
    assert found.notices == ()
    assert ids(found.provinces) == ["lon", "g1", "path"]
    # what no table knows is told later, by whoever compares the two
    assert ids(draft(layer("provinces", f'<path {D} id="xyz"/>'), known).provinces) == ["xyz"]


def test_attributes_go_before_names_and_two_that_disagree_are_told():
    notice = wrong(layer("provinces", f'<path {D} data-province="lon" id="par"/>'))
    assert notice.name == "tags-disagree"
    assert notice.finding.place.span.text == "lon"
    assert "lon" in notice.finding.message
    assert "par" in notice.finding.message
    assert ids(draft(layer("provinces", f'<path {D} data-province="lon" id="par"/>')).provinces) == ["lon"]
    assert wrong(f'<path {D} data-passage="a-b" data-units="army" id="passage a-b fleet"/>').name == "tags-disagree"


def test_a_name_that_says_nothing_may_stand_beside_an_attribute():
    known = Known(frozenset({"lon"}), {}, {})
    assert said(layer("provinces", f'<path {D} data-province="lon" id="great_shape!"/>')) == {
        "provinces": [{"id": "lon"}]
    }
    assert said(layer("provinces", f'<path {D} data-province="lon" id="London"/>'), known) == {
        "provinces": [{"id": "lon"}]
    }


def test_a_name_adds_what_the_attribute_leaves_open():
    assert said(layer("provinces", f'<path {D} data-province="lon" id="lon/sea"/>')) == {
        "provinces": [{"id": "lon", "terrain": "sea"}]
    }
    assert said(f'<path {D} data-passage="a-b" id="passage a-b fleet"/>') == {
        "passages": [{"a": "a", "b": "b", "units": "fleet"}]
    }


def test_attributes_add_to_what_the_name_says():
    body = layer(
        "provinces",
        f'<path {D} id="lon" data-terrain="coast" data-centre="england" data-adjacent="wal yor" data-capacity="2" data-unit="fleet england"/>',
    )
    assert said(body) == {
        "provinces": [{"id": "lon", "terrain": "coast"}],
        "centres": [{"province": "lon", "power": "england"}],
        "adjacent": [{"province": "lon", "neighbours": ["wal", "yor"]}],
        "capacities": [{"province": "lon", "capacity": 2}],
        "units": [{"type": "fleet", "location": "lon", "power": "england"}],
    }
    assert said(f'<path {D} id="passage a-b" data-kind="strait"/>') == {
        "passages": [{"a": "a", "b": "b", "kind": "strait"}]
    }


def test_one_element_may_carry_many_attributes():
    body = f'<g data-province="lon" data-terrain="coast" data-centre="england" data-unit="fleet england" data-adjacent="wal" data-armies="no"><path {D}/></g>'
    assert said(body) == {
        "provinces": [{"id": "lon", "terrain": "coast"}],
        "centres": [{"province": "lon", "power": "england"}],
        "units": [{"type": "fleet", "location": "lon", "power": "england"}],
        "adjacent": [{"province": "lon", "neighbours": ["wal"]}],
        "capacities": [{"province": "lon", "armies": False}],
    }


def test_who_may_stand_there_needs_no_number():
    assert said(f'<path {D} data-province="r3" data-fleets="1"/>')["capacities"] == [{"province": "r3", "fleets": True}]
    assert said(layer("provinces", f'<path {D} id="r3" data-fleets="0"/>'))["capacities"] == [
        {"province": "r3", "fleets": False}
    ]
    assert "belongs on a province" in wrong(f'<path {D} data-fleets="1"/>').finding.message


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("passage kla", "not units, a kind or via"),
        ("passage kla-str flet", "did you mean fleet?"),
        ("passage kla-str straight", "did you mean strait?"),
        ("passage kla-str via", "via names no province"),
        ("passage kla-str via a-b", "no province or coast"),
        ("barrier gre", "no pair"),
        ("barrier gre-tur navy", "army"),
        ("barrier", "no pair"),
        ("centre", "no province"),
        ("centre l!n", "no province"),
        ("centre lon:great britain!", "no id of a power"),
        ("unit X lon", "neither A (army) nor F (fleet)"),
        ("unit F", "no province"),
        ("adjacent lon", "a colon"),
        ("adjacent lon: w?l", "no province"),
        ("anchor units lon", "did you mean unit?"),
        ("anchor unit", "no province"),
        ("capacity r3", "a number"),
        ("capacity r3 0", "a number"),
        ("capacity r3 100", "a number"),
        ("capacity r3 ²", "a number"),
        ("capacity r3 3 army", "did you mean armies?"),
        (f"capacity r3 {'9' * 300}", "a number"),
    ],
)
def test_a_name_with_a_keyword_that_goes_wrong_is_told_anywhere(name, words):
    for body in (f'<path {D} id="{name}"/>', layer("passages", f'<path {D} id="{name}"/>')):
        notice = wrong(body)
        assert notice.name == "unreadable-name"
        assert words in notice.finding.message
        assert notice.finding.place.span.text == name
        assert notice.finding.hint


@pytest.mark.parametrize(
    ("attributes", "attribute", "words"),
    [
        ('data-province="l n"', "data-province", "no province id"),
        ('data-province="stp/nc"', "data-province", "no province id"),
        ('data-province=""', "data-province", "no province id"),
        ('data-province="lon" data-terrain="cost"', "data-terrain", "did you mean coast?"),
        ('data-coast="stp"', "data-coast", "no coast"),
        ('data-coast="stp/sea"', "data-coast", "no coast"),
        ('data-unit="tank england"', "data-unit", "neither"),
        ('data-unit="fleet great britain"', "data-unit", "a type and a power"),
        ('data-passage="a-b-c"', "data-passage", "no pair"),
        ('data-passage="a-b" data-units="navy"', "data-units", "army"),
        ('data-passage="a-b" data-kind="canal"', "data-kind", "border"),
        ('data-passage="a-b" data-via="?"', "data-via", "no province"),
        ('data-barrier=""', "data-barrier", "no pair"),
        ('data-adjacent="wal yor"', "data-adjacent", "nobody's neighbours"),
        ('data-anchor="lon"', "data-anchor", "unit, dislodged, centre, label"),
        ('data-capacity="3"', "data-capacity", "no number of units for a province"),
        ('data-capacity="r3 ٣"', "data-capacity", "no number"),
        ('data-capacity="r3 3" data-armies="maybe"', "data-capacity", "yes or no"),
        ('data-terrain="sea"', "data-terrain", "means nothing without data-province"),
        ('data-kind="strait"', "data-kind", "means nothing without data-passage"),
        ('data-via="slu"', "data-via", "means nothing without data-passage"),
        ('data-units="army"', "data-units", "means nothing without data-passage"),
        (f'data-passage="{"a" * 3000}"', "data-passage", "longer than"),
    ],
)
def test_an_attribute_that_goes_wrong_is_told(attributes, attribute, words):
    notice = wrong(f"<path {D} {attributes}/>")
    assert notice.name == "unreadable-attribute"
    assert words in notice.finding.message
    assert notice.finding.message.startswith(attribute)
    assert notice.finding.place.span.text in attributes
    assert len(notice.finding.message) < 250


@pytest.mark.parametrize(
    ("layer_name", "name", "kind"),
    [
        ("provinces", "lon!", "unreadable-name"),
        ("provinces", "North Sea", "unreadable-name"),
        ("coasts", "stp", "unreadable-name"),
        ("centres", "star", None),
        ("centres", "blob", "unreadable-name"),
        ("anchors", "blob", "unreadable-name"),
        ("background", "blob", None),
        ("labels", "London", None),
        ("foreground", "lon", None),
        ("whatever", "lon!", None),
        ("provinces", "path1234", "nameless-shape"),
        ("provinces", "", "nameless-shape"),
        ("coasts", "path1", "nameless-shape"),
        ("passages", "path1", None),
    ],
)
def test_names_have_to_mean_something_only_in_the_named_layers(layer_name, name, kind):
    found = draft(layer(layer_name, f'<path {D} id="{name}"/>'))
    assert [notice.name for notice in found.notices] == ([kind] if kind else [])
    assert found.provinces == ()


def test_an_anchor_that_shows_nothing_is_nowhere():
    assert "is nowhere" in wrong('<g id="anchor unit lon"/>').finding.message


def test_bare_ids_mean_nothing_outside_their_layers_but_with_a_terrain_they_do():
    assert said(f'<path {D} id="lon"/>') == {}
    assert said(f'<path {D} id="lon/coast"/>') == {"provinces": [{"id": "lon", "terrain": "coast"}]}
    assert said('<text id="lon/coast">London</text>') == {}


def test_editors_additions_are_undone_only_where_the_name_does_not_parse():
    # a power may end in a number, an id too
    assert said(f'<path {D} id="centre lon:side-2"/>') == {"centres": [{"province": "lon", "power": "side-2"}]}
    assert said(f'<path {D} id="passage kla-str_2"/>') == {"passages": [{"a": "kla", "b": "str"}]}
    assert said(f'<path {D} id="passage_kla-str_fleet_permission_via_slu_1_"/>') == {
        "passages": [{"a": "kla", "b": "str", "units": "fleet", "kind": "permission", "via": "slu"}]
    }
    assert said(f'<path {D} id="unit_F_stp_x2F_sc_x3A_russia"/>') == {
        "units": [{"type": "fleet", "location": "stp/sc", "power": "russia"}]
    }
    assert said(f'<path {D} id="adjacent_lon_x3A_wal_yor"/>') == {
        "adjacent": [{"province": "lon", "neighbours": ["wal", "yor"]}]
    }
    assert said(f'<path {D} id="capacity_r3_3_armies-4"/>') == {
        "capacities": [{"province": "r3", "capacity": 3, "armies": True}]
    }


def test_places_point_at_what_was_read():
    found = draft(
        layer("provinces", f'<path {D} id="x1" inkscape:label="lon"/>') + f'<path {D} data-passage="a-b" id="q"/>'
    )
    assert found.provinces[0].place.span.text == "lon"
    assert found.provinces[0].place.element.layer == "provinces"
    assert found.passages[0].place.span.text == "a-b"


def test_words_of_the_grammar():
    assert _tags.keyword("Center lon") == "centre"
    assert _tags.keyword("") is None
    assert _tags.parse("lon") is None
    assert _tags.province("stp/nc").tag == "coast"
    assert _tags.province("a/b/c") is None


def test_figmas_number_on_a_power_is_undone_where_the_table_knows_the_power():
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="centres">'
        '<circle id="centre lon:england_2" r="1"/><circle id="centre par:france" r="1"/></g></svg>'
    )
    document, _ = read_document("map.svg", text.encode())
    assert document is not None
    drawing, _ = read_drawing(document)
    found = dialects.read(drawing, Known(powers=frozenset({"england", "france"})), "dipmap")
    assert [(tag.province, tag.power) for tag in found.centres] == [("lon", "england"), ("par", "france")]
