"""webDiplomacy's pictures, dot by dot: territories that fill, names laid over, art and centres."""

import io
import json
import re
from bisect import bisect_left, bisect_right

import numpy as np
import pytest
from effort import OURS, some
from PIL import Image
from webdiplomacy_site import boxes, changed, has_gd, php, province, site, small, written

from dipmap.engines import PackageMap
from dipmap.engines._webdiplomacy.labels import Overlay
from dipmap.engines._webdiplomacy.map import Chart
from dipmap.engines._webdiplomacy.names import Names, plain
from dipmap.engines._webdiplomacy.raster import fill, pale
from dipmap.engines.webdiplomacy import ENGINE

# ---- pictures


def read_png(data):
    """Entries and palette of a PNG, whose chunks are no more than a picture needs."""
    names, place = [], 8
    while place < len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        names.append(data[place + 4 : place + 8].decode())
        place += 12 + length
    assert names == ["IHDR", "PLTE", "IDAT", "IEND"]
    image = Image.open(io.BytesIO(data))
    assert image.mode == "P"
    palette = image.getpalette("RGB")
    return np.asarray(image), [tuple(palette[i : i + 3]) for i in range(0, len(palette), 3)]


def runs_of(entries):
    """The runs of one entry in each row: where each begins, and after the last one where the row ends."""
    return [[0, *(np.flatnonzero(np.diff(row)) + 1).tolist(), len(row)] for row in entries]


def flooded(entries, runs, x, y):
    """How many dots a fill from a point reaches: from run to run of its entry, above and below."""
    start = (y, bisect_right(runs[y], x) - 1)
    seen, queue = {start}, [start]
    while queue:
        row, run = queue.pop()
        begin, end = runs[row][run : run + 2]
        for other in (row - 1, row + 1):
            if 0 <= other < len(runs):
                line = runs[other]
                for near in range(bisect_right(line, begin) - 1, bisect_left(line, end)):
                    if entries[other, line[near]] == entries[y, x] and (other, near) not in seen:
                        seen.add((other, near))
                        queue.append((other, near))
    return sum(runs[row][run + 1] - runs[row][run] for row, run in seen)


def test_a_fill_goes_round_corners_and_stops_at_borders():
    entries = np.array([[1, 0, 1, 1], [1, 1, 0, 1], [0, 1, 0, 1], [1, 0, 1, 1]], np.uint8)
    runs = runs_of(entries)
    assert runs[0] == [0, 1, 2, 4]
    assert [flooded(entries, runs, *at) for at in ((0, 0), (3, 0), (0, 3), (1, 0))] == [4, 6, 1, 1]


@pytest.mark.parametrize("name", some(OURS, 2))
def test_each_territory_is_one_entry_that_fills(name, exported):
    """The rest of ours is slow: two pictures of millions of dots, filled territory by territory."""
    variant, files = exported(name, "webdiplomacy")
    rows = re.findall(
        r"new InstallTerritory\('([^']+)'.*?(\d+), (\d+), (\d+), (\d+)\);", files[ENGINE.files(variant)[2]].decode()
    )
    assert len(rows) == len(Names(variant).territories)
    location = {territory: place for place, territory in Names(variant).territories.items()}
    for kind, places in (("map", (1, 2)), ("smallmap", (3, 4))):
        entries, palette = read_png(next(data for path, data in files.items() if path.endswith(f"/{kind}.png")))
        assert max(entries.shape) == (1600 if kind == "map" else 800)
        assert len(palette) <= 250
        assert len(set(palette[12:])) == len(palette[12:])
        assert not set(palette[12:]) & set(palette[:12])
        found, runs, dots = {}, runs_of(entries), np.bincount(entries.ravel())
        for row in rows:
            x, y = int(row[places[0]]), int(row[places[1]])
            assert y < entries.shape[0]
            assert x < entries.shape[1]
            if "/" not in location[row[0]]:
                found[row[0]] = entries[y, x]
                all_dots = int(dots[entries[y, x]])
                reached = flooded(entries, runs, x, y)
                assert reached >= 25, f"{row[0]} has {reached} dots"
                assert reached >= 0.4 * all_dots, f"{row[0]}: a fill reaches {reached} of {all_dots}"
        assert len(set(found.values())) == len(found)
        assert min(found.values()) >= 12
        # a dot of one territory is never next to one of another: a border is between
        for one, other in ((entries[:, 1:], entries[:, :-1]), (entries[1:], entries[:-1])):
            assert not ((one != other) & (one >= 12) & (other >= 12)).any()


