"""`.map` files and sidecars of strangers: read or refused, quickly, and never a crash."""

import json
import time
from dataclasses import replace

import pytest
from effort import examples
from generated import steps
from hypothesis import strategies as st
from map_texts import GROUND, JUDGE, NAMES, PLAIN, POWERS, both, game, read
from small_boards import board, coast, edge, land, power, sea

from dipmap.engines import Material, UnreadableError
from dipmap.engines._mapfile.read_kept import kept_of
from dipmap.model import Units

# ---- speed and hostile files


def grid(width, height):
    """A board of squares, every third one a sea."""
    kinds = {}
    for index in range(width * height):
        code = "".join("abcdefghijklmnopqrstuvwxyz"[index // 26**k % 26] for k in (2, 1, 0))
        kinds[index] = sea(f"q{code[1:]}") if index % 3 == 0 else coast(f"q{code[1:]}")
    edges = []
    for index, one in kinds.items():
        for other in (index + 1 if (index + 1) % width else None, index + width):
            if other in kinds:
                both_land = one.armies and kinds[other].armies
                edges.append(edge(one.id, kinds[other].id, Units.BOTH if both_land else Units.FLEET))
    ids = [each.id for each in kinds.values() if each.armies]
    powers = (power("redland", homes=(ids[0],)), power("blueland", homes=(ids[1],)))
    provinces = [replace(each, centre=each.id in ids[:2], home="redland" if each.id == ids[0] else None)
                 for each in kinds.values()]  # fmt: skip
    return board(provinces, edges, powers)


@both
def test_two_hundred_provinces_are_read_in_a_second(reader):
    variant = grid(20, 10)
    files = reader.write(variant)
    started = time.process_time()
    assert reader.recognises(files)
    (found,) = reader.read(files)
    assert time.process_time() - started < 1
    assert steps(found.variant) == steps(variant)


RICH = f"""{NAMES}{GROUND}{POWERS}TEXTONLY
VICTORY 5 4
BEGIN WINTER 1647 ADJUSTMENTS
FLOW NEWYEAR:2 SPRING:MOVEMENT,RETREATS
FLOW FALL:MOVEMENT,RETREATS IFYEARDIV:4=2 WINTER:ADJUSTMENTS
RULE HOME_BUILDS FTF_PRESS !NO_CHECK
FLAGS standard
NOTIFY nobody
REDLAND (RED:R) +RRR *BBB @GGG(AAA) ~DDD &SC
OWNS AAA SC?
RESERVES 2
AMEND BBB ABUTS -NSE R:NSE(GGG) ISL~
Omega = ooo maybe?
AAA -> New Alpha = nal old
DROP RRR
BLUELAND -> GREENLAND (GREEN:G) BBB
DUMMY
CONTROL REDLAND
UNPLAYED GREENLAND
ALL DIRECTIVES
RULE X
END DIRECTIVES
IN SPRING: WATER NSE
IN W1647A
REDLAND
HOMES ~AAA @DDD(AAA)"""


def survives(data):
    """Any bytes are read or refused, and what was read can be written unless a reason is given."""
    files = {"odd.map": data}
    for reader in (PLAIN, JUDGE):
        reader.recognises(files)
        try:
            items = reader.read(files)
        except UnreadableError:
            continue
        for item in items:
            json.dumps(item.kept)
            assert all(each.finding.hint and each.finding.place.span for each in item.notices)
            ids = [each.id for each in item.variant.provinces]
            assert ids == sorted(set(ids))
            known = {place for each in item.variant.provinces for place in each.locations}
            assert all({each.a, each.b} <= known for each in item.variant.adjacency)
            if not reader.problems(item.variant):
                (back,) = reader.read(reader.write(item.variant, Material(kept=item.kept)))
                assert len(back.variant.provinces) == len(item.variant.provinces)
                assert len(back.variant.centres) == len(item.variant.centres)
                assert len(back.variant.start.units) == len(item.variant.start.units)


_CUTS = st.lists(
    st.tuples(
        st.integers(0, len(RICH)),
        st.integers(0, 40),
        st.one_of(
            st.binary(max_size=12),
            st.sampled_from([b"\n", b"=", b"/", b"->", b"(", b"ABUTS", b"9" * 5000, b"\xe9", "日本".encode(), b"\0"]),
            st.sampled_from([line.encode() + b"\n" for line in RICH.splitlines()]),
        ),
    ),
    min_size=1,
    max_size=8,
)


@examples(25, 300, _CUTS)
def test_mutilated_maps_are_read_or_refused(cuts):
    data = RICH.encode()
    for start, length, new in cuts:
        data = data[:start] + new + data[start + length :]
    survives(data)


_WORDS = st.sampled_from(sorted(set(RICH.split())))
_LINES = st.lists(st.lists(_WORDS, min_size=1, max_size=7).map(" ".join), max_size=25).map("\n".join)


@examples(25, 300, _LINES)
def test_words_of_maps_in_any_order_are_read_or_refused(text):
    survives(f"{NAMES}{GROUND}{POWERS}{text}".encode())


@pytest.mark.parametrize("cut", range(0, len(RICH), 97))
def test_maps_cut_short_are_read_or_refused(cut):
    survives(RICH[:cut].encode())


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe" + RICH.encode("utf-16-le"),
        RICH.encode("utf-16-be"),
        RICH.replace("Alpha", "Älpha").encode("latin-1"),
        b"\xef\xbb\xbf" + RICH.encode(),
        RICH.replace("\n", "\r").encode(),
        RICH.replace("\n", "\r\n").encode(),
        b"LAND AAA ABUTS " + b"/" * 9000,
        b"LAND AAA ABUTS " + b"~" * 9000,
        b"LAND AAA ABUTS " + b"(" * 9000,
        b"=" * 9000,
        b"( = (\nLAND ( ABUTS (",
        b"LAND AAA ABUTS\n" + b"RULE " + b"A" * 9000,
        b"\x1b[31m = aaa\nLAND AAA ABUTS",
        "\u202eevil = aaa\nLAND AAA ABUTS".encode(),
        b"VICTORY " + b"9" * 9000 + b"\nLAND AAA ABUTS",
        "VICTORY ²\nBEGIN SPRING ² MOVEMENT\nLAND AAA ABUTS".encode(),
    ],
)
def test_strange_bytes_are_read_or_refused(data):
    started = time.process_time()
    survives(data)
    assert time.process_time() - started < 2


