"""The way in for files of strangers: what is ordinary comes in whole, all else is refused with a sentence."""

import os
import shutil
import socket
import stat
import time
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dipmap.importing import inputs
from dipmap.importing.inputs import InputError, groups, long_line
from dipmap.package import PackageError, open_package
from importing import hostile
from importing.hostile import named, patched, zip_of

SVG = b"<svg xmlns='http://www.w3.org/2000/svg'/>"
NO_FILE = (
    "name what holds .svg, .xml, .json, .dvar, .toml, .map, .png, .gif, .txt, .md or .yaml files, "
    "at most 4 folders deep; zips in it are not opened"
)
ASK = "name a zip, a folder, or files that end in .svg, .xml, .json, .dvar, .toml, .map, .png, .gif, .txt, .md or .yaml"
ALONE = "name the files of one variant alone"
AGAIN = "fetch it again, or make the zip again"
RENAME = "rename the file, or name the files of the variant themselves"
ITSELF = "put the file itself there"
REPACK = "make the zip again without a password and with the ordinary compression"
needs_permissions = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to this user"
)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Paths are given as designers give them: relative to where they are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name, data):
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def refusals(*names):
    """Message, hint and place of everything that is said about some paths."""
    with pytest.raises(InputError) as caught:
        groups([Path(name) for name in names])
    error = caught.value
    assert str(error) == error.notices[0].finding.message
    found = []
    for each in error.notices:
        assert each.name == "import-unreadable"
        finding = each.finding
        assert finding.key
        span = finding.place.span
        found.append((finding.message, finding.hint, f"{span.source.name}:{span.begin[0]}"))
    return found


def refused(name, message, hint, place=None):
    assert refusals(name) == [(message, hint, place or f"{name}:1")]


def taken(*names):
    return [(group.name, list(group.files)) for group in groups([Path(name) for name in names])]


# ---- what comes in


def test_a_zip_a_jar_a_folder_and_loose_files_are_groups():
    write("a/Octarine Variant.zip", zip_of({"variants.xml": b"<x/>", "octarine.svg": SVG}))
    write("Old.JAR", zip_of({"variants.xml": b"<x/>"}))
    write("classic/config.json", b"{}")
    write("classic/art/classic.svg", SVG)
    for name in ("x.json", "x.svg", "y.MAP"):
        write(name, b"1")
    assert taken("a/Octarine Variant.zip", "x.svg", "classic", "x.json", "Old.JAR", "y.MAP") == [
        ("Octarine Variant.zip", ["octarine.svg", "variants.xml"]),
        ("x.svg and 2 more files", ["x.json", "x.svg", "y.MAP"]),
        ("classic", ["art/classic.svg", "config.json"]),
        ("Old.JAR", ["variants.xml"]),
    ]


def test_bytes_are_those_of_the_files():
    data = bytes(range(256)) * 3
    write("x.zip", zip_of({"a.png": data}))
    write("f/a.png", data)
    write("a.png", data)
    assert [group.files["a.png"] for group in groups([Path("x.zip"), Path("f"), Path("a.png")])] == [data] * 3


def test_nothing_given_is_nothing():
    assert groups([]) == ()


def test_names_of_loose_files_and_of_the_folder_one_is_in(here):
    for name in ("a.json", "a.svg", "b/c.map"):
        write(name, b"1")
    assert taken("a.json") == [("a.json", ["a.json"])]
    assert taken("a.json", "a.svg") == [("a.json and a.svg", ["a.json", "a.svg"])]
    assert taken("b/c.map") == [("c.map", ["c.map"])]
    assert taken(str(here / "b")) == [("b", ["c.map"])]
    assert taken(".") == [(here.name, ["a.json", "a.svg", "b/c.map"])]


def test_a_link_that_is_named_itself_is_followed():
    write("real/a.svg", SVG)
    Path("link").symlink_to("real")
    Path("b.svg").symlink_to("real/a.svg")
    assert taken("link", "b.svg") == [("link", ["a.svg"]), ("b.svg", ["b.svg"])]