@pytest.mark.parametrize("name", some(OURS, 2))
def test_names_are_laid_over_without_half_tones(name, drawn, exported):
    """The rest of ours is slow: every name is tried in many places of both pictures."""
    variant, drawing = drawn(name)
    _, files = exported(name, "webdiplomacy")
    for kind in ("mapNames", "smallmapNames"):
        entries, palette = read_png(next(data for path, data in files.items() if path.endswith(f"/{kind}.png")))
        assert palette[0] == (255, 255, 255)
        assert (255, 255, 255) not in palette[1:]
        assert (entries == 0).mean() > 0.85
    for wide in (True, False):
        overlay = Overlay(Chart(variant, drawing, wide=wide))
        full = sum(" ".join(label.lines) == plain(variant.by_id[place].name) for place, label in overlay.labels.items())
        assert full >= (1.0 if wide else 0.85) * len(overlay.labels)
        assert sum(label.score > 0.8 for label in overlay.labels.values()) >= 0.9 * len(overlay.labels)


@pytest.mark.skipif(not has_gd(), reason="PHP has no GD: apt-get install php-gd")
def test_the_site_paints_each_territory_apart(exported, tmp_path):
    variant, files = exported("standard", "webdiplomacy")
    site(tmp_path, files)
    (tmp_path / "paint.php").write_text(
        """<?php require 'site.php'; installed('Standard');
        $told = array();
        foreach( array(false, true) as $small ) {
            $map = libVariant::$Variant->drawMap($small);
            $x = $small ? 'smallMapX' : 'mapX'; $y = $small ? 'smallMapY' : 'mapY';
            $before = array(); $after = array(); $over = array();
            foreach( InstallTerritory::$Territories as $t ) $before[$t->name] = $map->colour($t->$x, $t->$y);
            foreach( InstallTerritory::$Territories as $t )
                if( $t->coast != 'Child' && $t->type != 'Sea' ) $map->colorTerritory($t->$x, $t->$y, $t->countryID);
            foreach( InstallTerritory::$Territories as $t ) $after[$t->name] = $map->colour($t->$x, $t->$y);
            $map->addTerritoryNames();
            foreach( InstallTerritory::$Territories as $t ) $over[$t->name] = $map->colour($t->$x, $t->$y);
            $told[] = array($before, $after, $over, $map->told()['colours']);
        }
        print json_encode($told);""",
        encoding="utf-8",
    )
    name = Names(variant).territories
    for before, after, over, colours in json.loads(php(tmp_path, "paint.php")):
        for item in variant.provinces:
            if item.impassable:
                continue
            place = name[item.id]
            if item.armies:
                owner = Names(variant).country_numbers.get(item.owner, 0)
                assert after[place] == (colours[owner] if isinstance(colours, list) else colours[str(owner)])
            else:
                assert after[place] == before[place]
            # no name stands where a unit does, and white lets the map through
            assert over[place] == after[place]


def test_a_province_without_a_shape_gets_a_square():
    variant = small()
    drawing = boxes(changed(variant, provinces=variant.provinces[:2]))
    chart = Chart(variant, drawing, wide=True)
    assert set(chart.points) == set(Names(variant).territories)
    for item in variant.provinces:
        x, y = chart.points[item.id]
        assert chart.picture[y, x] == chart.entries[item.id]


