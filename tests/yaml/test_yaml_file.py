"""variant.yaml as text: places, what is refused, and texts that mean harm."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dipmap.resolve.declaration import read_declaration
from dipmap.resolve.yaml_file import MAX_BYTES, read_yaml

START = 'id: x\nname: X\nversion: "1"\n'


def load(text):
    document, notices = read_yaml("variant.yaml", text.encode() if isinstance(text, str) else text)
    assert document is not None, notices
    assert notices == []
    return document


def refused(text):
    document, notices = read_yaml(
        "variant.yaml", text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    )
    assert document is None
    (notice,) = notices
    assert notice.finding.place.span is not None
    assert notice.finding.hint
    assert len(notice.finding.message) < 400
    return notice


def objections(text):
    document = load(START + text)
    declaration, notices = read_declaration(document)
    assert declaration is None
    return notices


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1", 1),
        ("a: -12", -12),
        ("a: 0x1F", 31),
        ("a: 0o17", 15),
        ("a: 017", 17),
        ("a: 1_000", 1000),
        ("a: 1.5", 1.5),
        ("a: .5", 0.5),
        ("a: 1e3", 1000.0),
        ("a: true", True),
        ("a: False", False),
        ("a: null", None),
        ("a: ~", None),
        ("a:", None),
        ("a: no", "no"),
        ("a: yes", "yes"),
        ("a: on", "on"),
        ("a: 'true'", "true"),
        ('a: "1"', "1"),
        ("a: 1.0.0", "1.0.0"),
        ("a: 1901-01-01", "1901-01-01"),
        ("a: 1:30", "1:30"),
        ("a: .inf", ".inf"),
        ("a: .nan", ".nan"),
        ("a: 1e999", "1e999"),
        (f"a: {'9' * 5000}", "9" * 5000),
        ("a: !!str 5", "5"),
        ("a: !!int 5", 5),
        ("a: ! 5", "5"),
        ("a: |\n  b\n  c\n", "b\nc\n"),
        ("a: >-\n  b\n  c\n", "b c"),
        ('a: "\\ud83d\\ude00"', "😀"),
        ("a: [1, [2], {b: 3}]", [1, [2], {"b": 3}]),
        ("a:\n- 1\n- b: 2\n", [1, {"b": 2}]),
        ("a: &x [1]", [1]),
    ],
)
def test_what_scalars_mean(text, value):
    assert load(text).data == {"a": value}
    assert type(load(text).data["a"]) is type(value)


def test_numbers_and_dates_as_keys_are_words():
    assert load("1914: a\n1901-01-01: b\ntrue: c\n1.5: d\n").data == {
        "1914": "a",
        "1901-01-01": "b",
        "true": "c",
        "1.5": "d",
    }


def test_anchors_and_aliases_in_moderation():
    document = load("a: &x {b: [1, 2]}\nc: *x\nd: &y text\ne: *y\n")
    assert document.data == {"a": {"b": [1, 2]}, "c": {"b": [1, 2]}, "d": "text", "e": "text"}
    # what an alias brings stands where its anchor does
    assert document.place(("c", "b", 1)).span.text == "2"
    assert document.place(("e",)).span.text == "&y text"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_places_are_exact(end, mark):
    text = mark + end.join(
        [
            "# é漢😀",
            "é漢: {b: [x, 'y 😀', z]}  # more",
            "list:",
            "- p: 1",
            '  q: "two"',
            "- r",
            "t: |",
            "  long",
            "  text",
            "u: v",
        ]
    )
    document = load(text)
    for pointer, expected in {
        ("é漢",): "{b: [x, 'y 😀', z]}",
        ("é漢", "b"): "[x, 'y 😀', z]",
        ("é漢", "b", 1): "'y 😀'",
        ("list", 0, "q"): '"two"',
        ("list", 1): "r",
        ("u",): "v",
    }.items():
        assert document.place(pointer).span.text == expected
    assert document.place(("é漢",), key=True).span.text == "é漢"
    assert document.place(("list", 0, "q"), key=True).span.text == "q"
    assert document.place(("list", 0, "q")).pointer == "list.0.q"
    # what is not written is looked for around
    assert document.place(("list", 0, "missing")).span.text.startswith("p: 1")
    assert document.place(("missing",)).span is not None
    if end != "\r":
        assert document.place(("u",)).span.begin == (10, 4)


def test_line_ends_that_are_none_in_yaml_do_not_move_places():
    for odd in ("\x85", "\u2028", "\u2029"):
        document = load(f'a: "x{odd}y"\nb: here\n')
        assert document.place(("b",)).span.text == "here"


keys = st.text(alphabet="abcé漢😀 -", min_size=1, max_size=6).map(str.strip).filter(bool)
leaves = st.one_of(st.integers(-999, 999), st.booleans(), st.none(), st.text(alphabet="ab é漢😀'\"\n:#-", max_size=10))
trees = st.recursive(
    leaves,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
    max_leaves=10,
)


def written(value):
    """A value in the flow style of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(str(key))}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return (
        {None: "null", True: "true", False: "false"}.get(value, str(value))
        if not isinstance(value, int) or isinstance(value, bool)
        else str(value)
    )


