"""Which rules a variant uses: one small function a rule, for all engines.

A rule has a stable kebab id. Only what the variant's own facts show is in use; what every engine does the same way for
every game (moves, bounces, supports) is no rule here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from dipmap.model import Adjacency, Calendar, Kind, Province, Schedule, Terrain, UnitType, Variant, province_of
from dipmap.model.options import OPTIONS


@dataclass(frozen=True)
class Use:
    """A rule the variant uses.

    `what` is the variant's rule in a few words, `where` the ids it is about; `plays` whether a game without the rule
    can run otherwise.
    """

    rule: str
    what: str
    where: tuple[str, ...] = ()
    plays: bool = True


Function = Callable[[Variant], Iterable[Use]]
_RULES: dict[str, Function] = {}


def _rule(name: str) -> Callable[[Function], Function]:
    def decorate(function: Function) -> Function:
        _RULES[name] = function
        return function

    return decorate


def used(variant: Variant) -> tuple[Use, ...]:
    """Every rule the variant uses, in the order of this file."""
    return tuple(use for function in _RULES.values() for use in function(variant))


def summary(rule: str) -> str:
    """What a rule id means, in one line; `KeyError` for an id that is none of ours."""
    return (_RULES[rule.partition(":")[0]].__doc__ or "").partition("\n")[0].rstrip(".")


def rule_ids() -> tuple[str, ...]:
    """Every id there is (`option` stands for `option:NAME`)."""
    return tuple(_RULES)


def listed(items: Iterable[str], most: int = 6) -> str:
    """Names in a row for a sentence, the rest as a number."""
    names = list(items)
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def names_of(variant: Variant, ids: Iterable[str]) -> list[str]:
    """The names of provinces, for a sentence."""
    return [_name(variant, identity) for identity in ids]


def _provinces(rule: str, what: str, found: Iterable[Province], *, plays: bool = True) -> Iterator[Use]:
    provinces = tuple(found)
    if provinces:
        names = listed(province.name for province in provinces)
        yield Use(rule, what.format(names), tuple(province.id for province in provinces), plays)


def _edges(variant: Variant, rule: str, what: str, found: Iterable[Adjacency], arrow: str = "-") -> Iterator[Use]:
    edges = tuple(found)
    if edges:
        pairs = (f"{_name(variant, edge.a)} {arrow} {_name(variant, edge.b)}" for edge in edges)
        where = dict.fromkeys(province_of(end) for edge in edges for end in (edge.a, edge.b))
        yield Use(rule, what.format(listed(pairs)), tuple(where))


def _name(variant: Variant, location: str) -> str:
    province = variant.by_id.get(province_of(location))
    return province.name if province else location


def _power(variant: Variant, power: str | None) -> str:
    known = variant.powers_by_id.get(power or "")
    return known.name if known else power or "nobody"


# ---- the board


@_rule("capacity")
def _capacity(variant: Variant) -> Iterator[Use]:
    """Several units may share a province."""
    shared = (province for province in variant.provinces if province.capacity > 1)
    return _provinces("capacity", "several units may share {}", shared)


@_rule("island-sea")
def _island_sea(variant: Variant) -> Iterator[Use]:
    """Armies stand in a sea as on land, and fleets too."""
    return _provinces("island-sea", "armies and fleets may both enter {}", _islands(variant))


@_rule("island-sea-convoy")
def _island_sea_convoy(variant: Variant) -> Iterator[Use]:
    """A fleet in such a sea convoys as in any other."""
    found = (province for province in _islands(variant) if province.convoys)
    return _provinces("island-sea-convoy", "a fleet in {} convoys as in any sea", found)


def _islands(variant: Variant) -> Iterator[Province]:
    for province in variant.provinces:
        if province.terrain is Terrain.SEA and province.armies and province.fleets and not province.impassable:
            yield province


@_rule("convoyable-coast")
def _convoyable_coast(variant: Variant) -> Iterator[Use]:
    """A fleet on a coast convoys."""
    coasts = (item for item in variant.provinces if item.terrain is not Terrain.SEA and item.convoys)
    return _provinces("convoyable-coast", "a fleet in {} convoys", coasts)


@_rule("sea-without-convoy")
def _sea_without_convoy(variant: Variant) -> Iterator[Use]:
    """A fleet in that sea does not convoy."""
    seas = (p for p in variant.provinces if p.terrain is Terrain.SEA and p.fleets and not p.convoys)
    return _provinces("sea-without-convoy", "a fleet in {} does not convoy", seas)


@_rule("one-coast-canal")
def _canal(variant: Variant) -> Iterator[Use]:
    """A province with one coast that joins two waters."""
    canals = (province for province in variant.provinces if province.canal)
    return _provinces("one-coast-canal", "{} joins two waters with one coast", canals)


@_rule("split-coasts")
def _split_coasts(variant: Variant) -> Iterator[Use]:
    """A province with several coasts of its own."""
    split = (province for province in variant.provinces if province.coasts)
    return _provinces("split-coasts", "{} have several coasts", split)


@_rule("impassable")
def _impassable(variant: Variant) -> Iterator[Use]:
    """A province nobody may enter."""
    shut = (province for province in variant.provinces if province.impassable)
    return _provinces("impassable", "nobody may enter {}", shut, plays=False)


def _kind(rule: str, kind: Kind, what: str, doc: str) -> None:
    def find(variant: Variant) -> Iterator[Use]:
        return _edges(variant, rule, what, (edge for edge in variant.adjacency if edge.kind is kind))

    find.__doc__ = doc
    _rule(rule)(find)


_kind("direct-passage", Kind.DIRECT, "units cross {} directly", "A bridge or ferry for an ordinary move.")
_kind("strait", Kind.STRAIT, "fleets pass {} across land", "Two seas joined across land.")
_kind("narrow-strait", Kind.NARROW_STRAIT, "units cross the water {}", "Two coasts joined across water.")
_kind("sea-lane", Kind.SEA_LANE, "armies move over sea {} as an ordinary move", "Armies move over sea, no convoy.")
_kind(
    "permission-passage", Kind.PERMISSION, "{} is open by the keeper's consent", "A passage by consent of its keeper."
)
_kind("link", Kind.LINK, "{} are joined off the map", "An edge between places that do not touch on the map.")


@_rule("oneway")
def _oneway(variant: Variant) -> Iterator[Use]:
    """An edge that goes one way only."""
    oneway = (edge for edge in variant.adjacency if edge.oneway and edge.kind is not Kind.PERMISSION)
    return _edges(variant, "oneway", "{} goes one way only", oneway, ">")


@_rule("barrier")
def _barrier(variant: Variant) -> Iterator[Use]:
    """Two provinces that touch and are not adjacent."""
    if variant.barriers:
        pairs = (f"{_name(variant, barrier.a)} - {_name(variant, barrier.b)}" for barrier in variant.barriers)
        where = dict.fromkeys(province_of(end) for barrier in variant.barriers for end in (barrier.a, barrier.b))
        yield Use("barrier", f"{listed(pairs)} touch and are not adjacent", tuple(where))


# ---- powers, centres, start


@_rule("standing-unit")
def _standing_unit(variant: Variant) -> Iterator[Use]:
    """A unit of nobody that holds until it is dislodged."""
    units = [*variant.standing_units, *(unit for unit in variant.start.units if unit.power is None)]
    if units:
        where = tuple(dict.fromkeys(province_of(unit.location) for unit in units))
        names = listed(_name(variant, place) for place in where)
        yield Use("standing-unit", f"a unit of nobody holds {names} until it is dislodged", where)


@_rule("unplayed-power")
def _unplayed_power(variant: Variant) -> Iterator[Use]:
    """A power that no player has."""
    unplayed = [power for power in variant.powers if not power.playable]
    if unplayed:
        what = f"no player has {listed(power.name for power in unplayed)}"
        yield Use("unplayed-power", what, tuple(power.id for power in unplayed))


@_rule("shared-home")
def _shared_home(variant: Variant) -> Iterator[Use]:
    """A home centre of several powers."""
    homes = [home for power in variant.powers for home in power.homes]
    shared = (province for province in variant.provinces if homes.count(province.id) > 1)
    return _provinces("shared-home", "{} is a home of several powers", shared)


@_rule("home-without-centre")
def _home_without_centre(variant: Variant) -> Iterator[Use]:
    """A build site that is no supply centre."""
    homes = {home for power in variant.powers for home in power.homes}
    sites = (province for province in variant.provinces if province.id in homes and not province.centre)
    return _provinces("home-without-centre", "{} is a home and no centre", sites)


@_rule("owned-at-start")
def _owned_at_start(variant: Variant) -> Iterator[Use]:
    """Centres held at the start that are no homes of their holder, or homes that nobody or another holds."""
    homes = {power.id: power.homes for power in variant.powers}
    odd = (
        province
        for province in variant.centres
        if (province.owner and province.id not in homes.get(province.owner, ()))
        or any(power != province.owner and province.id in sites for power, sites in homes.items())
    )
    return _provinces("owned-at-start", "at the start {} are not held by the powers whose homes they are", odd)


@_rule("opening-adjustment")
def _opening_adjustment(variant: Variant) -> Iterator[Use]:
    """The game begins with builds."""
    if variant.start.opening:
        yield Use("opening-adjustment", "the game begins with builds")


@_rule("opening-caps")
def _opening_caps(variant: Variant) -> Iterator[Use]:
    """In the opening a power builds another number than it has centres for."""
    opening = variant.start.opening
    if not opening:
        return
    standing = [unit.power for unit in variant.start.units]
    odd = []
    for power in variant.powers:
        centres = sum(1 for province in variant.centres if province.owner == power.id)
        if power.id in opening.builds and opening.builds[power.id] != centres - standing.count(power.id):
            odd.append(power)
    if odd:
        counts = listed(f"{power.name} {opening.builds[power.id]}" for power in odd)
        yield Use("opening-caps", f"in the opening builds are counted out: {counts}", tuple(power.id for power in odd))


@_rule("secret-opening")
def _secret_opening(variant: Variant) -> Iterator[Use]:
    """Builds of the opening stay hidden until the first moves are shown."""
    opening = variant.start.opening
    if opening and opening.secret:
        yield Use("secret-opening", "the opening's builds stay hidden until the first moves are shown")
    elif opening and opening.secret_sites:
        sites = listed(variant.by_id[site].name for site in opening.secret_sites if site in variant.by_id)
        yield Use(
            "secret-opening", f"builds in {sites} stay hidden until the first moves are shown", opening.secret_sites
        )


@_rule("opening-alternatives")
def _opening_alternatives(variant: Variant) -> Iterator[Use]:
    """Of some build sites only one may be used in the opening."""
    opening = variant.start.opening
    for group in opening.exclusive if opening else ():
        sites = listed(variant.by_id[site].name for site in group if site in variant.by_id)
        yield Use("opening-alternatives", f"in the opening only one of {sites} may be used", group)


@_rule("joint-opening")
def _joint_opening(variant: Variant) -> Iterator[Use]:
    """The opening's builds and the first moves are handed in together."""
    if variant.start.opening and variant.start.opening.joint:
        yield Use("joint-opening", "the opening's builds and the first moves are handed in together")


