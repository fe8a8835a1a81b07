"""D610: two powers in one colour."""

from collections.abc import Iterator
from itertools import combinations

from dipmap.checking import Facts, check
from dipmap.checks._colours import DEFICIENCIES, difference
from dipmap.diagnostics import NOWHERE, Finding, Label, Place, Severity
from dipmap.model import Power, Variant

ALIKE = 12.0
NEIGHBOURS_ALIKE = 10.0
STEPS = 2


@check("D610", "similar-colours", Severity.WARNING, needs=("variant", "origins", "declaration"))
def similar_colours(facts: Facts) -> Iterator[Finding]:
    """Two powers have colours that look alike.

    ## Why
    On a map in the middle of a game the colours alone say who holds what. Of powers whose homes lie within two steps of each
    other, people who see no red, no green or no blue must be able to tell the colours apart too: that is one man in twelve.

    ## Fix
    Choose another `colour` for one of them. Colours that differ in lightness stay apart for everybody.
    """
    assert facts.variant is not None
    near: set[frozenset[str]] | None = None
    for one, other in combinations(facts.variant.powers, 2):
        if not (one.playable and other.playable):
            continue
        how = ""
        if difference(one.colour, other.colour) < ALIKE:
            how = "look alike"
        else:
            blind = [name for name in DEFICIENCIES if difference(one.colour, other.colour, name) < NEIGHBOURS_ALIKE]
            if blind and near is None:
                near = _near(facts.variant)
            if blind and near and frozenset((one.id, other.id)) in near:
                how = f"look alike to people with {' or '.join(blind)}, and their homes are close"
        if how:
            message = f"the colours of {one.id} ({one.colour}) and {other.id} ({other.colour}) {how}"
            labels = (Label(_place(facts, one), f"the colour of {one.id}"),)
            hint = "choose a lighter or darker colour for one of them"
            yield Finding(message, _place(facts, other), hint, f"{one.id}-{other.id}", labels)


def _place(facts: Facts, power: Power) -> Place:
    assert facts.declaration is not None
    assert facts.origins is not None
    if (facts.declaration.table("powers").get(power.id) or {}).get("colour"):
        return facts.declaration.place("powers", power.id, "colour")
    return facts.origins.powers.get(power.id, NOWHERE)


def _near(variant: Variant) -> set[frozenset[str]]:
    """Pairs of powers of which a home of one lies within two steps of a home of the other."""
    around: dict[str, set[str]] = {}
    for edge in variant.adjacency:
        a, b = edge.pair
        around.setdefault(a, set()).add(b)
        around.setdefault(b, set()).add(a)
    home = {identity: power.id for power in variant.powers for identity in power.homes}
    found = set()
    for identity, power in home.items():
        reached = {identity}
        for _ in range(STEPS):
            reached |= {other for step in reached for other in around.get(step, ())}
        found |= {frozenset((power, home[other])) for other in reached if other in home and home[other] != power}
    return found
