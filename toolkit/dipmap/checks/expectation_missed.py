"""D602: a number that did not come out."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.checks._undrawn import nothing_drawn
from dipmap.diagnostics import Finding
from dipmap.model.counts import counts


@check("D602", "expectation-missed", needs=("variant", "declaration"))
def expectation_missed(facts: Facts) -> Iterator[Finding]:
    """A number under `expect` did not come out.

    ## Why
    Numbers catch what the eye misses: a centre marker that was lost in the editor, a strait that is no longer drawn. `expect`
    states what must come out, and each difference is told together with what was counted.

    ## Fix
    Look through the list for what is missing or too much, and mend the drawing or the declaration; or correct the number.
    Impassable areas count as `impassable` only, powers are those that play, units include those of nobody. `borders`,
    `passages` and the kinds of passages count pairs of provinces; `army-edges` and `fleet-edges` count each coast for itself.

    ## Example
    ```yaml
    expect: {provinces: 75, centres: 34, homes: 22, neutral: 12, canals: 3}
    ```
    """
    assert facts.variant is not None
    assert facts.declaration is not None
    if nothing_drawn(facts):
        return
    found = counts(facts.variant)
    for name, wanted in facts.declaration.table("expect").items():
        things = found[name]
        if len(things) != wanted:
            which = f" ({listed(things)})" if things else ""
            message = f"expect says {name}: {wanted}, but there {'is' if len(things) == 1 else 'are'} {len(things) or 'none'}{which}"
            hint = "look for what is missing, or correct the number"
            if len(things) > wanted:
                hint = "look for what is too much, or correct the number"
            yield Finding(message, facts.declaration.place("expect", name), hint, name)
