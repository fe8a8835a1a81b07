"""D617: one word for two powers."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.diagnostics import Finding, Label, Place, Severity
from dipmap.model import Power


@check("D617", "same-power-name", Severity.WARNING, needs=("variant", "declaration", "origins"))
def same_power_name(facts: Facts) -> Iterator[Finding]:
    """Two powers go by the same word.

    ## Why
    Players and judges name a power by its id, its name or an alias, in capitals or not. A word that means two of them makes
    orders, press and results ambiguous, and some engines refuse to load the map.

    ## Fix
    Give one of them another name, or take the alias away from one of them.

    ## Example
    With `eng: {name: England}` beside `gb: {name: Britain, aliases: [England]}` nobody knows whose unit is meant.
    """
    assert facts.variant is not None
    words: dict[str, dict[str, tuple[str, Place, str]]] = {}
    for power in facts.variant.powers:
        for word, what, place in _words(facts, power):
            words.setdefault(" ".join(word.split()).casefold(), {}).setdefault(power.id, (what, place, word))
    for key, holders in sorted(words.items()):
        if len(holders) > 1:
            # at a name or an alias: the id is the last that anybody wants to change
            order = sorted(holders, key=lambda identity: (holders[identity][0] == "the id", identity))
            said = [f"{holders[identity][0]} of {identity}" for identity in order]
            first, *rest = order
            labels = tuple(Label(holders[other][1], f"{holders[other][0]} of {other}") for other in rest)
            message = f"{holders[first][2]!r} is {listed(said)}"
            yield Finding(message, holders[first][1], "give one of them another word", key, labels)


def _words(facts: Facts, power: Power) -> Iterator[tuple[str, str, Place]]:
    """Each word for a power, what the word is to it, and where it stands."""
    assert facts.declaration is not None
    place = facts.declaration.place
    yield power.id, "the id", place("powers", power.id, key=True)
    yield power.name, "the name", place("powers", power.id, "name")
    for index, alias in enumerate(power.aliases):
        yield alias, "an alias", place("powers", power.id, "aliases", index)
