"""What editors make of names, undone."""

from __future__ import annotations

import pytest
from drawn_svgs import clean, item

from dipmap.svg.names import decoded, is_editors_own, undone


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("stp_x2F_nc", "stp/nc"),  # Illustrator
        ("stp_x2F_nc_1_", "stp/nc"),
        ("stp_x2F_nc_00000012345_", "stp/nc"),
        ("lon_1_", "lon"),
        ("lon_1_2_", "lon"),
        ("passage_kla-str_fleet", "passage kla-str fleet"),
        ("passage_kla-str_fleet_1_", "passage kla-str fleet"),
        ("centre_lon_x3A_great_x5F_britain", "centre lon:great_britain"),
        ("unit_F_stp_x2F_sc_x3A_russia_2_", "unit F stp/sc:russia"),
        ("capacity_r3_3", "capacity r3 3"),
        ("capacity_r3_3_1_", "capacity r3 3"),
        ("lon_copy_2", "lon"),
        ("lon_2", "lon"),  # Figma
        ("stp/nc_3", "stp/nc"),
        ("lon 2", "lon"),
        ("lon-2", "lon"),  # Inkscape
        ("lon-2-7", "lon"),
        ("stp/nc-4", "stp/nc"),
        ("lon copy", "lon"),
        ("lon Copy 2", "lon"),
        ("lon copy copy", "lon"),
        ("  lon ", "lon"),
    ],
)
def test_what_editors_add_is_undone(written, meant):
    assert meant in list(undone(written))


def test_the_name_as_it_stands_comes_first():
    for name in ("lon", "lon_2", "stp_x2F_nc", "a b c", "p1", ""):
        assert next(undone(name)) == name


def test_names_that_need_no_undoing_have_one_reading():
    for name in ("lon", "stp/nc", "passage kla-str fleet", "Great Britain", "größe"):
        assert list(undone(name)) == [name]


def test_readings_are_few_and_different():
    for name in ("_1_" * 99, "a copy 2" * 30, "-1" * 99, "_x2F_" * 50, "a_1 copy 2-3_4_ copy" * 9, "_1" * 500_000):
        readings = list(undone(name))
        assert len(set(readings)) == len(readings) <= 40


def test_escapes_that_stand_for_nothing_printable_stay():
    assert decoded("a_x00_b_xD800_c_x0A_d_x41_") == "a_x00_b_xD800_c_x0A_dA"
    "".join(undone("lon_xD83D__xDE00_")).encode()


@pytest.mark.parametrize(
    "name",
    [
        "path1234",
        "path10-2",
        "g12",
        "layer3",
        "rect_2_",
        "Vector",
        "Vector_2",
        "Group 5",
        "Ellipse 1",
        "use7",
        "polygon23",
        "Layer_1",
        "svg2",
    ],
)
def test_names_that_editors_give_by_themselves_say_nothing(name):
    assert is_editors_own(name)


@pytest.mark.parametrize("name", ["lon", "gal", "lin", "pathos", "greece", "usea", "p12", "lines of x"])
def test_names_that_designers_give(name):
    assert not is_editors_own(name)


@pytest.mark.parametrize(
    ("attributes", "names"),
    [
        ('id="lon"', [("lon", "id")]),
        ('id="path1" inkscape:label="lon"', [("lon", "inkscape:label"), ("path1", "id")]),
        ('id="eye1" serif:id="eye"', [("eye", "serif:id"), ("eye1", "id")]),
        ('id="lon-2" data-name="lon"', [("lon", "data-name"), ("lon-2", "id")]),
        ('id="lon" data-name="London" data-province="lon"', [("lon", "id")]),
        ('id="lon" inkscape:label="lon"', [("lon", "inkscape:label")]),
        ('id=" " inkscape:label=""', []),
        ("", []),
        (f'id="{"x" * 5000}"', []),
    ],
)
def test_where_names_stand(attributes, names):
    head = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:serif="http://www.serif.com/"'
    drawn = clean(f'<svg {head}><path {attributes} d="M0 0h1v1z"/></svg>'.encode())
    assert list(drawn.root.children[0].names) == names
    for name, attribute in names:
        assert drawn.root.children[0].place(attribute).span.text == name


def test_a_title_is_asked_last():
    drawn = clean('<path id="x" d=""><title>\n London </title><desc>no</desc></path><path d=""><title> </title></path>')
    assert list(item(drawn, "x").names) == [("x", "id"), ("London", "")]
    assert item(drawn, "London") is item(drawn, "x")
    assert drawn.root.children[1].names == ()


def test_a_layer_is_known_by_any_of_its_names():
    drawn = clean('<g id="Supply_Centers_1_"/>')
    assert "supply-centers" in drawn.root.children[0].layer_names