@given(st.dictionaries(keys, trees, max_size=3), st.sampled_from(["", "# é\r\n", "---\n", "%YAML 1.2\n---\n"]))
@settings(max_examples=100, deadline=None)
def test_every_value_is_found_where_it_stands(value, head):
    document = load(head + written(value) + "\n")
    assert document.data == value
    for pointer, span in document.values.items():
        item = value
        for step in pointer:
            item = item[step]
        assert span.text == written(item)
    for pointer, span in document.keys.items():
        assert span.text == written(pointer[-1])


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("", "is empty", (1, 1)),
        ("   \n# only this\n", "is empty", None),
        ("a: b: c", "not YAML", (1, 5)),
        ("a: [1, 2", "not YAML", (1, 9)),
        ("a: 'open", "not YAML", None),
        ("a:\n\t- b", "not YAML", (2, 1)),
        ("\ta: b", "not YAML", (1, 1)),
        ("a: b\n c: d", "not YAML", (2, 3)),
        ("a: @b", "not YAML", (1, 4)),
        ("a: `b`", "not YAML", (1, 4)),
        ("a: *b", "has no anchor", (1, 4)),
        ("a: &b", None, None),
        ("a: &b [*b]", "contains itself", None),
        ("&a a: *a\n&b b: {c: *b}", None, None),
        ("a: &b {c: *b}", "contains itself", None),
        ("a: &b [[[[*b]]]]", "contains itself", None),
        ("a: !!python/object/apply:os.system [ls]", "tag", (1, 4)),
        ("a: !!python/name:os.system", "tag", (1, 4)),
        ("a: !!binary aGk=", "tag", None),
        ("a: !!set {b}", "tag", None),
        ("a: !local b", "tag", (1, 4)),
        ("a: &x {b: 1}\nc:\n  <<: *x", "merge keys", (3, 3)),
        ("? [a]\n: b", "no plain word", (1, 3)),
        ("? {a: b}\n: c", "no plain word", (1, 3)),
        ("a: 1\n---\nb: 2", "second document", (3, 1)),
        ("a: b\x00c", "#x0000", (1, 5)),
        ("a: b\n\nc: \x07", "#x0007", (3, 4)),
        ('a: "\\0"', "control character #x00", (1, 4)),
        ('a: "\\x1b[31m"', "control character #x1b", (1, 4)),
        ('a: "\\ud800"', "half a character", (1, 4)),
        ('"\\ud800": b', "half a character", (1, 1)),
        ('a: "\\UFFFFFFFF"', "not YAML", None),
        ('a: "\\q"', "not YAML", None),
        ("%YAML 3.0\n---\na: b", "not YAML", None),
        ("%TAG ! !\n%TAG ! !\n---\na: b", "not YAML", None),
        ("a: " + "[" * 100 + "]" * 100, "nested too deeply", (1, 27)),
        ("a: " + "{b: " * 5000 + "1" + "}" * 5000, "nested too deeply", None),
        ("- " * 3000 + "a", "nested too deeply", None),
        ("[" * 100_000, "nested too deeply", None),
        (
            "a: &a [x, x]\n"
            + "".join(f"b{n}: &b{n} [{', '.join([f'*b{n - 1}' if n else '*a'] * 9)}]\n" for n in range(9)),
            "multiply",
            None,
        ),
        ("x: &x 1\ny: [" + "*x, " * 100_000 + "]", None, None),
        (b"a: \xff\xfe", "not UTF-8", (1, 4)),
        ("é: ü".encode("latin-1"), "not UTF-8", (1, 1)),
        ("a: b".encode("utf-16"), "not UTF-8", (1, 1)),
        (b"\xed\xa0\x80: a", "not UTF-8", (1, 1)),
        (b"a: b\n" * 800_000, "MB", None),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_texts_that_are_refused(text, words, place, quick):
    with quick(5):
        if words is None:
            read_yaml("variant.yaml", text.encode())
            return
        notice = refused(text)
    assert words in notice.finding.message
    assert notice.name in ("malformed-yaml", "oversized-input", "unreadable-encoding")
    if place:
        assert notice.finding.place.span.begin == place


