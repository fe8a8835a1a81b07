"""Builds and removals: how many each power has, where it may build, and what comes of the orders.

A power's orders are carried out one by one as it gives them: one that cannot be is void, and the next has its turn (DATC
4.D.4, 4.D.6). Powers do not get in each other's way, as nobody builds in a centre that is another's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dipmap.judge import civil_disorder, opening, victory
from dipmap.judge.board import LETTERS, Board
from dipmap.judge.language import language_of
from dipmap.judge.legal import Position, Void
from dipmap.judge.notation import unit_text
from dipmap.judge.orders import BUILD, DISBAND, REMOVE, WAIVE, Given, UnitRef, Unreadable, Written
from dipmap.judge.results import BUILT, DISBANDED, VOID, WAIVED, OrderResult
from dipmap.judge.state import FLEET, Hidden, Piece, State, numbered
from dipmap.model import province_of


class Adjusted(NamedTuple):
    """What an adjustment left: the units on the board, those put on it and taken off, and those that others do not see."""

    results: tuple[OrderResult, ...]
    units: tuple[Piece, ...]
    built: tuple[Piece, ...]
    removed: tuple[Piece, ...]
    hidden: tuple[Hidden, ...]


def balance(board: Board, state: State) -> dict[str, int]:
    """How many units each power has to build, or (below nought) to remove; without those that have as many as centres."""
    variant = board.variant
    if state.opening and variant.start.opening is not None:
        return {power: cap for power, cap in opening.caps(variant, variant.start.opening).items() if cap}
    found = dict.fromkeys(board.powers, 0)
    for owner in state.owners.values():
        if owner in found:
            found[owner] += 1
    for unit in state.units:
        if unit.power in found:
            found[unit.power] -= 1
    players = victory.playing(variant)
    return {power: count for power, count in found.items() if count < 0 or (count > 0 and power in players)}


def due(board: Board, state: State) -> bool:
    """Whether an adjustment has anything to do: somebody can build, somebody has to remove, a unit of nobody comes back."""
    yard = Yard(board, state)
    return any(
        count < 0 or any(yard.choices(power, site) for site in yard.sites(power))
        for power, count in balance(board, state).items()
    ) or bool(_returning(board, state))


class Yard:
    """Where powers may build in an adjustment, and what has been built so far."""

    def __init__(self, board: Board, state: State) -> None:
        self.board, self.state = board, state
        self.opening = board.variant.start.opening if state.opening else None
        self.types = tuple(LETTERS[kind] for kind in board.variant.builds.units)
        self.there: dict[str, list[str | None]] = {}
        for unit in state.units:
            self.there.setdefault(unit.province, []).append(unit.power)
        self.used: dict[str, list[str]] = {}
        self._sites: dict[str, tuple[str, ...]] = {}

    def sites(self, power: str) -> tuple[str, ...]:
        """The provinces a power may build in while there is room: its homes in their order, then others by their ids."""
        found = self._sites.get(power)
        if found is None:
            homes = [home for home in self.board.variant.powers_by_id[power].homes if self._is_site(power, home)]
            others = sorted(self.state.owned(power))
            found = (*homes, *(each for each in others if each not in homes and self._is_site(power, each)))
            self._sites[power] = found
        return found

    def _is_site(self, power: str, province: str) -> bool:
        if province not in self.board.provinces:
            return False
        owner = self.state.owners.get(province)
        if self.opening is not None and owner is None:
            return province in self.board.variant.powers_by_id[power].homes
        return owner == power and self._would_be_site(power, province)

    def _would_be_site(self, power: str, province: str) -> bool:
        """Whether a power may build in a province if it owns it."""
        builds = self.board.variant.builds
        if province in self.board.variant.powers_by_id[power].homes:
            return True
        if any(extra.power == power and extra.site == province for extra in builds.extra):
            return True
        if province not in self.board.centres or self.opening is not None:
            return False
        return builds.sites == "owned" or (
            builds.sites == "any-home" and self.board.provinces[province].home is not None
        )

    def choices(self, power: str, province: str) -> list[tuple[str, str]]:
        """What may be built in one of a power's sites as things stand: type and location, in order."""
        if self._crowded(power, province):
            return []
        found = []
        for letter in self.types:
            if province in self.board.admits[letter]:
                coasts = self.board.coasts(province) if letter == FLEET else ()
                found += [(letter, location) for location in coasts or (province,)]
        return found

    def _crowded(self, power: str, province: str) -> Void | None:
        """What keeps a power from building in one of its sites now."""
        there = self.there.get(province, [])
        if len(there) >= self.board.capacity[province]:
            return Void("occupied", f"a unit stands in {province}")
        if province in self.board.unmixed and any(other != power for other in there):
            return Void("occupied", f"a unit of another power stands in {province}")
        used = self.used.get(power, [])
        for limit in self.board.variant.builds.limits:
            if limit.power != power or province not in limit.sites:
                continue
            if sum(1 for site in used if site in limit.sites) >= limit.at_most:
                places = ", ".join(limit.sites)
                return Void("limit", f"at most {limit.at_most} are built in one adjustment in {places}")
        for group in self.opening.exclusive if self.opening is not None else ():
            other = next((site for site in used if site in group and site != province), None)
            if province in group and other is not None:
                return Void("exclusive", f"the power builds in {other}")
        return None

    def chosen(self, power: str, ref: UnitRef) -> tuple[str, str] | Void:
        """Type and location of a build that was ordered, or why it cannot be."""
        board, province = self.board, province_of(ref.location)
        if ref.power and ref.power != power:
            return Void("not-yours", "no power builds for another")
        if ref.type not in self.types:
            words = " or ".join("fleets" if letter == FLEET else "armies" for letter in self.types)
            return Void("wrong-unit", f"only {words} are built")
        if province not in self.sites(power):
            if self._would_be_site(power, province):
                return Void("not-owned", f"{province} is not {power}'s")
            return Void("not-a-site")
        if province not in board.admits[ref.type]:
            return Void("cannot-stand", f"no {'fleet' if ref.type == FLEET else 'army'} stands in {province}")
        coasts = board.coasts(province) if ref.type == FLEET else ()
        location = ref.location if coasts else province
        if len(coasts) == 1:
            location = coasts[0]
        elif coasts and location not in coasts:
            return Void("which-coast", f"write {' or '.join(coasts)}")
        return self._crowded(power, province) or (ref.type, location)

    def build(self, power: str, location: str) -> None:
        """Note a build: it takes up room, and counts where the number of builds is limited."""
        province = province_of(location)
        self.there.setdefault(province, []).append(power)
        self.used.setdefault(power, []).append(province)


