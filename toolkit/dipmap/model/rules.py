"""Rules as data: calendar, start, builds, victory, end, schedule, and the statements they carry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dipmap.model.board import UnitType

PHASES = ("movement", "retreat", "adjustment")


@dataclass(frozen=True)
class Turn:
    """A named turn of the year: its phases in order, and what happens at its end."""

    id: str
    name: str
    phases: tuple[str, ...]
    ownership: bool = False
    victory: bool = False

    @property
    def adjustment(self) -> bool:
        """Whether builds are due in this turn."""
        return "adjustment" in self.phases


@dataclass(frozen=True)
class Calendar:
    """The turns of a year in order, the first year and the turn the game starts with; `years` is how far one round goes."""

    turns: tuple[Turn, ...]
    first_year: int
    first_turn: str
    years: int = 1

    def turn(self, turn_id: str) -> Turn:
        """The turn of an id; `KeyError` where there is none."""
        for turn in self.turns:
            if turn.id == turn_id:
                return turn
        raise KeyError(turn_id)


STANDARD_TURNS = (
    Turn("spring", "Spring", ("movement", "retreat")),
    Turn("fall", "Fall", ("movement", "retreat"), ownership=True, victory=True),
    Turn("winter", "Winter", ("adjustment",)),
)


@dataclass(frozen=True)
class Unit:
    """A unit on the board; `power` None is a standing unit of nobody."""

    power: str | None
    type: UnitType
    location: str


@dataclass(frozen=True)
class Opening:
    """An adjustment before the first turn.

    `builds` caps the builds of single powers (one in each home where nothing is said); of the sites in a group of
    `exclusive` only one may be used. `secret` hides all builds until the first moves are shown, `secret_sites` those in
    single provinces; `joint` builds are handed in together with the first moves. `turn` and `year` name it, where the
    document does (`december`, 2006).
    """

    builds: Mapping[str, int] = field(default_factory=dict)
    secret: bool = False
    joint: bool = False
    exclusive: tuple[tuple[str, ...], ...] = ()
    secret_sites: tuple[str, ...] = ()
    turn: str = ""
    year: int | None = None


@dataclass(frozen=True)
class Start:
    """Units on the board when the game begins, or an opening adjustment."""

    units: tuple[Unit, ...] = ()
    opening: Opening | None = None


@dataclass(frozen=True)
class BuildSite:
    """A centre that is no home of `power`, in which it may build all the same while it owns it."""

    power: str
    site: str


@dataclass(frozen=True)
class BuildLimit:
    """At most `at_most` builds of `power` in one adjustment among these sites."""

    power: str
    sites: tuple[str, ...]
    at_most: int


@dataclass(frozen=True)
class Builds:
    """Where and how units are built: `sites` is `homes`, `owned` or `any-home`; `method` is `orders` or `automatic`.

    `extra` are sites beyond these, `limits` keep the number of builds among some sites down.
    """

    sites: str = "homes"
    method: str = "orders"
    units: tuple[UnitType, ...] = (UnitType.ARMY, UnitType.FLEET)
    extra: tuple[BuildSite, ...] = ()
    limits: tuple[BuildLimit, ...] = ()


@dataclass(frozen=True)
class Points:
    """Weights of centres: any centre, one's own home, and exceptions for the own homes of single powers."""

    centre: int = 1
    own_home: int = 1
    own_home_of: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Victory:
    """When the game is won.

    `by` is `centres` or `points`, `at_least` the number needed. `most` demands that nobody has more, `sole` that nobody
    has as many. `tie` is what happens when several reach it at once: `most` lets the one with most win (where `sole` is
    set, equal ones play on), `continue` lets all play on until only one has it.
    """

    by: str = "centres"
    at_least: int = 0
    most: bool = True
    sole: bool = True
    tie: str = "continue"
    points: Points = field(default_factory=Points)


@dataclass(frozen=True)
class End:
    """When it ends without victory.

    `last_year` and its `result`: `draw`, or `most-wins` (whoever alone has most; a draw of all survivors where several
    have as many). `agreed_draw` says who shares a draw that all agree on (`survivors`, `none`), `agreed_within` how long
    a player's word counts: the `game`, until it is taken back, or one movement `phase`, in which all have to give it.
    """

    last_year: int | None = None
    result: str = "draw"
    agreed_draw: str = "survivors"
    agreed_within: str = "game"


@dataclass(frozen=True)
class Schedule:
    """Deadlines and press windows.

    `first_hours` and `hours` are what a movement phase lasts, `opens` and `closes` the times of day (`20:00`); `press` is
    when players may talk; `builds` whether adjustments are ordered in a phase of their own (`separate`) or with the moves
    that follow (`joint`), or as the players ask for (`on-request`).
    """

    first_hours: float | None = None
    hours: float | None = None
    press: str = "always"
    notes: tuple[str, ...] = ()
    opens: str = ""
    closes: str = ""
    builds: str = "separate"


@dataclass(frozen=True)
class Fact:
    """A place in the model (`victory.at_least`, `provinces.r3.capacity`; see `model/facts.py`) and what stands there."""

    path: str
    value: Any


@dataclass(frozen=True)
class Rule:
    """A statement of the variant's document in our own words, with the model facts that carry it.

    `where` is its place in the document, `proofs` the scenarios that prove it, `text` says that no program can enforce it.
    """

    id: str
    sense: str
    where: str = ""
    facts: tuple[Fact, ...] = ()
    proofs: tuple[str, ...] = ()
    text: bool = False
