import datetime as dt
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from dipmap import schema, schema_words
from dipmap.schema import Problem, explain, headline, pointer, where

PROVINCE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "terrain"],
    "properties": {
        "name": {"type": "string", "minLength": 1},
        "terrain": {"enum": ["land", "coast", "sea"]},
        "centre": {"type": "boolean"},
        "capacity": {"type": "integer", "minimum": 1},
        "coasts": {"type": "array", "items": {"$ref": "#/$defs/id"}, "minItems": 2, "maxItems": 4, "uniqueItems": True},
        "shape": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "colour": {"type": "string", "pattern": "^#[0-9a-f]{6}$", "x-hint": 'write it as "#1a2b3c"'},
    },
    "dependentRequired": {"capacity": ["centre"]},
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "format": {"const": 1},
        "provinces": {
            "type": "object",
            "propertyNames": {"$ref": "#/$defs/id"},
            "additionalProperties": {"$ref": "#/$defs/province"},
        },
        "passages": {"type": "array", "items": {"$ref": "#/$defs/passage"}},
    },
    "$defs": {
        "id": {
            "type": "string",
            "pattern": "^[a-z0-9]+$",
            "description": "An id of small letters and digits. Short is best.",
        },
        "province": PROVINCE,
        "passage": {
            "oneOf": [
                {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["kind", "between"],
                    "properties": {"kind": {"const": "strait"}, "between": {"type": "string"}},
                },
                {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["kind", "between", "keeper"],
                    "properties": {
                        "kind": {"const": "permission"},
                        "between": {"type": "string"},
                        "keeper": {"type": "string"},
                    },
                },
                {"type": "string"},
            ],
        },
    },
}


@pytest.fixture
def said(monkeypatch):
    monkeypatch.setattr(schema, "validator", lambda _: Draft202012Validator(SCHEMA))
    return lambda document: [
        (problem.pointer, problem.message, problem.hint) for problem in schema.problems("x", document)
    ]