def test_litter_is_as_good_as_absent():
    litter = {
        ".git/config.json": b"1",
        ".DS_Store": b"1",
        "__MACOSX/._a.svg": b"1",
        "a/.hidden.svg": b"1",
        "a/Thumbs.db": b"1",
        "desktop.ini": b"1",
        "Icon\r": b"",
    }
    for name, data in {"a/a.svg": SVG, **litter}.items():
        write(f"f/{name}", data)
    Path("f/.link").symlink_to("/etc/passwd")
    write("x.zip", zip_of([("a/a.svg", SVG), *((named(name), data) for name, data in litter.items())]))
    assert taken("f", "x.zip") == [("f", ["a/a.svg"]), ("x.zip", ["a/a.svg"])]


def test_other_kinds_and_deeper_folders_are_left_out():
    files = dict.fromkeys(
        ("a.svg", "a.exe", "META-INF/MANIFEST.MF", "b", "inner.zip", "1/2/3/4/in.svg", "1/2/3/4/5/out.svg"), b"1"
    )
    for name, data in files.items():
        write(f"f/{name}", data)
    write("x.zip", zip_of(files))
    kept = ["1/2/3/4/in.svg", "a.svg"]
    assert taken("f", "x.zip") == [("f", kept), ("x.zip", kept)]


def test_a_zip_may_list_its_folders():
    write(
        "x.zip", zip_of([("a/", b""), (named("a/b/", stat.S_IFDIR | 0o755), b""), ("a/b/c.svg", SVG), ("d.svg/", b"")])
    )
    assert taken("x.zip") == [("x.zip", ["a/b/c.svg"])]


def test_zips_that_are_streamed_stored_commented_or_begin_with_something_else():
    files = {"a.svg": SVG * 50, "b.xml": b"<x/>"}
    write("streamed.zip", zip_of(files, streamed=True))
    write("stored.zip", zip_of(files, stored=True))
    write("after.zip", b"#!/bin/sh\n" * 30 + zip_of(files))
    write("commented.zip", zip_of(files))
    with zipfile.ZipFile("commented.zip", "a") as bundle:
        bundle.comment = b"by somebody " * 5000
    with zipfile.ZipFile("streamed.zip") as bundle:
        assert all(entry.flag_bits & 8 for entry in bundle.infolist()), "no data descriptors: this test tests nothing"
    found = groups([Path(f"{name}.zip") for name in ("streamed", "stored", "after", "commented")])
    assert [group.files for group in found] == [files] * 4


def renamed(data, old, new):
    """A zip with the bytes of a name replaced by others of the same length, flags left alone."""
    assert len(old) == len(new)
    assert data.count(old) == 2
    return data.replace(old, new)


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Köln.svg".encode("cp437"), "Köln.svg"),  # as old tools write it
        ("Köln.svg".encode(), "Köln.svg"),  # UTF-8 that does not say so
        ("Ko\u0308ln.svg".encode(), "Köln.svg"),  # and with the accent apart, as on a Mac
        ("地図.svg".encode(), "地図.svg"),
    ],
)
def test_names_of_other_alphabets(raw, name):
    holder = "x" * len(raw)
    write("x.zip", renamed(zip_of({holder: SVG}), holder.encode(), raw))
    assert taken("x.zip") == [("x.zip", [name])]


def test_names_in_utf8_and_names_of_all_sorts():
    names = ["A (1), b & c's — draft #2!.svg", "Köln.svg", "Ελλάδα/Αθήνα.svg", "a..b.svg", "地図.svg"]
    for name in names:
        write(f"f/{name}", SVG)
    write("x.zip", zip_of(dict.fromkeys(names, SVG)))
    assert taken("f", "x.zip") == [("f", sorted(names)), ("x.zip", sorted(names))]


def test_accents_in_a_folder_are_spelt_one_way():
    write("f/Ko\u0308ln.svg", SVG)
    write("Zu\u0308rich.map", b"1")
    assert taken("f", "Zu\u0308rich.map") == [("f", ["Köln.svg"]), ("Zu\u0308rich.map", ["Zürich.map"])]


