"""Start, victory, end and rule options of a jDip variant, read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dipmap.engines._jdip.read_words import YEARS, after, moment, number
from dipmap.engines._jdip.text import ANY_IF_HOME, BUILDS, OPTIONS
from dipmap.engines._jdip.xml import Log, Node, shown
from dipmap.model import Calendar, End, Opening, Victory
from dipmap.model.rules import STANDARD_TURNS

SITES = {"VALUE_BUILDS_HOME_ONLY": "homes", "VALUE_BUILDS_ANY_OWNED": "owned", ANY_IF_HOME: "owned"}
RULES_HINT = "say it in the rules of the variant: an export to jDip has it again"


@dataclass(frozen=True)
class Rules:
    """The rules in the making: what `node`, a VARIANT, says; what we do not know goes into `kept`."""

    node: Node
    log: Log
    kept: dict[str, Any]

    def sites(self) -> str:
        """Where units are built."""
        held = self.node.one("RULEOPTIONS")
        sites = "homes"
        kept: dict[str, str] = {}
        for node in held.all("RULEOPTION") if held else ():
            option, value = node.get("name"), node.get("value")
            if option == BUILDS and value in SITES:
                sites = SITES[value]
                if value == ANY_IF_HOME:
                    kept[option] = value
                    what = "builds are in any owned centre for who owns a home; here they are so for everyone"
                    self.log.keep(what, node, RULES_HINT, option)
            elif value in OPTIONS.get(option, ()):
                if value != OPTIONS[option][0]:
                    kept[option] = value
                    self.log.keep(
                        f"jDip plays with {shown(value)}, which dipmap does not know", node, RULES_HINT, option
                    )
            else:
                self.log.bad(f"jDip knows no option {shown(option)} of {shown(value)}", node, "remove it", option[:60])
        if kept:
            self.kept["options"] = kept
        return sites

    def start(self) -> tuple[Calendar, Opening | None]:
        """The first turn, and whether adjustments come before it."""
        node = self.node.one("STARTINGTIME") or self.node
        said = node.get("turn")
        found = moment(said)
        if found is None:
            message = f"the game begins in {shown(said)!r}, which is no turn; it is taken as spring 1901"
            self.log.bad(message, node, "write a turn such as Spring, 1901, Movement", "turn")
            return Calendar(STANDARD_TURNS, 1901, "spring"), None
        if found.phase == "retreat":
            following = "fall" if found.season == "spring" else "the builds of that year"
            message = f"the game begins with retreats, when there are none; it is taken to begin with {following}"
            self.log.bad(message, node, "let it begin with a movement or an adjustment", "turn")
        if found.season == "fall" and found.phase != "movement":
            return Calendar(STANDARD_TURNS, after(found.year), "spring"), Opening()
        season = "fall" if found.phase == "retreat" else found.season
        return Calendar(STANDARD_TURNS, found.year, season), None

    def victory(self, centres: int, calendar: Calendar, opening: Opening | None) -> tuple[Victory, End]:
        """What wins, and when the game is a draw."""
        node = self.node.one("VICTORYCONDITIONS") or self.node
        values: dict[str, int] = {}
        for tag in ("WINNING_SUPPLY_CENTERS", "YEARS_WITHOUT_SC_CAPTURE", "GAME_LENGTH"):
            each = node.one(tag)
            value = number(each.get("value"), 0) if each else 0
            if each and value is None:
                self.log.bad(
                    f"{tag} is {shown(each.get('value'))!r}, which is no number up to {YEARS:,}",
                    each,
                    "write a number",
                    tag,
                )
            values[tag] = value or 0
        wins, quiet, length = values.values()
        if quiet:
            self.kept["years_without_capture"] = quiet
            self.log.keep(
                f"the game is a draw after {quiet} years in which no centre is taken", node, RULES_HINT, "quiet years"
            )
        if not wins:
            self.kept["no_winning_number"] = True
            wins = max(centres, 1)
            self.log.keep(
                f"no number of centres wins in jDip; here it takes all {wins}", node, RULES_HINT, "no winning number"
            )
        return Victory(at_least=wins), End(self._last_year(length, calendar, opening, node))

    def _last_year(self, length: int, calendar: Calendar, opening: Opening | None, node: Node) -> int | None:
        """The last whole year of a game of a length: jDip ends it in the spring of the year that completes the length."""
        if not length:
            return None
        first = calendar.first_year
        begin = first if not opening else (first - 1 or -1)
        end = begin + length - 1
        years = end - first - (first < 0 < end)
        if years > 0:
            return first + years - 1
        self.kept["game_length"] = length
        self.log.keep("the game is a draw in its first spring; here it goes on", node, RULES_HINT, "game length")
        return None