# ---- builds and retreats


@_rule("build-anywhere")
def _build_anywhere(variant: Variant) -> Iterator[Use]:
    """Builds in any owned centre."""
    if variant.builds.sites == "owned":
        yield Use("build-anywhere", "builds are allowed in every owned centre")


@_rule("build-any-home")
def _build_any_home(variant: Variant) -> Iterator[Use]:
    """Builds in any owned centre that is somebody's home."""
    if variant.builds.sites == "any-home":
        yield Use("build-any-home", "builds are allowed in every owned home centre, one's own or not")


@_rule("build-sites")
def _build_sites(variant: Variant) -> Iterator[Use]:
    """Build sites of another kind."""
    if variant.builds.sites not in ("homes", "owned", "any-home"):
        yield Use("build-sites", f"build sites are {variant.builds.sites}")


@_rule("extra-build-sites")
def _extra_build_sites(variant: Variant) -> Iterator[Use]:
    """A power may build in a centre that is no home of its own."""
    extra = variant.builds.extra
    if extra:
        sites = listed(f"{entry.power} in {entry.site}" for entry in extra)
        yield Use(
            "extra-build-sites", f"beyond homes, builds are allowed: {sites}", tuple(entry.site for entry in extra)
        )


@_rule("build-limits")
def _build_limits(variant: Variant) -> Iterator[Use]:
    """Builds of a power are limited among some sites."""
    for limit in variant.builds.limits:
        places = listed(limit.sites)
        yield Use("build-limits", f"{limit.power} builds at most {limit.at_most} at once in {places}", limit.sites)


