import json

import click
import pytest
from click.testing import CliRunner

from dipmap.checking import all_checks, check
from dipmap.cli import explain, main

TEXT = """
    A passage exists on one side only.

    ## Why
    Engines store each side by itself, and a missing half lets a unit leave and never return, which
    nobody wants.

    ## Fix
    Do one of these:

    - add the passage to the other province, whose list is the one that the finding names
    - say that it is meant:

    ```yaml
    passages:
      - {between: gas>spa, oneway: true}
    ```
    """


def run(*args):
    return CliRunner().invoke(main, ["explain", *args])


def test_a_page():
    def function(facts):
        return ()

    function.__doc__ = TEXT
    item = check("D503", "one-way-passage")(function).check
    expected = """\
D503 one-way-passage
error; graph

A passage exists on one side only.

Why
  Engines store each side by itself, and a missing half lets
  a unit leave and never return, which nobody wants.

Fix
  Do one of these:

  - add the passage to the other province, whose list is the
    one that the finding names
  - say that it is meant:

      passages:
        - {between: gas>spa, oneway: true}
"""
    assert click.unstyle("\n".join(explain.page(item, 60))) == expected


@pytest.mark.parametrize("word", ["D901", "d901", "internal-error"])
def test_a_code_or_a_name(word):
    result = run(word)
    assert result.exit_code == 0
    assert result.output.startswith("D901 internal-error\nerror; dipmap itself, configuration and suppressions\n\n")
    assert "\nWhy\n  A crash must not hide" in result.output


def test_for_programs():
    document = json.loads(run("D901", "--format", "json").output)
    assert sorted(document) == ["code", "family", "name", "severity", "summary", "text"]
    assert (document["code"], document["name"], document["severity"]) == ("D901", "internal-error", "error")
    assert "## Why" in document["text"]


def test_an_unknown_word():
    result = run("internal-eror")
    assert result.exit_code == 2
    assert "Error: No such check 'internal-eror'; did you mean D901 internal-error?" in result.stderr
    assert "`dipmap checks` lists all" in run("zzzzzzzz").stderr


@pytest.mark.parametrize("item", all_checks(), ids=lambda item: item.code)
def test_every_check_has_a_page(item):
    lines = click.unstyle("\n".join(explain.page(item, 80))).splitlines()
    assert lines[0] == f"{item.code} {item.name}"
    assert not [line for line in lines if line.startswith("#")]