def test_a_drawing_in_one_line_of_megabytes_is_ordinary():
    data = b"<svg>" + os.urandom(1_000_000).hex().encode() + b"</svg>"
    write("a.svg", data)
    write("a.json", b'"' + data + b'"')
    assert taken("a.svg", "a.json") == [("a.svg and a.json", ["a.json", "a.svg"])]


@pytest.mark.shared
@pytest.mark.parametrize("name", ["octarine", "imperium"])
@pytest.mark.parametrize("suffix", ["zip", "jar"])
def test_variants_of_jdip(shared, name, suffix):
    folder = shared / "engines" / "jdip" / name
    made = shutil.make_archive(f"{name.title()} Variant", "zip", folder)
    path = Path(made).rename(f"{name.title()} Variant.{suffix}")
    zipped, plain = groups([path, folder])
    assert zipped.files == plain.files == {each.name: each.read_bytes() for each in sorted(folder.iterdir())}
    assert {"variants.xml", f"{name}.svg"} < set(zipped.files)


@pytest.mark.shared
def test_every_real_file_comes_in(shared):
    folder = shared / "engines"
    (whole,) = groups([folder])
    assert set(whole.files) == {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    maps = sorted((folder / "dpjudge").glob("*.map"))
    (loose,) = groups(maps)
    assert list(loose.files) == [path.name for path in maps]


# ---- paths that cannot be read


def test_what_is_not_there():
    for name in ("none.zip", "none.map", "none"):
        refused(name, f"{name} is missing", ASK)


def test_what_holds_nothing():
    Path("empty").mkdir()
    write("other/readme.pdf", b"1")
    write("other/inner.zip", zip_of({"a.svg": SVG}))
    write("empty.zip", zip_of({}))
    write("other.zip", zip_of({"inner.zip": zip_of({"a.svg": SVG}), "a.exe": b"1"}))
    for name in ("empty", "other", "empty.zip", "other.zip"):
        refused(name, f"{name} holds no file that dipmap imports", NO_FILE)


def test_kinds_that_nobody_reads():
    for name in ("a.pdf", "map", ".map"):
        write(name, b"1")
        refused(name, f"{name} is no kind of file that dipmap imports", ASK)


def test_pipes_and_devices():
    os.mkfifo("a.map")
    os.mkfifo("b.zip")
    for name in ("a.map", "b.zip", "/dev/zero"):
        refused(name, f"{name} is a pipe or a device, not a file", ASK)
    for name in ("a", "a.svg"):
        Path("f").mkdir()
        os.mkfifo(f"f/{name}")
        refused("f", f"{name} in f is no file", ITSELF)
        shutil.rmtree("f")


def test_a_socket_in_a_folder():
    Path("f").mkdir()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind("f/a.txt2")
        refused("f", "a.txt2 in f is no file", ITSELF)


@needs_permissions
def test_what_may_not_be_read():
    write("a.map", b"1").chmod(0)
    write("b.zip", zip_of({"a.svg": SVG})).chmod(0)
    write("f/deep/a.svg", SVG).chmod(0)
    write("g/a.svg", SVG)
    Path("g").chmod(0)
    for name, inner in (("a.map", "a.map"), ("b.zip", "b.zip"), ("f", "f/deep/a.svg"), ("g", "g")):
        refused(name, f"{inner} cannot be read: Permission denied", "check its permissions", f"{inner}:1")
    Path("g").chmod(0o700)


@pytest.mark.parametrize("kind", ["loose", "zip", "folder", "in a folder"])
def test_what_the_system_refuses(monkeypatch, kind):
    """As above, for those to whom nothing is forbidden."""
    write("a.map", b"1")
    write("b.zip", zip_of({"a.svg": SVG}))
    write("f/a.svg", SVG)
    name, inner = {
        "loose": ("a.map",) * 2,
        "zip": ("b.zip",) * 2,
        "folder": ("f", "f"),
        "in a folder": ("f", "f/a.svg"),
    }[kind]
    opened, scanned = os.open, os.scandir

    def forbidding(real):
        def call(path, *rest):
            if Path(path).as_posix() == inner:
                raise PermissionError(13, "Permission denied", path)
            return real(path, *rest)

        return call

    monkeypatch.setattr(os, "open", forbidding(opened))
    monkeypatch.setattr(os, "scandir", forbidding(scanned))
    refused(name, f"{inner} cannot be read: Permission denied", "check its permissions", f"{inner}:1")


def test_paths_that_no_system_has():
    assert refusals("a\0b.map") == [
        (r"'a\x00b.map' cannot be the name of a file here", "rename the file", "a\0b.map:1")
    ]
    assert refusals("a\0b.zip") == [
        (r"'a\x00b.zip' cannot be the name of a file here", "rename the file", "a\0b.zip:1")
    ]
    Path("loop.map").symlink_to("loop.map")
    assert "cannot be read" in refusals("loop.map")[0][0]


def test_all_that_is_wrong_is_said_at_once():
    write("good.map", b"1")
    write("bad.zip", b"nonsense")
    write("long.map", b"1\n" + b"x" * 70_000)
    messages = [message for message, _, _ in refusals("none.map", "bad.zip", "good.map", "x.pdf", "none")]
    assert messages == [
        "none.map is missing",
        "x.pdf is missing",
        "none is missing",
        "bad.zip is no zip that can be read: it is none, or its end is missing",
    ]
    assert [place for _, _, place in refusals("long.map", "bad.zip")] == ["long.map:2", "bad.zip:1"]


# ---- names


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../evil.svg", "leads elsewhere"),
        ("a/../../evil.svg", "leads elsewhere"),
        ("a/..", "leads elsewhere"),
        ("..", "leads elsewhere"),
        ("../", "leads elsewhere"),
        ("../.hidden/evil", "leads elsewhere"),
        ("__MACOSX/../../evil.svg", "leads elsewhere"),
        ("/etc/evil.svg", "leads elsewhere"),
        ("/", "leads elsewhere"),
        ("C:/evil.svg", "leads elsewhere"),
        ("c:evil.svg", "leads elsewhere"),
        ("a\\..\\evil.svg", "has a backslash in it"),
        ("..\\evil.svg", "has a backslash in it"),
        ("a\\b.svg", "has a backslash in it"),
        ("a//b.svg", "is no path"),
        ("./b.svg", "is no path"),
        ("a/./b.svg", "is no path"),
        ("", "is no path"),
        ("a\0b.svg", "has a control character in it"),
        ("a\nb.svg", "has a control character in it"),
        ("a\x1b[31m.svg", "has a control character in it"),
        ("a\u0085.svg", "has a control character in it"),
        ("a\u2028b.svg", "has a control character in it"),
        ("x" * 247 + ".svg", "has more than 250 characters"),
    ],
)
def test_paths_that_cannot_be(name, why):
    write("x.zip", hostile.traversal(name))
    before = sorted(Path("..").iterdir())
    refused("x.zip", f"x.zip holds {name[:80]!r}, which {why}", RENAME)
    assert sorted(Path("..").iterdir()) == before
    assert sorted(Path().iterdir()) == [Path("x.zip")]


