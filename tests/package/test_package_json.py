"""A variant written as JSON and read again is the same variant, whatever is in it."""

import json

import pytest
from hypothesis import HealthCheck, given, settings

from dipmap.model.json import from_json, to_json
from dipmap.package.files import json_bytes
from dipmap.package.read import document_of, inspect_document
from dipmap.package.sheet import rules_sheet
from engines.facts_model import facts_variant, standard_variant
from package.strategies import variants


@given(variants())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_there_and_back(variant):
    data = json_bytes(to_json(variant))
    document = document_of("variant.json", data)
    inspect_document(document)
    assert from_json(document) == variant
    assert json_bytes(to_json(from_json(document))) == data


@given(variants())
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_every_variant_has_a_rules_sheet_with_its_headings_only(variant):
    lines = rules_sheet(variant).decode().split("\n")
    assert [line for line in lines if line.startswith("# ")] == lines[:1]
    known = {"Powers", "Calendar", "Builds", "Victory", "Special", "Passages", "Barriers", "Options", "Schedule"}
    known |= {"House", "Provinces", "What", "In"}
    assert all(line.split()[1] in known for line in lines if line.startswith("## "))
    assert not any(line.startswith(("---", "===", "```", "~~~", "    ")) for line in lines)


@pytest.mark.parametrize("name", ["standard", "yubani", "zeus", "stockholm", "philadelphia"])
def test_the_published_variants(name):
    variant = standard_variant() if name == "standard" else facts_variant(name)
    document = json.loads(json_bytes(to_json(variant)))
    inspect_document(document)
    assert from_json(document) == variant
    assert rules_sheet(variant)


def test_every_field_of_the_schemas_is_described():
    from dipmap.schema import schema

    def missing(rule, path):
        for name, inner in rule.get("properties", {}).items():
            if "description" not in inner:
                yield f"{path}/{name}"
            yield from missing(inner, f"{path}/{name}")
        for key in ("items", "additionalProperties"):
            if isinstance(rule.get(key), dict):
                yield from missing(rule[key], path)
        for inner in rule.get("oneOf", ()):
            yield from missing(inner, path)
        for name, inner in rule.get("$defs", {}).items():
            yield from missing(inner, f"{path}/$defs/{name}")

    def loose(rule, path):
        if rule.get("type") == "object" and "additionalProperties" not in rule:
            yield path
        for key, inner in rule.items():
            for each in inner if isinstance(inner, list) else [inner]:
                if isinstance(each, dict):
                    yield from loose(each, f"{path}/{key}")

    for name in ("package", "manifest"):
        assert list(missing(schema(name), "")) == []
        assert list(loose(schema(name), "")) == []
        assert schema(name)["$id"] == f"https://dipmap.example/schemas/{name}-1.schema.json"
