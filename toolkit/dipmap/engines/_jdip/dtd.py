"""Document types of jDip's files, written from what its parsers look for.

jDip's parsers do not fetch anything and do not validate, but attributes left out get the defaults given here.
"""

from __future__ import annotations

from collections.abc import Mapping

_Attributes = Mapping[str, str]
_REQUIRED = "CDATA #REQUIRED"
_OPTIONAL = "CDATA #IMPLIED"
_FLAG = '(true|false) "{}"'


def _declared(elements: Mapping[str, tuple[str, _Attributes]]) -> str:
    lines = []
    for name, (content, attributes) in elements.items():
        lines.append(f"<!ELEMENT {name} {content}>")
        if attributes:
            told = "".join(f"\n  {attribute} {kind}" for attribute, kind in attributes.items())
            lines.append(f"<!ATTLIST {name}{told}>")
    return "\n".join(lines)


VARIANTS = "<!DOCTYPE VARIANTS [\n{}\n]>".format(
    _declared(
        {
            "VARIANTS": ("(DESCRIPTION, MAP_DEFINITION+, VARIANT+)", {}),
            "DESCRIPTION": ("(#PCDATA)", {}),
            "MAP_DEFINITION": (
                "(DESCRIPTION?)",
                {
                    "id": "ID #REQUIRED",
                    "title": _REQUIRED,
                    "URI": _REQUIRED,
                    "thumbURI": _REQUIRED,
                    "preferredUnitStyle": _OPTIONAL,
                },
            ),
            "VARIANT": (
                "(DESCRIPTION, MAP, RULEOPTIONS?, POWER+, STARTINGTIME, VICTORYCONDITIONS, SUPPLYCENTER+, INITIALSTATE*)",
                {"name": _REQUIRED, "default": _FLAG.format("false"), "version": _REQUIRED, "aliases": _OPTIONAL},
            ),
            "MAP": ("(MAP_GRAPHIC*)", {"adjacencyURI": _REQUIRED}),
            "MAP_GRAPHIC": (
                "EMPTY",
                {"ref": "IDREF #REQUIRED", "default": _FLAG.format("false"), "preferredUnitStyle": _OPTIONAL},
            ),
            "RULEOPTIONS": ("(RULEOPTION+)", {}),
            "RULEOPTION": ("EMPTY", {"name": _REQUIRED, "value": _REQUIRED}),
            "POWER": (
                "EMPTY",
                {"name": _REQUIRED, "active": _FLAG.format("true"), "adjective": _REQUIRED, "altnames": _OPTIONAL},
            ),
            "STARTINGTIME": ("EMPTY", {"turn": _REQUIRED, "allowBCYears": _FLAG.format("false")}),
            "VICTORYCONDITIONS": ("(WINNING_SUPPLY_CENTERS?, YEARS_WITHOUT_SC_CAPTURE?, GAME_LENGTH?)", {}),
            "WINNING_SUPPLY_CENTERS": ("EMPTY", {"value": _REQUIRED}),
            "YEARS_WITHOUT_SC_CAPTURE": ("EMPTY", {"value": _REQUIRED}),
            "GAME_LENGTH": ("EMPTY", {"value": _REQUIRED}),
            "SUPPLYCENTER": (
                "EMPTY",
                {"province": _REQUIRED, "homepower": 'CDATA "none"', "owner": 'CDATA "none"'},
            ),
            "INITIALSTATE": (
                "EMPTY",
                {"province": _REQUIRED, "power": _REQUIRED, "unit": _REQUIRED, "unitcoast": _OPTIONAL},
            ),
        },
    ),
)