def test_the_longest_path_that_can_be():
    name = "x" * 246 + ".svg"
    write("x.zip", zip_of({name: SVG}))
    assert taken("x.zip") == [("x.zip", [name])]


def test_folders_in_a_zip_that_cannot_be():
    write("x.zip", zip_of([("a.svg", SVG), (named("../a/"), b"")]))
    refused("x.zip", "x.zip holds '../a/', which leads elsewhere", RENAME)


def test_odd_names_on_the_disk():
    write("f/a\\b.svg", SVG)
    refused("f", r"f holds 'a\\b.svg', which has a backslash in it", RENAME)
    write("g/a\nb.svg", SVG)
    refused("g", r"g holds 'a\nb.svg', which has a control character in it", RENAME)
    write(os.fsdecode(b"h/a\xff.svg"), SVG)
    refused("h", r"h holds 'a\udcff.svg', which has a control character in it", RENAME)
    write("a\x07.svg", SVG)
    refused("a\x07.svg", r"the name of 'a\x07.svg' has a control character in it", RENAME)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a.svg", "a.svg"),
        ("a.svg", "A.SVG"),
        ("Straße.svg", "STRASSE.svg"),
        ("Köln.svg", "Ko\u0308ln.svg"),
        ("a/b.xml", "A/b.xml"),
    ],
)
def test_names_twice(one, other):
    write("x.zip", zip_of([(one, SVG), (other, SVG)]))
    shown = "Köln.svg" if one == "Köln.svg" else other
    refused("x.zip", f"x.zip holds {shown!r} twice", "rename one of the two, or leave it out")


