"""The Go text of a phase type that plays the turns of a variant: a type around godip's own with a `Next()` of its own."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.engines._godip import names
from dipmap.engines._godip.flow import Flow
from dipmap.model import UnitType, Variant


def phase_text(flow: Flow) -> Iterator[str]:
    """The lines of the file with the phase type, which `gofmt` leaves as they are."""
    variant = flow.variant
    package = names.package_name(variant)
    automatic = any(step.adjusts for step in flow.steps)
    yield f"package {package}"
    yield ""
    yield "import ("
    if automatic or flow.limited:
        yield '\t"sort"'
        yield ""
    yield '\t"github.com/zond/godip"'
    yield '\t"github.com/zond/godip/phase"'
    yield ")"
    yield ""
    yield _TYPES_TEXT.strip("\n")
    yield ""
    yield "var flow = []step{"
    for step in flow.steps:
        flags = [f"{word}: true" for word in ("owns", "adjusts", "wins", "turns") if getattr(step, word)]
        yield f"\t{{{', '.join((f'season: {names.quoted(step.season)}', f'typ: godip.{step.type}', *flags))}}},"
    yield "}"
    yield ""
    yield f"const openingSeason godip.Season = {names.quoted(flow.opening)}"
    yield ""
    yield (
        _COMMON_TEXT.strip("\n")
        .replace("FIRST", str(flow.first))
        .replace("YEAR", str(variant.calendar.first_year))
        .replace("ROUND", str(variant.calendar.years))
    )
    yield ""
    yield from _over(variant)
    yield from _before(flow)
    yield from _after(flow, automatic=automatic)
    if flow.limited:
        yield from _limits(flow)
    if flow.sited:
        yield from _sites(flow)
    if automatic:
        yield from _automatic(flow)


def _over(variant: Variant) -> Iterator[str]:
    last = variant.end.last_year
    yield "// over says whether the last year is past: then the board stands, and the players record how it ended."
    yield "func over(year int) bool {"
    yield "\treturn false" if last is None else f"\treturn year > {last}"
    yield "}"
    yield ""


def _before(flow: Flow) -> Iterator[str]:
    yield "// PreProcess takes away the orders that the variant's rules do not allow."
    yield "func (self *turn) PreProcess(s godip.State) error {"
    yield "\tif over(self.Yr) {"
    yield "\t\ts.SetOrders(map[godip.Province]godip.Adjudicator{})"
    yield "\t}"
    if flow.limited:
        yield "\tif self.Ty == godip.Adjustment {"
        yield "\t\tlimit(s, self.Se == openingSeason)"
        yield "\t}"
    yield "\treturn self.Phase.PreProcess(s)"
    yield "}"
    yield ""


def _after(flow: Flow, *, automatic: bool) -> Iterator[str]:
    yield "// PostProcess does what is due at the end of the phase."
    yield "func (self *turn) PostProcess(s godip.State) error {"
    if flow.standing:
        yield "\tstanding := map[godip.Province]godip.Unit{}"
        yield "\tfor prov, unit := range s.Units() {"
        yield "\t\tif unit.Nation == godip.Neutral {"
        yield "\t\t\tstanding[prov] = unit"
        yield "\t\t}"
        yield "\t}"
    yield "\tif err := self.Phase.PostProcess(s); err != nil {"
    yield "\t\treturn err"
    yield "\t}"
    if flow.standing:
        yield "\tfor prov, unit := range standing {"
        yield "\t\tif _, _, found := s.Unit(prov); !found && self.Ty == godip.Adjustment {"
        yield "\t\t\tif err := s.SetUnit(prov, unit); err != nil {"
        yield "\t\t\t\treturn err"
        yield "\t\t\t}"
        yield "\t\t}"
        yield "\t}"
    yield "\tif next := self.Next(); self.Ty == godip.Movement && next.Type() != godip.Retreat {"
    yield "\t\tfor prov := range s.Dislodgeds() {"
    yield "\t\t\ts.RemoveDislodged(prov)"
    yield "\t\t}"
    yield "\t\ts.ClearDislodgers()"
    yield "\t\ts.ClearBounces()"
    yield "\t}"
    if automatic:
        yield "\tif i := place(self.Se, self.Ty); i >= 0 && flow[i].adjusts && !over(self.Yr) {"
        yield "\t\treturn adjust(s)"
        yield "\t}"
    yield "\treturn nil"
    yield "}"


def _limits(flow: Flow) -> Iterator[str]:
    variant = flow.variant
    word = names.identifiers(variant)
    yield ""
    yield _LIMIT_TEXT.strip("\n").replace(
        "SITED",
        "mayBuild(nation, prov.Super()) && room(nation, prov.Super(), opening, done)"
        if flow.sited
        else "room(nation, prov.Super(), opening, done)",
    )
    yield ""
    yield "// room says whether a nation that builds in the done places may build in a further one."
    yield "func room(nation godip.Nation, prov godip.Province, opening bool, done []godip.Province) bool {"
    opening = variant.start.opening
    if opening and (opening.builds or opening.exclusive):
        yield "\tif opening {"
        for power, count in sorted(opening.builds.items()):
            if power in word:
                yield f"\t\tif nation == {word[power]} && len(done) >= {count} {{"
                yield "\t\t\treturn false"
                yield "\t\t}"
        for group in opening.exclusive:
            yield f"\t\tif among(prov, {_places(group)}) && count(done, {_places(group)}) > 0 {{"
            yield "\t\t\treturn false"
            yield "\t\t}"
        yield "\t}"
    for limit in variant.builds.limits:
        if limit.power in word:
            sites = _places(limit.sites)
            yield f"\tif nation == {word[limit.power]} && among(prov, {sites}) && count(done, {sites}) >= {limit.at_most} {{"
            yield "\t\treturn false"
            yield "\t}"
    yield "\treturn true"
    yield "}"


def _places(sites: tuple[str, ...]) -> str:
    return ", ".join(names.quoted(site) for site in sites)


def _sites(flow: Flow) -> Iterator[str]:
    variant = flow.variant
    word = names.identifiers(variant)
    every = {home for power in variant.powers for home in power.homes}
    yield ""
    yield "// mayBuild says whether a nation may build in a centre that it owns."
    yield "func mayBuild(nation godip.Nation, prov godip.Province) bool {"
    yield "\tswitch nation {"
    for power in variant.powers:
        extra = {site.site for site in variant.builds.extra if site.power == power.id}
        sites = sorted((every if variant.builds.sites == "any-home" else set(power.homes)) | extra)
        if sites:
            yield f"\tcase {word[power.id]}:"
            yield f"\t\treturn among(prov, {_places(tuple(sites))})"
    yield "\t}"
    yield "\treturn false"
    yield "}"


def _automatic(flow: Flow) -> Iterator[str]:
    variant = flow.variant
    word = names.identifiers(variant)
    army = UnitType.ARMY in variant.builds.units
    fleet = UnitType.FLEET in variant.builds.units
    homes = {home for power in variant.powers for home in power.homes}
    yield ""
    yield _AUTOMATIC_TEXT.strip("\n")
    yield ""
    yield "// built is the unit that a nation builds in a centre that it owns."
    yield "func built(nation godip.Nation, prov godip.Province) (godip.UnitType, bool) {"
    yield "\tswitch prov {"
    kinds: dict[tuple[str, str], list[str]] = {}
    for province in variant.centres:
        unit = (
            "Army" if army and province.armies else "Fleet" if fleet and province.fleets and not province.coasts else ""
        )
        if not unit:
            continue
        owner = ""
        if variant.builds.sites != "owned":
            extra = [site.power for site in variant.builds.extra if site.site == province.id]
            able = [
                word[power.id]
                for power in variant.powers
                if power.id in extra
                or (province.id in homes if variant.builds.sites == "any-home" else province.id in power.homes)
            ]
            owner = " || ".join(f"nation == {name}" for name in able) or "false"
        kinds.setdefault((unit, owner), []).append(province.id)
    for (unit, owner), places in kinds.items():
        yield f"\tcase {_places(tuple(places))}:"
        yield f"\t\treturn godip.{unit}, {owner or 'true'}"
    yield "\t}"
    yield '\treturn "", false'
    yield "}"


_TYPES_TEXT = """
// step is one phase in a round of turns, and what happens at its end.
type step struct {
	season  godip.Season
	typ     godip.PhaseType
	owns    bool
	adjusts bool
	wins    bool
	turns   bool
}

