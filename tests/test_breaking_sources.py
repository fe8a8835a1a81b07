"""Our sources broken in two dozen ways: each time the right finding stands on the very thing that was broken."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from lxml import etree

from dipmap.diagnostics import Diagnostic
from dipmap.model import Kind, Terrain, Variant, province_of
from dipmap.pipeline import check, read

SOURCES = Path(__file__).resolve().parents[1] / "sources"
NAMES = sorted(path.parent.name for path in SOURCES.glob("*/variant.yaml"))
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
SVG = "{http://www.w3.org/2000/svg}"


@cache
def whole(name: str) -> Variant:
    found = read(SOURCES / name).variant
    assert found is not None
    return found


class Copy:
    """A copy of a source that can be broken: its drawing as a tree, its declaration as text."""

    def __init__(self, name: str, folder: Path) -> None:
        self.variant = whole(name)
        self.folder = folder / name
        self.folder.mkdir()
        for path in (SOURCES / name).iterdir():
            if path.suffix in (".yaml", ".svg"):
                shutil.copy(path, self.folder)
        self.tree = etree.parse(str(self.folder / "map.svg"))
        self.yaml = (self.folder / "variant.yaml").read_text(encoding="utf-8")

    def element(self, identity: str):
        return next(e for e in self.tree.iter() if isinstance(e.tag, str) and e.get("id") == identity)

    def starting(self, word: str):
        """The first element whose name begins with a word."""
        return next(e for e in self.tree.iter() if isinstance(e.tag, str) and (e.get("id") or "").startswith(word))

    def rename(self, element, name: str) -> str:
        element.set("id", name)
        element.set(LABEL, name)
        return name

    def save(self, svg: bytes | None = None) -> None:
        data = svg if svg is not None else etree.tostring(self.tree, encoding="utf-8", xml_declaration=True)
        (self.folder / "map.svg").write_bytes(data)
        (self.folder / "variant.yaml").write_text(self.yaml, encoding="utf-8")

    def replace(self, old: str, new: str) -> None:
        assert old in self.yaml, old
        self.yaml = self.yaml.replace(old, new, 1)

    def a_province(self, *, terrain: Terrain | None = None) -> str:
        return next(p.id for p in self.variant.provinces if not p.impassable and terrain in (None, p.terrain))

    def neighbours(self) -> tuple[str, str]:
        """Two provinces that share an ordinary border for armies, and for nothing else."""
        edge = next(e for e in self.variant.adjacency if e.kind is Kind.BORDER and e.units == "army")
        return province_of(edge.a), province_of(edge.b)


@dataclass(frozen=True)
class Expected:
    """The code, and what the finding stands on: an element's id, or words of the line in the file."""

    code: str
    element: str = ""
    line: str = ""


Break = Callable[[Copy], "Expected | None"]
BREAKS: dict[str, Break] = {}


def breaks(function: Break) -> Break:
    BREAKS[function.__name__] = function
    return function


@breaks
def delete_a_passage(copy: Copy) -> Expected | None:
    passages = [e for e in copy.tree.iter() if isinstance(e.tag, str) and (e.get("id") or "").startswith("passage ")]
    if not passages:
        return None
    passages[0].getparent().remove(passages[0])
    counted = copy.yaml.partition("\nexpect:")[2]
    return Expected("D602", line="passages:" if "passages:" in counted else "sea-lanes:")


@breaks
def move_an_anchor(copy: Copy) -> Expected:
    anchor = copy.starting("anchor unit ")
    anchor.set("transform", "translate(-3000,0)")
    return Expected("D305", anchor.get("id"))


@breaks
def drop_a_home(copy: Copy) -> Expected:
    centre = next(
        e
        for e in copy.tree.iter()
        if isinstance(e.tag, str) and (e.get("id") or "").startswith("centre ") and ":" in e.get("id")
    )
    centre.getparent().remove(centre)
    return Expected("D602", line="centres:")


@breaks
def mistype_a_province(copy: Copy) -> Expected:
    shape = copy.element(copy.a_province())
    shape.attrib.pop("data-province")
    shape.attrib.pop("data-terrain")
    copy.rename(shape, "zzz")
    return Expected("D309", "zzz")