def test_names_twice_that_nobody_reads():
    write("x.zip", zip_of({"a.class": b"1", "A.class": b"2", "a.svg": SVG}))
    assert taken("x.zip") == [("x.zip", ["a.svg"])]


def test_names_twice_in_a_folder_and_among_loose_files():
    write("f/a.svg", SVG)
    write("f/A.svg", SVG)
    if len(list(Path("f").iterdir())) == 2:  # not where upper and lower case are one
        refused("f", "f holds 'a.svg' twice", "rename one of the two, or leave it out")
    write("g/a.svg", SVG)
    assert refusals("f/a.svg", "g/a.svg") == [
        ("two files are called 'a.svg'", "rename one of the two, or leave it out", "g/a.svg:1")
    ]
    assert refusals("g/a.svg", "g/a.svg")[0][0] == "two files are called 'a.svg'"


# ---- links


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK, stat.S_IFDIR])
def test_links_and_devices_in_a_zip(kind):
    write("x.zip", hostile.links(kind))
    refused("x.zip", "map.svg in x.zip is a link or worse, not a file", ITSELF)


def test_links_to_folders_in_a_zip():
    write(
        "x.zip",
        zip_of([("a.svg", SVG), (named("etc/", stat.S_IFLNK | 0o777), b"/etc"), (named("run", stat.S_IFLNK), b"/")]),
    )
    refused("x.zip", "etc/ in x.zip is a link or worse, not a file", ITSELF)


def test_links_in_a_folder():
    write("f/a.svg", SVG)
    write("secret.svg", SVG)
    for target in ("../secret.svg", "..", "nowhere"):
        Path("f/link").symlink_to(target)
        refused("f", "'link' in f is a symbolic link", ITSELF)
        Path("f/link").unlink()
    Path("f/deep").mkdir()
    Path("f/deep/b.svg").symlink_to("../../secret.svg")
    refused("f", "'deep/b.svg' in f is a symbolic link", ITSELF)


def test_a_link_that_appears_while_a_folder_is_read(monkeypatch):
    """What was a file when it was listed is opened without following what it has become."""
    write("f/a.svg", SVG)
    write("secret.svg", b"secret")
    opened = os.open

    def swapping(path, *rest):
        if Path(path).name == "a.svg":
            Path(path).unlink()
            Path(path).symlink_to("../secret.svg")
        return opened(path, *rest)

    monkeypatch.setattr(os, "open", swapping)
    ((message, _, _),) = refusals("f")
    assert message.startswith("f/a.svg cannot be read: ")


# ---- too much


def quickly(seconds=2.0, megabytes=300):
    class Watch:
        def __enter__(self):
            tracemalloc.start()
            self.start = time.perf_counter()

        def __exit__(self, *_):
            spent = time.perf_counter() - self.start
            peak = tracemalloc.get_traced_memory()[1] / 2**20
            tracemalloc.stop()
            assert spent < seconds
            assert peak < megabytes

    return Watch()


def test_a_bomb():
    write("x.zip", hostile.bomb())
    with quickly(megabytes=10):
        refused("x.zip", "map.svg would unpack to more than 200 times its size", ALONE)


def test_a_file_that_packs_very_well_and_is_short():
    write("x.zip", zip_of({"a.svg": b" " * 60_000}))
    assert taken("x.zip") == [("x.zip", ["a.svg"])]


def test_files_too_long_together():
    write("x.zip", hostile.many_bombs())
    with quickly(5):
        refused("x.zip", "x.zip unpacks to more than 64 MB", ALONE)


