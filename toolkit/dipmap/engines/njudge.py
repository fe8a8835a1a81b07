"""njudge, the judge of Ken Lowe: a map for its compiler, a seed of the game, and what its keeper has to add.

Facts from its documents and its map compiler (research on engine formats); a new variant needs names, letters and the
victory in the judge's own tables, so the tests read the files back with a strict reader. No code of it is used here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from dipmap.diagnostics import Finding
from dipmap.engines._engine import Answer, Capability, Engine, Handling, Verdict, dropped, emulated, native
from dipmap.engines._mapfile.text import begin, terrain
from dipmap.engines._mapfile.text import problems as map_problems
from dipmap.engines._material import NOTHING, Material
from dipmap.engines._njudge.files import HEAP, JudgeFiles, consent, is_water, moves, no_retreats, opens
from dipmap.engines._njudge.names import LETTERS, closed, gates, judge_names
from dipmap.engines._rules import Use, listed, names_of, years_in_round
from dipmap.model import UnitType, Variant

PROVINCES = 200


def _oneway(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    opened = moves(variant).opened
    if not opened:
        return native("there is a way back for the same unit")
    pairs = listed(f"{edge.a} > {edge.b}" for edge in opened)
    return dropped(f"its map compiler refuses a move without a way back, so the file opens both ways: {pairs}")


def _permission(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    why = closed(variant)
    if why:
        return dropped(f"{why}; the files leave all such passages closed")
    names = judge_names(variant)
    orders = listed(consent(variant, names, passage) for passage in names.gate)
    return native(f"gateways: the unit in the keeper's province lets another power's unit pass by its order: {orders}")


def _opening(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if opens(variant):
        season, year = begin(variant)
        return native(f"the game begins with the builds of {season.lower()} {year}")
    return dropped("builds come before a spring only, and this game does not begin with one")


def _unit_types(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if UnitType.FLEET not in variant.builds.units:
        homes = {home for power in variant.powers for home in power.homes}
        anywhere = variant.builds.sites != "homes"
        sites = (item for item in variant.provinces if item.id in homes or (anywhere and item.centre))
        coastal = [item for item in sites if terrain(item) in ("COAST", "PORT")]
        if not coastal:
            return native("no build site has a coast")
        return dropped(f"a power may build a fleet wherever there is a coast: {listed(item.name for item in coastal)}")
    return dropped("a power may build an army in every home")


def _home_sites(variant: Variant, use: Use) -> Answer:
    if variant.builds.sites == "owned":
        return native("builds are allowed in every owned centre")
    return dropped(f"a home belongs to one power, and builds are for homes: {listed(names_of(variant, use.where))}")


def _no_retreats(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if no_retreats(variant):
        return dropped(
            "there is a retreat phase after every movement; the file asks for AUTODISBAND, and a master has to see to it"
        )
    return dropped("retreats are for all turns or for none; the game has them")


def _calendar(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    years = years_in_round(variant.calendar)
    if years == 1:
        return emulated("the turns have the judge's names: spring, fall, winter")
    if years:
        return emulated(f"a round of turns is {years} years of the judge, each spring, fall and winter")
    return dropped("a year has spring, fall and winter, and centres change hands after fall only")


def _start_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    season, year = begin(variant)
    first = variant.calendar.first_year
    if year in (first, first - 1):
        return native(f"the seed begins in {season.lower()} {year}")
    return emulated(f"years have four digits and no sign: the seed begins in {season.lower()} {year}")


def _agreed_draw(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.end.agreed_draw == "survivors":
        return native("players set a draw of all survivors (DIAS)")
    return dropped("players may always set a draw")


def _option(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped(f"adjudication has no such choice; the variant says {use.what}")


def _convoy_adjacent(variant: Variant, use: Use) -> Answer:
    return native("a convoy is ordered by its path") if "explicit" in use.where else _option(variant, use)


_NO_PLAYER = "every power on the board needs a player, so a master has to sign on and hold its units"


class Njudge(Engine):
    """njudge."""

    name: ClassVar[str] = "njudge"
    title: ClassVar[str] = "njudge"
    limits: ClassVar[tuple[str, ...]] = (
        f"at most {len(LETTERS)} powers, by one letter each (M and O are taken), and {PROVINCES} provinces",
        "names, letters, victory and flags of a variant are said in the judge's own tables, and the judge is built anew",
        "a year is spring, fall and winter",
        "a province holds one unit; names are in ASCII",
        "a gate lets support through as well; whether a keeper that leaves closes it is up to the judge",
    )
    capabilities: ClassVar[Mapping[str, Capability]] = {
        "capacity": dropped("a province holds one unit"),
        "island-sea": native("it is land that fleets enter"),
        "island-sea-convoy": native("it is land whose fleets convoy (the flag PROV_DUALITY)"),
        "convoyable-coast": native("it is land whose fleets convoy (the flag PROV_DUALITY)"),
        "sea-without-convoy": dropped("a fleet in any sea may convoy"),
        "one-coast-canal": native("one coast touches both waters"),
        "split-coasts": native("each coast has its own fleet neighbours"),
        "impassable": native("the province has a way to itself alone"),
        "direct-passage": native("a move like any other"),
        "strait": native("a move of fleets"),
        "narrow-strait": native("a move like any other"),
        "sea-lane": native("a move of armies"),
        "permission-passage": _permission,
        "link": native("a move like any other"),
        "oneway": _oneway,
        "barrier": native("no move is written"),
        "standing-unit": dropped(f"{_NO_PLAYER}; the seed leaves them out"),
        "unplayed-power": dropped(_NO_PLAYER),
        "shared-home": _home_sites,
        "home-without-centre": dropped("every home is a supply centre"),
        "owned-at-start": native("the seed lists the owner of every province"),
        "opening-adjustment": _opening,
        "opening-caps": dropped("in the opening every power builds until its units are as many as its centres"),
        "secret-opening": dropped("builds are shown before the first moves"),
        "opening-alternatives": dropped("all homes are build sites at once"),
        "joint-opening": dropped("the opening's builds come before the first moves"),
        "build-anywhere": native("the flag BUILD_ANYCENTRES"),
        "build-any-home": dropped("builds are for one's own homes or for every owned centre; the judge says homes"),
        "extra-build-sites": _home_sites,
        "build-limits": dropped("a power builds in as many homes as it has builds"),
        "one-power-spaces": dropped("no province holds more than one unit"),
        "automatic-builds": dropped("builds need orders; what nobody orders is not built"),
        "unit-types": _unit_types,
        "no-retreats": _no_retreats,
        "calendar": _calendar,
        "one-phase-year": dropped("there are two movements before centres change hands"),
        "year-step": dropped("the judge counts every year"),
        "start-year": _start_year,
        "victory-timing": dropped("victory is checked after each fall"),
        "victory-centres": native("the number of centres is said in the judge's tables"),
        "victory-below-majority": dropped(
            "of two that reach the number together, the judge's program picks the winner by a rule of its own"
        ),
        "points-victory": dropped("there are no points; victory is out of reach, and a master counts"),
        "last-year": dropped("nothing ends a game but victory, an agreed draw or its master, who has to stop it"),
        "agreed-draw": _agreed_draw,
        "schedule": dropped("deadlines belong to the game, not to a map"),
        "option:convoy_adjacent": _convoy_adjacent,
        "option": _option,
    }

    def own_verdicts(self, variant: Variant) -> Iterable[Verdict]:
        """Centres at sea; ids, coasts and names that had to change."""
        wet = [item.name for item in variant.centres if is_water(item)]
        if wet:
            why = f"a centre is land, and a convoy may land there: {listed(wet)}"
            yield Verdict("sea-centre", Handling.DROPPED, why, changes_play=True)
        if not self.problems(variant):
            yield from _name_verdicts(variant)

    def problems(self, variant: Variant) -> list[Finding]:
        """Why the map compiler or the judge could not take the files."""
        found = [each for each in map_problems(variant, self.title) if each.key != "powers"]
        found += _own_problems(variant)
        if not found and JudgeFiles(variant, (), ()).size() > HEAP:
            message = f"njudge has {HEAP} bytes for the names and moves of a map; {variant.name} needs more"
            found.append(Finding(message, hint="shorten names and take aliases away", key="heap"))
        return found

    def files(self, variant: Variant) -> list[str]:
        """The map, the seed, the text for players, and what the keeper has to add."""
        return [f"{part}.{variant.id}" for part in ("map", "seed", "info", "install")]

    def write(self, variant: Variant, material: Material = NOTHING) -> dict[str, bytes]:  # noqa: ARG002
        """All in ASCII."""
        found = self.problems(variant)
        if found:
            raise ValueError("; ".join(finding.message for finding in found))
        files = JudgeFiles(variant, tuple(self.verdicts(variant)), self.limits)
        texts = (files.map(), files.seed(), files.info(), files.install())
        pairs = zip(self.files(variant), texts, strict=True)
        return {name: text.encode("ascii", "backslashreplace") for name, text in pairs}


def _own_problems(variant: Variant) -> Iterator[Finding]:
    most = len(LETTERS)
    if len(variant.powers) > most:
        yield Finding(
            f"njudge has letters for {most} powers; {variant.name} has {len(variant.powers)}",
            hint="play with fewer powers",
            key="powers",
        )
    if not variant.powers:
        yield Finding(
            f"njudge needs a power; {variant.name} has none", hint="declare the powers of the game", key="powers"
        )
    count = len(variant.provinces) + len(gates(variant))
    if count > PROVINCES:
        yield Finding(
            f"njudge takes {PROVINCES} provinces, one for each passage by consent; {variant.name} needs {count}",
            hint="leave provinces out that nobody may enter",
            key="provinces",
        )


def _name_verdicts(variant: Variant) -> Iterator[Verdict]:
    names = judge_names(variant)
    changed = [f"{item.id} is {names.code[item.id]}" for item in variant.provinces if names.code[item.id] != item.id]
    if changed:
        why = f"abbreviations have two letters or more and are no words of orders: {listed(changed)}"
        yield Verdict("ids", Handling.EMULATED, why)
    coasts = [
        f"{place} is {names.code[place]}"
        for item in variant.provinces
        for place in item.locations[1:]
        if names.code[place].partition("/")[2] != place.partition("/")[2]
    ]
    if coasts:
        yield Verdict("coast-names", Handling.EMULATED, f"coasts are called nc, sc, ec and wc: {listed(coasts)}")
    called = [f"{item.name} is {names.full[item.id]}" for item in variant.provinces if names.full[item.id] != item.name]
    if called:
        why = f"names are in ASCII, end at a comma and begin with no unit: {listed(called)}"
        yield Verdict("province-names", Handling.EMULATED, why)
    words = [f"{item.name} is {names.power[item.id]}" for item in variant.powers if names.power[item.id] != item.name]
    if words:
        yield Verdict("power-names", Handling.EMULATED, f"a power's name is one word in ASCII: {listed(words)}")
    lost = [name for unsaid in names.unsaid.values() for name in unsaid]
    if lost:
        yield Verdict("aliases", Handling.DROPPED, f"further names stand in comments only: {listed(lost)}")


ENGINE = Njudge()
