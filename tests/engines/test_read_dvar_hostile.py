"""DVAR documents that are broken, tampered with or huge: read or refused, quickly, and never a crash."""

import copy
import json
import random
import time
from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest
from dvar_document import ENGINE, at, coastal, foreign, full, read, write
from effort import examples
from facts_model import facts_variant
from generated import steps
from hypothesis import strategies as st

from dipmap.engines import Material, UnreadableError
from dipmap.engines._json import DEPTH, MOST_BYTES, MOST_VALUES, read_json

# ---- hostile documents


BROKEN = [
    (b"", "the file ends too early"),
    (b"\xff\xfe{", "it is not in UTF-8"),
    (b'{"a": "\xe4"}', "it is not in UTF-8"),
    (b"[" * 100_000, f"nested more than {DEPTH} deep"),
    (b'{"a":' * 100_000, f"nested more than {DEPTH} deep"),
    (b'{"a": 1e999}', "a number is too large"),
    (b'{"a": -1e999}', "a number is too large"),
    (b'{"a": ' + b"9" * 5000 + b"}", "a number has more than"),
    (b'{"a": NaN}', "a value is missing"),
    (b'{"a": Infinity}', "a value is missing"),
    (b'{"a": -}', "a value is missing"),
    (b'{"a": 01}', "a comma or } is missing"),
    (b'{"a": 1, "a": 2}', "the key 'a' stands twice"),
    (b'{"a": 1, "\\u0061": 2}', "the key 'a' stands twice"),
    (b'{"a": 1,}', "a key in double quotes is missing"),
    (b"[1,]", "a value is missing"),
    (b"[1", "the file ends too early"),
    (b"[1 2]", "a comma or ] is missing"),
    (b'{"a" 1}', "a colon is missing"),
    (b"{'a': 1}", "a key in double quotes is missing"),
    (b'{"a": "x\ny"}', "a text does not end on its line"),
    (b'{"a": "x', "a text does not end on its line"),
    (b'{"a": "\\ud800"}', "an escape that stands for no character"),
    (b'{"a": "\\q"}', "an escape that stands for no character"),
    (b'{"a": "\x00"}', "a text does not end on its line"),
    (b"{} {}", "something follows the end"),
    (b"\x00", "a value is missing"),
    (b"[" + b"1," * MOST_VALUES + b"1]", "more than"),
    (b" " * 20_000_000, "bytes; a document has"),
    (b'"' + b"x" * 20_000_000 + b'"', "bytes; a document has"),
    (b'"' + b"\\\\" * (MOST_BYTES // 4), "a text does not end on its line"),
]


@pytest.mark.parametrize(("data", "words"), BROKEN, ids=[f"{n} {words}" for n, (_, words) in enumerate(BROKEN)])
def test_what_is_no_json_is_refused_with_its_place(data, words):
    started = time.process_time()
    with pytest.raises(UnreadableError) as caught:
        ENGINE.read({"map.dvar": data})
    assert time.process_time() - started < 2
    (found,) = [item.finding for item in caught.value.notices]
    assert words in found.message
    assert found.hint
    assert len(found.message) < 200
    assert found.place.span.begin[0] >= 1


def test_the_line_of_what_is_no_json():
    with pytest.raises(UnreadableError) as caught:
        ENGINE.read({"map.dvar": b'{\n "a": 1,\n "a": 2\n}'})
    assert caught.value.notices[0].finding.place.span.begin == (3, 2)


@pytest.mark.parametrize(
    "data", [b"[]", b"3", b"null", b'"x"', b"{}", b'{"provinces": []}', b'{"provinces": {}}', b'{"provinces": [3]}']
)
def test_json_that_is_no_variant_is_refused(data):
    with pytest.raises(UnreadableError, match="is no DVAR"):
        ENGINE.read({"map.dvar": data})


@examples(50, 300, st.recursive(st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.floats(-1e9, 1e9).map(lambda n: round(n, 3)) | st.text(st.characters(exclude_categories=["Cs"])), lambda each: st.lists(each, max_size=4) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), each, max_size=4), max_leaves=20), st.sampled_from([None, 1, 3]), st.booleans())  # fmt: skip
def test_json_is_read_as_pythons_own_reader_has_it(value, indent, ascii_only):
    data = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode()
    _, node = read_json("x.json", data)
    assert node.plain() == value
    assert (node.start, node.end) == (0, len(data))
    _, marked = read_json("x.json", b"\xef\xbb\xbf\n" + data + b"\n")
    assert marked.plain() == value


ODD = (
    None,
    True,
    0,
    -1,
    10**15,
    1.5,
    "",
    "x",
    "rock",
    "east/n-c",
    "\x00",
    "é" * 300,
    [],
    {},
    [[]],
    [{}],
    {"id": {}},
    [None] * 50,
)