@pytest.mark.parametrize("name", ["a.svg", "a.psd"])
def test_one_file_too_long(name):
    size = inputs.MAX_FILE
    write("f/b.svg", SVG)
    for more, told in ((0, None), (1, f"{name} is larger than the 32 MB dipmap reads")):
        with Path("f", name).open("wb") as file:
            file.truncate(size + more)
        write("x.zip", zip_of([("b.svg", SVG), (name, b"\0" * (size + more))], stored=True))
        for path in ("f", "x.zip"):
            if told:
                refused(path, told, ALONE)
            else:
                assert "b.svg" in groups([Path(path)])[0].files
    with Path("a.svg").open("wb") as file:
        file.truncate(size + 1)
    refused("a.svg", "a.svg is larger than the 32 MB dipmap reads", ALONE)


@pytest.mark.parametrize("suffix", ["svg", "psd"])
def test_too_much_in_a_folder_and_in_loose_files(suffix):
    for number in range(3):
        write(f"f/{number}.{suffix}", b"")
        with Path(f"f/{number}.{suffix}").open("wb") as file:
            file.truncate(25_000_000)
    with quickly():
        refused("f", "f unpacks to more than 64 MB", ALONE)
    if suffix == "svg":
        names = [f"f/{number}.svg" for number in range(3)]
        assert refusals(*names) == [("all loose files together have more than 64 MB", ALONE, "f/2.svg:1")]


def test_a_zip_too_long():
    with Path("x.zip").open("wb") as file:
        file.truncate(10**11)
    with quickly():
        refused("x.zip", "x.zip is larger than the 64 MB dipmap reads", ALONE)


def test_too_many_files():
    files = {f"{number}.txt": b"" for number in range(1000)}
    for name in files:
        write(f"f/{name}", b"")
    write("x.zip", zip_of(files))
    assert [len(group.files) for group in groups([Path("f"), Path("x.zip")])] == [1000, 1000]
    write("f/one.exe", b"")
    write("x.zip", zip_of({**files, "one.exe": b""}))
    refused("f", "f holds more than 1000 files", ALONE)
    refused("x.zip", "x.zip holds more than 1000 files", ALONE)
    Path("f/one.exe").rename("f/one.txt")
    told = refusals(*sorted(str(path) for path in Path("f").iterdir()))
    assert told == [("1,001 loose files are more than the 1000 that dipmap imports together", ALONE, "f/one.txt:1")]


def test_too_many_folders():
    write("f/a.svg", SVG)
    for number in range(40):
        for inner in range(30):
            Path(f"f/{number}/{inner}").mkdir(parents=True)
    refused("f", "f holds more than 1000 files", ALONE)
    write("x.zip", zip_of([("a.svg", SVG), *((f"{number}/", b"") for number in range(1000))]))
    refused("x.zip", "x.zip holds more than 1000 files", ALONE)


def test_very_many_files():
    write("x.zip", hostile.long_list())
    with quickly(megabytes=20):
        refused("x.zip", "x.zip holds more than 1000 files", ALONE)


def test_a_list_that_hides_its_length():
    """A zip64 record and the ordinary one disagree; neither zip nor package is believed."""
    data = hostile.lying_list()
    write("x.zip", data)
    with zipfile.ZipFile("x.zip") as bundle:
        assert len(bundle.namelist()) == 30_000, "the library believes the ordinary record: this test tests nothing"
    with quickly(megabytes=20):
        refused("x.zip", "x.zip holds more than 1000 files", ALONE)
    with quickly(megabytes=20), pytest.raises(PackageError, match="the package holds more than 64 files"):
        open_package("x.zip")


# ---- zips that lie


def test_encrypted_files():
    write("x.zip", hostile.encrypted())
    refused("x.zip", "map.svg is encrypted", REPACK)


@pytest.mark.parametrize("value", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 9, 93, 99])
def test_strange_compression(value):
    data = zip_of({"map.svg": SVG})
    write("x.zip", patched(data, "map.svg", 10, value.to_bytes(2, "little"), header=8))
    refused("x.zip", "map.svg is packed in a way that dipmap does not unpack", REPACK)


