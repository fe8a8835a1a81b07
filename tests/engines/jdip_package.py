"""A variant as a jDip package: its parts, its graph read strictly, and what jDip's viewer would object to."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import small_boards
from lxml import etree

from dipmap.engines import Material, PackageMap, engine
from dipmap.engines._jdip.look import SYMBOLS
from dipmap.engines._jdip.names import css, names_of
from dipmap.model import (
    Kind,
    UnitType,
    province_of,
)
from dipmap.svg.xml import local, read_document

ENGINE = engine("jdip")
ROOT = Path(__file__).resolve().parents[2]
COASTS = ("nc", "sc", "ec", "wc")
SVG_LAYERS = {
    *("MapLayer", "SupplyCenterLayer", "OrderLayer", "HighestOrderLayer", "UnitLayer", "DislodgedUnitLayer"),
    *("BriefLabelLayer", "FullLabelLayer", "MouseLayer"),
}


def board(provinces, edges=(), powers=None, **rest):
    """A small board with a supply centre, without which jDip loads nothing."""
    provinces = sorted(provinces, key=lambda province: province.id)
    if not any(province.centre for province in provinces):
        provinces[0] = replace(provinces[0], centre=True)
    return small_boards.board(provinces, edges, powers, **rest)


def squares(variant, extra=""):
    """A drawing of squares in a row, one a province, with a line for each coast."""
    squares, lines = [], []
    for index, province in enumerate(variant.provinces):
        x = 10 * index
        squares.append(
            f'<path id="{province.id}" d="M{x} 0L{x + 10} 0L{x + 10} 10L{x} 10Z" fill="#eeddcc" stroke="#000000"/>'
        )
        lines += [f'<path id="{place}" d="M{x} 0L{x + 10} 0"/>' for place in province.locations[1:]]
    return PackageMap(
        f"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
        xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 {10 * len(variant.provinces)} 10">
        <g inkscape:label="provinces" fill="none">{"".join(squares)}</g>
        <g inkscape:label="coasts" fill="none">{"".join(lines)}</g>{extra}</svg>""".encode(),
    )


def unpacked(files):
    """The files of the one zip that is written, by name."""
    (data,) = files.values()
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        return {entry.filename: bundle.read(entry) for entry in bundle.infolist()}


def parts(variant, drawing=None, kept=None):
    """The files of the zip of a variant."""
    files = ENGINE.write(variant, Material(drawing or squares(variant), kept or {}))
    assert list(files) == ENGINE.files(variant)
    return unpacked(files)


def valid(data):
    """The tree of a file that keeps to its own document type."""
    root = etree.fromstring(data, etree.XMLParser(dtd_validation=True, no_network=True))
    plain = etree.fromstring(data, etree.XMLParser(load_dtd=False, attribute_defaults=False))
    for one, other in zip(root.iter(etree.Element), plain.iter(etree.Element), strict=True):
        assert dict(one.attrib) == dict(other.attrib), "nothing is left to the document type to add"
    return root


def game(variant, **rest):
    return valid(parts(variant, **rest)["variants.xml"]).find("VARIANT")


def adjacency(variant, **rest):
    return valid(parts(variant, **rest)["probe_adjacency.xml"])


def verdict(variant, rule):
    return {item.rule: item for item in ENGINE.verdicts(variant)}[rule]


def movers(root):
    """What an adjacency file says: the kinds of movers of each province, directed steps by unit, who convoys.

    Written after jDip's own reader: an army's neighbour is a province whatever its coast; of a fleet's neighbour with
    several coasts the file has to say which.
    """
    kinds, army, fleet, convoys = {}, set(), set(), set()
    for item in root.iter("PROVINCE"):
        here = item.get("shortname")
        kinds[here] = {each.get("type") for each in item.iter("ADJACENCY")}
        for each in item.iter("ADJACENCY"):
            kind = each.get("type")
            for target in each.get("refs").split():
                if kind == "mv":
                    army.add((here, target))
                else:
                    fleet.add((here if kind == "xc" else f"{here}/{kind}", target.replace("-", "/")))
        if item.get("isConvoyableCoast") == "true":
            assert "mv" in kinds[here]
            assert kinds[here] - {"mv"}
            convoys.add(here)
        elif kinds[here] == {"xc"}:
            convoys.add(here)
    for here, found in kinds.items():
        split = found & set(COASTS)
        assert found, f"{here} has no mover"
        assert not (split and "xc" in found), f"{here} has one coast and several"
        assert not split or "mv" in found, f"{here} has coasts and no land"
    for _, target in army | fleet:
        assert province_of(target) in kinds
    for _, target in fleet:
        coasts = kinds[province_of(target)] - {"mv"}
        assert ({target.partition("/")[2]} if "/" in target else {"xc"}) <= coasts
    return kinds, army, fleet, convoys


