"""Reading packages of others: what is broken or hostile is refused with a sentence, and nothing else happens."""

import json
import os
import stat
import time
import zipfile
from copy import deepcopy
from hashlib import sha256

import pytest

from dipmap import pipeline
from dipmap.package import PackageError, is_package, load, open_package, package_of
from dipmap.package.files import Package, json_bytes, with_manifest
from package.small import small_source


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    return package_of(pipeline.read(small_source(tmp_path_factory.mktemp("source"))))


@pytest.fixture
def document(package):
    return package.variant


def zipped(path, files, **rest):
    """A zip of pairs of names and bytes, as careless as can be."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in files:
            entry = zipfile.ZipInfo(name) if isinstance(name, str) else name
            entry.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(entry, data)
    return path


def refusal(path):
    with pytest.raises(PackageError) as caught:
        load(path)
    assert caught.value.notices
    assert all(each.name in ("broken-package", "unknown-format") for each in caught.value.notices)
    return caught.value


def with_document(tmp_path, package, document):
    """A package whose manifest is right and whose variant.json is this."""
    data = document if isinstance(document, bytes) else json_bytes(document)
    files = {**package.files, "variant.json": data}
    del files["manifest.json"]
    whole = with_manifest(files, "1", "small", "1.0.0")
    return zipped(tmp_path / "x.zip", whole.files.items())


def test_a_zip_made_by_others_loads(package, tmp_path):
    names = list(package.files)[::-1]
    assert load(zipped(tmp_path / "x.zip", [(name, package[name]) for name in names])).id == "small"


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        "/evil",
        "a/../../evil",
        "C:/evil",
        "a\\..\\evil",
        "Evil",
        "a/b/c/d/e/f",
        "x" * 300,
        "a\x00b",
        "-x",
        " a",
        "",
    ],
)
def test_paths_that_lead_elsewhere(package, tmp_path, name):
    entry = zipfile.ZipInfo("placeholder")
    entry.filename = entry.orig_filename = name
    path = zipped(tmp_path / "x.zip", [*package.files.items(), (entry, b"x")])
    before = sorted(tmp_path.parent.iterdir())
    assert "cannot be a path" in str(refusal(path))
    assert sorted(tmp_path.parent.iterdir()) == before


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFDIR])
def test_links_and_devices_in_a_zip(package, tmp_path, kind):
    entry = zipfile.ZipInfo("link")
    entry.external_attr = (kind | 0o777) << 16
    assert "link" in str(refusal(zipped(tmp_path / "x.zip", [*package.files.items(), (entry, b"/etc/passwd")])))


def test_a_bomb(package, tmp_path):
    path = zipped(tmp_path / "x.zip", [*package.files.items(), ("big.txt", b"\0" * 40_000_000)])
    start = time.perf_counter()
    assert "times its size" in str(refusal(path))
    assert time.perf_counter() - start < 2


def test_a_file_that_is_longer_than_the_zip_says(package, tmp_path):
    path = zipped(tmp_path / "x.zip", package.files.items())
    data = bytearray(path.read_bytes())
    for mark, at in ((b"PK\3\4", 22), (b"PK\1\2", 24)):
        spot = data.find(mark)
        data[spot + at : spot + at + 4] = (10).to_bytes(4, "little")
    path.write_bytes(data)
    refusal(path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", ["variant.json", "map.svg"])
def test_a_name_twice(package, tmp_path, name):
    assert "twice" in str(refusal(zipped(tmp_path / "x.zip", [*package.files.items(), (name, b"{}")])))


def test_too_many_files(package, tmp_path):
    few = zipped(tmp_path / "x.zip", [*package.files.items(), *((f"f{n}", b"") for n in range(60))])
    assert "more than 64 files" in str(refusal(few))
    many = zipped(tmp_path / "y.zip", [(f"f{n}", b"") for n in range(5000)])
    assert "more than 64 files" in str(refusal(many))


@pytest.mark.parametrize("name", ["variant.json", "map.svg", "preview.png", "rules.md"])
def test_changed_files(package, tmp_path, name):
    files = {**package.files, name: package[name] + b" "}
    assert f"{name} is not the file that manifest.json names" in str(refusal(zipped(tmp_path / "x.zip", files.items())))


def test_files_missing_or_too_many(package, tmp_path):
    for gone in ("rules.md", "variant.json", "manifest.json", "map.svg"):
        files = {name: data for name, data in package.files.items() if name != gone}
        assert gone in str(refusal(zipped(tmp_path / "x.zip", files.items())))
    assert "extra is not listed" in str(refusal(zipped(tmp_path / "x.zip", {**package.files, "extra": b""}.items())))
    files = {name: data for name, data in package.files.items() if name not in ("map.svg", "manifest.json")}
    assert "there is no map.svg" in str(
        refusal(zipped(tmp_path / "x.zip", with_manifest(files, "1", "small", "1.0.0").files.items()))
    )


def test_what_is_no_zip(package, tmp_path):
    for data in (b"", b"PK", b"PK\5\6" + b"\0" * 18, b"hello" * 100, os.urandom(3000), b"PK\5\6" + b"\xff" * 18):
        (tmp_path / "x.zip").write_bytes(data)
        refusal(tmp_path / "x.zip")
    whole = zipped(tmp_path / "y.zip", package.files.items()).read_bytes()
    for cut in (10, len(whole) // 2, len(whole) - 5):
        (tmp_path / "x.zip").write_bytes(whole[:cut])
        refusal(tmp_path / "x.zip")
    refusal(tmp_path / "missing.zip")


def test_damage_anywhere_is_refused_or_harmless(package, tmp_path):
    small = Package({name: package[name] for name in package.files if name not in ("preview.png", "manifest.json")})
    whole = with_manifest(small.files, "1", "small", "1.0.0")
    data = zipped(tmp_path / "y.zip", whole.files.items()).read_bytes()
    variant = load(tmp_path / "y.zip")
    for spot in range(0, len(data), max(len(data) // 150, 1)):
        hurt = bytearray(data)
        hurt[spot] ^= 0x55
        (tmp_path / "x.zip").write_bytes(hurt)
        try:
            assert load(tmp_path / "x.zip") == variant
        except PackageError:
            continue


def test_encrypted_and_strange_compression(package, tmp_path):
    path = zipped(tmp_path / "x.zip", package.files.items())
    whole = path.read_bytes()
    for at, value in ((8, b"\1\0"), (10, b"\x0c\0"), (10, b"\x63\0")):
        data = bytearray(whole)
        spot = data.find(b"PK\1\2")
        data[spot + at : spot + at + 2] = value
        path.write_bytes(data)
        refusal(path)


# ---- folders


def unpacked(folder, package):
    folder.mkdir()
    for name, data in package.files.items():
        (folder / name).write_bytes(data)
    return folder


def test_a_folder(package, tmp_path):
    folder = unpacked(tmp_path / "x", package)
    assert load(folder).id == "small"
    assert load(str(folder)).id == "small"
    assert open_package(folder).files == package.files


def test_links_in_a_folder(package, tmp_path):
    folder = unpacked(tmp_path / "x", package)
    secret = tmp_path / "secret"
    secret.write_bytes(package["rules.md"])
    (folder / "rules.md").unlink()
    (folder / "rules.md").symlink_to(secret)
    assert "symbolic link" in str(refusal(folder))
    (folder / "rules.md").unlink()
    (folder / "more").symlink_to(tmp_path)
    assert "symbolic link" in str(refusal(folder))


def test_odd_things_in_a_folder(package, tmp_path):
    folder = unpacked(tmp_path / "x", package)
    (folder / ".DS_Store").write_bytes(b"")
    assert ".DS_Store" in str(refusal(folder))
    (folder / ".DS_Store").unlink()
    os.mkfifo(folder / "pipe")
    assert "pipe" in str(refusal(folder))
    (folder / "pipe").unlink()
    (folder / "a" / "b" / "c" / "d" / "e" / "f").mkdir(parents=True)
    refusal(folder)


def test_reading_changes_nothing(package, tmp_path):
    folder = unpacked(tmp_path / "x", package)
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()}
    load(folder)
    assert {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()} == before


# ---- documents


def test_a_huge_document(package, tmp_path):
    data = package["variant.json"] + b" " * 5_000_000 + b"\n" + os.urandom(200_000).hex().encode()
    assert "bytes, more than" in str(refusal(with_document(tmp_path, package, data)))


@pytest.mark.parametrize("depth", [100, 5000, 30_000])
def test_a_deep_document(package, tmp_path, document, depth):
    deep = b"[" * depth + b"]" * depth
    assert "nested too deeply" in str(refusal(with_document(tmp_path, package, deep)))
    within = package["variant.json"].replace(b'"rules": []', b'"rules": ' + deep)
    assert "nested too deeply" in str(refusal(with_document(tmp_path, package, within)))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nonsense",
        b"\xff\xfe{}",
        b'{"a": 1, "a": 2}',
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": 1e999}',
        b'{"a": "\\ud800"}',
        b'{"a": ' + b"9" * 10_000 + b"}",
    ],
)
def test_what_is_no_proper_json(package, tmp_path, data):
    assert "variant.json" in str(refusal(with_document(tmp_path, package, data)))


def test_an_escape_for_half_a_character_is_refused_and_a_whole_one_is_not(package, tmp_path, document):
    document["name"] = "\U0001f30d"
    assert load(with_document(tmp_path, package, json.dumps(document).encode())).name == "\U0001f30d"


@pytest.mark.parametrize("found", [0, 2, 99, -1])
def test_another_format(package, tmp_path, document, found):
    error = refusal(with_document(tmp_path, package, {**document, "format": found}))
    assert [each.name for each in error.notices] == ["unknown-format"]
    manifest = {**package.manifest, "format": found}
    files = {**package.files, "manifest.json": json_bytes(manifest)}
    assert [each.name for each in refusal(zipped(tmp_path / "y.zip", files.items())).notices] == ["unknown-format"]


@pytest.mark.parametrize("found", ["1", None, True, [], {}])
def test_a_format_that_is_no_number(package, tmp_path, document, found):
    assert refusal(with_document(tmp_path, package, {**document, "format": found})).notices[0].name == "broken-package"


def test_a_manifest_about_another_variant(package, tmp_path):
    files = {name: data for name, data in package.files.items() if name != "manifest.json"}
    path = zipped(tmp_path / "x.zip", with_manifest(files, "1", "other", "1.0.0").files.items())
    assert "names other 1.0.0, but variant.json holds small 1.0.0" in str(refusal(path))


@pytest.mark.parametrize("entry", [{"sha256": "0" * 64}, {"sha256": "x", "size": 1}, [], None])
def test_a_manifest_of_another_shape(package, tmp_path, entry):
    manifest = deepcopy(package.manifest)
    manifest["files"]["rules.md"] = entry
    refusal(zipped(tmp_path / "x.zip", {**package.files, "manifest.json": json_bytes(manifest)}.items()))


def leaves(value, path=()):
    if isinstance(value, dict):
        for key, item in value.items():
            yield (*path, key)
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value[:2]):
            yield (*path, index)
            yield from leaves(item, (*path, index))


def changed(document, path, value):
    found = deepcopy(document)
    inner = found
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return found


def test_wrong_types_anywhere_never_crash(package, tmp_path, document):
    """Every value replaced by each kind of another: refused with a sentence, or a variant all the same."""
    from dipmap.model import Variant
    from dipmap.model.json import from_json
    from dipmap.package.read import inspect_document

    values = (None, True, 3, -1, 1.5, "x", "", [], {}, ["x"], {"x": 1}, [None], 10**30)
    for number, path in enumerate(leaves(document)):
        for value in (values * 2)[number % 13 : number % 13 + 4]:
            hurt = changed(document, path, value)
            try:
                inspect_document(hurt)
            except PackageError as error:
                assert error.notices  # noqa: PT017
                continue
            assert isinstance(from_json(hurt), Variant), path


def test_missing_and_unknown_keys(document):
    from dipmap.package.read import inspect_document

    optional = {"edition", "description"}
    for key in document:
        less = {name: value for name, value in document.items() if name != key}
        if key in optional:
            inspect_document(less)
        else:
            with pytest.raises(PackageError, match=key):
                inspect_document(less)
    with pytest.raises(PackageError, match="surplus"):
        inspect_document({**document, "surplus": 1})


def test_ids_have_no_line_ends(document):
    from dipmap.package.read import inspect_document

    for path in (("id",), ("version",), ("provinces", 0, "id"), ("powers", 0, "colour"), ("adjacency", 0, "a")):
        hurt = deepcopy(document)
        inner = hurt
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] += "\n"
        with pytest.raises(PackageError, match="cannot be written"):
            inspect_document(hurt)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("powers", 0, "homes"), ["nor", "xxx"], "the home of north, xxx does not exist"),
        (("powers", 0, "homes"), ["nor", "mid"], "north lists the home mid, which is the home of nobody"),
        (("powers", 0, "homes"), ["nor", "nor"], "stands twice"),
        (("powers", 0, "homes"), [], "nor is the home of north, which does not list it"),
        (("powers", 1, "id"), "north", "the power north stands twice"),
        (("provinces", 0, "id"), "har", "the province har stands twice"),
        (("provinces", 0, "owner"), "xxx", "the owner power of eas, xxx does not exist"),
        (("provinces", 0, "coasts"), [{"id": "nc", "name": "x"}], "eas has coasts, but its terrain is sea"),
        (("provinces", 5, "armies"), True, "roc is impassable, but units may stand there"),
        (("adjacency", 0, "a"), "xxx", "does not exist"),
        (("adjacency", 0, "b"), "zzz", "does not exist"),
        (("adjacency", 0, "a"), "sou", "not in order"),
        (("adjacency", 0, "units"), "both", "is for armies, but none can stand in eas"),
        (("adjacency", 4, "keeper"), "xxx", "the keeper of har-mid, xxx does not exist"),
        (("barriers", 0, "b"), "xxx", "the location of a barrier, xxx does not exist"),
        (("barriers", 0, "b"), "har", "not in order"),
        (("start", "units", 0, "power"), "xxx", "the power of a unit, xxx does not exist"),
        (("start", "units", 0, "location"), "xxx", "the location of a unit, xxx does not exist"),
        (("start", "units", 0, "location"), "sou", "the fleet in sou cannot stand there"),
        (("start", "units", 0, "location"), "sou/ec", "more units stand in sou than it holds"),
        (("start", "units", 0, "type"), "army", None),
        (("calendar", "first_turn"), "never", "the first turn, never does not exist"),
        (("victory", "points", "own_home_of"), {"xxx": 1}, "the power xxx does not exist"),
        (("start", "opening"), {"builds": {"xxx": 1}}, "the power xxx does not exist"),
        (("anchors", "xxx"), {}, "the location of an anchor, xxx does not exist"),
    ],
)
def test_parts_that_do_not_fit_together(document, path, value, told):
    from dipmap.package.read import inspect_document

    hurt = changed(document, path, value)
    if told is None:
        inspect_document(hurt)
        return
    with pytest.raises(PackageError) as caught:
        inspect_document(hurt)
    assert told in " ".join(each.finding.message for each in caught.value.notices)


def test_edges_twice(document):
    from dipmap.package.read import inspect_document

    document["adjacency"].append(document["adjacency"][0])
    with pytest.raises(PackageError, match="stands twice"):
        inspect_document(document)
    document["adjacency"].pop()
    document["adjacency"].append({"a": "har", "b": "lan", "units": "army", "kind": "direct"})
    with pytest.raises(PackageError, match="for army stands twice"):
        inspect_document(document)


def test_permission_needs_a_keeper(document):
    from dipmap.package.read import inspect_document

    del next(edge for edge in document["adjacency"] if "keeper" in edge)["keeper"]
    with pytest.raises(PackageError, match="needs consent, but has no keeper"):
        inspect_document(document)


def test_a_source_is_no_package(tmp_path):
    error = refusal(small_source(tmp_path / "small"))
    assert "small is no package: it holds no manifest.json" in str(error)
    assert error.notices[0].finding.hint == "build it with dipmap build, and name the package"


def test_what_is_a_package(package, tmp_path):
    assert is_package(unpacked(tmp_path / "x", package))
    assert is_package(tmp_path / "a.ZIP")
    assert not is_package(tmp_path)
    assert not is_package(tmp_path / "variant.yaml")


def test_texts_that_are_none_are_told_plainly(package, tmp_path):
    error = refusal(with_document(tmp_path, package, b'{"format": 1, \xff'))
    assert str(error) == "variant.json is no text in UTF-8 (byte 14)"
    error = refusal(with_document(tmp_path, package, b'{"format": 1,\n "id" 2}'))
    assert str(error) == "variant.json is no proper JSON: it breaks off or goes wrong in line 2, column 7"
    error = refusal(with_document(tmp_path, package, b'{"id": "\\ud800"}'))
    assert str(error) == "variant.json holds half a character"


def test_a_package_that_was_edited_is_to_be_built_again(package, tmp_path, document):
    document["powers"][0]["homes"] = ["nor", "nor"]
    document["victory"]["at_least"] = "many"
    error = refusal(with_document(tmp_path, package, document))
    hints = {each.finding.hint for each in error.notices}
    assert hints == {"build it again from its source, or fetch it again"}


def test_hashes_are_of_the_bytes(package):
    for path, entry in package.manifest["files"].items():
        assert entry["sha256"] == sha256(package[path]).hexdigest()


def test_a_document_full_of_mistakes_is_refused_quickly(package, tmp_path, document):
    document["adjacency"] = [{"a": number * 7919 % 100_003} for number in range(120_000)]
    start = time.perf_counter()
    error = refusal(with_document(tmp_path, package, json.dumps(document, separators=(",", ":")).encode()))
    assert time.perf_counter() - start < 5
    assert "lacks the key" in str(error)
    assert len(error.notices) <= 50
