"""The `.map` of DPjudge: what it holds beyond the common dialect, and how an opening is told in it.

`~` before a home hides what is built there until the next moves are shown; `@ONE(OTHER)` lets a power build in one of
the two, not in both; `+` is a build site without a centre. All that stands after an `IN PHASE` line counts in that
phase only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from dipmap.engines._dpjudge.flow import USUAL, Flow
from dipmap.engines._mapfile.text import MapFile
from dipmap.engines._mapfile.ways import build_sites
from dipmap.model import Power, Variant, province_of


@dataclass(frozen=True)
class Sites:
    """Where the powers of a variant build, in the words of the judge."""

    variant: Variant

    def homes(self, power: Power) -> tuple[str, ...]:
        """The centres a power may build in while it owns them: its homes, then those that are no homes of its own."""
        return tuple(place for place in build_sites(self.variant, power) if self._centre(place))

    def factories(self, power: Power) -> tuple[str, ...]:
        """Build sites without a centre; the judge wants one power for each, so the first has it."""
        mine: list[str] = []
        seen: set[str] = set()
        for other in self.variant.powers:
            sites = [place for place in other.homes if not self._centre(place) and place not in seen]
            seen.update(sites)
            if other.id == power.id:
                mine = sites
        return tuple(mine)

    def _centre(self, place: str) -> bool:
        return place in self.variant.by_id and self.variant.by_id[place].centre

    # ---- the opening

    def first_sites(self, power: Power) -> set[str]:
        """Where a power may build in the opening: what it owns and where no unit stands."""
        occupied = {province_of(unit.location) for unit in (*self.variant.start.units, *self.variant.standing_units)}
        owned = {province.id for province in self.variant.centres if province.owner == power.id}
        sites = owned if self.variant.builds.sites == "owned" else owned.intersection(self.homes(power))
        return (sites | set(self.factories(power))) - occupied

    @cached_property
    def pairs(self) -> dict[tuple[str, ...], tuple[str, str, str]]:
        """Groups of sites that exclude each other and that the judge can hold: power, the one, the other.

        It keeps two apart, both free homes of one power, neither in another group.
        """
        opening = self.variant.start.opening
        groups = opening.exclusive if opening else ()
        members = [site for group in groups for site in group]
        found: dict[tuple[str, ...], tuple[str, str, str]] = {}
        for group in groups:
            for power in self.variant.powers:
                free = self.first_sites(power).intersection(self.homes(power))
                if len(set(group)) == len(group) == 2 and free.issuperset(group):
                    if all(members.count(site) == 1 for site in group):
                        found[group] = (power.id, group[0], group[1])
                    break
        return found

    def most(self, power: Power) -> int:
        """How many units the judge lets a power build in the opening."""
        centres = sum(1 for province in self.variant.centres if province.owner == power.id)
        units = sum(1 for unit in self.variant.start.units if unit.power == power.id)
        kept = sum(1 for owner, _, _ in self.pairs.values() if owner == power.id)
        return max(0, min(centres - units, len(self.first_sites(power)) - kept))

    def hidden(self, power: Power) -> set[str]:
        """The sites of a power in which nobody else is to see what is built in the opening."""
        opening = self.variant.start.opening
        if not opening:
            return set()
        if opening.secret or opening.joint:
            return self.first_sites(power)
        return self.first_sites(power).intersection(opening.secret_sites)

    def shows(self) -> list[str]:
        """Sites that should be hidden and cannot be: no homes of the power that builds there."""
        shown: set[str] = set()
        for power in self.variant.powers:
            shown |= self.hidden(power).difference(self.homes(power), self.factories(power))
        return sorted(shown)


@dataclass(frozen=True)
class DpjudgeFile(MapFile):
    """One `.map` file of DPjudge in the making."""

    @cached_property
    def flow(self) -> Flow:
        """The calendar."""
        return Flow(self.variant)

    @cached_property
    def sites(self) -> Sites:
        """The build sites."""
        return Sites(self.variant)

    def parts(self) -> Iterator[Iterable[str]]:
        """The paragraphs of the common dialect, then what counts in some games or phases only: nothing may follow it."""
        yield from super().parts()
        whole = [block for block in self.kept.blocks if len(block) == 1 or _is_stanza(block[0])]
        opening = list(self._opening())
        for block in (*map(_closed, whole), opening, *(block for block in self.kept.blocks if block not in whole)):
            if block:
                yield block

    def settings(self) -> Iterator[str]:
        """Victory, the first phase, the flow of phases and rules; the map has no picture."""
        season, year, phase = self.flow.begin
        yield "TEXTONLY"
        yield f"VICTORY {self.victory()}"
        yield f"BEGIN {season} {year} {phase}"
        if self._flow_words() != USUAL:
            yield " ".join(("FLOW", *self._flow_words()))
        yield from self.rule_lines()
        yield from self.kept.lines

    def _flow_words(self) -> tuple[str, ...]:
        """The words of FLOW; those that were kept where their turns are still the variant's."""
        kept, items = self.kept.flow, self.flow.items
        return kept if kept and sorted(_turns_of(kept)) == sorted(_turns_of(items)) else items

    def _seasons(self) -> Iterator[tuple[str, str]]:
        for turn in self.variant.calendar.turns:
            if turn.id in self.flow.words:
                yield self.flow.words[turn.id], turn.name

    def homes(self, power: Power) -> tuple[str, ...]:
        """Its homes and the centres that serve it as homes."""
        return self.sites.homes(power)

    def home_words(self, power: Power) -> list[str]:
        """Homes by their codes, then build sites without a centre with a `+`, each with the marks that were kept."""
        return [*self._site_words(power, marked=True), *self.kept.more.get(power.id, ())]

    def _site_words(self, power: Power, *, marked: bool) -> list[str]:
        codes = self.names.code
        sites = [*self.homes(power), *self.sites.factories(power)]
        marks = self.kept.marks_of(power.id) if marked else {}
        words = []
        for site in sites:
            mark, _, others = marks.get(site, ("", site, ()))
            stands_for = [codes[other] for other in others if other in self.homes(power)] if "@" in mark else []
            word = codes[site] if site in self.homes(power) else f"+{codes[site]}"
            words.append(f"{mark.strip('*')}{word}" + (f"({','.join(stands_for)})" if stands_for else ""))
        known = self.variant.by_id
        partisans = [
            site for mark, site, _ in marks.values() if mark == "*" and site in known and not known[site].centre
        ]
        return words + [f"*{codes[site]}" for site in partisans if site not in sites]

    def owned_words(self, power: Power) -> tuple[str, ...]:
        """`SC!` or `SC?` where an import kept it."""
        return self.kept.owns.get(power.id, ())

    def power_lines(self, power: Power) -> tuple[str, ...]:
        """Lines about a power that an import kept."""
        return self.kept.powers.get(power.id, ())

    def way(self, location: str, word: str) -> str:
        """A neighbour with the condition of the way that an import kept."""
        before, after = self._gates.get((location, word.upper()), ("", ""))
        return f"{before}{word}{after}"

    @cached_property
    def _gates(self) -> dict[tuple[str, str], tuple[str, str]]:
        """What stands before and after a neighbour, by location and code; only where all it names is there."""
        found = {}
        for place, target, before, after in self.kept.gates:
            power, colon, marks = before.rpartition(":")
            letter = self.names.letter.get(power, "") if power else ""
            centre = after[after.index("(") + 1 : after.index(")")] if "(" in after else ""
            if target not in self.names.code or (power and not letter) or (centre and centre not in self.names.code):
                continue
            owned = after.replace(f"({centre})", f"({self.names.code[centre]})") if centre else after
            found[place, self.names.code[target]] = f"{letter}{colon}{marks}", owned
        return found

    def _opening(self) -> Iterator[str]:
        if not self.variant.start.opening or not self.flow.opening:
            return
        lines = []
        for power in self.variant.powers:
            words = list(self._opening_words(power))
            if words not in (self._site_words(power, marked=False), self._site_words(power, marked=True)):
                lines += [self.names.power[power.id], " ".join(("HOMES", *words))]
        if lines:
            yield "# In the opening only: ~ hides what is built, @ONE(OTHER) may be used in place of the other"
            yield f"IN {self.flow.abbreviation}"
            yield from lines

    def _opening_words(self, power: Power) -> Iterator[str]:
        hidden = self.sites.hidden(power)
        other = {two: one for owner, one, two in self.sites.pairs.values() if owner == power.id}
        codes = self.names.code
        for home in (*self.homes(power), *self.sites.factories(power)):
            word = codes[home] if home in self.homes(power) else f"+{codes[home]}"
            if home in other:
                word = f"@{word}({codes[other[home]]})"
            yield f"~{word}" if home in hidden else word


def _is_stanza(line: str) -> bool:
    return line.rsplit(maxsplit=1)[-1].upper() in ("DIRECTIVE", "DIRECTIVES")


def _closed(block: tuple[str, ...]) -> tuple[str, ...]:
    """A block that ends where it ends: a stanza that nobody closed would swallow the rest of the file."""
    if not _is_stanza(block[0]) or block[-1].upper().split()[0] == "END":
        return block
    return (*block, "END DIRECTIVES")


def _turns_of(words: Iterable[str]) -> list[str]:
    return [word for word in words if word.partition(":")[0] not in ("NEWYEAR", "IFYEARDIV")]