def province(**keys):
    return {"provinces": {"lon": {"name": "London", "terrain": "coast", **keys}}}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"provines": {}}, ("/provines", '"provines" is not a key of the document', 'write "provinces", or remove it')),
        (
            province(zzz=1),
            (
                "/provinces/lon/zzz",
                '"zzz" is not a key of provinces.lon',
                "use one of name, terrain, centre, capacity, coasts, shape, colour, or remove it",
            ),
        ),
        (province(terrain="See"), ("/provinces/lon/terrain", 'provinces.lon.terrain cannot be "See"', 'write "sea"')),
        (
            province(terrain="desert"),
            ("/provinces/lon/terrain", 'provinces.lon.terrain cannot be "desert"', "use one of land, coast, sea"),
        ),
        (
            province(name=1900),
            ("/provinces/lon/name", "provinces.lon.name must be text, not a whole number", 'put it in quotes: "1900"'),
        ),
        (
            province(name=dt.date(1901, 1, 2)),
            ("/provinces/lon/name", "provinces.lon.name must be text, not a date", 'put it in quotes: "1901-01-02"'),
        ),
        (province(name=["a"]), ("/provinces/lon/name", "provinces.lon.name must be text, not a list", "write text")),
        (province(name=""), ("/provinces/lon/name", "provinces.lon.name is empty", "add at least 1 character")),
        (
            province(coasts="nc"),
            ("/provinces/lon/coasts", "provinces.lon.coasts must be a list, not text", "write it as a list: [nc]"),
        ),
        (
            province(coasts=None),
            (
                "/provinces/lon/coasts",
                "provinces.lon.coasts is empty, but must be a list",
                "write a value, or remove the key",
            ),
        ),
        (
            province(coasts=["nc"]),
            ("/provinces/lon/coasts", "provinces.lon.coasts has 1 entry, but needs at least 2", "add 1 entry"),
        ),
        (
            province(coasts=list("abcdef")),
            ("/provinces/lon/coasts", "provinces.lon.coasts has 6 entries, but may have at most 4", "remove 2 entries"),
        ),
        (
            province(coasts=["nc", "sc", "nc"]),
            ("/provinces/lon/coasts/2", 'provinces.lon.coasts lists "nc" twice', "remove one of the two"),
        ),
        (
            province(coasts=["nc", "South"]),
            (
                "/provinces/lon/coasts/1",
                'provinces.lon.coasts entry 2 cannot be written "South"',
                "write an id of small letters and digits",
            ),
        ),
        (
            province(centre="yes"),
            (
                "/provinces/lon/centre",
                "provinces.lon.centre must be true or false, not text",
                "write true without quotes",
            ),
        ),
        (
            province(capacity="3", centre=True),
            (
                "/provinces/lon/capacity",
                "provinces.lon.capacity must be a whole number, not text",
                "write 3 without quotes",
            ),
        ),
        (
            province(capacity=0, centre=True),
            (
                "/provinces/lon/capacity",
                "provinces.lon.capacity is 0, but must be at least 1",
                "write a number that is at least 1",
            ),
        ),
        (
            province(capacity=2),
            (
                "/provinces/lon/capacity",
                'provinces.lon has the key "capacity" without "centre"',
                'add "centre", or remove "capacity"',
            ),
        ),
        (
            province(colour="red"),
            ("/provinces/lon/colour", 'provinces.lon.colour cannot be written "red"', 'write it as "#1a2b3c"'),
        ),
        (
            province(shape=3),
            (
                "/provinces/lon/shape",
                "provinces.lon.shape must be text or a list, not a whole number",
                'put it in quotes: "3"',
            ),
        ),
        (
            province(shape=["a", 3]),
            (
                "/provinces/lon/shape/1",
                "provinces.lon.shape entry 2 must be text, not a whole number",
                'put it in quotes: "3"',
            ),
        ),
        (
            {"provinces": {"Lon!": {"name": "London", "terrain": "sea"}}},
            ("/provinces/Lon!", '"Lon!" cannot be a key of provinces', "write an id of small letters and digits"),
        ),
        (
            {"provinces": {1914: {}}},
            (
                "/provinces/1914",
                "the key 1914 of provinces must be text, not a whole number",
                'put it in quotes: "1914"',
            ),
        ),
        ({"format": 2}, ("/format", "format must be 1, not 2", "write 1")),
        ([], ("", "the document must be a block of keys, not a list", "write a block of keys")),
        (
            {"passages": [{"kind": "strait", "betwen": "a-b"}]},
            ("/passages/0", 'passages entry 1 lacks the key "between"', 'add "between"'),
        ),
        (
            {"passages": [{"kind": "permission", "between": "a-b"}]},
            ("/passages/0", 'passages entry 1 lacks the key "keeper"', 'add "keeper"'),
        ),
        (
            {"passages": [{"kind": "permission", "between": 3, "keeper": "c"}]},
            (
                "/passages/0/between",
                "passages entry 1: between must be text, not a whole number",
                'put it in quotes: "3"',
            ),
        ),
    ],
)
def test_what_a_designer_is_told(said, document, expected):
    assert said(document)[0] == expected


def test_all_problems_each_once_in_order(said):
    told = said({"passages": [], "provinces": {"b": {}, "a": {"name": "A", "terrain": "sea", "x": 1, "y": 2}}})
    assert [(at, message) for at, message, _ in told] == [
        ("/provinces/a/x", '"x" is not a key of provinces.a'),
        ("/provinces/a/y", '"y" is not a key of provinces.a'),
        ("/provinces/b", 'provinces.b lacks the key "name"'),
        ("/provinces/b", 'provinces.b lacks the key "terrain"'),
    ]


def test_a_key_no_subschema_knows():
    rules = {"allOf": [{"properties": {"a": {}}}], "properties": {"name": {}}, "unevaluatedProperties": False}
    (error,) = Draft202012Validator(rules).iter_errors({"a": 1, "nam": 2})
    assert explain(error) == [
        Problem(("nam",), '"nam" is not a key of the document', 'write "name", or remove it', True)
    ]


def test_words_of_several_alternatives():
    rules = {"anyOf": [{"const": "none"}, {"enum": ["normal", "forced"]}, {"type": "integer"}]}
    (error,) = Draft202012Validator(rules).iter_errors("nomal")
    assert explain(error) == [Problem((), 'the document cannot be "nomal"', 'write "normal"')]


