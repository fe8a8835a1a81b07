"""A small map that has one of everything: two waters, two coasts, a barrier, passages, a shared sea, a rock, art."""

from __future__ import annotations

from pathlib import Path

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 400 300">\n'

ART = """
  <defs><linearGradient id="deep"><stop offset="0" stop-color="#224"/><stop offset="1" stop-color="#446"/></linearGradient></defs>
  <g id="background"><rect id="water" width="400" height="300" fill="url(#deep)"/></g>
"""

SHAPES = """
  <g id="provinces" stroke="#333" stroke-width="2">
    <path id="wes" data-province="wes" data-terrain="sea" data-name="West Sea" fill="#cde" d="M0 0H100V300H0Z"/>
    <rect id="nor" data-province="nor" data-terrain="coast" data-name="Norland" fill="#fed" x="100" y="0" width="100" height="100"/>
    <rect id="mid/coast" fill="#fed" transform="translate(100 100)" width="100" height="100"/>
    <rect id="sou" data-province="sou" data-terrain="coast" data-name="Southland" fill="#fed" x="100" y="200" width="100" height="100"/>
    <path id="lan" data-province="lan" data-terrain="coast" data-name="Land" fill="#fed" d="M200 0H300V210H200Z"/>
    <rect id="roc/impassable" fill="#999" x="300" y="0" width="100" height="100"/>
    <path id="har" data-province="har" data-terrain="coast" data-name="Harbour" fill="#fed"
      d="M300 100C330 100 370 100 400 100V200H300Z"/>
    <path id="eas" data-province="eas" data-terrain="sea" data-name="East Sea" data-capacity="3" fill="#cde"
      d="M200 210H300V200H400V300H200Z"/>
  </g>
  <g id="coasts" fill="none" stroke="#00f">
    <path id="sou/wc" d="M100 201V299"/>
    <path id="sou/ec" d="M200 212V299"/>
  </g>
  <g id="passages" fill="none" stroke="#f0f">
    <path id="passage nor>har army direct" d="M180 20L380 120"/>
    <path id="passage mid-har army permission via lan" d="M180 150H320"/>
  </g>
  <g id="barriers"><path id="barrier lan-nor army" d="M196 40h8" stroke="#f00"/></g>
  <g id="centres">
    <circle id="centre nor:north" cx="150" cy="20" r="5"/>
    <circle id="centre sou:south" cx="150" cy="220" r="5"/>
    <g id="centre lan" transform="scale(2)"><circle cx="125" cy="20" r="3"/><circle cx="125" cy="20" r="1" fill="#fff"/></g>
  </g>
  <g id="units">
    <rect id="unit F nor:north" x="140" y="60" width="20" height="10"/>
    <rect id="unit F sou/ec:south" x="180" y="250" width="20" height="10"/>
    <rect id="unit A lan:nobody" x="240" y="100" width="20" height="10"/>
  </g>
  <g id="anchors"><circle id="anchor label har" cx="350" cy="180" r="2"/></g>
"""

LABELS = """
  <g id="labels" font-size="10"><text id="lon/sea" x="20" y="50">West <tspan font-weight="bold">Sea</tspan> &amp; more</text></g>
  <g id="foreground"><use xlink:href="#water" opacity="0.01"/></g>
"""

YAML = """
id: small
name: Small
version: "1.0.0"
designers: [Somebody]
licence: CC BY 4.0
powers:
  north: {name: North, colour: "#aa0000", adjective: Northern, short: Nor}
  south: {name: South, colour: "#0000aa"}
provinces:
  mid: {name: Midland, aliases: [中]}
victory: {at_least: 2}
options: {convoy_adjacent: explicit}
"""


def small_map(art: str = ART, shapes: str = SHAPES, labels: str = LABELS) -> str:
    """The drawing, with other art where it is given."""
    return HEAD + art + shapes + labels + "</svg>\n"


def small_source(folder: Path, *, drawing: str | None = None, declaration: str = YAML) -> Path:
    """A source folder with the map."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "map.svg").write_text(drawing or small_map(), encoding="utf-8")
    (folder / "variant.yaml").write_text(declaration, encoding="utf-8")
    return folder
