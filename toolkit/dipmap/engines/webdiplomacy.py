"""webDiplomacy: a folder of PHP and pictures, made as source text since the site has no loader for data.

Facts of its classes and tables only; the tests run the emitted files with php against a stub of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from dipmap.diagnostics import Finding
from dipmap.engines._engine import Answer, Capability, Engine, Handling, Verdict, dropped, emulated, native
from dipmap.engines._mapfile.text import stands
from dipmap.engines._material import NOTHING, Material
from dipmap.engines._problems import loose_edges, misplaced_starts, unknown_powers
from dipmap.engines._rules import Use, listed, used
from dipmap.engines._webdiplomacy import php
from dipmap.engines._webdiplomacy.classes import sites_script
from dipmap.engines._webdiplomacy.labels import Overlay
from dipmap.engines._webdiplomacy.map import MOST, Chart, points
from dipmap.engines._webdiplomacy.names import entered
from dipmap.engines._webdiplomacy.pages import file_head, readme, rules_html
from dipmap.engines._webdiplomacy.plan import Plan
from dipmap.model import Terrain, UnitType, Variant

COUNTRIES = 63
"""Most countries: the column that says whose messages are new is a set of 64, nobody's among them."""


def _oneway(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    opened = Plan(variant).borders.opened
    if not opened:
        return native("the way back is there, too")
    pairs = listed(f"{a} > {b}" for a, b in opened)
    return dropped(f"a border is stored both ways, so it opens both ways: {pairs}")


def _sites(what: str) -> Answer:
    return emulated(f"generated classes and a script of the order form say where a country builds: {what}")


def _no_retreats(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if Plan(variant).retreats == "some":
        return dropped("after every movement there are retreats, or after none")
    return emulated("a generated class removes what is dislodged before retreats are asked for")


def _calendar(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    plan = Plan(variant)
    if not plan.fits:
        return dropped(_FLOW)
    return native(f"the turns have the variant's names: {listed((name for name, _ in plan.movements), 12)}")


_FLOW = "centres change hands, and builds follow, after every second movement and at no other time"


def _below_majority(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.victory.sole or variant.victory.tie != "most":
        return emulated("a generated class finds the winner")
    return dropped("a game has one winner; powers that have as many do not share the victory")


def _points(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.victory.sole or variant.victory.tie != "most":
        return emulated("a generated class counts the points; the page still tells numbers of centres")
    return dropped("a generated class counts the points, but powers that have as many do not share the victory")


def _last_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    plan = Plan(variant)
    if plan.last_turn is None:
        return dropped("the years of the variant do not go forward, so none of them is the last")
    name, year = plan.date(plan.last_turn)
    return emulated(f"a generated class ends the game after {name} {year}")


def _agreed_draw(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.end.agreed_draw == "survivors":
        return native("the players who are left may vote for a draw")
    return dropped("players may always vote for a draw")


def _option(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped(f"adjudication has no choices of its own; the variant says {use.what}")


def _home_distance(variant: Variant, use: Use) -> Answer:
    return native("it is the site's own choice") if "home" in use.where else _option(variant, use)


def _explicit_convoy(variant: Variant, use: Use) -> Answer:
    return native("the order says whether a move goes by convoy") if "explicit" in use.where else _option(variant, use)


class WebDiplomacy(Engine):
    """webDiplomacy, the site's software in PHP."""

    name: ClassVar[str] = "webdiplomacy"
    title: ClassVar[str] = "webDiplomacy"
    limits: ClassVar[tuple[str, ...]] = (
        "a variant is code: an admin copies the folder and names it in config.php",
        "two movements make a year; centres change hands after the second, and builds follow",
        "a province holds one unit, and a fleet convoys from a sea alone",
        "every country has a player, and the first who has enough centres wins",
        "civil disorder counts the way from home",
        "generated build sites are offered by the site's classic order form; other clients may offer homes alone",
        "draws and deadlines belong to the site",
    )
    capabilities: ClassVar[Mapping[str, Capability]] = {
        "capacity": dropped("a province holds one unit"),
        "island-sea": native("it is a coast: armies land there by convoy, and fleets may stand there"),
        "island-sea-convoy": dropped("a province for armies and fleets is a coast, and fleets convoy from a sea alone"),
        "convoyable-coast": dropped("fleets convoy from a sea alone"),
        "sea-without-convoy": dropped("a fleet in any sea may convoy"),
        "one-coast-canal": native("one coast touches both waters"),
        "split-coasts": native("each coast is a territory with its own fleet borders"),
        "impassable": native("the province is on the map and no territory"),
        "direct-passage": native("a border like any other, drawn over the map with the names"),
        "strait": native("a border for fleets"),
        "narrow-strait": native("a border like any other, drawn over the map with the names"),
        "sea-lane": native("a border for armies, drawn over the map with the names"),
        "permission-passage": dropped("there is no passage by consent; the map leaves it closed"),
        "link": native("a border like any other"),
        "oneway": _oneway,
        "barrier": native("no border is written"),
        "standing-unit": dropped("every unit belongs to a country with a player; the place begins empty"),
        "unplayed-power": dropped("a game starts when every country has a player, this one too"),
        "shared-home": _sites("a centre may be a home of several"),
        "home-without-centre": dropped("builds are for supply centres"),
        "owned-at-start": emulated(
            "the map says who holds a centre at the start, and generated classes where a country builds"
        ),
        "opening-adjustment": emulated("a generated class begins the game with builds, in the first turn"),
        "opening-caps": emulated("a generated class asks for no more builds in the opening than the rules allow"),
        "secret-opening": dropped("builds are shown before the first moves"),
        "opening-alternatives": emulated("a generated class lets the first of the alternatives through and no other"),
        "joint-opening": dropped("the opening's builds come before the first moves"),
        "build-anywhere": _sites("every centre it holds"),
        "build-any-home": _sites("every home it holds, its own or not"),
        "extra-build-sites": _sites("its homes and these centres"),
        "build-limits": emulated("a generated class lets the first builds through, as many as the rules allow"),
        "one-power-spaces": dropped("no province holds more than one unit"),
        "automatic-builds": dropped("builds and removals need orders"),
        "unit-types": emulated("the order form offers both types, and a generated class refuses the other one"),
        "no-retreats": _no_retreats,
        "calendar": _calendar,
        "one-phase-year": dropped(_FLOW),
        "year-step": native("the variant's class names the years"),
        "start-year": native("the variant's class names the years"),
        "victory-timing": dropped("a winner is looked for when centres have changed hands"),
        "victory-centres": native("the variant's class sets the number"),
        "victory-below-majority": _below_majority,
        "points-victory": _points,
        "last-year": _last_year,
        "agreed-draw": _agreed_draw,
        "schedule": dropped("deadlines belong to a game, not to a variant"),
        "option:disband_distance": _home_distance,
        "option:convoy_adjacent": _explicit_convoy,
        "option": _option,
    }

    def own_verdicts(self, variant: Variant) -> Iterable[Verdict]:
        """Turns that begin elsewhere, coasts that are no land, and names that had to change."""
        if self.problems(variant):
            return
        plan = Plan(variant)
        turns_told = {"calendar", "one-phase-year"} & {use.rule for use in used(variant)}
        if not plan.fits and not turns_told:
            why = f"the game begins with the first of two movements; {_FLOW}"
            yield Verdict("first-turn", Handling.DROPPED, why, changes_play=True)
        shores = [
            item.name
            for item in entered(variant)
            if item.terrain is not Terrain.SEA and not item.armies and not item.convoys
        ]
        if shores:
            why = f"a province for fleets alone is a sea, and a fleet there may convoy: {listed(shores)}"
            yield Verdict("fleets-only", Handling.DROPPED, why, changes_play=True)
        changed = plan.names.changed()
        if changed:
            yield Verdict("names", Handling.EMULATED, f"names are plain letters, and no two alike: {listed(changed)}")
        if plan.names.place.lower() != variant.id.lower():
            why = f"the front of class names is letters and digits: {variant.id} is {plan.names.place}"
            yield Verdict("ids", Handling.EMULATED, why)
        lost = [alias for province in variant.provinces for alias in province.aliases]
        if lost:
            yield Verdict("aliases", Handling.DROPPED, f"a territory has one name; these are left out: {listed(lost)}")

    # ---- what keeps it from being installed

    def problems(self, variant: Variant) -> list[Finding]:
        """Why the map could not be installed or a game begin."""
        return [
            *self._places(variant),
            *loose_edges(variant, self.title),
            *misplaced_starts(variant, self.title),
            *self._rest(variant),
        ]

    def _places(self, variant: Variant) -> Iterator[Finding]:
        homes = {home for power in variant.powers for home in power.homes}
        known = {province.id for province in variant.provinces}
        for home in sorted(homes - known):
            yield Finding(
                f"{self.title} needs every home to exist; {home} is no province of the map",
                hint="change the home, or draw the province",
                key=f"home {home}",
            )
        for province in variant.provinces:
            shut = not any(stands(province, unit) for unit in UnitType)
            if shut and (province.centre or province.id in homes):
                yield Finding(
                    f"{self.title} has no centre that nobody may enter; {province.name} is one",
                    hint="open the province to armies or fleets, or take its centre away",
                    key=f"shut {province.id}",
                    provinces=(province.id,),
                )
            if province.coasts and not shut and not stands(province, UnitType.ARMY):
                yield Finding(
                    f"{self.title} takes several coasts of land alone; no army may enter {province.name}",
                    hint="make each part a province of its own, or let armies in",
                    key=f"coasts {province.id}",
                    provinces=(province.id,),
                )
        count = len(entered(variant))
        if count > MOST:
            yield Finding(
                f"{self.title} has a colour for each territory, and room for {MOST}; there are {count} provinces",
                hint="join provinces",
                key="colours",
            )

    def _rest(self, variant: Variant) -> Iterator[Finding]:
        if not 2 <= len(variant.powers) <= COUNTRIES:
            yield Finding(
                f"{self.title} takes 2 to {COUNTRIES} countries; there are {len(variant.powers)} powers",
                hint="declare the powers of the game",
                key="powers",
            )
        yield from unknown_powers(variant, self.title)
        if not any(item.owner for item in variant.centres):
            yield Finding(
                f"{self.title} cannot install a map where no country holds a centre",
                hint="say whose the centres are at the start",
                key="owners",
            )
        if not variant.adjacency:
            yield Finding(
                f"{self.title} cannot install a map without a border", hint="draw provinces that touch", key="borders"
            )
        if not any("movement" in turn.phases for turn in variant.calendar.turns):
            yield Finding(
                f"{self.title} needs a turn with movement; there is none",
                hint="give a turn a movement phase",
                key="movement",
            )

    # ---- files

    def files(self, variant: Variant) -> list[str]:
        """The variant's folder, and what an admin reads."""
        plan = Plan(variant)
        base = f"variants/{plan.names.place}"
        scripts = [f"{base}/resources/buildSites.js"] if plan.sited else []
        pictures = [f"{base}/resources/{name}.png" for name in ("map", "mapNames", "smallmap", "smallmapNames")]
        return [
            "README.txt",
            f"{base}/variant.php",
            f"{base}/install.php",
            f"{base}/rules.html",
            *(f"{base}/classes/{name}.php" for name in plan.classes),
            f"{base}/resources/style.css",
            *scripts,
            *pictures,
        ]

    def write(self, variant: Variant, material: Material = NOTHING) -> dict[str, bytes]:
        """The folder; `ValueError` where there are problems or no drawing."""
        found = self.problems(variant)
        if found:
            raise ValueError("; ".join(finding.message for finding in found))
        drawing = material.needed_drawing(self.title)
        plan, verdicts = Plan(variant), self.verdicts(variant)
        base = f"variants/{plan.names.place}"
        large, small = Chart(variant, drawing, wide=True), Chart(variant, drawing, wide=False)
        top = [f"{variant.name}, version {variant.version}, made by dipmap for webDiplomacy"]
        texts: dict[str, Iterable[str]] = {
            "README.txt": readme(plan, verdicts, self.limits),
            f"{base}/variant.php": php.variant_php(plan, file_head(plan, verdicts)),
            f"{base}/install.php": php.install_php(plan, points(large, small), top),
            f"{base}/rules.html": rules_html(plan, verdicts),
            f"{base}/resources/style.css": php.style_css(plan),
        }
        for name in plan.classes:
            texts[f"{base}/classes/{name}.php"] = php.class_php(plan, name, top)
        if plan.sited:
            texts[f"{base}/resources/buildSites.js"] = sites_script(plan)
        pictures = {
            f"{base}/resources/map.png": large.png(),
            f"{base}/resources/mapNames.png": Overlay(large).png(),
            f"{base}/resources/smallmap.png": small.png(),
            f"{base}/resources/smallmapNames.png": Overlay(small).png(),
        }
        written = {path: ("\n".join(lines) + "\n").encode("utf-8", "replace") for path, lines in texts.items()}
        return {path: (written | pictures)[path] for path in self.files(variant)}


ENGINE = WebDiplomacy()
