"""The files of njudge: the map its compiler reads, the seed of a game, and texts for players and the judge's keeper.

The map has three blocks, each ended by `-1`: provinces, moves, and lists. A move goes by a kind of place: `mv` armies,
`xc` fleets on the only coast, `nc sc ec wc` fleets on one of several. Every move has a way back of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from textwrap import wrap

from dipmap.engines._engine import Handling, Verdict
from dipmap.engines._mapfile.text import begin, first_season, stands
from dipmap.engines._njudge.names import JudgeNames, Passage, ascii_text, gates, judge_names
from dipmap.model import Adjacency, Kind, Province, Unit, UnitType, Variant, province_of

WIDTH = 72
HEAP = 10_000
"""Bytes the map compiler has for names and moves."""


@dataclass(frozen=True)
class Moves:
    """The steps of the file: armies from province to province, fleets from location to location.

    `opened` are one-way edges, which the compiler refuses, written both ways.
    """

    army: Mapping[str, frozenset[str]]
    fleet: Mapping[str, frozenset[str]]
    opened: tuple[Adjacency, ...]


def moves(variant: Variant) -> Moves:
    """The graph as the compiler takes it; passages by consent are in it where there are gates to close them."""
    army: dict[str, set[str]] = {province.id: set() for province in variant.provinces}
    fleet: dict[str, set[str]] = {place: set() for province in variant.provinces for place in province.locations}
    opened: list[Adjacency] = []
    steps = (set(variant.steps(UnitType.ARMY)), set(variant.steps(UnitType.FLEET)))
    gated = bool(gates(variant))
    for edge in variant.adjacency:
        if edge.kind is Kind.PERMISSION and not gated:
            continue
        ends = (edge.a, edge.b), (province_of(edge.a), province_of(edge.b))
        one, other = (variant.by_id[place] for place in ends[1])
        for unit, passes, graph, (a, b), known in (
            (UnitType.ARMY, edge.units.army, army, ends[1], steps[0]),
            (UnitType.FLEET, edge.units.fleet, fleet, ends[0], steps[1]),
        ):
            if passes and stands(one, unit) and stands(other, unit):
                graph[a].add(b)
                graph[b].add(a)
                if edge.oneway and (b, a) not in known and edge not in opened:
                    opened.append(edge)
    return Moves(
        {place: frozenset(found) for place, found in army.items()},
        {place: frozenset(found) for place, found in fleet.items()},
        tuple(opened),
    )


def is_water(province: Province) -> bool:
    """Whether the judge takes a province for water: only fleets stand there, and they convoy."""
    return stands(province, UnitType.FLEET) and not stands(province, UnitType.ARMY)


def convoys(province: Province) -> bool:
    """Whether it is land whose fleets convoy, which the flag PROV_DUALITY allows."""
    return province.convoys and stands(province, UnitType.FLEET) and not is_water(province)


@dataclass(frozen=True)
class JudgeFiles:
    """The files of one variant: the variant, its verdicts, the engine's limits."""

    variant: Variant
    verdicts: tuple[Verdict, ...]
    limits: tuple[str, ...]

    @cached_property
    def names(self) -> JudgeNames:
        """The words of the files."""
        return judge_names(self.variant)

    @cached_property
    def moves(self) -> Moves:
        """The graph of the files."""
        return moves(self.variant)

    # ---- the map

    def map(self) -> str:
        """The file `map.NAME`."""
        blocks = (
            (*self._comments(), *self._provinces()),
            ("# Moves", *self._moves()),
            (*self._order(), *self._gates()),
        )
        return "".join("\n".join((*block, "-1")) + "\n" for block in blocks)

    def _comments(self) -> Iterator[str]:
        yield from (f"# {line}".rstrip() for line in self.about())
        yield "#"
        yield "# Names: id, abbreviation, name in the variant, names the judge does not take"
        for province in self.variant.provinces:
            for location in province.locations:
                coast = next((one.name for one in province.coasts if location.endswith(f"/{one.id}")), "")
                rest = "".join(f" | {name}" for name in self.names.unsaid[province.id] if location == province.id)
                yield " ".join(f"# {location} {self.names.code[location]} {coast or province.name}{rest}".split())

    def _provinces(self) -> Iterator[str]:
        for province in self.variant.provinces:
            code, kind = self.names.code[province.id], self.kind(province)
            yield " ".join((f"{self.names.full[province.id]},", kind, code, *self.names.alias[province.id]))
        for code, name in self.names.gate.values():
            yield f"{name}, g {code}"

    def kind(self, province: Province) -> str:
        """The type of a province: w water, l land, x a centre, a letter a home; another w where its fleets convoy."""
        homes = [power.id for power in self.variant.powers if province.id in power.homes]
        if is_water(province) and not province.centre:
            return "w"
        if not province.centre:
            base = "l"
        elif homes:
            base = self.names.letter[homes[0]]
        else:
            base = "x"
        return f"{base}w" if convoys(province) or is_water(province) else base

    def _moves(self) -> Iterator[str]:
        code = self.names.code
        for province in self.variant.provinces:
            here = code[province.id]
            armies = sorted(code[place] for place in self.moves.army[province.id])
            if stands(province, UnitType.ARMY) or not stands(province, UnitType.FLEET):
                # a way to itself alone lets a unit stand, and nobody move
                yield f"{here}-mv: {' '.join(armies) or here}"
            if stands(province, UnitType.FLEET):
                for location in province.locations[1:] or province.locations:
                    fleets = sorted(code[place] for place in self.moves.fleet[location])
                    coast = code[location].partition("/")[2] or "xc"
                    yield f"{here}-{coast}: {' '.join(fleets) or code[location]}"
        for gate, _ in self.names.gate.values():
            yield f"{gate}-mv: {gate}"

    def _order(self) -> Iterator[str]:
        yield "Center order for summary report:"
        centres = [province.id for province in self.variant.centres]
        homes = [home for power in self.variant.powers for home in power.homes if home in centres]
        words = [self.names.code[place] for place in dict.fromkeys((*homes, *centres))]
        yield from (f"  {line}" for line in wrap(" ".join(words), WIDTH))
        yield "#End of center ordering"

    def _gates(self) -> Iterator[str]:
        if self.names.gate:
            yield "Gateway"
            for (keeper, a, b), (code, _) in self.names.gate.items():
                yield f"{code}: {' '.join(self.names.code[place] for place in (keeper, a, b))}"
            yield "#end of gateway setting"

    def size(self) -> int:
        """Bytes of the compiler's memory the map takes."""
        names = [*self.names.full.values(), *(name for pair in self.names.gate.values() for name in pair)]
        words = [*self.names.code.values(), *(word for words in self.names.alias.values() for word in words)]
        lines = list(self._moves())
        return sum(len(name) + 2 for name in (*names, *words)) + sum(2 * len(line.split()) for line in lines) + 8

    # ---- the seed

    def seed(self) -> str:
        """The file `seed.NAME`: the first phase, the units, and owners where they are not those of the map."""
        units = [self._unit(unit) for power in self.variant.powers for unit in self._units_of(power.id)]
        return "\n".join((self.phase(), *units, "-1", *self.owners(), "-1")) + "\n"

    def phase(self) -> str:
        """The first phase: S or F, four digits, M for moves or B for builds."""
        season, year = begin(self.variant)
        return f"{'S' if season == 'SPRING' else 'F'}{year:04d}{'B' if season == 'WINTER' else 'M'}"

    def _units_of(self, power: str) -> Iterator[Unit]:
        crowded: set[str] = set()
        for unit in self.variant.start.units:
            if unit.power == power and province_of(unit.location) not in crowded:
                crowded.add(province_of(unit.location))
                yield unit

    def _unit(self, unit: Unit) -> str:
        army = unit.type is UnitType.ARMY
        place = self.names.code[province_of(unit.location) if army else unit.location]
        return f"{self.names.letter[unit.power or '']}: {'A' if army else 'F'} {place}"

    def owners(self) -> list[str]:
        """A sign for each province in the order of the map, a point where nobody owns it; none where homes say it all."""
        variant, letter = self.variant, self.names.letter
        homes = {home: letter[power.id] for power in reversed(variant.powers) for home in power.homes}
        signs = [letter[item.owner] if item.centre and item.owner else "." for item in variant.provinces]
        usual = [homes.get(item.id, ".") if item.centre else "." for item in variant.provinces]
        units = {province_of(unit.location) for unit in variant.start.units}
        if signs == usual and units.issuperset(homes):
            return []
        line = "".join(signs) + "." * len(self.names.gate)
        return [line[start : start + WIDTH] for start in range(0, len(line), WIDTH)]

    # ---- texts

    def about(self) -> Iterator[str]:
        """What the files are and what they lose."""
        variant = self.variant
        yield f"{_one_line(variant.name) or variant.id}, version {_one_line(variant.version)}"
        if variant.designers:
            yield f"Designed by {', '.join(_one_line(name) or '?' for name in variant.designers)}"
        if variant.licence:
            yield f"Licence: {_one_line(variant.licence)}"
        yield "For njudge, made by dipmap"
        for handling, title in (
            (Handling.DROPPED, "Rules of the variant that this judge does not have:"),
            (Handling.EMULATED, "Rules that it plays by other means:"),
        ):
            found = [verdict for verdict in self.verdicts if verdict.handling is handling]
            if found:
                yield from ("", title)
                for verdict in found:
                    loss = " (changes play)" if verdict.changes_play else ""
                    yield f"  {' '.join(f'{verdict.rule}{loss}: {verdict.why}'.split())}"
        yield from ("", "Of every game in this judge:", *(f"  {limit}" for limit in self.limits))

    def info(self) -> str:
        """The file `info.NAME`, for players."""
        variant, names = self.variant, self.names
        lines = [*self.about(), "", "Powers:"]
        for power in variant.powers:
            homes = ", ".join(names.full[home] for home in power.homes) or "none"
            lines.append(f"  {names.letter[power.id]} {names.power[power.id]}: homes {homes}")
        lines += ["", f"Victory: {victory(variant)} of {len(variant.centres)} centres", f"Begins in {self.phase()}"]
        if names.gate:
            lines += ["", "Passages by consent:"]
            for passage in names.gate:
                at, one, other = (names.full[place] for place in passage)
                lines.append(f"  {one} - {other}: the unit in {at} lets another power's unit pass by the order")
                lines.append(f"    {consent(variant, names, passage)}")
        return "\n".join(lines) + "\n"

    def install(self) -> str:
        """The file `install.NAME`, for the judge's keeper: what has to be said in the judge's own tables."""
        variant, names = self.variant, self.names
        powers = [
            f"  {names.letter[item.id]} {names.power[item.id]}, {names.owner[item.id]}" for item in variant.powers
        ]
        lines = (
            f"How to add {variant.id} to a judge",
            "",
            f"Put map.{variant.id}, seed.{variant.id} and info.{variant.id} into its folder data, and add to variant.c and",
            "variant.h what follows; then build the judge anew.",
            "",
            f"Variant: {variant.id}",
            f"First phase: {self.phase()}",
            f"Players: {sum(power.playable for power in variant.powers)}",
            f"Centres to win: {victory(variant)}",
            f"Flags: {' '.join(flags(variant)) or 'none'}",
            "Powers (letter, name, possessive):",
            *powers,
        )
        return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join(ascii_text(text).split())


