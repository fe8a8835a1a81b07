"""D403: one word for two provinces."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed, spot
from dipmap.diagnostics import Finding, Label, Place, Severity
from dipmap.model import Province


@check("D403", "same-name-twice", Severity.WARNING, needs=("variant", "declaration", "origins"))
def same_name_twice(facts: Facts) -> Iterator[Finding]:
    """Two provinces go by the same word.

    ## Why
    Players and judges write orders with ids, names and aliases alike, in capitals or not. A word that means two provinces
    makes such an order ambiguous, and some engines refuse to load the map.

    ## Fix
    Give one of them another name, or take the alias away from one of them. The alias of a province must not be the id of
    another either.

    ## Example
    With `nwg: {name: Norwegian Sea, aliases: [nor]}` beside a province `nor`, the order `F nor - bar` could mean both.
    """
    assert facts.variant is not None
    words: dict[str, dict[str, tuple[str, Place, str]]] = {}
    for province in facts.variant.provinces:
        if not province.impassable:
            for word, what, place in _words(facts, province):
                words.setdefault(" ".join(word.split()).casefold(), {}).setdefault(province.id, (what, place, word))
    for key, holders in sorted(words.items()):
        if len(holders) > 1:
            # the id is the last that anybody wants to change, so the finding stands at a name or an alias
            order = sorted(holders, key=lambda identity: (holders[identity][0] == "the id", identity))
            said = [f"{holders[identity][0]} of {identity}" for identity in order]
            first, *rest = order
            labels = tuple(Label(holders[other][1], f"{holders[other][0]} of {other}") for other in rest)
            yield Finding(
                f"{holders[first][2]!r} is {listed(said)}",
                holders[first][1],
                "give one of them another word",
                key,
                labels,
                provinces=tuple(sorted(holders)),
            )


def _words(facts: Facts, province: Province) -> Iterator[tuple[str, str, Place]]:
    """Each word for a province, what the word is to it, and where it stands."""
    assert facts.declaration is not None
    here = spot(facts, province.id)
    yield province.id, "the id", here
    entry = facts.declaration.provinces.get(province.id)
    declared = facts.declaration.place("provinces", province.id, "name") if entry and entry.name else here
    yield province.name, "the name", declared
    for index, alias in enumerate(province.aliases):
        yield alias, "an alias", facts.declaration.place("provinces", province.id, "aliases", index)
