"""The commands that play: a game from its beginning, what they refuse, and that nothing is ever lost."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from packages import package_of

from dipmap.cli import main
from dipmap.package import game_file
from package.small import small_source


def run(*args, given=None):
    return CliRunner().invoke(main, [str(arg) for arg in args], input=given)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder with the package of the small source, to stand in."""
    small_source(tmp_path / "small")
    monkeypatch.chdir(tmp_path)
    assert run("build", "small").exit_code == 0
    return tmp_path


@pytest.fixture
def package(home):
    (found,) = home.glob("build/small/*.zip")
    return found


@pytest.fixture
def game(home, package):
    done = run("judge", "new", package, "-o", "g.json")
    assert done.exit_code == 0, done.output
    return home / "g.json"


def orders_of(game, power):
    return json.loads(run("judge", "options", game, power, "--format", "json").stdout)


def first_power(game):
    return next(unit["power"] for unit in json.loads(game.read_text())["state"]["units"] if unit["power"])


def test_the_group_lists_its_commands():
    done = run("judge", "--help")
    for name in ("adjudicate", "new", "run", "map", "options", "show"):
        assert f"\n  {name}" in done.stdout
    assert run("judge", "rnu").exit_code == 2
    assert "did you mean 'run'" in run("judge", "rnu").output


def test_a_game_from_its_beginning(home, game):
    power = first_power(game)
    unit, choices = next((u, c) for u, c in orders_of(game, power).items() if any(" - " in each for each in c))
    move = next(each for each in choices if " - " in each)
    (home / "orders.txt").write_text(f"{power}: {move}\n")
    done = run("judge", "run", game, "orders.txt")
    assert done.exit_code == 0
    assert f"{move}" in done.stdout
    assert "next: " in done.stdout
    assert len(json.loads(game.read_text())["history"]) == 1
    assert run("judge", "show", game).exit_code == 0
    shown = json.loads(run("judge", "show", game, "--format", "json").stdout)
    assert shown == json.loads(game.read_text())["state"]
    assert unit


def test_a_dry_run_leaves_the_game(game):
    before = game.read_bytes()
    done = run("judge", "run", game, "-", "--dry-run", "--trace", given="")
    assert done.exit_code == 0
    assert game.read_bytes() == before


def test_a_game_is_never_written_over(game, package):
    before = game.read_bytes()
    assert run("judge", "new", package, "-o", game).exit_code == 2
    assert game.read_bytes() == before


def test_a_game_refuses_another_package(home, game, package):
    source = home / "small" / "variant.yaml"
    source.write_text(source.read_text().replace("1.0.0", "1.0.1"))
    run("build", "small", "-o", "elsewhere")
    (other,) = home.glob("elsewhere/small/*.zip")
    before = game.read_bytes()
    done = run("judge", "run", game, "-", "--package", other, given="")
    assert done.exit_code == 1
    assert "another package" in done.output
    assert game.read_bytes() == before


def test_a_package_that_went_away(home, game, package):
    package.rename(home / "moved.zip")
    done = run("judge", "show", game)
    assert done.exit_code == 1
    assert "--package" in done.output
    assert run("judge", "show", game, "--package", "moved.zip").exit_code == 0


@pytest.mark.parametrize(
    ("orders", "words"),
    [
        ("A hav H", "this order is nobody's"),
        ("mordor: A hav H", "no power called mordor"),
        ("phase: Fall 1799", "the orders are for Fall 1799, and the game is at"),
        ('{"phase": "Fall 1799"}', "the orders are for Fall 1799, and the game is at"),
        ('{"phase": "\\ud800"}', "half a character"),
        ("{", "no proper JSON"),
        ("x" * 20_000_000, "characters"),
        (b"\xff\xfe\x00", "UTF-8"),
    ],
)
def test_orders_that_cannot_be_taken(game, orders, words):
    before = game.read_bytes()
    done = run("judge", "run", game, "-", given=orders)
    assert done.exit_code == 1
    assert words in done.output
    assert "Traceback" not in done.output
    assert game.read_bytes() == before


def forged(change):
    def make(document):
        change(document)
        return json.dumps(document)

    return make


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (lambda document: "", "no proper JSON"),
        (lambda document: json.dumps(document)[:-40], "no proper JSON"),
        (lambda document: '{"format": NaN}', "NaN"),
        (lambda document: '{"format": 1, "format": 1}', "twice"),
        (lambda document: "[" * 100_000, "nested too deeply"),
        (forged(lambda d: d.update(format=2)), "format"),
        (forged(lambda d: d.update(extra=1)), "extra"),
        (forged(lambda d: d["state"].update(year=10**9)), "99999"),
        (forged(lambda d: d["state"]["units"][0].update(loc="atl")), "no place called atl"),
        (forged(lambda d: d["state"]["units"].append(dict(d["state"]["units"][0]))), "holds 1"),
        (forged(lambda d: d["state"]["units"][0].update(power="mordor")), "no power called mordor"),
        (forged(lambda d: d.update(manifest="0" * 64)), "another package"),
        (forged(lambda d: d.update(version="7.0.0")), "another package"),
        (forged(lambda d: d.update(package="elsewhere\0")), "elsewhere␀ any more"),
        (forged(lambda d: d.update(package="/".join("elsewhere" for _ in range(99)))), "… any more"),
        (forged(lambda d: d["state"].update(year=-3)), "the game begins in"),
        (forged(lambda d: d["state"].update(year=float(d["state"]["year"]))), "without a point"),
        (forged(lambda d: d.update(history=[1])), "history entry 1 must be"),
        (forged(lambda d: d.update(history=[1] * 200_000)), "tells of 200,000 phases, more than 10,000"),
        (lambda document: " " * 33 * 2**20, "33,554,433 bytes"),
    ],
)
def test_forged_games(game, text, words):
    game.write_text(text(json.loads(game.read_text())))
    before = game.read_bytes()
    for call in (["run", game, "-"], ["show", game], ["options", game, "x"]):
        done = run("judge", *call, given="")
        assert done.exit_code == 1
        assert words in " ".join(done.output.split())
        assert "Traceback" not in done.output
    assert game.read_bytes() == before