def test_line_ends_do_not_matter():
    texts = [RICH, RICH.replace("\n", "\r\n"), RICH.replace("\n", "\r")]
    variants = [read(text).variant for text in texts]
    assert variants[0] == variants[1] == variants[2]


def test_latin_names_and_marks_of_order_are_read():
    data = f"\N{BOM}{NAMES}{GROUND}{POWERS}".replace("Alpha", "Älpha")
    assert read(data).variant.by_id["aaa"].name == "Älpha"
    (found,) = JUDGE.read({"a.map": data.lstrip("\N{BOM}").replace("Beta", "Bé\x07ta").encode("latin-1")})
    assert found.variant.by_id["aaa"].name == "Älpha"
    assert found.variant.by_id["bbb"].name == "Bé ta"


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from(["IN X", "RESERVES 1", "~", "aaa"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
_KEYS = st.sampled_from(
    ["rules", "victory", "flow", "lines", "powers", "marks", "more", "owns", "gates", "unclear", "blocks", "dummies"]
)


@examples(25, 300, st.dictionaries(_KEYS, _JSON, max_size=12))
def test_a_strange_sidecar_is_ignored(kept):
    variant = board((land("aaa"), coast("bbb")), (edge("aaa", "bbb", Units.ARMY),))
    for reader in (PLAIN, JUDGE):
        reader.write(variant, Material(kept=kept))


def test_a_sidecar_says_nothing_that_the_variant_says():
    kept = kept_of(
        {
            "rules": ["BUILD_ANY", "!NO_RETREAT", "HOLD_WIN", "x y", 3],
            "victory": [5, True, -1, "7"],
            "lines": ["NOTIFY me\nVICTORY 1", "VICTORY 1", "FLAGS a"],
            "powers": {"red": ["RESERVES 1", "A AAA"], 3: []},
            "gates": [["a", "b", "~", ""], ["a", "b", "", ""], ["a", "b", "x", "y"], ["a"]],
            "marks": {"red": [["@", "a", ["b", 3]], ["?", "a", []]]},
            "blocks": [["IN FALL", "DROP AAA"], ["DROP AAA"], ["IN FALL", 3], []],
            "dummies": ["CD_DUMMIES", "X"],
            "flow": ["A:B", "a b"],
            "more": {"red": ["&SC", "AAA"]},
            "owns": {"red": ["SC?", "AAA"]},
            "unclear": {"aaa": ["Isle", "a = b"]},
        }
    )
    assert kept.json() == {
        "rules": ["HOLD_WIN"],
        "victory": [5],
        "flow": ["A:B"],
        "lines": ["FLAGS a"],
        "powers": {"red": ["RESERVES 1"]},
        "marks": {"red": [["@", "a", ["b"]]]},
        "more": {"red": ["&SC"]},
        "owns": {"red": ["SC?"]},
        "gates": [["a", "b", "~", ""]],
        "unclear": {"aaa": ["Isle"]},
        "blocks": [["IN FALL", "DROP AAA"]],
        "dummies": ["CD_DUMMIES"],
    }


def test_a_sidecar_about_places_and_powers_that_are_gone_is_ignored():
    found = game("AMEND BBB ABUTS -AAA R:AAA", "AMEND NSE ABUTS -BBB BBB(GGG)", "REDLAND *NSE")
    gone = replace(found.variant, powers=tuple(replace(each, id=f"x{each.id}", homes=()) for each in found.variant.powers),
                   start=replace(found.variant.start, units=()),
                   provinces=tuple(replace(each, owner=None, home=None) for each in found.variant.provinces))  # fmt: skip
    text = JUDGE.write(gone, Material(kept=found.kept))["probe.map"].decode()
    assert "R:AAA" not in text
    assert "BBB(GGG)" in text
    assert "*NSE" not in text


def test_ids_of_two_places_stay_apart():
    found = read("Aleph = äb1\nBeth = ab1\nLAND ÄB1 ABUTS\nLAND AB1 ABUTS\nRÖD ÄB1\nROD AB1\nA AB1")
    assert [each.id for each in found.variant.provinces] == ["ab1", "ab12"]
    assert [each.id for each in found.variant.powers] == ["rod", "rod2"]
    assert found.renamed["ÄB1"] == "ab1"