def damaged(data, why):
    write("x.zip", data)
    refused("x.zip", f"x.zip is no zip that can be read: {why}", AGAIN)


def test_files_that_overlap():
    damaged(hostile.overlapping(), "files in it overlap")
    data = zip_of({"a.svg": SVG, "b.svg": SVG})
    damaged(patched(data, "a.svg", 20, (1000).to_bytes(4, "little")), "files in it overlap")


def test_a_file_that_reaches_beyond_the_zip():
    data = zip_of({"a.svg": SVG})
    damaged(patched(data, "a.svg", 20, (10**6).to_bytes(4, "little")), "a file in it reaches beyond its end")
    damaged(patched(data, "a.svg", 42, b"\xfe\xff\xff\xff"), "a file in it reaches beyond its end")


def test_lies_about_lengths():
    data = zip_of({"a.svg": SVG})
    for length in (0, 5):
        said = length.to_bytes(4, "little")
        damaged(patched(data, "a.svg", 24, said, header=22), "Bad CRC-32 for file 'a.svg'")
    said = (10**9).to_bytes(4, "little")
    write("x.zip", patched(data, "a.svg", 24, said, header=22))
    refused("x.zip", "a.svg would unpack to more than 200 times its size", ALONE)
    damaged(patched(data, "a.svg", 20, (3).to_bytes(4, "little")), "Bad CRC-32 for file 'a.svg'")


def wide(values):
    """A zip whose one file has its sizes and its place in a zip64 field: whatever these say."""
    entry = named("a.svg")
    entry.extra = (
        b"\1\0" + (8 * len(values)).to_bytes(2, "little") + b"".join(each.to_bytes(8, "little") for each in values)
    )
    data = zip_of([(entry, SVG)])
    for spot in (24, 20, 42)[: len(values)]:
        data = patched(data, "a.svg", spot, b"\xff" * 4)
    return data


def test_lies_in_fields_of_zip64():
    packed = len(zip_of({"a.svg": SVG}))
    write("x.zip", wide([2**63]))
    refused("x.zip", "a.svg would unpack to more than 200 times its size", ALONE)
    damaged(wide([100, 2**64 - 1]), "a file in it reaches beyond its end")
    damaged(wide([len(SVG), packed, 2**64 - 100]), "a file in it reaches beyond its end")
    damaged(wide([]).replace(b"\1\0\0\0", b"\1\0\x09\0"), "Corrupt extra field 0001 (size=9)")


def test_a_zip64_field_that_tells_the_truth():
    with zipfile.ZipFile("x.zip", "w") as bundle, bundle.open("a.svg", "w", force_zip64=True) as file:
        file.write(SVG)
    assert b"\1\0\x10\0" in Path("x.zip").read_bytes(), "no field of zip64: this test tests nothing"
    write("y.zip", wide([len(SVG)]))
    assert [group.files for group in groups([Path("x.zip"), Path("y.zip")])] == [{"a.svg": SVG}] * 2


def test_other_damage():
    data = zip_of({"a.svg": SVG})
    for nothing in (b"", b"PK", b"nonsense" * 40, data[:-30]):
        damaged(nothing, "it is none, or its end is missing")
    damaged(b"PK\5\6" + b"\xff" * 18, "Bad offset for central directory")
    damaged(patched(data, "a.svg", 16, b"\0\0\0\0"), "Bad CRC-32 for file 'a.svg'")
    damaged(data.replace(b"PK\3\4", b"PK\3\5"), "Bad magic number for file header")
    damaged(data.replace(b"a.svg", b"b.svg", 1), "File name in directory 'a.svg' and header b'b.svg' differ.")
    named_badly = zip_of({"ä.svg": SVG}).replace("ä".encode(), b"\xff\xff")
    damaged(named_badly, "a name in it is no text")


def test_xml_bombs_are_for_those_who_read_xml():
    write("x.zip", zip_of({"variants.xml": hostile.XML_BOMB}))
    assert groups([Path("x.zip")])[0].files == {"variants.xml": hostile.XML_BOMB}


