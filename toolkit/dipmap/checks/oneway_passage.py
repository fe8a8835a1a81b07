"""D513: a passage that leads one way."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity

_WHO = {"army": "armies", "fleet": "fleets", "both": "armies and fleets"}


@check("D513", "oneway-passage", Severity.INFO, needs=("origins",))
def oneway_passage(facts: Facts) -> Iterator[Finding]:
    """A passage leads one way only.

    ## Why
    One-way passages are rare and easily overlooked, by players as well as by whoever draws the map again. This is a remark,
    no complaint: you declared it so.

    ## Fix
    Nothing, if it is meant. If units may come back, write `-` in place of `>`, or leave out `oneway`. An arrow on the map
    helps players.
    """
    assert facts.origins is not None
    for passage in facts.origins.passages:
        if passage.oneway:
            message = f"{_WHO[passage.units.value]} may pass from {passage.a} to {passage.b}, but not back"
            hint = f"write {passage.a}-{passage.b} if they may come back"
            key = f"{passage.a}>{passage.b}-{passage.units}"
            yield Finding(message, passage.place, hint, key, provinces=(passage.a, passage.b))
