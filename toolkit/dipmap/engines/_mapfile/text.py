"""The `.map` text of a variant: the dialect PyPI diplomacy and DPjudge share.

The letter case of a neighbour says who may go there: `ABC` both, `abc` armies, `Abc` fleets. A province of several
coasts has a line for each coast (fleets) and one in lower case (armies, and every sea its coasts touch).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from dipmap.diagnostics import Finding
from dipmap.engines._engine import Handling, Verdict
from dipmap.engines._mapfile.names import PYPI, Dialect, MapNames, map_names
from dipmap.engines._mapfile.read_kept import NO_KEPT, Kept
from dipmap.engines._mapfile.ways import Ways, build_sites, terrain, ways
from dipmap.engines._problems import coastless_fleets, four_coasts, misplaced_units, unknown_places, unknown_powers
from dipmap.engines._rules import beats, listed, years_in_round
from dipmap.engines._standing import standing_units, stands
from dipmap.model import Power, Province, Turn, Unit, UnitType, Variant, province_of

__all__ = [
    "SEASONS",
    "YEARS",
    "MapFile",
    "Ways",
    "begin",
    "first_season",
    "name_verdicts",
    "problems",
    "standing_units",
    "stands",
    "terrain",
    "ways",
]

YEARS = range(10000)


SEASONS = ("SPRING", "FALL", "WINTER", "WINTER")
"""The season of the engine for each beat of the usual year, MMOA."""


def first_season(variant: Variant) -> str:
    """The engine's season of the variant's first turn; empty where the calendar is no row of usual years."""
    calendar = variant.calendar
    if not years_in_round(calendar):
        return ""
    done = 0
    for turn in calendar.turns:
        if turn.id == calendar.first_turn:
            break
        done += _beats(turn)
    return SEASONS[done % 4]


def _beats(turn: Turn) -> int:
    return ("movement" in turn.phases) + turn.ownership + turn.adjustment


def begin(variant: Variant) -> tuple[str, int]:
    """The season the file begins with and its year, which is 1 where ours has a sign or too many digits.

    Where there is one movement a year it is fall, so that centres change hands after it.
    """
    season, year = first_season(variant), variant.calendar.first_year
    if not season:
        season = "FALL" if beats(variant.calendar).count("M") == 1 else "SPRING"
    if variant.start.opening and season != "WINTER":
        season, year = "WINTER", year - 1
    return season, year if year in YEARS else 1


@dataclass(frozen=True)
class MapFile:
    """One `.map` file in the making: the variant, its verdicts, the engine's title, RULE words, limits, dialect, and what
    an import kept.
    """

    variant: Variant
    engine: str
    verdicts: tuple[Verdict, ...]
    rules: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    dialect: Dialect = PYPI
    kept: Kept = NO_KEPT

    @cached_property
    def names(self) -> MapNames:
        """The words of the file."""
        return map_names(self.variant, self.dialect)

    @cached_property
    def ways(self) -> Ways:
        """The graph of the file."""
        return ways(self.variant)

    def text(self) -> str:
        """The whole file."""
        return "\n".join("\n".join(part) + "\n" for part in self.parts())

    def parts(self) -> Iterator[Iterable[str]]:
        """The paragraphs of the file."""
        yield from (self.header(), self.settings(), self.powers(), self.places(), self.terrains())

    # ---- comments

    def header(self) -> Iterator[str]:
        """What the file is, what it loses, and its turns where they have other names."""
        variant = self.variant
        yield from _comment(f"{variant.name}, version {variant.version}")
        if variant.designers:
            yield from _comment(f"Designed by {', '.join(variant.designers)}")
        if variant.licence:
            yield from _comment(f"Licence: {variant.licence}")
        yield from _comment(f"For {self.engine}, made by dipmap")
        for handling, title in (
            (Handling.DROPPED, "Rules of the variant that this engine does not have:"),
            (Handling.EMULATED, "Rules that it plays by other means:"),
        ):
            found = [verdict for verdict in self.verdicts if verdict.handling is handling]
            if found:
                yield "#"
                yield from _comment(title)
                for verdict in found:
                    loss = " (changes play)" if verdict.changes_play else ""
                    yield from _comment(f"  {verdict.rule}{loss}: {verdict.why}")
        if self.limits:
            yield "#"
            yield from _comment("Of every game in this engine:")
            for limit in self.limits:
                yield from _comment(f"  {limit}")
        seasons = list(self._seasons())
        if any(season.capitalize() != turn for season, turn in seasons):
            yield "#"
            yield from _comment("Turns: season of the engine, turn of the variant")
            for season, turn in seasons:
                yield from _comment(f"  {season} {turn}")

    def _seasons(self) -> Iterator[tuple[str, str]]:
        calendar = self.variant.calendar
        if not years_in_round(calendar):
            return
        done = 0
        for turn in calendar.turns:
            if _beats(turn):
                suffix = f" of engine year {done // 4 + 1}" if years_in_round(calendar) > 1 else ""
                yield SEASONS[done % 4] + suffix, turn.name
            done += _beats(turn)

    # ---- the game

    def settings(self) -> Iterator[str]:
        """Victory, the first phase and rules."""
        season, year = begin(self.variant)
        yield f"VICTORY {self.victory()}"
        yield f"BEGIN {season} {year} {'ADJUSTMENTS' if season == 'WINTER' else 'MOVEMENT'}"
        yield from self.rule_lines()

    def rule_lines(self) -> Iterator[str]:
        """The rules of the variant, then those that were kept."""
        for rule in dict.fromkeys((*self.rules, *self.kept.rules)):
            yield f"RULE {rule}"

    def victory(self) -> str:
        """The number of centres that ends the game, by years where that was kept; out of reach where something else does."""
        victory, centres = self.variant.victory, len(self.variant.centres)
        if victory.by != "centres":
            return str(centres + 1)
        least = victory.at_least or centres // 2 + 1
        if self.kept.victory[-1:] == (least,):
            return " ".join(map(str, self.kept.victory))
        return str(least)

    def powers(self) -> Iterator[str]:
        """Powers with homes, owned centres and units; then the centres of nobody."""
        variant, names = self.variant, self.names
        crowded: set[str] = set()
        for power in variant.powers:
            yield from _comment(f"{power.id} {names.power[power.id]} {power.name}")
            letter = f":{names.letter[power.id]}" if names.letter[power.id] else ""
            yield " ".join((names.power[power.id], f"({names.adjective[power.id]}{letter})", *self.home_words(power)))
            owned = [province.id for province in variant.centres if province.owner == power.id]
            more = self.owned_words(power)
            if more or set(owned) != set(self.homes(power)):
                yield " ".join(("OWNS", *(names.code[place] for place in owned), *more))
            units = [unit for unit in variant.start.units if unit.power == power.id]
            yield from self._units(units, crowded)
            if not power.playable:
                yield "DUMMY"
            yield from self.power_lines(power)
        standing = standing_units(variant)
        if standing:
            yield from _comment("Units of nobody: no player has this power, and its units hold")
            letter = f":{names.nobody_letter}" if names.nobody_letter else ""
            yield f"{names.nobody} ({names.nobody}{letter})"
            yield " ".join(("OWNS", *(names.code[place] for place in self._nobodys_centres())))
            yield from self._units(standing, crowded)
            yield "DUMMY"
        taken = {*self._nobodys_centres(), *(home for power in variant.powers for home in self.homes(power))}
        free = [province.id for province in variant.centres if province.id not in taken and not province.owner]
        if free:
            yield " ".join(("UNOWNED", *(names.code[place] for place in free)))

    def homes(self, power: Power) -> tuple[str, ...]:
        """The centres a power builds in, by id: those it owns at the start where the file says nothing else."""
        return build_sites(self.variant, power)

    def home_words(self, power: Power) -> list[str]:
        """The build sites of a power as its line names them."""
        return [self.names.code[home] for home in self.homes(power)]

    def owned_words(self, power: Power) -> tuple[str, ...]:  # noqa: ARG002
        """What a dialect has to say about the centres of a power at the start beside their codes."""
        return ()

    def power_lines(self, power: Power) -> tuple[str, ...]:  # noqa: ARG002
        """Lines of a dialect about a power, after its units."""
        return ()

    def _nobodys_centres(self) -> list[str]:
        places = [self.variant.by_id[province_of(unit.location)] for unit in standing_units(self.variant)]
        return [place.id for place in places if place.centre and not place.owner]

    def _units(self, units: Iterable[Unit], crowded: set[str]) -> Iterator[str]:
        for unit in units:
            place = province_of(unit.location)
            if place in crowded:
                yield from _comment(f"no room for a second unit: {unit.type.value} {unit.location}")
                continue
            crowded.add(place)
            army = unit.type is UnitType.ARMY
            yield f"{'A' if army else 'F'} {self.names.code[place if army else unit.location]}"

    # ---- the board

    def places(self) -> Iterator[str]:
        """The table of ids as comments, then a line for each name."""
        names = self.names
        yield from _comment("Names: id, abbreviation, name in the variant, names the engine does not take")
        for province in self.variant.provinces:
            for location in province.locations:
                name = province.name
                if location != province.id:
                    coast = next(one for one in province.coasts if location == f"{province.id}/{one.id}")
                    name = f"{name} ({coast.name})"
                rest = "".join(f" | {unsaid}" for unsaid in names.unsaid[location])
                yield from _comment(f"{location} {names.code[location]} {name}{rest}")
        yield ""
        for province in self.variant.provinces:
            for location in (*province.locations[1:], province.id):
                unclear = (f"{word}?" for word in self.kept.unclear.get(location, ()))
                words = " ".join((names.code[location], *names.alias[location], *unclear))
                yield f"{names.full[location]} = {words}"

    def terrains(self) -> Iterator[str]:
        """What each province is made of, and its neighbours."""
        for province in sorted(self.variant.provinces, key=lambda item: self.names.code[item.id]):
            kind = terrain(province)
            for location in province.locations[1:]:
                yield self._line(kind, location, self.names.code[location], self._from_coast(location))
            code = self.names.code[province.id]
            neighbours = self._from_parent(province) if province.coasts else self._from_province(province)
            yield self._line(kind, province.id, code.lower() if province.coasts else code, neighbours)

    def _line(self, kind: str, location: str, code: str, neighbours: Iterable[str]) -> str:
        words = (self.way(location, word) for word in sorted(neighbours, key=str.upper))
        return f"{kind:<5} {code:<6} ABUTS {' '.join(words)}".rstrip()

    def way(self, location: str, word: str) -> str:  # noqa: ARG002
        """A neighbour of a location with the conditions that a dialect may put on the way."""
        return word

    def _from_province(self, province: Province) -> Iterator[str]:
        here = terrain(province)
        armies, fleets = self.ways.army[province.id], self.ways.fleet[province.id]
        for other in self._touched(province.id):
            code, army = self.names.code[other.id], other.id in armies
            if other.coasts:
                coasts = [self.names.code[place] for place in other.locations[1:] if place in fleets]
                for coast in coasts:
                    yield coast if army or here == "WATER" else coast.title()
                if army and not coasts:
                    yield code.lower()
            elif army and other.id in fleets:
                yield code
            elif army:
                yield code if "LAND" in (here, terrain(other)) else code.lower()
            elif other.id in fleets:
                yield code if "WATER" in (here, terrain(other)) else code.title()

    def _from_coast(self, location: str) -> list[str]:
        return [self.names.code[target] for target in sorted(self.ways.fleet[location])]

    def _from_parent(self, province: Province) -> Iterator[str]:
        seas = {target for place in province.locations for target in self.ways.fleet[place] if "/" not in target}
        for other in self._touched(province.id):
            code = self.names.code[other.id]
            if other.id in self.ways.army[province.id]:
                yield code.lower() if other.coasts else code
            elif other.id in seas and terrain(other) == "WATER":
                yield code

    def _touched(self, province_id: str) -> list[Province]:
        here = self.variant.by_id[province_id]
        found = set(self.ways.army[province_id])
        for place in here.locations:
            found.update(province_of(target) for target in self.ways.fleet[place])
        return sorted((self.variant.by_id[place] for place in found), key=lambda item: self.names.code[item.id])


def _comment(text: str) -> Iterator[str]:
    yield f"# {' '.join(text.split())}" if not text.startswith("  ") else f"#   {' '.join(text.split())}"


# ---- why a file could not load


def problems(variant: Variant, engine: str) -> list[Finding]:
    """What keeps a `.map` file of this variant from loading."""
    return [finding for function in _PROBLEMS for finding in function(variant, engine)]


def _too_few_powers(variant: Variant, engine: str) -> Iterator[Finding]:
    if len(variant.powers) < 2:
        yield Finding(
            f"{engine} takes no map with fewer than two powers; {variant.name} has {len(variant.powers)}",
            hint="declare the powers of the game with their home centres",
            key="powers",
        )


def _shut_centres(variant: Variant, engine: str) -> Iterator[Finding]:
    homes = {home for power in variant.powers for home in power.homes}
    for province in variant.provinces:
        if terrain(province) == "SHUT" and (province.centre or province.id in homes):
            yield Finding(
                f"{engine} does not start a game with a centre that nobody may enter; {province.name} is one",
                hint="open the province to armies or fleets, or take its centre away",
                key=f"shut {province.id}",
                provinces=(province.id,),
            )


_PROBLEMS: tuple[Callable[[Variant, str], Iterator[Finding]], ...] = (
    _too_few_powers,
    four_coasts,
    unknown_places,
    unknown_powers,
    coastless_fleets,
    misplaced_units,
    _shut_centres,
)


# ---- what the dialect's names make of ours


def name_verdicts(variant: Variant, dialect: Dialect = PYPI) -> Iterator[Verdict]:
    """Verdicts on ids, coasts and names that had to change."""
    names = map_names(variant, dialect)
    changed = [province for province in variant.provinces if names.code[province.id] != province.id.upper()]
    if changed:
        pairs = listed(f"{province.id} is {names.code[province.id]}" for province in changed)
        yield Verdict("ids", Handling.EMULATED, f"abbreviations have exactly three letters: {pairs}")
    coasts = [
        f"{place} is {names.code[place]}"
        for province in variant.provinces
        for place in province.locations[1:]
        if not names.code[place].endswith(f"/{place.partition('/')[2].upper()}")
    ]
    if coasts:
        yield Verdict("coast-names", Handling.EMULATED, f"coasts are called nc, sc, ec and wc: {listed(coasts)}")
    called = [
        f"{province.name} is {names.full[province.id]}"
        for province in variant.provinces
        if names.full[province.id].upper() != province.name.upper()
    ]
    if called:
        yield Verdict(
            "province-names", Handling.EMULATED, f"names its parser would misread are changed: {listed(called)}"
        )
    words = [
        f"{power.name} is {names.power[power.id]}"
        for power in variant.powers
        if names.power[power.id] != power.name.upper()
    ]
    if words:
        yield Verdict(
            "power-names",
            Handling.EMULATED,
            f"a power's name is one word, not of one or three letters: {listed(words)}",
        )
    lost = [name for unsaid in names.unsaid.values() for name in unsaid]
    if lost:
        yield Verdict("aliases", Handling.DROPPED, f"further names stand in comments only: {listed(lost)}")