def wanted(variant):
    """The same of a variant, from its own adjacencies: nothing by permission, no step to where the unit cannot stand."""
    code = names_of(variant).code
    free = replace(variant, adjacency=tuple(item for item in variant.adjacency if item.kind is not Kind.PERMISSION))
    army = [(province_of(a), province_of(b)) for a, b in free.steps(UnitType.ARMY)]
    fleet = list(free.steps(UnitType.FLEET))
    able = {
        unit: {p.id for p in variant.provinces if not p.impassable and (p.armies, p.fleets)[unit is UnitType.FLEET]}
        for unit in UnitType
    }
    found = [
        {(code[a], code[b]) for a, b in steps if {province_of(a), province_of(b)} <= able[unit]}
        for unit, steps in ((UnitType.ARMY, army), (UnitType.FLEET, fleet))
    ]
    return *found, {code[p.id] for p in variant.provinces if p.convoys and p.id in able[UnitType.FLEET]}


def faults(svg, provinces, powers, centres=()):
    """What jDip's viewer would object to in a map; `provinces` maps a short name to its coasts."""
    document, problems = read_document("map.svg", svg)
    assert document is not None, problems
    root, found = document.root, []
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    found += [f"the id {name} stands twice" for name in set(ids) if ids.count(name) > 1]
    by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
    found += [f"no layer {name}" for name in SVG_LAYERS if name not in by_id or local(by_id[name]) != "g"]
    own = {name: [item for item in root.iter() if item.tag == f"{{http://jdip.sourceforge.org/jdipNS}}{name}"]
           for name in ("DISPLAY", "ORDERDRAWING", "PROVINCE_DATA", "POWERCOLOR", "SYMBOLSIZE", "PROVINCE")}  # fmt: skip
    found += [f"not one {name}" for name in ("DISPLAY", "ORDERDRAWING", "PROVINCE_DATA") if len(own[name]) != 1]
    if found:
        return found
    # shapes
    places = {*provinces, *(f"{name}-{one}" for name, coasts in provinces.items() for one in coasts)}
    mouse = [item.get("id") for item in by_id["MouseLayer"].iterdescendants() if item.get("id")]
    found += [f"{name} in MouseLayer is no place" for name in mouse if name not in places]
    found += [f"nothing to click for {name}" for name in places - set(mouse)]
    for name, coasts in provinces.items():
        for one in coasts if name in mouse else ():
            if f"{name}-{one}" in mouse and mouse.index(f"{name}-{one}") < mouse.index(name):
                found.append(f"{name} covers its coast")
    above = by_id["MouseLayer"]
    if list(root)[-1] is not above:
        found.append("something lies above the MouseLayer")
    shown = {item.get("id") for item in by_id["MapLayer"].iterdescendants() if item.get("id")}
    found += [f"{name} never changes its colour" for name in provinces if f"_{name}" not in shown]
    # placement
    had = set()
    for item in own["PROVINCE"]:
        name, _, one = item.get("name").partition("-")
        if one and name not in had:
            found.append(f"{name}-{one} comes before {name}")
        had.add(item.get("name"))
        children = {local(child): (float(child.get("x")), float(child.get("y"))) for child in item if local(child)}
        if "UNIT" not in children:
            found.append(f"units of {name} are nowhere")
        if name in centres and not one and "SUPPLY_CENTER" not in children:
            found.append(f"the centre of {name} is nowhere")
    found += [f"no placement for {name}" for name in provinces if name not in had]
    # measures and styles
    sheet = "".join(str(text) for item in root.iter() if local(item) == "style" for text in item.itertext())
    classes = set(re.findall(r"\.([\w-]+)", sheet))
    sizes = {item.get("name") for item in own["SYMBOLSIZE"]}
    found += [f"no size for {name}" for name in {each for each, _ in SYMBOLS} - sizes]
    orders = {local(item): item for item in own["ORDERDRAWING"][0] if local(item)}
    for name in ("BUILD", "REMOVE", "DISBAND", "WAIVE", "HOLD", "MOVE", "RETREAT", "SUPPORT", "CONVOY"):
        if name not in orders:
            found.append(f"no style for {name}")
            continue
        float(orders[name].get("deltaRadius"))
        for attribute in (
            ("strokeCSSStyle", "hilightCSSClass") if name in ("HOLD", "MOVE", "RETREAT", "SUPPORT", "CONVOY") else ()
        ):
            if orders[name].get(attribute) not in classes:
                found.append(f"no class for {attribute} of {name}")
        for attribute in ("widths", "shadowWidths") if name in ("HOLD", "MOVE") else ():
            assert all(float(value) > 0 for value in orders[name].get(attribute).split(","))
        marker = orders[name].get("markerID")
        if name in ("MOVE", "RETREAT", "SUPPORT", "CONVOY") and (
            marker not in by_id or local(by_id[marker]) != "marker"
        ):
            found.append(f"no marker for {name}")
    colours = {item.get("power").lower() for item in own["POWERCOLOR"]}
    found += [f"no colour for {name}" for name in powers if name.lower() not in colours]
    for name in powers:
        for made in (css(name), f"unit{css(name)}", f"sc{css(name)}"):
            if made not in classes:
                found.append(f"no class {made}")
    found += [f"no class {name}" for name in ("scnopower", "unordered") if name not in classes]
    return found


def places_of(root):
    """The provinces of an adjacency file with their coasts."""
    return {
        item.get("shortname").lower(): [
            each.get("type") for each in item.iter("ADJACENCY") if each.get("type") in COASTS
        ]
        for item in root.iter("PROVINCE")
    }