def test_a_speck_keeps_a_dot_of_its_own():
    variant = small()
    svg = boxes(variant).svg.replace(b'id="cay" d="M200 0h100v100h-100z"', b'id="cay" d="M200 0h0.4v0.4h-0.4z"')
    assert b"0.4" in svg
    chart = Chart(province(variant, "cay", centre=False), PackageMap(svg), wide=True)
    x, y = chart.points["cay"]
    assert chart.picture[y, x] == chart.entries["cay"]


@pytest.mark.parametrize("far", [1e300, -1e300, float("inf"), float("nan"), 5000.0])
def test_anchors_far_off_the_map_are_brought_back(far):
    place = dict.fromkeys(("unit", "centre", "label", "dislodged"), (far, far))
    variant = changed(small(), anchors=dict.fromkeys(("ash", "bay", "bay/nc"), place))
    variant = province(variant, "cay", name="Verylongname " * 40)
    entries, _ = read_png(next(data for path, data in written(variant).items() if path.endswith("/map.png")))
    for location, (x, y) in Chart(variant, boxes(variant), wide=True).points.items():
        assert 0 <= y < entries.shape[0]
        assert 0 <= x < entries.shape[1]
        assert "/" in location or entries[y, x] >= 12


def test_centres_are_marked_where_there_is_room():
    variant = changed(small(), anchors={"ash": {"centre": (50, 50), "unit": (50, 50)}, "bay": {"centre": (500, 500)}})
    chart = Chart(variant, boxes(variant), wide=True)
    x, y = (round(value) for value in chart.dot((50, 50)))
    assert chart.picture[y, x] == 2
    assert chart.picture[chart.points["ash"][1], chart.points["ash"][0]] == chart.entries["ash"]
    assert int((chart.picture == 2).sum()) < 60


def test_art_of_the_ground_is_painted_and_passages_are_drawn():
    variant = small()
    ground = (
        '<g inkscape:label="background"><rect x="0" y="0" width="1000" height="1000" fill="#ff8800"/>'
        '<g fill="#00ff00"><path d="M0 90h20v20h-20z"/><path transform="scale(2)" d="M0 0h9v9z"/><rect width="x"/></g>'
        '<path d="M0 0h500v500z" fill="url(#x)"/><circle r="9" fill="#123456"/></g>'
        '<g inkscape:label="passages"><g data-kind="direct"><path d="M10 10L90 90"/></g>'
        '<g data-kind="permission"><path d="M110 10L190 90"/></g><g transform="scale(3)"><path d="M1 1L9 9"/></g></g>'
    )
    svg = boxes(changed(variant, provinces=variant.provinces[:1])).svg.replace(
        b'<g inkscape:label="provinces"', ground.encode() + b'<g inkscape:label="provinces"'
    )
    chart = Chart(variant, PackageMap(svg), wide=True)
    held, colours = chart.ground
    assert colours[held[10, 1500]] == pale((255, 136, 0))
    assert colours[held[-5, 5]] == pale((0, 255, 0))
    assert len(colours) == 8
    picture = Overlay(chart).picture
    across = round(50 * chart.scale)
    assert picture[across, across] == 4
    assert (picture[:, round(105 * chart.scale) :] == 4).sum() == 0


def test_fills_are_by_even_and_odd_or_by_turns():
    square = np.array([[1.0, 1.0], [9.0, 1.0], [9.0, 9.0], [1.0, 9.0]])
    inner = np.array([[3.0, 3.0], [7.0, 3.0], [7.0, 7.0], [3.0, 7.0]])
    held = np.zeros((10, 10), np.uint8)
    fill(held, [square, inner], 1)
    assert int(held.sum()) == 64 - 16
    fill(held, [square, inner], 1, evenodd=False)
    assert int(held.sum()) == 64
    fill(held, [square - 5], 2)
    assert int((held == 2).sum()) == 16
    for odd in ([], [np.zeros((0, 2))], [square[:, ::-1] * np.nan], [square + 1e300], [np.ones((4, 2))]):
        before = held.copy()
        fill(held, odd, 3)
        assert (held == before).all()
