"""The board of a variant as godip's graph, and the Go text that builds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dipmap.engines._godip import names
from dipmap.engines._mapfile.text import stands
from dipmap.model import Kind, Province, UnitType, Variant, province_of

_FLAGS = {
    (True, True): "godip.Coast...",
    (True, False): "godip.Land",
    (False, True): "godip.Sea",
}


@dataclass
class Way:
    """A step from a place to another, for armies or fleets or both."""

    army: bool = False
    fleet: bool = False


def ways(variant: Variant) -> Mapping[str, Mapping[str, Way]]:
    """Every step by its two locations; passages by consent stay closed, and places that nobody enters are left out."""
    found: dict[str, dict[str, Way]] = {
        place: {} for province in variant.provinces if _entered(province) for place in province.locations
    }
    for edge in variant.adjacency:
        if edge.kind is Kind.PERMISSION:
            continue
        for a, b in ((edge.a, edge.b),) if edge.oneway else ((edge.a, edge.b), (edge.b, edge.a)):
            one, other = variant.by_id[province_of(a)], variant.by_id[province_of(b)]
            if edge.units.army and stands(one, UnitType.ARMY) and stands(other, UnitType.ARMY):
                found[one.id].setdefault(other.id, Way()).army = True
            if edge.units.fleet and stands(one, UnitType.FLEET) and stands(other, UnitType.FLEET):
                found[a].setdefault(b, Way()).fleet = True
    return found


def _entered(province: Province) -> bool:
    return stands(province, UnitType.ARMY) or stands(province, UnitType.FLEET)


def graph_text(variant: Variant) -> Iterator[str]:
    """The lines of the file that builds the graph, as `gofmt` leaves them."""
    package = names.package_name(variant)
    yield f"package {package}"
    yield ""
    yield "import ("
    yield '\t"github.com/zond/godip"'
    yield '\t"github.com/zond/godip/graph"'
    yield ")"
    yield ""
    front = names.exported(package)
    yield f"// {front}Graph is the board."
    yield f"func {front}Graph() *graph.Graph {{"
    yield "\treturn graph.New()."
    board = ways(variant)
    owner = home_nations(variant)
    word = names.identifiers(variant)
    for province in variant.provinces:
        if not _entered(province):
            continue
        full = names.long_names(province)
        for place in province.locations:
            yield f"\t\t// {names.said(full[place]) or place}"
            parts = [f"Prov({names.quoted(place)})"]
            for target, way in sorted(board[place].items()):
                parts.append(f"Conn({names.quoted(target)}, {_FLAGS[way.army, way.fleet]})")
            parts.append(f"Flag({_node(province, place)})")
            if place == province.id and province.centre:
                power = owner.get(place)
                parts.append(f"SC({word[power] if power else 'godip.Neutral'})")
            yield f"\t\t{'.'.join(parts)}."
    yield "\t\tDone()"
    yield "}"


def _node(province: Province, place: str) -> str:
    if place != province.id:
        return "godip.Sea"
    army, fleet = stands(province, UnitType.ARMY), stands(province, UnitType.FLEET)
    if province.coasts:
        return "godip.Land"
    if army and fleet and province.convoys:
        return "godip.Archipelago..."
    return _FLAGS[army, fleet]


def home_nations(variant: Variant) -> dict[str, str]:
    """The power whose home a centre is, by province; of several the first of the variant."""
    found: dict[str, str] = {}
    for power in variant.powers:
        for home in power.homes:
            found.setdefault(home, power.id)
    return found
