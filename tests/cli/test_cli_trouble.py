"""What the system, the user's shell and other people's folders do to a command: a sentence, a code, nothing lost."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from dipmap.cli import main
from package.small import YAML, small_source


def run(*args):
    return CliRunner().invoke(main, [str(arg) for arg in args])


def start(*args, **rest):
    """dipmap as a process of its own, which must not hang."""
    return subprocess.run(
        [sys.executable, "-m", "dipmap", *args],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=60,
        check=False,
        **rest,
    )


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder with sources/a and sources/b, two variants, to stand in."""
    small_source(tmp_path / "sources" / "a", declaration=YAML.replace("id: small", "id: one"))
    small_source(tmp_path / "sources" / "b", declaration=YAML.replace("id: small", "id: two"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- two sources of one package


def test_two_sources_of_one_package(home):
    small_source(home / "sources" / "b", declaration=YAML.replace("id: small", "id: one"))
    done = run("check", "sources")
    assert done.exit_code == 1
    assert "error[D705]: sources/b and sources/a make the same package, one 1.0.0 (same-package)" in done.stdout
    assert "--> sources/b/variant.yaml:2:5" in done.stdout
    assert "::: sources/a/variant.yaml:2:5" in done.stdout
    done = run("build", "sources", "-o", "out")
    assert done.exit_code == 1
    assert "error[D705]" in done.stdout
    assert done.stdout.count("sha256") == 1
    assert done.stderr == "b: no package was written\n"
    assert [path.name for path in (home / "out").rglob("*.zip")] == ["one-1.0.0.zip"]


def test_the_same_id_in_another_version_is_another_package(home):
    other = YAML.replace("id: small", "id: one").replace("1.0.0", "1.0.1")
    small_source(home / "sources" / "b", declaration=other)
    assert run("build", "sources").exit_code == 0
    assert len(list((home / "build" / "one").iterdir())) == 2


# ---- what is no file


@pytest.mark.parametrize("name", ["map.svg", "variant.yaml", "rules.yaml"])
@pytest.mark.parametrize("kind", ["pipe", "device", "socket"])
def test_what_is_no_file_is_told_and_not_waited_for(home, name, kind):
    path = home / "sources" / "a" / name
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        os.mknod(path, 0o600 | stat.S_IFSOCK)
    done = start("check", "sources", stdout=subprocess.PIPE)
    assert done.returncode == 1
    assert f"error[D108]: sources/a/{name} is a pipe or a device, not a file" in done.stdout
    assert done.stdout.count("error[") == 1
    assert "two: 8 provinces" in done.stdout


@pytest.mark.parametrize("command", [("inspect",), ("export", "--to", "diplomacy")])
def test_a_pipe_that_is_called_a_package(home, command):
    os.mkfifo(home / "x.zip")
    done = start(*command, "x.zip", stdout=subprocess.PIPE)
    assert done.returncode == 1
    assert "x.zip cannot be read: it is a pipe or a device, not a file" in done.stdout + done.stderr


def test_a_link_to_a_file_is_a_file(home):
    path = home / "sources" / "a" / "map.svg"
    path.rename(home / "elsewhere")
    path.symlink_to(home / "elsewhere")
    assert run("check", "sources").exit_code == 0


# ---- what cannot be read


def test_one_unreadable_folder_among_several(home, monkeypatch):
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "a" and access(path, mode))
    done = run("check", "sources")
    assert done.exit_code == 1
    assert "error[D108]: the folder sources/a cannot be read" in done.stdout
    assert done.stdout.count("error[") == 1
    assert "two: 8 provinces" in done.stdout


def test_a_folder_that_cannot_be_looked_into_is_not_passed_over(home, monkeypatch):
    lstat = Path.lstat

    def refuse(path):
        if path.parent.name == "a":
            raise PermissionError(13, "Permission denied", str(path))
        return lstat(path)

    monkeypatch.setattr(Path, "lstat", refuse)
    assert [line.partition(":")[0] for line in run("check", "sources").stdout.splitlines()[:2]] == ["one", "two"]


@pytest.mark.parametrize(
    ("other", "named", "hint"),
    [
        ("Map.svg", "", "did you mean Map.svg? Rename it, or write map: Map.svg in variant.yaml"),
        ("MAP.SVG", "map.svg", "did you mean MAP.SVG? Rename it, or write map: MAP.SVG in variant.yaml"),
        ("europe.svg", "", "did you mean europe.svg? Rename it, or write map: europe.svg in variant.yaml"),
        ("europe.svg", "asia.svg", "did you mean europe.svg? Rename it, or write map: europe.svg in variant.yaml"),
        ("europe.png", "asia.svg", "create sources/a/asia.svg, or name the folder that holds it"),
    ],
)
def test_a_drawing_under_another_name(home, other, named, hint):
    folder = home / "sources" / "a"
    (folder / "map.svg").rename(folder / other)
    if named:
        (folder / "variant.yaml").write_text(f"map: {named}{YAML}")
    done = run("check", "sources/a")
    where = "variant.yaml:1:6  key map" if named else "map.svg:1:1"
    assert f"error[D108]: sources/a/{named or 'map.svg'} is missing" in done.stdout
    assert f"--> sources/a/{where}\n" in done.stdout
    assert f"= hint: {hint}\n" in done.stdout
    assert done.stdout.count("error[") == 1


def test_a_declaration_under_another_name(home):
    folder = home / "sources" / "a"
    (folder / "variant.yaml").rename(folder / "variant.yml")
    assert "= hint: did you mean variant.yml? Rename it\n" in run("check", "sources/a").stdout


@pytest.mark.parametrize("name", ["/etc/passwd", "../b/map.svg", "x.png", "[a]"])
def test_a_name_that_leads_elsewhere_is_told_once(home, name):
    (home / "sources" / "a" / "variant.yaml").write_text(f"map: {name}{YAML}")
    done = run("check", "sources/a")
    assert done.exit_code == 1
    assert "error[D701]" in done.stdout
    assert done.stdout.count("error[") == 1


# ---- what cannot be written


@pytest.mark.parametrize(
    ("code", "why"), [(28, "No space left on device"), (13, "Permission denied"), (30, "Read-only file system")]
)
@pytest.mark.parametrize("step", ["fsync", "replace", "mkstemp"])
def test_a_package_that_cannot_be_written(home, monkeypatch, code, why, step):
    assert run("build", "sources").exit_code == 0
    before = {path: path.read_bytes() for path in (home / "build").rglob("*.*")}

    def refuse(*_, **__):
        raise OSError(code, why, "somewhere.part")

    monkeypatch.setattr(
        *{"fsync": (os, "fsync"), "replace": (Path, "replace"), "mkstemp": ("tempfile.mkstemp",)}[step], refuse
    )
    done = run("build", "sources")
    assert done.exit_code == 2
    assert done.stderr.splitlines()[:2] == [
        f"Error: build/one/one-1.0.0.zip: {why}",
        f"Error: build/two/two-1.0.0.zip: {why}",
    ]
    assert ".part" not in done.output
    assert "D901" not in done.output
    assert {path: path.read_bytes() for path in (home / "build").rglob("*.*")} == before


def test_a_file_in_the_way_of_a_folder_and_a_folder_in_the_way_of_a_file(home):
    (home / "file").write_text("")
    done = run("build", "sources/a", "-o", "file/deep")
    assert (done.exit_code, done.stderr.splitlines()[0]) == (2, "Error: file/deep/one/one-1.0.0.zip: file is no folder")
    (home / "out" / "one" / "one-1.0.0.zip").mkdir(parents=True)
    done = run("build", "sources", "-o", "out")
    assert done.exit_code == 2
    assert done.stderr == "Error: out/one/one-1.0.0.zip: Is a directory\na: no package was written\n"
    assert [path.name for path in (home / "out" / "one").iterdir()] == ["one-1.0.0.zip"]
    assert (home / "out" / "two" / "two-1.0.0.zip").is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
@pytest.mark.parametrize("args", [("check", "sources"), ("checks",), ("--help",), ("check", "sources", "-f", "json")])
def test_output_to_a_full_device(home, args):
    with Path("/dev/full").open("w") as full:
        done = start(*args, stdout=full)
    assert done.stderr == "Error: the output cannot be written: No space left on device\n"
    assert done.returncode == 2


def test_output_that_is_closed(home):
    shell = f"exec {sys.executable} -m dipmap build sources/a >&-"
    done = subprocess.run(["sh", "-c", shell], stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (home / "build" / "one" / "one-1.0.0.zip").is_file()


# ---- paths


def test_an_empty_name_is_a_slip(home, monkeypatch):
    monkeypatch.chdir(home / "sources" / "a")
    for args in (("check", ""), ("build", ""), ("build", "-o", ""), ("inspect", ""), ("export", "", "--to", "x")):
        done = run(*args)
        assert done.exit_code == 2, args
        assert "the name is empty" in done.stderr, args
    assert not (home / "sources" / "a" / "build").exists()


def finding_paths(output):
    return [line.split("-->")[1].split(":")[0].strip() for line in output.splitlines() if "-->" in line]


def test_findings_show_paths_that_open_from_here(home, monkeypatch):
    assert finding_paths(run("check", home / "sources").stdout)[0] == "sources/a/map.svg"
    (home / "far" / "away" / "from" / "it").mkdir(parents=True)
    monkeypatch.chdir(home / "far" / "away" / "from" / "it")
    for typed in (home / "sources", Path("../../../../sources")):
        shown = finding_paths(run("check", typed).stdout)
        assert shown[0] == f"{typed.as_posix()}/a/map.svg"
        assert all(Path(path).is_file() for path in shown)
    monkeypatch.chdir(home / "sources" / "a")
    assert finding_paths(run("check", "../a").stdout)[0] == "map.svg"


def test_a_package_does_not_know_how_its_source_was_named(home):
    assert run("build", "sources/a").exit_code == 0
    assert run("build", home / "sources" / "a", "-o", home / "other").exit_code == 0
    assert (home / "other/one/one-1.0.0.zip").read_bytes() == (home / "build/one/one-1.0.0.zip").read_bytes()


def test_packages_are_called_what_they_were_called(home, monkeypatch):
    run("build", "sources/a", "-o", "p")
    path = home / "p" / "one" / "one-1.0.0.zip"
    done = run("export", "p/one/one-1.0.0.zip", "--to", "diplomacy", "--accept-loss", "all")
    assert "wrote p/one/diplomacy/one.map\n" in done.stdout
    done = run("export", path, "--to", "diplomacy", "--accept-loss", "all", "-o", home / "there")
    assert "wrote there/one.map\n" in done.stdout
    path.write_bytes(path.read_bytes()[:-30])
    assert (
        "p/one/one-1.0.0.zip is no zip that can be read: it is none, or its end is missing"
        in run("export", "p/one/one-1.0.0.zip", "--to", "diplomacy").stdout
    )
    monkeypatch.chdir(home / "sources")
    assert "] ../p/one/one-1.0.0.zip is no zip" in run(
        "export", "../p/one/one-1.0.0.zip", "--to", "diplomacy"
    ).stdout.replace("]:", "]")


def test_names_in_a_locale_without_letters(home):
    (home / "sources" / "a").rename(home / "sources" / "München")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = start("check", "sources", stdout=subprocess.PIPE, env=environment)
    assert "--> sources/München/map.svg" in done.stdout
    done = start("check", "Zürich", stdout=subprocess.PIPE, env=environment)
    assert "<U+" not in done.stderr
    assert done.stderr.endswith("rich does not exist\n")
    (home / "sources" / "b" / "variant.yaml").write_text(f"map: ü.svg{YAML}", encoding="utf-8")
    done = start("check", "sources/b", stdout=subprocess.PIPE, env=environment)
    assert done.returncode == 1
    assert "error[D108]" in done.stdout
