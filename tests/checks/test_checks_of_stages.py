"""Checks that no file of a designer's can make fire: what later stages or a mistake of dipmap's own leave behind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dipmap import draft, pipeline
from dipmap.checking import Facts, find_check, run_checks
from dipmap.diagnostics import notice

MAP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">
  <g id="provinces">
    <rect id="lon/land" x="0" y="0" width="100" height="100"/>
    <rect id="wal/land" x="100" y="0" width="100" height="100"/>
  </g>
</svg>
"""


@pytest.fixture
def source(tmp_path):
    (tmp_path / "map.svg").write_text(MAP, encoding="utf-8")
    (tmp_path / "variant.yaml").write_text('id: small\nname: Small\nversion: "1.0"\n', encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("code", ["D702", "D703", "D704", "D705", "D706", "D707", "D801", "D802"])
def test_shows_the_notices_of_its_stage(code):
    item = find_check(code)
    facts = Facts("small", notices=(notice(item.name, "something is wrong", hint="do something"),))
    shown = [(found.code, found.severity, found.finding.message) for found in run_checks(facts)]
    assert shown == [(code, item.severity, "something is wrong")]
    assert run_checks(Facts("small")) == []


def test_draft_violation(source, monkeypatch):
    """A reader that writes nonsense: one finding with the place of the tag, and nothing is resolved from it."""
    honest = draft.draft_document

    def nonsense(read):
        document = honest(read)
        document["provinces"][1]["id"] = "W al"
        return document

    assert pipeline.check(source).diagnostics == ()
    monkeypatch.setattr(draft, "draft_document", nonsense)
    report = pipeline.check(source)
    assert report.facts.draft is None
    assert report.facts.variant is None
    [found] = report.diagnostics
    assert (found.code, found.finding.place.span.begin) == ("D702", (4, 15))
    assert found.finding.message == (
        'dipmap misread the drawing (dialect dipmap): provinces entry 2: id cannot be written "W al"'
    )


def test_every_draft_passes_its_schema(source):
    facts = pipeline.read(source)
    assert draft.draft_problems(facts.draft) == []
    capacity = draft.CapacityTag("lon", facts.draft.provinces[0].place, 3, armies=True)
    passage = draft.PassageTag("", "", None, facts.draft.provinces[0].place, "army", oneway=True)
    assert draft.draft_problems(replace(facts.draft, capacities=(capacity,), passages=(passage,))) == []