@breaks
def swap_two_provinces(copy: Copy) -> Expected:
    one, other = copy.neighbours()
    first, second = copy.element(one), copy.element(other)
    for shape, name in ((first, other), (second, one)):
        copy.rename(shape, name)
        shape.set("data-province", name)
    return Expected("D305", f"anchor unit {one}")


@breaks
def overlap_two_shapes(copy: Copy) -> Expected:
    shape = copy.element(copy.neighbours()[0])
    shape.set("transform", "translate(25,25)")
    return Expected("D204", "?")


@breaks
def lose_a_shape(copy: Copy) -> Expected:
    identity = copy.a_province()
    shape = copy.element(identity)
    shape.getparent().remove(shape)
    return (
        Expected("D304", line=f"{identity}:")
        if f"\n  {identity}:" in copy.yaml
        else Expected("D602", line="provinces:")
    )


@breaks
def break_a_path(copy: Copy) -> Expected:
    identity = copy.a_province()
    shape = copy.element(identity)
    shape.set("d", shape.get("d")[:40] + " X " + shape.get("d")[40:])
    return Expected("D201", identity)


@breaks
def empty_a_path(copy: Copy) -> Expected:
    identity = copy.a_province()
    copy.element(identity).set("d", "M10,10 L20,20")
    return Expected("D206", identity)


@breaks
def break_a_transform(copy: Copy) -> Expected:
    identity = copy.a_province()
    copy.element(identity).set("transform", "rotat(3)")
    return Expected("D210", identity)


@breaks
def mistype_a_terrain(copy: Copy) -> Expected:
    identity = copy.a_province()
    copy.element(identity).set("data-terrain", "caost")
    return Expected("D306", identity)


@breaks
def name_a_passage_to_nowhere(copy: Copy) -> Expected:
    layer = copy.element("passages")
    line = etree.SubElement(layer, f"{SVG}path", d="M0,0 L9,9")
    return Expected("D314", copy.rename(line, f"passage {copy.a_province()}-nowhere"))


@breaks
def name_nonsense_in_a_layer(copy: Copy) -> Expected:
    dot = etree.SubElement(copy.element("centres"), f"{SVG}circle", r="2")
    return Expected("D302", copy.rename(dot, "centre of the world"))


@breaks
def draw_a_passage_over_a_border(copy: Copy) -> Expected:
    a, b = copy.neighbours()
    line = etree.SubElement(copy.element("passages"), f"{SVG}path", d="M0,0 L9,9")
    return Expected("D503", copy.rename(line, f"passage {a}-{b} army direct"))


@breaks
def bar_what_does_not_touch(copy: Copy) -> Expected:
    one = copy.a_province()
    near = copy.variant.neighbours(one)
    far = next(p.id for p in copy.variant.provinces if p.id != one and p.id not in near and not p.impassable)
    line = etree.SubElement(copy.element("passages"), f"{SVG}path", d="M0,0 L9,9")
    return Expected("D504", copy.rename(line, f"barrier {one}-{far}"))


@breaks
def put_a_fleet_inland(copy: Copy) -> Expected | None:
    land = [p.id for p in copy.variant.provinces if p.terrain is Terrain.LAND and not p.impassable]
    power = copy.variant.powers[0].id
    dot = etree.SubElement(copy.element("centres"), f"{SVG}circle", r="2")
    return Expected("D605", copy.rename(dot, f"unit F {land[0]}:{power}"))


@breaks
def name_an_unknown_power(copy: Copy) -> Expected:
    centre = next(
        e
        for e in copy.tree.iter()
        if isinstance(e.tag, str) and (e.get("id") or "").startswith("centre ") and ":" in e.get("id")
    )
    return Expected("D609", copy.rename(centre, centre.get("id").partition(":")[0] + ":atlantis"))


@breaks
def misspell_a_layer(copy: Copy) -> Expected:
    copy.rename(copy.element("provinces"), "provnces")
    return Expected("D315", "provnces")


@breaks
def slip_in_a_script(copy: Copy) -> Expected:
    etree.SubElement(copy.tree.getroot(), f"{SVG}script").text = "alert(1)"
    return Expected("D104", line="<script>")


