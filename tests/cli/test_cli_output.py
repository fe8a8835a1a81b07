import json

import click
import pytest
from click.testing import CliRunner

from dipmap.cli._output import LIMIT, Reporting, exit_code, format_option, report, reporting_options, wants_colour
from dipmap.diagnostics import Diagnostic, Finding, Severity
from dipmap.reporters import reporters


def found(severity, code="D503", count=1):
    return [Diagnostic(code, "some-name", severity, Finding(f"no {n}")) for n in range(count)]


FOUND = found(Severity.WARNING, count=LIMIT + 5)


@click.command()
@click.argument("source")
@reporting_options
def command(source, reporting):
    return reporting.finish(FOUND if source == "bad" else [], checks_run=3)


def run(*args):
    result = CliRunner().invoke(command, args, standalone_mode=False)
    return result.return_value, result.output


def test_the_options():
    code, text = run("bad")
    assert code == 0
    assert text.endswith(
        "\n\n... 5 more D503 (--show-all)\n\n25 warnings (3 checks); `dipmap explain D503` says more\n"
    )
    assert run("good") == (0, "no findings (3 checks)\n")
    assert run("bad", "--fail-on", "warning")[0] == 1
    assert "--show-all)" not in run("bad", "--show-all")[1]
    assert len(json.loads(run("bad", "--format", "json")[1])["diagnostics"]) == 25
    assert run("bad", "--format", "GitHub")[1].startswith("::warning title=D503 some-name::no 0\n")


def test_every_reporter_is_a_format():
    text = CliRunner().invoke(command, ["--help"]).output
    for name in reporters():
        assert name in text
    (option,) = (option for option in command.params if option.name == "format")
    assert option.default == "text"


def test_the_first_of_given_formats_is_the_default():
    @click.command()
    @format_option("json", "text")
    def other(format):  # noqa: A002
        click.echo(format)

    assert CliRunner().invoke(other).output == "json\n"
    assert CliRunner().invoke(other, ["-f", "github"]).exit_code == 2


@pytest.mark.parametrize(
    ("severities", "fail_on", "code"),
    [
        ([], "info", 0),
        (["warning", "info"], "error", 0),
        (["warning", "info"], "warning", 1),
        (["info"], "warning", 0),
        (["info"], "info", 1),
        (["error"], "error", 1),
        (["error"], "info", 1),
    ],
)
def test_exit_codes(severities, fail_on, code):
    diagnostics = [one for severity in severities for one in found(Severity(severity))]
    assert exit_code(diagnostics, Severity(fail_on)) == code


def test_a_failure_of_ours_is_2():
    assert exit_code([*found(Severity.ERROR), *found(Severity.ERROR, "D901"), *found(Severity.ERROR)]) == 2


@pytest.mark.parametrize(
    ("terminal", "environment", "colour"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
        (False, {"FORCE_COLOR": "1"}, True),
        (True, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colours(monkeypatch, terminal, environment, colour):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    assert wants_colour() is colour


def test_forced_colours_reach_a_pipe(monkeypatch, capsys):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    report(found(Severity.ERROR))
    assert "\x1b[1;31merror[D503]\x1b[0m" in capsys.readouterr().out
    Reporting("json").show(found(Severity.ERROR))
    assert "\x1b" not in capsys.readouterr().out