def test_a_value_that_fits_two_ways():
    (error,) = Draft202012Validator({"oneOf": [{"type": "string"}, {"minLength": 1}]}).iter_errors("a")
    assert explain(error)[0].message == "the document can be read in more than one way"


def test_a_key_that_excludes_another():
    rules = {"properties": {"a": {"not": {"required": ["b"], "x-hint": "remove b: a says it all"}}}}
    (error,) = Draft202012Validator(rules).iter_errors({"a": {"b": 1}})
    assert explain(error) == [Problem(("a", "b"), 'a cannot have the key "b" here', "remove b: a says it all", True)]


def test_the_headline_is_what_is_most_wrong():
    errors = list(Draft202012Validator(SCHEMA).iter_errors({"extra": 1, "provinces": {"lon": {"terrain": 3}}}))
    assert explain(headline(errors))[0].message == '"extra" is not a key of the document'
    assert headline([]) is None


def test_the_headline_goes_into_the_branch_that_was_meant():
    errors = list(Draft202012Validator(SCHEMA).iter_errors({"passages": [{"kind": "permission", "between": "a-b"}]}))
    assert headline(errors).validator == "required"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from([*SCHEMA["properties"], *PROVINCE["properties"], "kind", "between", "", "x" * 99])
                | st.integers(),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_whatever_the_document_every_problem_is_a_plain_sentence(document):
    for root in (SCHEMA, {**SCHEMA, **PROVINCE}, {**SCHEMA, **SCHEMA["$defs"]["passage"]}):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(schema, "validator", lambda _, root=root: Draft202012Validator(root))
            for problem in schema.problems("x", document):
                assert problem.message
                assert problem.hint
                assert not problem.message.endswith(".")
                for noise in ("anyOf", "oneOf", "schema", "propert", "required", "{'"):
                    assert noise not in problem.message
        if not list(schema_words.odd_keys(document, ())):
            errors = list(Draft202012Validator(root).iter_errors(document))
            assert (headline(errors) is None) == (not errors)


def test_paths():
    assert pointer(("a/b", 2, "c~")) == "/a~1b/2/c~0"
    assert pointer(()) == ""
    assert where(()) == "the document"
    assert where(("passages", 2, "units", 0)) == "passages entry 3: units entry 1"
    assert where((0, "a", "b")) == "entry 1: a.b"


def test_the_schemas_are_found_in_a_checkout_and_in_a_wheel(tmp_path, monkeypatch):
    assert "diagnostics" in schema.names()
    package = tmp_path / "dipmap"
    (package / "_schemas").mkdir(parents=True)
    monkeypatch.setattr(schema, "__file__", str(package / "schema.py"))
    assert schema.folder.__wrapped__() == package / "_schemas"


@pytest.mark.parametrize("name", schema.names())
def test_each_schema_is_sound(name):
    document = schema.schema(name)
    Draft202012Validator.check_schema(document)
    assert document["$id"].startswith(f"https://dipmap.example/schemas/{name}-")
    assert document["$id"].endswith(schema.SUFFIX)
    schema.validator(name)


def test_schemas_refer_to_each_other(tmp_path, monkeypatch):
    for name, body in (("a", {"$ref": "b-1.schema.json#/$defs/id"}), ("b", {"$defs": {"id": {"type": "string"}}})):
        document = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"https://dipmap.example/schemas/{name}-1.schema.json",
            **body,
        }
        (tmp_path / f"{name}.schema.json").write_text(json.dumps(document))
    monkeypatch.setattr(schema, "folder", lambda: tmp_path)
    for cached in (schema.names, schema.schema, schema.validator):
        cached.cache_clear()
    try:
        assert schema.problems("a", "x") == []
        assert schema.problems("a", 1)[0].message == "the document must be text, not a whole number"
        with pytest.raises(KeyError, match="no schema 'c' in a, b"):
            schema.validator("c")
    finally:
        for cached in (schema.names, schema.schema, schema.validator):
            cached.cache_clear()