// turn is a phase of godip with another order of phases.
type turn struct {
	*phase.Phase
}
"""

_COMMON_TEXT = """
// Phase makes a phase of the variant.
func Phase(year int, season godip.Season, typ godip.PhaseType) godip.Phase {
	return &turn{&phase.Phase{Yr: year, Se: season, Ty: typ, Parser: Parser, AdjustSCs: owns}}
}

// place finds a phase in the round; it is -1 for the opening.
func place(season godip.Season, typ godip.PhaseType) int {
	for i, s := range flow {
		if s.season == season && s.typ == typ {
			return i
		}
	}
	return -1
}

// owns says whether centres change hands at the end of a phase.
func owns(p *phase.Phase) bool {
	i := place(p.Se, p.Ty)
	return i >= 0 && flow[i].owns && !over(p.Yr)
}

// Next is the phase after this one.
func (self *turn) Next() godip.Phase {
	if over(self.Yr) {
		return self
	}
	i := place(self.Se, self.Ty)
	if i < 0 {
		return Phase(YEAR, flow[FIRST].season, flow[FIRST].typ)
	}
	year := self.Yr
	if flow[i].turns {
		year += ROUND
	}
	next := flow[(i+1)%len(flow)]
	return Phase(year, next.season, next.typ)
}

// Options are the orders that may be given.
func (self *turn) Options(s godip.Validator, nation godip.Nation) godip.Options {
	if over(self.Yr) {
		return godip.Options{}
	}
	return self.Phase.Options(s, nation)
}
"""

_LIMIT_TEXT = """
// limit takes away builds beyond what the rules allow, the latest first.
func limit(s godip.State, opening bool) {
	provs := []godip.Province{}
	kept := map[godip.Province]godip.Adjudicator{}
	for prov, order := range s.Orders() {
		if order.Type() == godip.Build {
			provs = append(provs, prov)
		} else {
			kept[prov] = order
		}
	}
	given := s.Orders()
	sort.Slice(provs, func(i, j int) bool {
		a, b := given[provs[i]].At(), given[provs[j]].At()
		if a.Equal(b) {
			return provs[i] < provs[j]
		}
		return a.Before(b)
	})
	built := map[godip.Nation][]godip.Province{}
	for _, prov := range provs {
		nation, err := given[prov].Validate(s)
		done := built[nation]
		if err == nil && SITED {
			built[nation] = append(done, prov.Super())
			kept[prov] = given[prov]
		} else {
			s.SetResolution(prov, godip.ErrIllegalBuild)
		}
	}
	s.SetOrders(kept)
}