def places_of(value, path=()):
    """Every place in a document, by its path."""
    yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places_of(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from places_of(each, (*path, index))


@cache
def real():
    return write(facts_variant("zeus"))[0]


def mutated(document, rng):
    """A document with a few of its values taken out, put elsewhere, or of another type."""
    told = copy.deepcopy(document)
    for _ in range(rng.randint(1, 6)):
        path = rng.choice(list(places_of(told))[1:])
        holder, key = at(told, *path)
        deed = rng.randrange(4)
        if deed == 0:
            del holder[key]
        elif deed == 1:
            holder[key] = copy.deepcopy(rng.choice(ODD))
        elif deed == 2:
            other, name = at(told, *rng.choice(list(places_of(told))[1:]))
            holder[key] = copy.deepcopy(other[name])
        elif isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        else:
            holder["odd"] = copy.deepcopy(holder[key])
        if not told:
            break
    return told


def survives(document):
    """It is read to something a package takes and that can be written again, or refused with a reason."""
    with suppress(UnreadableError):
        found = read(document)
        if not ENGINE.problems(found.variant):
            back = read(json.dumps(write_freely(found)).encode())
            assert steps(back.variant) >= steps(found.variant)


def write_freely(found):
    return json.loads(ENGINE.write(found.variant, Material(None, found.kept))[ENGINE.files(found.variant)[0]])


@examples(40, 500, st.integers(0, 10**9))
def test_a_mutated_document_is_read_or_refused(seed):
    survives(mutated(full() if seed % 2 else foreign(), random.Random(seed)))


@examples(3, 40, st.integers(0, 10**9))
def test_a_mutated_document_of_our_own_is_read_or_refused(seed):
    survives(mutated(real(), random.Random(seed)))


@examples(50, 500, st.integers(0, 10**9))
def test_mutated_bytes_are_read_or_refused(seed):
    rng = random.Random(seed)
    data = bytearray(json.dumps(foreign(), indent=rng.choice((None, 1))).encode())
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(data))
        end = min(len(data), start + rng.choice((0, 1, 5, 200)))
        data[start:end] = rng.choice((b"", b"\x00", b'"', b"}", b"[[[[", b"9" * 30, b"\xff", data[start:end] * 2))
    survives(bytes(data))


@examples(20, 300, st.integers(0, 10**9))
def test_what_was_kept_and_tampered_with_never_stops_an_export(seed):
    rng = random.Random(seed)
    found = read(full())
    kept = mutated(found.kept, rng)
    document = write_freely(replace(found, kept=kept))
    assert len(read(document).variant.adjacency) == len(found.variant.adjacency)
    assert [nation["id"] for nation in document["nations"]] == list(
        dict.fromkeys(nation["id"] for nation in document["nations"])
    )


@pytest.mark.parametrize(
    "kept",
    [
        {"ids": {"places": {"east": "rock"}}},
        {"ids": {"places": {"east": "EAST!"}}},
        {"ids": {"places": {"east/nc": "rock/nc"}}},
        {"ids": {"nations": {"east": "thewest", "thewest": "thewest"}}},
        {"neutral": [{"id": "thewest", "name": "x", "color": "#000000", "places": ["rock"]}, {"id": "a"}, 3]},
        {"flow": {"phaseProgression": {}, "phase": {}, "before": 0}},
        {"flow": {"phaseProgression": {"seasons": ["Rain"], "transitions": [3]}, "phase": {}, "before": 0}},
        {"flow": {"before": 10**9}},
        {
            "extra": {
                "document": {"document": {"odd": float("nan"), "rules": 3, "odd2": [float("inf")], "o": {"a": {1}}}}
            }
        },
        {"homes": {"midsea": "mars"}},
        {"victory": [{"type": 3}, 4, {"supplyCenters": 2}]},
        {"modifiers": [3, ""], "rules": 4, "opening": []},
    ],
)
def test_kept_things_of_a_wrong_shape_are_as_if_they_were_not(kept):
    variant = read(foreign()).variant
    assert write(variant, kept)[0] == write(variant)[0]


# ---- speed


def test_two_hundred_provinces_are_read_within_a_second():
    side = 15
    ids = [f"p{row:02}{column:02}" for row in range(side) for column in range(side)]
    provinces = []
    for index, identity in enumerate(ids):
        row, column = divmod(index, side)
        near = [(row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
        edges = [(ids[r * side + c], "both") for r, c in near if 0 <= r < side and 0 <= c < side]
        provinces.append(coastal(identity, identity.upper(), *edges, supplyCenter=True))
    document = {**foreign(), "provinces": provinces, "namedCoasts": []}
    document["initialState"] |= {"units": [], "supplyCenters": []}
    variant = read(document).variant
    written, picture = write(variant)
    data = json.dumps(written, indent=2).encode()
    started = time.process_time()
    (found,) = ENGINE.read({"a.dvar": data, "a.svg": picture})
    assert time.process_time() - started < 1
    assert len(found.variant.provinces) == side * side
    assert len(found.variant.anchors) == side * side