def test_games_that_are_none(home):
    assert run("judge", "show", "missing.json").exit_code == 1
    assert run("judge", "show", home).exit_code == 1
    os.mkfifo(home / "pipe.json")
    assert run("judge", "show", home / "pipe.json").exit_code == 1
    assert run("judge", "run", home / "pipe.json", "-", given="").exit_code == 1


def test_orders_are_not_taken_twice(home, game):
    """Who does not know whether a run came to its end gives the same orders again."""
    now = json.loads(run("judge", "show", game, "--format", "json").stdout)
    (home / "orders.txt").write_text(f"phase: {now['turn']} {now['year']}, {now['phase']}\n")
    assert run("judge", "run", game, "orders.txt").exit_code == 0
    before = game.read_bytes()
    done = run("judge", "run", game, "orders.txt")
    assert done.exit_code == 1
    assert "and the game is at" in done.output
    assert game.read_bytes() == before


@pytest.mark.parametrize(
    ("limit", "state", "words"),
    [
        ({"MAX_PHASES": 0}, {}, "it has 0 phases already"),
        ({"MAX_GAME": 3000}, {}, "bytes, more than 3,000"),
        ({}, {"turn": "fall", "year": 99_999}, "year is 100000"),
    ],
)
def test_a_game_is_not_led_to_where_it_cannot_be_read(game, monkeypatch, limit, state, words):
    document = json.loads(game.read_text())
    document["state"].update(state)
    game.write_text(json.dumps(document))
    for name, value in limit.items():
        monkeypatch.setattr(game_file, name, value)
    before = game.read_bytes()
    done = run("judge", "run", game, "-", given="\n".join(["north: F nor - xyz"] * 50))
    assert done.exit_code == 1
    assert words in done.output
    assert "left as it is" in done.output
    assert game.read_bytes() == before
    assert run("judge", "show", game).exit_code == 0


def test_a_game_stays_what_it_was_on_disk(home, game):
    """A secret game stays secret, and a link a link."""
    game.chmod(0o600)
    (home / "link.json").symlink_to("g.json")
    assert run("judge", "run", home / "link.json", "-", given="").exit_code == 0
    assert (home / "link.json").is_symlink()
    assert game.stat().st_mode & 0o777 == 0o600
    assert len(json.loads(game.read_text())["history"]) == 1


def test_programs_are_told_what_came_of_orders(game):
    power = first_power(game)
    done = run("judge", "run", game, "-", "--format", "json", "--trace", given=f"{power}: nonsense")
    told = json.loads(done.stdout)
    kept = json.loads(game.read_text())
    assert told["state"] == kept["state"]
    [phase] = told["phases"]
    phase.pop("trace", None)
    assert [phase] == kept["history"]
    assert ("nonsense", "void") in [(each["order"], each["outcome"]) for each in phase["results"]]


def test_nobody_learns_of_hidden_builds(tmp_path, monkeypatch):
    """In the first winter of Zeus a build in California stays hidden: nothing that a power is shown tells of it."""
    monkeypatch.chdir(tmp_path)
    package = package_of("zeus", tmp_path)
    assert run("judge", "new", package, "-o", "z.json").exit_code == 0
    orders = "usa: build F cal; build A was\njapan: build F tok"
    assert run("judge", "run", "z.json", "-", given=orders).exit_code == 0
    seen = {}
    for power in ("usa", "japan"):
        shown = run("judge", "show", "z.json", "--power", power)
        for way in ("--after", "--before"):
            assert run("judge", "map", "z.json", "--power", power, way, "-o", f"{power}{way}.svg").exit_code == 0
        seen[power] = shown.stdout
    assert "F cal" in seen["usa"]
    assert "F cal" not in seen["japan"]
    assert "stands in" in seen["japan"]
    # what others have built in the same place instead makes no difference to what Japan is shown
    pictures = [(tmp_path / f"japan--{way}.svg").read_bytes() for way in ("after", "before")]
    assert run("judge", "new", package, "-o", "y.json").exit_code == 0
    assert run("judge", "run", "y.json", "-", given=orders.replace("F cal", "A nyo")).exit_code == 0
    assert run("judge", "show", "y.json", "--power", "japan").stdout == seen["japan"]
    for way, picture in zip(("after", "before"), pictures, strict=True):
        assert run("judge", "map", "y.json", "--power", "japan", f"--{way}", "-o", "other.svg").exit_code == 0
        assert (tmp_path / "other.svg").read_bytes() == picture
    [options] = {run("judge", "options", game, "japan").stdout for game in ("y.json", "z.json")}
    assert "F tok" in options