@breaks
def miscount(copy: Copy) -> Expected:
    copy.replace(f"  centres: {len(copy.variant.centres)}", "  centres: 7")
    return Expected("D602", line="centres: 7")


@breaks
def mistype_a_key(copy: Copy) -> Expected:
    copy.replace("\nvictory:", "\nvictorry:")
    return Expected("D701", line="victorry")


@breaks
def write_a_key_twice(copy: Copy) -> Expected:
    copy.yaml += "\nname: Another\n"
    return Expected("D111", line="name: Another")


@breaks
def want_too_much(copy: Copy) -> Expected:
    wanted = copy.variant.victory.at_least
    copy.replace(f"at_least: {wanted}", "at_least: 999")
    return Expected("D607", line="at_least: 999")


@breaks
def give_one_home_to_two(copy: Copy) -> Expected:
    first, second = copy.variant.powers[:2]
    element = next(
        e
        for e in copy.tree.iter()
        if isinstance(e.tag, str) and (e.get("id") or "") == f"centre {first.homes[0]}:{first.id}"
    )
    copy.rename(element, f"centre {first.homes[0]}:{second.id}")
    return Expected("D603", line=first.homes[0])


@breaks
def paint_two_powers_alike(copy: Copy) -> Expected:
    first, second = copy.variant.powers[:2]
    text = copy.yaml
    at = text.lower().index(second.colour)
    copy.yaml = text[:at] + first.colour + text[at + 7 :]
    return Expected("D610", line=first.colour)


@breaks
def start_in_no_turn(copy: Copy) -> Expected | None:
    if "\n  start: " not in copy.yaml:
        return None
    head, _, rest = copy.yaml.partition("\n  start: ")
    copy.yaml = f"{head}\n  start: never {rest.partition(' ')[2]}"
    return Expected("D614", line="start: never")


@breaks
def forgive_without_a_reason(copy: Copy) -> Expected:
    entry = "  - {check: D204}\n"
    copy.yaml = (
        copy.yaml.replace("\nignore:\n", f"\nignore:\n{entry}")
        if "\nignore:\n" in copy.yaml
        else f"{copy.yaml}\nignore:\n{entry}"
    )
    return Expected("D911", line="check: D204")


@breaks
def end_a_line_elsewhere(copy: Copy) -> Expected | None:
    passages = [e for e in copy.tree.iter() if isinstance(e.tag, str) and (e.get("id") or "").startswith("passage ")]
    if not passages:
        return None
    passages[0].set("transform", "translate(0,-2500)")
    return Expected("D313", passages[0].get("id"))


def stands_on(diagnostic: Diagnostic, expected: Expected) -> bool:
    """Whether a finding is the one expected, on the thing expected."""
    place = diagnostic.finding.place
    if diagnostic.code != expected.code:
        return False
    if expected.element:
        return expected.element == "?" or (place.element is not None and place.element.id == expected.element)
    return place.span is not None and expected.line in place.span.source.line(place.span.begin[0])


@pytest.mark.parametrize("how", BREAKS)
@pytest.mark.parametrize("name", NAMES)
def test_the_right_finding_on_the_right_thing(name: str, how: str, tmp_path: Path):
    copy = Copy(name, tmp_path)
    expected = BREAKS[how](copy)
    if expected is None:
        return
    copy.save()
    found = check(copy.folder).diagnostics
    assert any(stands_on(d, expected) for d in found), [
        (d.code, d.finding.message, d.finding.place.element) for d in found
    ][:8]


@pytest.mark.parametrize("name", NAMES)
def test_there_are_twenty_ways_and_fifteen_codes(name: str, tmp_path: Path):
    expected = []
    for how, function in BREAKS.items():
        (tmp_path / how).mkdir()
        found = function(Copy(name, tmp_path / how))
        if found:
            expected.append(found)
    assert len(expected) >= 20
    assert len({found.code for found in expected}) >= 15


@pytest.mark.parametrize("name", NAMES)
def test_a_file_cut_off(name: str, tmp_path: Path):
    copy = Copy(name, tmp_path)
    data = (copy.folder / "map.svg").read_bytes()
    copy.save(data[: len(data) // 2])
    assert "D101" in {d.code for d in check(copy.folder).diagnostics}