HINTS = {AGAIN, ALONE, RENAME, ITSELF, REPACK, NO_FILE, "rename one of the two, or leave it out"}


def only_input_errors(folder, data):
    path = folder / "x.zip"
    path.write_bytes(data)
    try:
        (group,) = groups([path])
    except InputError as error:
        assert {each.finding.hint for each in error.notices} <= HINTS  # noqa: PT017
    else:
        assert all(isinstance(each, bytes) for each in group.files.values())
        assert sum(map(len, group.files.values())) <= 64 * 2**20


@settings(max_examples=150, deadline=None)
@given(data=st.binary(max_size=600), end=st.binary(min_size=18, max_size=18) | st.none())
def test_random_bytes_are_refused_or_harmless(tmp_path_factory, data, end):
    folder = tmp_path_factory.getbasetemp()
    only_input_errors(folder, data if end is None else data + b"PK\5\6" + end)


ORDINARY = [
    zip_of({"variants.xml": b"<x/>" * 30, "Map One.svg": SVG * 20, "a/b.txt": b"1"}),
    zip_of({"a.map": b"1\n" * 90, "ä.json": b"{}"}, streamed=True),
    zip_of([("a/", b""), ("a/b.svg", SVG)], stored=True),
    wide([len(SVG), 40, 0]),
    hostile.lying_list(20),
]


@settings(max_examples=400, deadline=None)
@given(
    data=st.sampled_from(ORDINARY),
    changes=st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 255)), min_size=1, max_size=8),
    cut=st.integers(0, 40) | st.just(0),
)
def test_damaged_zips_are_refused_or_harmless(tmp_path_factory, data, changes, cut):
    hurt = bytearray(data)
    for spot, value in changes:
        hurt[-1 - spot % len(hurt)] = value
    only_input_errors(tmp_path_factory.getbasetemp(), bytes(hurt[: len(hurt) - cut]))


# ---- lines


def test_a_long_line_of_a_map_file():
    good = b"VICTORY 18\n" + b"x" * 65_536 + b"\r\n" + b"y" * 65_536
    write("good.map", good)
    assert groups([Path("good.map")])[0].files == {"good.map": good}
    write("bad.map", b"VICTORY 18\r\nMAP x\n" + b"x" * 1_000_000 + b"\nz\n")
    told = "line 3 of bad.map has 1,000,000 bytes, more than the 65,536 dipmap reads in a line"
    refused("bad.map", told, "break the line, or fetch the file again", "bad.map:3")
    write("x.zip", zip_of({"in/BAD.MAP": b"x" * 65_537, "a.svg": b"x" * 65_537}, stored=True))
    told = "line 1 of in/BAD.MAP has 65,537 bytes, more than the 65,536 dipmap reads in a line"
    refused("x.zip", told, "break the line, or fetch the file again", "in/BAD.MAP:1")


def test_a_very_long_map_file():
    with Path("a.map").open("wb") as file:
        file.write(b"\n" * 2_097_153)
    told = "a.map has 2,097,153 bytes, more than the 2,097,152 dipmap reads of a .map file"
    with quickly():
        refused("a.map", told, "fetch the file again")


@given(st.lists(st.integers(0, 12), max_size=8), st.integers(1, 9), st.sampled_from([b"\n", b"\r\n", b"\r"]))
def test_the_first_line_that_is_too_long(lengths, most, end):
    lines = [b"x" * length for length in lengths]
    starts = [sum(len(line) + len(end) for line in lines[:number]) for number in range(len(lines))]
    wanted = next(
        ((start, start + len(line)) for start, line in zip(starts, lines, strict=True) if len(line) > most), None
    )
    assert long_line(end.join(lines), most) == wanted


def test_long_lines_are_looked_for_in_linear_time():
    for data in (b"\n" * 30_000_000, (b"x" * 60_000 + b"\n") * 500, b"x" * 65_537 + b"\n" * 10_000_000):
        start = time.perf_counter()
        long_line(data)
        assert time.perf_counter() - start < 2
