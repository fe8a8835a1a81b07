"""The Go text of a variant: the description godip lists, the start, who wins, and where the map is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dipmap.engines._engine import Handling, Verdict
from dipmap.engines._godip import names
from dipmap.engines._godip.flow import Flow, first_call, standing_places
from dipmap.model import UnitType, Variant, province_of


def header(variant: Variant, verdicts: Iterable[Verdict], limits: Iterable[str], *, drawn: bool) -> Iterator[str]:
    """What the file is and what it loses, as comments apart from the package clause."""
    lines = [f"{variant.name}, version {variant.version}"]
    if variant.designers:
        lines.append(f"Designed by {', '.join(variant.designers)}")
    if variant.licence:
        lines.append(f"Licence: {variant.licence}")
    lines.append("For godip, made by dipmap")
    if not drawn:
        lines.append("Made without the drawing of the package: the map is blank")
    found = list(verdicts)
    for handling, title in (
        (Handling.DROPPED, "Rules of the variant that this engine does not have:"),
        (Handling.EMULATED, "Rules that it plays by other means:"),
    ):
        some = [verdict for verdict in found if verdict.handling is handling]
        if some:
            lines += ["", title]
            for verdict in some:
                loss = " (changes play)" if verdict.changes_play else ""
                lines.append(f"- {verdict.rule}{loss}: {verdict.why}")
    lines += ["", "Of every game in this engine:", *(f"- {limit}" for limit in limits)]
    for line in lines:
        # a comment that begins with a plus sign may be a build constraint
        text = names.said(line).lstrip("+ ")
        yield f"// {text}" if text else "//"


def classical_winner(variant: Variant) -> bool:
    """Whether godip's own count of centres says who wins: nobody's centres count there too."""
    victory = variant.victory
    return (
        victory.by == "centres"
        and victory.at_least * 2 > len(variant.centres)
        and variant.end.last_year is None
        and all(turn.victory == turn.ownership for turn in variant.calendar.turns)
        and not standing_places(variant)
        and all(power.playable for power in variant.powers)
    )


def variant_text(flow: Flow, svg: str) -> Iterator[str]:
    """The lines of the main file after its header, as `gofmt` leaves them."""
    variant = flow.variant
    package = names.package_name(variant)
    front = names.exported(package)
    word, called = names.identifiers(variant), names.nations(variant)
    parser = _parser(flow)
    imports = ["", "/state", "/variants/classical", "/variants/common"]
    if parser != "BuildOrder":
        imports.append("/orders")
    if flow.classical:
        imports.append("/phase")
    yield f"package {package}"
    yield ""
    yield "import ("
    yield '\t_ "embed"'
    yield '\t"fmt"'
    yield ""
    for path in sorted(imports):
        yield f'\t"github.com/zond/godip{path}"'
    yield ")"
    yield ""
    for power in variant.powers:
        yield f"const {word[power.id]} godip.Nation = {names.quoted(called[power.id])}"
        yield ""
    playing = ", ".join(word[power.id] for power in variant.powers if power.playable)
    yield "// Nations are the nations that players have."
    yield f"var Nations = []godip.Nation{{{playing}}}"
    yield ""
    yield from _parser_text(parser)
    if flow.classical:
        yield "// Phase makes a phase of the variant."
        yield "var Phase = phase.Generator(Parser, classical.AdjustSCs)"
        yield ""
    yield f"//go:embed {svg}"
    yield "var svgMap []byte"
    yield ""
    yield "// Asset is a file of the package by its name."
    yield "func Asset(name string) ([]byte, error) {"
    yield f"\tif name == {names.quoted(svg)} {{"
    yield "\t\treturn svgMap, nil"
    yield "\t}"
    yield '\treturn nil, fmt.Errorf("no file %s", name)'
    yield "}"
    yield ""
    yield from _description(flow, front, svg)
    yield from _start(flow, front)
    yield from _names(variant)
    if not classical_winner(variant):
        yield from _winner(flow)


def _parser(flow: Flow) -> str:
    if flow.sited or flow.variant.builds.sites == "owned":
        return "BuildAnywhereOrder"
    return "BuildAnyHomeCenterOrder" if flow.variant.builds.sites == "any-home" else "BuildOrder"


def _parser_text(build: str) -> Iterator[str]:
    yield "// Parser knows the orders that may be given."
    if build == "BuildOrder":
        yield "var Parser = classical.Parser"
    else:
        yield "var Parser = orders.NewParser([]godip.Order{"
        for order in (
            "MoveOrder",
            "MoveViaConvoyOrder",
            "HoldOrder",
            "SupportOrder",
            build,
            "DisbandOrder",
            "ConvoyOrder",
        ):
            yield f"\torders.{order},"
        yield "})"
    yield ""


def _description(flow: Flow, front: str, svg: str) -> Iterator[str]:
    variant = flow.variant
    yield f"// {front}Variant is what godip lists."
    yield f"var {front}Variant = describe()"
    yield ""
    yield "func describe() common.Variant {"
    yield "\tv := common.Variant{}"
    number = variant.victory.at_least
    winner = f"common.SCCountWinner({number})" if classical_winner(variant) else "winner"
    types = ["Movement"]
    types += ["Retreat"] if any(step.type == "Retreat" for step in flow.steps) else []
    adjusts = any(step.type == "Adjustment" for step in flow.steps) or variant.start.opening
    types += ["Adjustment"] if adjusts else []
    lines = [
        f"Name = {names.quoted(variant.name)}",
        f"Graph = func() godip.Graph {{ return {front}Graph() }}",
        f"Start = {front}Start",
        f"Blank = {front}Blank",
        "Phase = Phase",
        "Parser = Parser",
        "Nations = Nations",
        f"PhaseTypes = []godip.PhaseType{{{', '.join(f'godip.{kind}' for kind in types)}}}",
        f"Seasons = []godip.Season{{{', '.join(names.quoted(season) for season in flow.seasons)}}}",
        "UnitTypes = classical.UnitTypes",
        f"SoloWinner = {winner}",
        "ProvinceLongNames = longNames()",
        f"SVGMap = func() ([]byte, error) {{ return Asset({names.quoted(svg)}) }}",
        f"SVGVersion = {names.quoted(variant.version)}",
        "SVGUnits = classical.SVGUnits",
        f"CreatedBy = {names.quoted(', '.join(variant.designers))}",
        f"Version = {names.quoted(variant.version)}",
        f"Description = {names.quoted(variant.description)}",
        f"Rules = {names.quoted(' '.join(rule.sense for rule in variant.rules))}",
    ]
    if variant.victory.by == "centres":
        lines.append(f"SoloSCCount = func(*state.State) int {{ return {number} }}")
    else:
        # Points and no number of centres win; godip asks for one, so that it is out of reach.
        lines.append(f"SoloSCCount = func(*state.State) int {{ return {len(variant.centres) + 1} }}")
    yield from (f"\tv.{line}" for line in lines)
    yield "\treturn v"
    yield "}"
    yield ""


def _start(flow: Flow, front: str) -> Iterator[str]:
    variant = flow.variant
    word = names.identifiers(variant)
    flag = {"BuildAnywhereOrder": "Anywhere", "BuildAnyHomeCenterOrder": "AnyHomeCenter"}.get(_parser(flow))
    flags = f"map[godip.Flag]bool{{godip.{flag}: true}}" if flag else "nil"
    yield f"// {front}Blank is the board without units."
    yield f"func {front}Blank(p godip.Phase) *state.State {{"
    yield f"\treturn state.New({front}Graph(), p, classical.BackupRule, {flags}, nil)"
    yield "}"
    yield ""
    yield f"// {front}Start is the board as the game begins."
    yield f"func {front}Start() (*state.State, error) {{"
    yield f"\tresult := {front}Blank({first_call(flow)})"
    yield "\tunits := map[godip.Province]godip.Unit{}"
    taken: set[str] = set()
    for unit in (*variant.start.units, *variant.standing_units):
        place = province_of(unit.location)
        if place in taken:
            yield f"\t// no room for a second unit: {unit.type.value} {names.said(unit.location)}"
            continue
        taken.add(place)
        where = place if unit.type is UnitType.ARMY else unit.location
        nation = word[unit.power] if unit.power else "godip.Neutral"
        kind = unit.type.value.capitalize()
        yield f"\tunits[{names.quoted(where)}] = godip.Unit{{Type: godip.{kind}, Nation: {nation}}}"
    yield "\tif err := result.SetUnits(units); err != nil {"
    yield "\t\treturn nil, err"
    yield "\t}"
    yield "\tcentres := map[godip.Province]godip.Nation{}"
    nobodys = standing_places(variant)
    for province in variant.centres:
        nation = word[province.owner] if province.owner else "godip.Neutral" if province.id in nobodys else ""
        if nation:
            yield f"\tcentres[{names.quoted(province.id)}] = {nation}"
    yield "\tresult.SetSupplyCenters(centres)"
    yield "\treturn result, nil"
    yield "}"
    yield ""


def _names(variant: Variant) -> Iterator[str]:
    yield "func longNames() map[godip.Province]string {"
    yield "\tlong := map[godip.Province]string{}"
    for province in variant.provinces:
        if not province.impassable:
            for place, name in names.long_names(province).items():
                yield f"\tlong[{names.quoted(place)}] = {names.quoted(name)}"
    yield "\treturn long"
    yield "}"


def _winner(flow: Flow) -> Iterator[str]:
    variant = flow.variant
    victory, end = variant.victory, variant.end
    yield ""
    yield "// scores is what the centres of each nation are worth."
    yield "func scores(s *state.State) map[godip.Nation]int {"
    yield "\tfound := map[godip.Nation]int{}"
    yield "\tfor prov, nation := range s.SupplyCenters() {"
    yield "\t\tfound[nation] += worth(nation, prov.Super())"
    yield "\t}"
    yield "\treturn found"
    yield "}"
    yield ""
    yield "// worth is what a centre counts for a nation."
    yield "func worth(nation godip.Nation, prov godip.Province) int {"
    yield from _worth(variant)
    yield "}"
    yield ""
    yield from _FIRST_TEXT.strip("\n").split("\n")
    yield ""
    yield "// winner is the nation that has won, or none."
    yield "func winner(s *state.State) godip.Nation {"
    yield "\tall := scores(s)"
    if end.last_year is not None and end.result == "most-wins":
        yield f"\tif s.Phase().Year() > {end.last_year} {{"
        yield "\t\treturn first(all, 0, true)"
        yield "\t}"
    if any(turn.victory != turn.ownership for turn in variant.calendar.turns):
        yield "\tif i := place(s.Phase().Season(), s.Phase().Type()); i < 0 || !flow[(i+len(flow)-1)%len(flow)].wins {"
        yield '\t\treturn ""'
        yield "\t}"
    if victory.at_least > 0:
        tied = "true" if victory.tie == "most" else "false"
        yield f"\treturn first(all, {victory.at_least}, {tied})"
    else:
        yield "\treturn first(all, int(^uint(0)>>1), false)"
    yield "}"


def _worth(variant: Variant) -> Iterator[str]:
    victory = variant.victory
    word = names.identifiers(variant)
    if victory.by != "points":
        yield "\treturn 1"
        return
    points = victory.points
    yield "\tswitch nation {"
    for power in variant.powers:
        weight = points.own_home_of.get(power.id, points.own_home)
        homes = [home for home in power.homes if weight != points.centre]
        if homes:
            yield f"\tcase {word[power.id]}:"
            yield "\t\tswitch prov {"
            yield f"\t\tcase {', '.join(names.quoted(home) for home in homes)}:"
            yield f"\t\t\treturn {weight}"
            yield "\t\t}"
    yield "\t}"
    yield f"\treturn {points.centre}"


_FIRST_TEXT = """
// first is the nation with most of those that have enough, if it is alone; with several it is none unless tied says so.
func first(all map[godip.Nation]int, enough int, tied bool) godip.Nation {
	var best godip.Nation
	count, most, equal := 0, -1, false
	for _, nation := range Nations {
		score := all[nation]
		if score < enough {
			continue
		}
		count++
		if score > most {
			best, most, equal = nation, score, false
		} else if score == most {
			equal = true
		}
	}
	if equal || (count > 1 && !tied) {
		return ""
	}
	return best
}
"""