PROVINCES = "<!DOCTYPE PROVINCES [\n{}\n]>".format(
    _declared(
        {
            "PROVINCES": ("(BORDER_DEFINITIONS?, PROVINCE+)", {}),
            "BORDER_DEFINITIONS": ("(BORDER+)", {}),
            "BORDER": (
                "EMPTY",
                {
                    "id": "ID #REQUIRED",
                    "description": _REQUIRED,
                    "from": _OPTIONAL,
                    "unitTypes": _OPTIONAL,
                    "orderTypes": _OPTIONAL,
                    "year": _OPTIONAL,
                    "season": _OPTIONAL,
                    "phase": _OPTIONAL,
                    "baseMoveModifier": _OPTIONAL,
                },
            ),
            "PROVINCE": (
                "(UNIQUENAME*, ADJACENCY+)",
                {
                    "shortname": _REQUIRED,
                    "fullname": _REQUIRED,
                    "isConvoyableCoast": _FLAG.format("false"),
                    "borders": "IDREFS #IMPLIED",
                },
            ),
            "UNIQUENAME": ("EMPTY", {"name": _REQUIRED}),
            "ADJACENCY": ("EMPTY", {"type": '(mv|xc|nc|sc|wc|ec) "mv"', "refs": _REQUIRED}),
        },
    ),
)

_NS = {"xmlns:jdipNS": 'CDATA #FIXED "http://jdip.sourceforge.org/jdipNS"'}
_POINT = {**_NS, "x": _REQUIRED, "y": _REQUIRED}
_RADIUS = {**_NS, "deltaRadius": _REQUIRED}
_LINE = {
    **_RADIUS,
    "strokeCSSStyle": _REQUIRED,
    "filterID": _OPTIONAL,
    "hilightOffset": _REQUIRED,
    "hilightCSSClass": _REQUIRED,
}
_ARROW = {**_LINE, "markerID": _REQUIRED}
_WIDE = {"widths": _REQUIRED, "shadowWidths": _REQUIRED}
_SYMBOL = {**_NS, "name": _REQUIRED, "width": _REQUIRED, "height": _REQUIRED}
_ORDERS = "BUILD, REMOVE, DISBAND, WAIVE, HOLD, MOVE, RETREAT, SUPPORT, CONVOY"


def _prefixed(elements: Mapping[str, tuple[str, _Attributes]]) -> dict[str, tuple[str, _Attributes]]:
    return {f"jdipNS:{name}": held for name, held in elements.items()}


MAP = """<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN" "http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd" [
<!ENTITY % svgExt "| jdipNS:DISPLAY | jdipNS:ORDERDRAWING | jdipNS:PROVINCE_DATA">
<!ATTLIST svg xmlns:jdipNS CDATA #FIXED "http://jdip.sourceforge.org/jdipNS">
{}
]>""".format(
    _declared(
        _prefixed(
            {
                "DISPLAY": ("(jdipNS:ZOOM, jdipNS:LABELS)", _NS),
                "ZOOM": ("EMPTY", {**_NS, "min": _REQUIRED, "max": _REQUIRED, "factor": _REQUIRED}),
                "LABELS": ("EMPTY", {**_NS, "brief": _FLAG.format("true"), "full": _FLAG.format("true")}),
                "ORDERDRAWING": (
                    f"(jdipNS:POWERCOLORS, jdipNS:SYMBOLSIZE+, {', '.join(f'jdipNS:{n}' for n in _ORDERS.split(', '))})",
                    _NS,
                ),
                "POWERCOLORS": ("(jdipNS:POWERCOLOR+)", _NS),
                "POWERCOLOR": ("EMPTY", {**_NS, "power": _REQUIRED, "color": _REQUIRED}),
                "SYMBOLSIZE": ("EMPTY", _SYMBOL),
                **dict.fromkeys(("BUILD", "REMOVE", "DISBAND", "WAIVE"), ("EMPTY", _RADIUS)),
                "HOLD": ("EMPTY", {**_LINE, **_WIDE}),
                "MOVE": ("EMPTY", {**_ARROW, **_WIDE}),
                **dict.fromkeys(("RETREAT", "SUPPORT", "CONVOY"), ("EMPTY", _ARROW)),
                "PROVINCE_DATA": ("(jdipNS:PROVINCE)+", {**_NS, "dislodgedUnitOffset": _OPTIONAL}),
                "PROVINCE": (
                    "(jdipNS:UNIT, jdipNS:DISLODGED_UNIT?, jdipNS:SUPPLY_CENTER?)",
                    {**_NS, "name": _REQUIRED},
                ),
                **dict.fromkeys(("UNIT", "DISLODGED_UNIT", "SUPPLY_CENTER"), ("EMPTY", _POINT)),
            },
        ),
    ),
)
