"""The whole table in one place: our five variants in all engines, and what each of these exports loses.

A loss here is a rule that the variant uses, that the engine drops and that changes play: an export has to be told that
it is accepted. Rules that an engine plays by other means are not in the table; the tests of each engine have them.
"""

import html
import io
import time
import zipfile

import pytest
from effort import some

from dipmap.engines import Handling, Material, engine, engines, refused

OPENING = {"opening-caps", "secret-opening", "opening-alternatives"}  # of Zeus: how many, unseen, here or there

LOSSES = {
    "standard": {
        "diplogm": set(),
        "diplomacy": set(),
        "dpjudge": set(),
        "dvar": set(),
        "godip": set(),
        "jdip": set(),
        "njudge": set(),
        "webdiplomacy": set(),
    },
    "stockholm": {
        "diplogm": {"permission-passage"},
        "diplomacy": {"permission-passage"},
        "dpjudge": {"permission-passage"},
        "dvar": {"permission-passage"},
        "godip": {"permission-passage"},
        "jdip": {"permission-passage"},
        "njudge": set(),
        "webdiplomacy": {"permission-passage"},
    },
    "zeus": {
        "diplogm": {*OPENING, "build-limits"},
        "diplomacy": {*OPENING, "build-limits", "island-sea-convoy"},
        "dpjudge": {"build-limits"},
        "dvar": {*OPENING, "build-limits", "island-sea-convoy"},
        "godip": {"secret-opening"},
        "jdip": {*OPENING, "build-limits"},
        "njudge": {*OPENING, "build-limits", "extra-build-sites", "standing-unit"},
        "webdiplomacy": {"secret-opening", "island-sea-convoy", "standing-unit"},
    },
    "yubani": {
        "diplogm": {"automatic-builds", "points-victory", "last-year", "one-phase-year", "no-retreats"},
        "diplomacy": {"automatic-builds", "points-victory", "last-year", "one-phase-year", "no-retreats"},
        "dpjudge": {"automatic-builds", "points-victory", "last-year"},
        "dvar": {"automatic-builds", "points-victory", "last-year"},
        "godip": set(),
        "jdip": {"automatic-builds", "points-victory", "last-year", "one-phase-year", "no-retreats"},
        "njudge": {"automatic-builds", "no-retreats", "points-victory", "last-year", "one-phase-year"},
        "webdiplomacy": {"automatic-builds", "one-phase-year"},
    },
    "philadelphia": {
        "diplogm": {"capacity", "secret-opening", "joint-opening", "victory-below-majority"},
        "diplomacy": {"capacity", "secret-opening", "joint-opening", "victory-below-majority"},
        "dpjudge": {"capacity", "victory-below-majority"},
        "dvar": {"capacity", "secret-opening", "joint-opening"},
        "godip": {"capacity", "secret-opening", "joint-opening"},
        "jdip": {"capacity", "secret-opening", "joint-opening", "victory-below-majority"},
        "njudge": {"capacity", "secret-opening", "joint-opening", "victory-below-majority"},
        "webdiplomacy": {"capacity", "secret-opening", "joint-opening"},
    },
}
LETTERS = ("utf-8", "latin-1", "ascii")  # what formats take; of other letters they have numbers, `\\u30ab`
PAIRS = [(variant, name) for variant, exports in LOSSES.items() for name in exports]
each_export = pytest.mark.parametrize(("name", "target"), PAIRS, ids=["-".join(pair) for pair in PAIRS])


def test_the_table_has_every_engine():
    names = [item.name for item in engines()]
    assert {variant: list(exports) for variant, exports in LOSSES.items()} == dict.fromkeys(LOSSES, names)


@each_export
def test_exactly_these_rules_are_lost(drawn, name, target):
    variant, _ = drawn(name)
    assert engine(target).problems(variant) == []
    verdicts = engine(target).verdicts(variant)
    lost = refused(verdicts)
    assert {verdict.rule for verdict in lost} == LOSSES[name][target]
    assert not any(verdict.why.endswith(".") for verdict in lost)
    assert refused(verdicts, LOSSES[name][target]) == []
    assert all(verdict.why for verdict in verdicts)


def words(files):
    """All that is text in the files, those of zips among them, as one line."""
    found = []
    for path, data in files.items():
        if path.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(data)) as bundle:
                found.append(words({entry: bundle.read(entry) for entry in bundle.namelist()}))
        elif not path.endswith(".png"):
            try:
                found.append(data.decode())
            except UnicodeDecodeError:
                found.append(data.decode("latin-1"))
    return " ".join(html.unescape(" ".join(found)).split())


@each_export
def test_the_files_name_each_loss_with_its_reason(exported, name, target):
    """Also the losses that need no consent, such as further names: who opens the files sees what is missing."""
    variant, files = exported(name, target)
    assert list(files) == engine(target).files(variant)
    text = words(files)
    for verdict in engine(target).verdicts(variant):
        if verdict.handling is Handling.DROPPED:
            assert verdict.rule in text, verdict
            spelt = {verdict.why.encode(letters, "backslashreplace").decode(letters) for letters in LETTERS}
            assert any(why in text for why in spelt), verdict


@pytest.mark.parametrize("name", some(["zeus", "standard", "stockholm", "yubani", "philadelphia"], 1))
def test_all_exports_of_a_variant_take_less_than_three_seconds(drawn, name):
    variant, drawing = drawn(name)
    begun = time.process_time()
    for item in engines():
        item.write(variant, Material(drawing))
    assert time.process_time() - begun < 3
