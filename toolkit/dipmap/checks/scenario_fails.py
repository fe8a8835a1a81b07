"""D629: a scenario that does not come out as it says."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D629", "scenario-fails")
def scenario_fails(facts: Facts) -> Iterable[Finding]:
    """A scenario was played, and something else came of it than it expects.

    ## Why
    A scenario is a proof. Either it expects what the rules do not say, or the variant does not play as its document has it:
    a passage is missing, a rule choice is another, a centre changes hands too late. The finding stands at the expectation and
    tells what came instead, with the reason that the judge gives. A phase that comes out wrong ends its scenario. Scenarios are
    played when nothing else is wrong with the source; a scenario that another finding is about is not.

    ## Fix
    Decide by the document which of the two is right, and correct the scenario or the variant. `dipmap test` plays all scenarios
    of a source or a package and lists what they prove. This finding cannot be ignored.

    ## Example
    ```yaml
    name: passage-army
    turn: january 2007
    phase: movement
    units: [mob A wph]
    orders: {mob: [A wph - frm]}
    expect: {positions: [mob A frm]}
    ```
    """
    return facts.noticed("scenario-fails")