def test_a_key_that_stands_twice_is_told_and_the_first_counts():
    document, notices = read_yaml("variant.yaml", b"a: 1\nb: 2\na: 3\n")
    assert document.data == {"a": 1, "b": 2}
    (notice,) = notices
    assert notice.name == "duplicate-key"
    assert "first in line 1" in notice.finding.message
    assert notice.finding.place.span.begin == (3, 1)


def test_an_anchor_that_stands_twice_is_no_fault():
    assert load("a: &x 1\nb: &x 2\nc: *x\n").data == {"a": 1, "b": 2, "c": 2}


@pytest.mark.parametrize(
    ("text", "words", "hint", "at"),
    [
        ("provincs: {}\n", "provincs", "provinces", "provincs"),
        ("powers:\n  england: {colr: red}\n", "colr", "colour", "colr"),
        ("provinces:\n  lon: {terain: sea}\n", "terain", "terrain", "terain"),
        ("provinces:\n  lon: {terrain: see}\n", "see", "sea", "see"),
        ("provinces: [lon]\n", "must be a block of keys", "", "[lon]"),
        ("provinces:\n  LON: {}\n", "LON", "", "LON"),
        ("passages: {}\n", "must be a list", "", "{}"),
        ("passages:\n- between: a-b-c\n", "between", "", "a-b-c"),
        ("tolerance: .inf\n", "must be a number", "", ".inf"),
        ("tolerance: 5\n", "tolerance", "", "5"),
        ("map: ../other.svg\n", "map", "", "../other.svg"),
        ("dialect: godp\n", "godp", "godip", "godp"),
        ("designers: me\n", "must be a list", "[me]", "me"),
        ("1914: x\n", "1914", "", "1914"),
    ],
)
def test_what_the_schema_objects_to_has_a_place_and_a_hint(text, words, hint, at):
    (notice, *_) = objections(text)
    assert notice.name == "schema-violation"
    assert words in notice.finding.message
    assert hint in notice.finding.hint
    assert notice.finding.place.span.text == at


def test_a_list_or_a_word_at_the_top():
    for text in ("- a\n- b\n", "hello", "5", "~"):
        document = load(text)
        declaration, notices = read_declaration(document)
        assert declaration is None
        assert notices
        assert notices[0].finding.place.span is not None


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "x" * (MAX_BYTES - 9),
        'a: "' + "x" * (MAX_BYTES - 9) + '"',
        "a: |\n" + "  line\n" * (MAX_BYTES // 8),
        "x" * (MAX_BYTES - 9),
        "a: [" + "1," * (MAX_BYTES // 8) + "]",
        "a: [" + "[]," * 20_000 + "]",
        "#" * (MAX_BYTES - 9),
        "\n" * (MAX_BYTES - 9),
        "a: " + " " * (MAX_BYTES - 9) + "b",
        "é" * (MAX_BYTES // 2 - 9),
        "".join(f"k{n}: é\n" for n in range(12_000)),
        "&a " * 20_000,
        "? " * 20_000,
        "!" * (MAX_BYTES - 9),
        "'" * (MAX_BYTES - 9),
        '"\\' * (MAX_BYTES // 4),
        "a: {" + "b, " * 30_000,
    ],
    ids=lambda text: text[:8].strip(),
)
def test_long_texts_take_time_in_proportion(text, quick):
    with quick(6):
        read_yaml("variant.yaml", text.encode())


@given(st.text(alphabet="ab:-[]{}&*!|>'\"#%@`,?<~\\ \n\t\r0.é\x85", max_size=30))
@settings(max_examples=300, deadline=None)
def test_no_text_breaks_the_reader(text):
    document, notices = read_yaml("variant.yaml", text.encode())
    if document is None:
        assert notices
        assert all(notice.finding.place.span for notice in notices)
    else:
        read_declaration(document)


@given(st.binary(max_size=40))
@settings(max_examples=150, deadline=None)
def test_no_bytes_break_the_reader(data):
    document, notices = read_yaml("variant.yaml", data)
    assert document is not None or notices


def test_numbers_stay_finite():
    for text in ("1e308", "-1e308", "1e309", "-.inf", "1e-400"):
        value = load(f"a: {text}").data["a"]
        assert isinstance(value, str) or math.isfinite(value)