@_rule("one-power-spaces")
def _one_power_spaces(variant: Variant) -> Iterator[Use]:
    """Only units of one power may share a province."""
    shared = [item for item in variant.provinces if item.capacity > 1 and not item.mixed]
    if shared:
        names = listed(item.name for item in shared)
        yield Use("one-power-spaces", f"only units of one power share {names}", tuple(item.id for item in shared))


@_rule("automatic-builds")
def _automatic_builds(variant: Variant) -> Iterator[Use]:
    """Adjustments happen without orders."""
    if variant.builds.method == "automatic":
        yield Use("automatic-builds", "units are built and removed without orders")


@_rule("unit-types")
def _unit_types(variant: Variant) -> Iterator[Use]:
    """Only one type of unit is built."""
    if set(variant.builds.units) != set(UnitType):
        words = {UnitType.ARMY: "armies", UnitType.FLEET: "fleets"}
        yield Use("unit-types", f"only {listed(words[unit] for unit in variant.builds.units)} are built")


@_rule("no-retreats")
def _no_retreats(variant: Variant) -> Iterator[Use]:
    """Dislodged units are disbanded."""
    turns = variant.calendar.turns
    if variant.retreats != "normal" or any("movement" in t.phases and "retreat" not in t.phases for t in turns):
        yield Use("no-retreats", "a dislodged unit is disbanded and never retreats")


