"""What a power sees of a game in which something is hidden."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from dipmap.judge.errors import JudgeError
from dipmap.judge.notation import unit_text
from dipmap.judge.state import State
from dipmap.model import Variant


class Veiled(NamedTuple):
    """A unit of which only this is shown: whose it is, and that it stands in one of these places."""

    power: str
    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A game as a power sees it (as everybody does where `power` is None).

    `state` holds the units it sees and nothing of the others; `veiled` are those it knows to stand in one of several places.
    """

    power: str | None
    state: State
    veiled: tuple[Veiled, ...] = ()

    def others(self) -> list[str]:
        """The units of others in text, sorted: `japan F tok`, `neutral A ind`, and `usa ? nyo|cal` for a veiled one."""
        seen = (unit for unit in self.state.units if unit.power is None or unit.power != self.power)
        return sorted(
            [unit_text(unit, power=True) for unit in seen]
            + [f"{veiled.power} ? {'|'.join(veiled.among)}" for veiled in self.veiled]
        )


def view(variant: Variant, state: State, power: str | None = None) -> View:
    """What a power sees of a state; what everybody sees where no power is named. `JudgeError` for an unknown power."""
    if power is not None and power not in variant.powers_by_id:
        raise JudgeError(f"there is no power called {power}")
    secret = [hidden for hidden in state.hidden if hidden.key[0] != power]
    if not secret:
        return View(power, state)
    keys = {hidden.key for hidden in secret}
    shown = replace(
        state,
        units=tuple(unit for unit in state.units if unit.key not in keys),
        hidden=tuple(hidden for hidden in state.hidden if hidden.key[0] == power),
    )
    return View(power, shown, tuple(sorted(Veiled(hidden.key[0], hidden.among) for hidden in secret if hidden.among)))
