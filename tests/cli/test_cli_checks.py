import json

from click.testing import CliRunner

from dipmap.checking import all_checks, check
from dipmap.cli import checks, main
from dipmap.diagnostics import Severity


def run(*args):
    result = CliRunner().invoke(main, ["checks", *args])
    assert result.exit_code == 0
    return result.output


def sample(code, name, severity, text):
    def function(facts):
        return ()

    function.__doc__ = text
    return check(code, name, severity)(function).check


CHECKS = (
    sample("D203", "duplicate-id", Severity.ERROR, "Two elements have one id.\n\n## Why\nx"),
    sample("D204", "province-overlap", Severity.WARNING, "Provinces overlap, a | b."),
    sample("D503", "one-way", Severity.INFO, "A passage exists on one side only."),
)


def test_the_table():
    expected = """\
D2xx drawing
  D203  duplicate-id      error    Two elements have one id
  D204  province-overlap  warning  Provinces overlap, a | b

D5xx graph
  D503  one-way           info     A passage exists on one side only

3 checks; `dipmap explain CODE` says more"""
    lines = "\n".join(checks.text(CHECKS)).replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert lines == expected


def test_the_table_for_the_documentation():
    expected = """\
# Checks

Written by `dipmap checks --format markdown`; the words are those of the checks themselves.
`dipmap explain CODE` says why each one matters and what to do.

## D2xx: drawing

| code | name | severity | what it finds |
|---|---|---|---|
| D203 | `duplicate-id` | error | Two elements have one id |
| D204 | `province-overlap` | warning | Provinces overlap, a \\| b |

## D5xx: graph

| code | name | severity | what it finds |
|---|---|---|---|
| D503 | `one-way` | info | A passage exists on one side only |"""
    assert "\n".join(checks.markdown(CHECKS)) == expected


def test_every_format_has_every_check():
    codes = [item.code for item in all_checks()]
    assert [row["code"] for row in json.loads(run("--format", "json"))] == codes
    for output in (run(), run("-f", "markdown")):
        assert [code for code in codes if code not in output] == []
        assert "\x1b" not in output