// among says whether a place is one of several.
func among(prov godip.Province, places ...godip.Province) bool {
	return count([]godip.Province{prov}, places...) > 0
}

// count is how many of the done places are among several.
func count(done []godip.Province, places ...godip.Province) int {
	found := 0
	for _, one := range done {
		for _, other := range places {
			if one == other {
				found++
			}
		}
	}
	return found
}
"""

_AUTOMATIC_TEXT = """
// adjust builds and removes units until each nation has as many as centres.
func adjust(s godip.State) error {
	for _, nation := range Nations {
		free := []godip.Province{}
		balance := 0
		for prov, owner := range s.SupplyCenters() {
			if owner != nation {
				continue
			}
			balance++
			if _, _, found := s.Unit(prov); !found {
				free = append(free, prov)
			}
		}
		for _, unit := range s.Units() {
			if unit.Nation == nation {
				balance--
			}
		}
		sort.Slice(free, func(i, j int) bool { return free[i] < free[j] })
		for _, prov := range free {
			typ, able := built(nation, prov)
			if !able || balance <= 0 {
				continue
			}
			if err := s.SetUnit(prov, godip.Unit{Type: typ, Nation: nation}); err != nil {
				return err
			}
			balance--
		}
		if balance >= 0 {
			continue
		}
		far, err := phase.SortedUnits(s, nation)
		if err != nil {
			return err
		}
		for _, prov := range far[:-balance] {
			s.RemoveUnit(prov)
		}
	}
	return nil
}
"""