# ---- calendar


def beats(calendar: Calendar) -> str:
    """A round of the calendar as letters: M a movement, O centres change hands, A adjustment; the usual year is MMOA."""
    return "".join(
        ("M" if "movement" in turn.phases else "") + ("O" if turn.ownership else "") + ("A" if turn.adjustment else "")
        for turn in calendar.turns
    )


def years_in_round(calendar: Calendar) -> int:
    """How many usual years (two movements, ownership, adjustment) a round of the calendar holds; 0 where it is other."""
    pattern = beats(calendar)
    return len(pattern) // 4 if re.fullmatch("(MMOA)+", pattern) else 0


_SEASONS = ("spring", "fall", "winter")


@_rule("calendar")
def _calendar(variant: Variant) -> Iterator[Use]:
    """Turns other than spring, fall and winter."""
    calendar = variant.calendar
    names = tuple(turn.name.lower().replace("autumn", "fall") for turn in calendar.turns)
    pattern = beats(calendar)
    if (pattern != "MMOA" or names != _SEASONS) and pattern.count("M") != 1:
        yield Use("calendar", f"the turns are {listed((turn.name for turn in calendar.turns), 12)}")


@_rule("one-phase-year")
def _one_phase_year(variant: Variant) -> Iterator[Use]:
    """One movement a year."""
    if beats(variant.calendar).count("M") == 1:
        yield Use("one-phase-year", "there is one movement a year")


@_rule("year-step")
def _year_step(variant: Variant) -> Iterator[Use]:
    """A round of turns is not one year."""
    if variant.calendar.years != 1:
        yield Use("year-step", f"a round of turns is {variant.calendar.years} years", plays=False)


@_rule("start-year")
def _start_year(variant: Variant) -> Iterator[Use]:
    """The first year is not 1901."""
    if variant.calendar.first_year != 1901:
        yield Use("start-year", f"the game begins in {variant.calendar.first_year}", plays=False)


@_rule("victory-timing")
def _victory_timing(variant: Variant) -> Iterator[Use]:
    """Victory is not checked just when centres change hands."""
    turns = variant.calendar.turns
    if any(turn.victory for turn in turns) and any(turn.victory != turn.ownership for turn in turns):
        when = listed(turn.name for turn in turns if turn.victory)
        yield Use("victory-timing", f"victory is checked in {when}, not just when centres change hands")


# ---- victory and end


@_rule("victory-centres")
def _victory_centres(variant: Variant) -> Iterator[Use]:
    """A number of centres wins."""
    if variant.victory.by == "centres" and variant.victory.at_least:
        yield Use("victory-centres", f"{variant.victory.at_least} centres win")


@_rule("victory-below-majority")
def _victory_below_majority(variant: Variant) -> Iterator[Use]:
    """Two powers can reach the number together."""
    victory = variant.victory
    if victory.by == "centres" and 0 < victory.at_least * 2 <= len(variant.centres):
        lead = "alone in the lead" if victory.sole else "in the lead" if victory.most else "whoever has them"
        what = f"{victory.at_least} of {len(variant.centres)} centres are no majority, and {lead} wins"
        yield Use("victory-below-majority", what)


@_rule("points-victory")
def _points_victory(variant: Variant) -> Iterator[Use]:
    """Points win, not centres."""
    if variant.victory.by == "points":
        yield Use("points-victory", f"{variant.victory.at_least} points win")


@_rule("last-year")
def _last_year(variant: Variant) -> Iterator[Use]:
    """The game ends after a year."""
    if variant.end.last_year is not None:
        result = "with a draw" if variant.end.result == "draw" else f"({variant.end.result.replace('-', ' ')})"
        yield Use("last-year", f"the game ends after {variant.end.last_year} {result}")


@_rule("agreed-draw")
def _agreed_draw(variant: Variant) -> Iterator[Use]:
    """Whether players may agree on a draw."""
    if variant.end.agreed_draw == "survivors":
        yield Use("agreed-draw", "all survivors may agree on a draw")
    else:
        yield Use("agreed-draw", "no draw may be agreed")


@_rule("schedule")
def _schedule(variant: Variant) -> Iterator[Use]:
    """Deadlines and press windows."""
    if variant.schedule != Schedule():
        yield Use("schedule", "deadlines and times for talks are set", plays=False)


# ---- choices of adjudication


@_rule("option")
def _option(variant: Variant) -> Iterator[Use]:
    """A choice of adjudication other than ours by default."""
    for name, value in sorted(variant.options.items()):
        if name not in OPTIONS or OPTIONS[name].default != value.lower():
            yield Use(f"option:{name}", f"{name.replace('_', ' ')} is {value}", (value.lower(),))
