"""Types of borders and named coasts."""

import pytest
from drawn_maps import box, outline, survey_of

from dipmap.geometry.waters import coast_contacts, coast_of_point, fleet_border, sea_arcs, shared_waters

# Two provinces side by side; a sea north of both, one south of both.
SHORES = {"a": box(0, 0), "b": box(100, 0)}
NORTH = {"nor": box(0, -100, 200, 100)}
SOUTH = {"sou": box(0, 100, 200, 100)}


def test_a_sea_at_the_end_of_the_border_lets_fleets_pass():
    found = survey_of(SHORES | NORTH)
    ((sea, point),) = shared_waters(found, "a", "b", ["nor"])
    assert sea == "nor"
    assert point == pytest.approx((100, 0), abs=1)
    assert fleet_border(found, "a", "b", ["nor"])
    assert fleet_border(found, "b", "a", ["nor"])


def test_seas_at_both_ends_are_both_found():
    found = survey_of(SHORES | NORTH | SOUTH)
    assert [sea for sea, _ in shared_waters(found, "a", "b", ["sou", "nor"])] == ["nor", "sou"]


def test_a_sea_that_meets_both_ends_has_two_points():
    ring = outline(
        [(-100, -100), (300, -100), (300, 200), (-100, 200)], [(0, 0), (200, 0), (200, 100), (0, 100)], evenodd=True
    )
    found = survey_of(SHORES | {"sea": ring})
    points = [point for _, point in shared_waters(found, "a", "b", ["sea"])]
    assert sorted(round(y) for _, y in points) == [0, 100]


def test_a_sea_on_either_side_that_does_not_reach_the_border_is_army_only():
    # The sea touches both, but land c lies between at the border's northern end.
    drawing = {
        "a": box(0, 0),
        "b": box(100, 0),
        "c": box(70, -60, 60, 60),
        "sea": outline([(0, 0), (0, -100), (200, -100), (200, 0), (130, 0), (130, -60), (70, -60), (70, 0)]),
    }
    found = survey_of(drawing)
    assert found.contact("a", "sea").joins
    assert found.contact("b", "sea").joins
    assert not fleet_border(found, "a", "b", ["sea"])
    assert fleet_border(found, "a", "c", ["sea"])


def test_no_common_sea_is_army_only():
    found = survey_of(SHORES | {"sea": box(0, -100, 90, 100)})
    assert not fleet_border(found, "a", "b", [])
    assert not fleet_border(found, "a", "b", ["sea"])
    assert shared_waters(found, "a", "nobody", ["sea"]) == ()


def test_a_gap_at_the_junction_does_not_matter():
    drawing = {"a": box(0, 0, 99), "b": box(100, 0, 99), "sea": box(0, -101, 200)}
    assert fleet_border(survey_of(drawing), "a", "b", ["sea"])


# A province with a north and an east coast; neighbours meet it in the corners.
PARENT = {
    "par": box(0, 0),
    "wes": box(-100, 0),
    "sth": box(0, 100),
    "nos": box(-100, -100, 200),
    "eas": box(100, -100, 100, 300),
}
SEAS = ["eas", "nos"]
STRIPS = {"nc": [box(0, 0, 92, 8)], "ec": [box(92, 0, 8, 100)]}
LINES = {
    "nc": [outline([(0, 1), (50, 3), (97, 1)], closed=False)],
    "ec": [outline([(99, 4), (97, 50), (99, 100)], closed=False)],
}
ALONG = {"nc": [outline([(0, -2), (98, -2)])], "ec": [outline([(102, 2), (102, 98)])]}


@pytest.mark.parametrize("coasts", [STRIPS, LINES, ALONG], ids=["strips", "lines", "lines in the sea"])
def test_each_coast_faces_its_sea(coasts):
    found = survey_of(PARENT)
    assert coast_contacts(found, "par", coasts, SEAS) == {"nc": frozenset({"nos"}), "ec": frozenset({"eas"})}


@pytest.mark.parametrize("coasts", [STRIPS, LINES, ALONG], ids=["strips", "lines", "lines in the sea"])
@pytest.mark.parametrize(("other", "coast"), [("wes", "nc"), ("sth", "ec")])
def test_a_neighbours_fleets_reach_the_coast_at_the_junction(coasts, other, coast):
    found = survey_of(PARENT)
    ((_, point),) = shared_waters(found, "par", other, SEAS)
    assert coast_of_point(found, "par", coasts, point) == coast


def test_two_coasts_on_one_sea():
    found = survey_of(
        {
            "par": box(0, 0),
            "nei": box(100, 0),
            "sea": outline(
                [(-100, -100), (200, -100), (200, 0), (0, 0), (0, 100), (200, 100), (200, 200), (-100, 200)]
            ),
        }
    )
    coasts = {"nc": [box(0, 0, 100, 5)], "sc": [box(0, 95, 100, 5)]}
    assert coast_contacts(found, "par", coasts, ["sea"]) == {"nc": frozenset({"sea"}), "sc": frozenset({"sea"})}
    reached = {coast_of_point(found, "par", coasts, point) for _, point in shared_waters(found, "par", "nei", ["sea"])}
    assert reached == {"nc", "sc"}


def test_coasts_that_are_halves_of_the_province():
    halves = {"nc": [outline([(0, 0), (100, 0), (0, 100)])], "ec": [outline([(100, 0), (100, 100), (0, 100)])]}
    assert coast_contacts(survey_of(PARENT), "par", halves, SEAS) == {"nc": {"nos"}, "ec": {"eas"}}


def test_no_coasts_and_coasts_of_nothing():
    found = survey_of(PARENT)
    assert coast_contacts(found, "par", {}, SEAS) == {}
    assert coast_of_point(found, "par", {}, (0, 0)) is None
    assert coast_contacts(found, "par", {"nc": [outline([])]}, SEAS) == {"nc": frozenset()}
    assert coast_of_point(found, "par", {"nc": [outline([])]}, (0, 0)) is None


@pytest.mark.parametrize(
    ("seas", "arcs"), [([], 0), (["nor"], 1), (["nor", "sou"], 2), (["sou", "nor", "eas"], 1), (["nowhere"], 0)]
)
def test_arcs_of_shore(seas, arcs):
    found = survey_of(SHORES | NORTH | SOUTH | {"eas": box(200, -100, 100, 300)})
    assert sea_arcs(found, "b", seas) == arcs
