import os
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

import dipmap
from dipmap import cli
from dipmap.cli import main

HEAVY = {
    "shapely",
    "lxml",
    "jsonschema",
    "referencing",
    "ruamel",
    "networkx",
    "numpy",
    "matplotlib",
    "svgelements",
    "jinja2",
}


def run(*args, **rest):
    return CliRunner().invoke(main, args, **rest)


def start(*args, encoding="utf-8", **rest):
    """dipmap as a process of its own."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding, **rest}
    return subprocess.run([sys.executable, *args], env=environment, capture_output=True, check=False)


@pytest.fixture
def also(monkeypatch):
    """Adds a command that is no file."""

    def add(function):
        command = click.command(name="also")(function)
        get = cli.CommandFolder.get_command
        monkeypatch.setattr(
            cli.CommandFolder,
            "get_command",
            lambda self, ctx, name: command if name == "also" else get(self, ctx, name),
        )
        monkeypatch.setitem(main.files, "also", None)

    yield add
    main.files.pop("also", None)


def test_help_imports_nothing_heavy_and_no_command():
    done = start("-X", "importtime", "-m", "dipmap", "--help")
    assert done.returncode == 0
    imported = {line.rpartition(b"|")[2].strip().decode() for line in done.stderr.splitlines()}
    assert "dipmap.cli" in imported
    assert not {name for name in imported if name.partition(".")[0] in HEAVY}
    ours = {name for name in imported if name.partition(".")[0] == "dipmap"}
    assert ours == {"dipmap", "dipmap.cli"}


def test_help_lists_every_command_with_the_first_line_of_its_file():
    lines = run("--help").output.splitlines()
    for name in main.files:
        (line,) = (line for line in lines if line.split()[:1] == [name])
        assert len(line.split()) > 2


@pytest.mark.parametrize("name", sorted(main.files))
def test_each_command_has_its_help(name):
    result = run(name, "--help")
    assert result.exit_code == 0
    first = cli._first_line(main.files[name])
    assert first
    assert not first.endswith(".")
    assert " ".join(result.output.split()).partition("Options:")[0].count(first) == 1


def test_version():
    assert run("--version").output == f"dipmap {dipmap.__version__}\n"
    assert start("-m", "dipmap", "-V").stdout.decode().split() == ["dipmap", dipmap.__version__]


def test_an_unknown_command():
    result = run("expalin")
    assert result.exit_code == 2
    assert "Error: No such command 'expalin'; did you mean 'explain'?" in result.stderr
    listed = run("zzzzzz").stderr.partition("the commands are ")[2]
    assert listed.strip().split(", ") == sorted(main.files)


@pytest.mark.parametrize("args", [(), ("explain",), ("explain", "--what"), ("checks", "--format", "xml")])
def test_a_wrong_call_is_2(args):
    result = run(*args)
    assert result.exit_code == 2
    assert "Usage: dipmap" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(("answer", "code"), [(None, 0), (0, 0), (1, 1), (2, 2)])
def test_what_a_command_returns_is_the_exit_code(also, answer, code):
    also(lambda: answer)
    assert run("also").exit_code == code


def test_a_complaint_of_a_command_is_2_and_safe_to_show(also):
    def command():
        raise click.ClickException("no file \x1b]0;map.svg\x07\nsecond line")

    also(command)
    result = run("also")
    assert result.exit_code == 2
    assert result.stderr == "Error: no file ␛]0;map.svg␇\nsecond line\n"


def test_a_crash_is_a_sentence(also):
    def command():
        raise KeyError("gas\x1b")

    also(command)
    result = run("also", env={"DIPMAP_TRACEBACK": None})
    expected = """\
error[D901]: dipmap itself failed: KeyError: 'gas\\x1b' (internal-error)
  = hint: report this with the files that caused it
  = note: with DIPMAP_TRACEBACK=1 in the environment it shows where it failed

1 error; `dipmap explain D901` says more
"""
    assert result.stderr == expected
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_file_that_cannot_be_read_is_no_failure_of_ours(also):
    def command():
        raise PermissionError(13, "Permission denied", "sources/x/map.svg")

    also(command)
    result = run("also", env={"DIPMAP_TRACEBACK": None})
    assert (result.exit_code, result.stderr) == (2, "Error: sources/x/map.svg: Permission denied\n")


def test_the_traceback_for_those_who_ask(also):
    def command():
        raise RuntimeError

    also(command)
    result = run("also", env={"DIPMAP_TRACEBACK": "1"})
    assert result.exit_code == 2
    assert result.stderr.startswith("Traceback (most recent call last):\n")
    assert "error[D901]: dipmap itself failed: RuntimeError (internal-error)" in result.stderr


def test_an_interrupt(also):
    def command():
        raise KeyboardInterrupt

    also(command)
    result = run("also")
    assert result.exit_code == 130
    assert result.stderr.strip() == "Interrupted."


def test_a_reader_that_goes_away():
    process = subprocess.Popen(
        [sys.executable, "-m", "dipmap", "checks", "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    told = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 141
    assert told == b""


def test_a_narrow_terminal_shows_question_marks():
    code = "from dipmap.cli import main; import sys, click; main.add_command(click.Command('x', callback=lambda: click.echo('東京 é')));"
    code += "main.get_command = lambda ctx, name: main.commands.get(name); main.files['x'] = None; main(['x'])"
    done = start("-c", code, encoding="latin-1")
    assert done.stderr == b""
    assert (done.returncode, done.stdout.splitlines()) == (0, ["?? é".encode("latin-1")])


def test_an_embedder_gets_exceptions(also):
    def command():
        raise ValueError("x")

    also(command)
    with pytest.raises(ValueError, match="x"):
        main(["also"], standalone_mode=False)
