"""What writers are given beside the variant: the normalised map of a package, read once."""

from __future__ import annotations

import pytest

from dipmap.engines import Material, PackageMap, UnfitDrawingError

MAP = b"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 100 50">
<g id="provinces" inkscape:label="provinces"><path id="lon" d="M0 0L10 0L10 10Z" fill="#fff"/><g><path id="wal" d="M0 0L5 5L0 5Z"/></g></g>
<g id="coasts" inkscape:label="coasts"><path id="stp/nc" d="M0 0L10 0"/></g></svg>"""


def test_the_paths_of_provinces_and_coasts() -> None:
    found = PackageMap(MAP)
    assert found.box == (0, 0, 100, 50)
    assert list(found.provinces) == ["lon", "wal"]
    assert found.provinces["lon"]["d"] == "M0 0L10 0L10 10Z"
    assert list(found.coasts) == ["stp/nc"]
    assert found.layer("background") is None


@pytest.mark.parametrize("data", [b"", b"<svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 wide 1'/>"])
def test_a_map_that_no_package_holds(data: bytes) -> None:
    with pytest.raises(UnfitDrawingError):
        _ = PackageMap(data).box


def test_a_writer_that_needs_the_map() -> None:
    with pytest.raises(ValueError, match="jDip needs the map"):
        Material().needed_drawing("jDip")