def play(board: Board, state: State, given: Sequence[Given]) -> Adjusted:
    """Adjudicate an adjustment. Results come power by power: its orders as it gave them, then what the judge did for it."""
    phase = _Phase(board, state)
    orders: dict[str, list[Given]] = {}
    for each in given:
        orders.setdefault(each.power, []).append(each)
    for power in board.powers:
        phase.adjust(power, orders.get(power, ()))
    phase.bring_back()
    gone = set(phase.removed)
    units = numbered((*(unit for unit in state.units if unit not in gone), *phase.built))
    before = set(state.units)
    built = tuple(unit for unit in units if unit not in before)
    secret: tuple[Hidden, ...] = ()
    if phase.yard.opening is not None:
        sites: Mapping[str, Sequence[str]] = {power: phase.yard.sites(power) for power in board.powers}
        secret = opening.hidden(phase.yard.opening, built, sites)
    return Adjusted(tuple(phase.results), units, built, tuple(phase.removed), secret)


class _Phase:
    """An adjustment while its orders are carried out."""

    def __init__(self, board: Board, state: State) -> None:
        self.board, self.state = board, state
        self.yard = Yard(board, state)
        self.balance = balance(board, state)
        self.automatic = board.variant.builds.method == "automatic" and not state.opening
        self.position = Position(board, state.units)
        self.results: list[OrderResult] = []
        self.built: list[Piece] = []
        self.removed: list[Piece] = []

    def adjust(self, power: str, given: Sequence[Given]) -> None:
        """All that one power does."""
        left = self.balance.get(power, 0)
        for each in given:
            left = self.carry_out(each, left)
        if left > 0 and self.automatic:
            self.fill(power, left)
        elif left > 0:
            unused = self.possible(power, left)
            self.results += [OrderResult(power, WAIVE, WAIVED, "no-order")] * unused
        elif left < 0:
            self.disorder(power, -left)

    def carry_out(self, given: Given, left: int) -> int:
        """Carry out one order; how many builds (below nought: removals) the power has left after it."""
        written = language_of(self.board).read(given.text)
        if isinstance(written, Unreadable):
            self.void(given, Void(written.reason, written.detail))
        elif written.kind not in (BUILD, REMOVE, DISBAND, WAIVE):
            self.void(given, Void("wrong-phase", f"this is an adjustment, and no time to {written.kind}"))
        elif self.automatic:
            self.void(given, Void("automatic"))
        elif written.kind in (REMOVE, DISBAND):
            return self.remove(given, written, left)
        elif left <= 0:
            self.void(given, Void("no-build-due"))
        elif written.kind == WAIVE:
            self.results.append(OrderResult(given.power, given.text, WAIVED))
            return left - 1
        else:
            return self.build(given, written, left)
        return left

    def void(self, given: Given, void: Void, unit: Piece | None = None) -> None:
        self.results.append(OrderResult(given.power, given.text, VOID, void.reason, (), unit, void.detail))

    def build(self, given: Given, written: Written, left: int) -> int:
        assert written.unit is not None
        found = self.yard.chosen(given.power, written.unit)
        if isinstance(found, Void):
            self.void(given, found)
            return left
        self.put(given.power, *found)
        self.results.append(OrderResult(given.power, given.text, BUILT))
        return left - 1

    def put(self, power: str, letter: str, location: str) -> None:
        self.yard.build(power, location)
        self.built.append(Piece(power, letter, location))

    def remove(self, given: Given, written: Written, left: int) -> int:
        assert written.unit is not None
        if left >= 0:
            self.void(given, Void("no-removal-due"))
            return left
        found = self.position.found(written.unit, given.power)
        if isinstance(found, Void):
            self.void(given, found)
            return left
        units = [self.position.units[index] for index in found if self.position.units[index] not in self.removed]
        if not units:
            self.void(given, Void("no-unit", "it has been removed already"))
            return left
        if len({unit.type for unit in units}) > 1:
            self.void(given, Void("which-unit", f"write {' or '.join(unit_text(unit, number=True) for unit in units)}"))
            return left
        # of several that are alike the last one goes, so that the others keep their numbers
        self.removed.append(units[-1])
        self.results.append(OrderResult(given.power, given.text, DISBANDED, "", (), units[-1]))
        return left + 1

    # ---- what powers leave to the judge

    def possible(self, power: str, most: int) -> int:
        """How many of the builds left could have been used, up to `most`."""
        count = 0
        for site in self.yard.sites(power):
            while count < most and self.yard.choices(power, site):
                self.yard.build(power, site)
                count += 1
        return count

    def fill(self, power: str, left: int) -> None:
        """Build in every site with room, one after the other, until the power has as many units as centres."""
        before = left + 1
        while 0 < left < before:
            before = left
            for site in self.yard.sites(power):
                choices = self.yard.choices(power, site) if left else []
                if choices:
                    letter, location = choices[0]
                    self.put(power, letter, location)
                    self.results.append(OrderResult(power, f"build {letter} {location}", BUILT, "automatic"))
                    left -= 1

    def disorder(self, power: str, count: int) -> None:
        """Remove the units farthest away."""
        units = [unit for unit in self.state.units if unit.power == power and unit not in self.removed]
        for unit in civil_disorder.removal_order(self.board, power, units, self.state.owners)[:count]:
            self.removed.append(unit)
            text = f"remove {unit_text(unit)}"
            self.results.append(OrderResult(power, text, DISBANDED, "civil-disorder", (), unit))

    def bring_back(self) -> None:
        """Put units of nobody back where they stood."""
        for unit in _returning(self.board, self.state):
            self.built.append(unit)
            self.results.append(OrderResult(None, f"build {unit_text(unit)}", BUILT, "standing"))


def _returning(board: Board, state: State) -> list[Piece]:
    """The units of nobody that come back: where that is a rule, while their places are free and nobody's."""
    if board.option("standing_rebuilt") != "true" or state.opening:
        return []
    taken = {unit.province for unit in state.units} | state.owners.keys()
    return [
        Piece(None, LETTERS[unit.type], unit.location)
        for unit in board.variant.standing_units
        if province_of(unit.location) not in taken
    ]