def test_the_map_of_a_forged_history(home, game):
    document = json.loads(game.read_text())
    unit = {"power": "mordor", "type": "A", "loc": "qqq"}
    result = {"power": "mordor", "order": "A qqq - ppp", "outcome": "succeeds", "by": ["nowhere"], "unit": unit}
    played = {"state": document["state"], "orders": [], "results": [result]}
    game.write_text(json.dumps({**document, "history": [played]}))
    assert run("judge", "map", game, "-o", "g.svg").exit_code == 0
    played["state"] = {**document["state"], "units": [unit]}
    game.write_text(json.dumps({**document, "history": [played]}))
    done = run("judge", "map", game, "-o", "g.svg")
    assert done.exit_code == 1
    assert "no power called mordor" in done.output


def test_a_power_that_does_not_exist(game):
    done = run("judge", "options", game, "mordor")
    assert done.exit_code == 1
    assert "no power called mordor" in done.output


def test_programs_are_answered_line_by_line(package):
    lines = [
        '{"id": 1, "units": [], "orders": []}',
        "",
        "{",
        '{"id": 2, "units": 3}',
        '{"id": 3, "id": 3}',
        '{"a": NaN}',
        "[" * 90_000,
    ]
    done = run("judge", "adjudicate", package, given="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 6
    assert answers[0]["id"] == 1
    assert "error" not in answers[0]
    assert all("error" in answer for answer in answers[1:])
    assert answers[2]["id"] == 2
    assert done.exit_code == 1


def test_a_request_on_which_dipmap_fails(package, monkeypatch):
    import dipmap.judge.protocol

    def fail(variant, request):
        raise ZeroDivisionError(request["id"])

    monkeypatch.setattr(dipmap.judge.protocol, "answer", fail)
    done = run("judge", "adjudicate", package, given='{"id": 1}\n{"id": 2}\n')
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]
    assert "dipmap itself failed: ZeroDivisionError: 1" in done.stdout
    assert done.exit_code == 2


def test_a_request_that_is_too_long(package):
    done = run("judge", "adjudicate", package, given="x" * 5_000_000 + '\n{"id": 7, "units": []}\n')
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert "bytes" in answers[0]["error"]
    assert answers[1]["id"] == 7
    assert len(answers) == 2


def test_one_hand_at_a_time(home, game):
    fcntl = pytest.importorskip("fcntl")
    with game.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = run("judge", "run", game, "-", given="")
    assert done.exit_code == 1
    assert "being changed by somebody else" in done.output
    assert run("judge", "run", game, "-", given="").exit_code == 0


@pytest.mark.slow
def test_killed_in_the_middle(home, game):
    """However late `kill -9` comes, the file holds the game before the phase or after it, whole."""
    dipmap = [sys.executable, "-m", "dipmap", "judge", "run", str(game), "-"]
    lengths = set()
    for wait in [0.0, 0.1, 0.2, 0.25, 0.3, 0.32, 0.34, 0.36, 0.38, 0.4, 0.45, 0.5, 0.6, 0.8]:
        before = len(json.loads(game.read_text())["history"])
        with subprocess.Popen(
            dipmap, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as child:
            child.stdin.close()
            time.sleep(wait)
            child.send_signal(signal.SIGKILL)
            child.wait()
        after = len(json.loads(game.read_text())["history"])
        assert after in (before, before + 1)
        lengths.add(after)
    assert run("judge", "show", game).exit_code == 0
    assert len(lengths) > 1, "no run ever came to its end"
    assert Path(game).is_file()


@pytest.mark.slow
def test_killed_while_writing(home, game, monkeypatch):
    """A run that dies between the new file and its taking the old one's place leaves the old one."""
    before = game.read_bytes()
    code = (
        "import os, pathlib, sys\n"
        "pathlib.Path.replace = lambda self, other: os.kill(os.getpid(), 9)\n"
        "from dipmap.cli import main\n"
        f"main(['judge', 'run', {str(game)!r}, '-'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"", capture_output=True, check=False, cwd=home)
    assert done.returncode == -signal.SIGKILL
    assert game.read_bytes() == before
    assert run("judge", "run", game, "-", given="").exit_code == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_results_that_cannot_be_shown(home, game):
    """The phase counts all the same, and that is said: who tries again would play the next one."""
    command = [sys.executable, "-m", "dipmap", "judge", "run", str(game), "-"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, input=b"", stdout=full, stderr=subprocess.PIPE, check=False, cwd=home)
    assert done.returncode == 2
    assert b"the phase was played" in done.stderr
    assert len(json.loads(game.read_text())["history"]) == 1
