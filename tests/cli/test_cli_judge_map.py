"""`judge map`: a picture of a game as it is."""

import json

import pytest
from click.testing import CliRunner
from lxml import etree

from dipmap.cli import main
from package.small import small_source


def run(*args, given=None):
    return CliRunner().invoke(main, [str(arg) for arg in args], input=given)


@pytest.fixture
def game(tmp_path, monkeypatch):
    small_source(tmp_path / "small")
    monkeypatch.chdir(tmp_path)
    assert run("build", "small").exit_code == 0
    (package,) = tmp_path.glob("build/small/*.zip")
    assert run("judge", "new", package, "-o", "one.game.json").exit_code == 0
    return tmp_path / "one.game.json"


def titles(data):
    return "".join(etree.fromstring(data).itertext())


def test_a_game_that_has_just_begun(game):
    done = run("judge", "map", game)
    assert done.exit_code == 0, done.output
    assert done.stdout == "wrote one.svg\n"
    assert "Spring 1901 · movement" in titles((game.parent / "one.svg").read_bytes())


def test_before_and_after_a_phase(game):
    unit = next(each for each in json.loads(game.read_text())["state"]["units"] if each["power"] == "north")
    order = f"north: {unit['type']} {unit['loc']} - wes\n"
    assert run("judge", "run", game, "-", given=order).exit_code == 0
    assert run("judge", "map", game, "-o", "after.svg").exit_code == 0
    assert run("judge", "map", game, "-o", "before.svg", "--before").exit_code == 0
    after, before = ((game.parent / f"{name}.svg").read_bytes() for name in ("after", "before"))
    assert "after the orders of Spring 1901" in titles(after)
    assert "after the orders" not in titles(before)
    assert "move" in titles(after)
    assert "move" in titles(before)


def test_the_picture_goes_where_it_is_sent(game):
    done = run("judge", "map", game, "-o", "-")
    assert done.exit_code == 0
    assert done.stdout_bytes.startswith(b"<?xml")
    assert etree.fromstring(done.stdout_bytes).tag.endswith("}svg")


def test_other_kinds_of_picture_are_refused(game):
    done = run("judge", "map", game, "-o", "x.png")
    assert done.exit_code == 2
    assert "x.svg" in done.output
    assert not (game.parent / "x.png").exists()


def test_an_unknown_power(game):
    done = run("judge", "map", game, "--power", "nroth")
    assert done.exit_code == 1
    assert "did you mean north" in done.output
    assert run("judge", "map", game, "--power", "North").exit_code == 0


def test_a_game_that_is_none(game):
    game.write_text("{}")
    done = run("judge", "map", game)
    assert done.exit_code == 1
    assert not (game.parent / "one.svg").exists()