def consent(variant: Variant, names: JudgeNames, passage: Passage) -> str:
    """The order by which a keeper lets a unit pass."""
    a, b = passage[1:]
    fleets = any(edge.units.fleet for edge in variant.adjacency if edge.kind is Kind.PERMISSION and edge.pair == (a, b))
    return f"{names.gate[passage][0].upper()} S {'F' if fleets else 'A'} {names.code[a]} M {names.code[b]}"


def victory(variant: Variant) -> int:
    """The number of centres that ends the game; out of reach where something else does."""
    if variant.victory.by != "centres":
        return len(variant.centres) + 1
    return variant.victory.at_least or len(variant.centres) // 2 + 1


def flags(variant: Variant) -> Iterator[str]:
    """The flags of the judge that the variant needs, in the words of its tables."""
    if variant.builds.sites == "owned":
        yield "BUILD_ANYCENTRES"
    if any(convoys(province) for province in variant.provinces):
        yield "PROV_DUALITY"
    if gates(variant):
        yield "GATEWAYS"
    if no_retreats(variant):
        yield "AUTODISBAND"


def no_retreats(variant: Variant) -> bool:
    """Whether no dislodged unit retreats."""
    return variant.retreats != "normal" or not any("retreat" in turn.phases for turn in variant.calendar.turns)


def opens(variant: Variant) -> bool:
    """Whether the game may begin with builds: before a spring."""
    return first_season(variant) == "SPRING"
