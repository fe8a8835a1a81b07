"""D626: a scenario for a statement that is not there."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._near import slip
from dipmap.diagnostics import Finding, Severity


@check("D626", "scenario-proves-nothing", Severity.WARNING, needs=("rules",))
def scenario_proves_nothing(facts: Facts) -> Iterator[Finding]:
    """A scenario says that it proves a statement which `rules.yaml` does not have.

    ## Why
    The statement was renamed or taken out, or its id has a slip; what the scenario is for can no longer be told.

    ## Fix
    Correct the id under `proves`, or take it out.

    ## Example
    ```yaml
    name: passage-support
    proves: [P33]
    ```
    """
    assert facts.rules is not None
    known = {rule.id for rule in facts.rules.rules}
    for scenario in facts.scenarios:
        for index, rule in enumerate(scenario.proves):
            if rule not in known:
                near = slip(rule, known)
                hint = f"did you mean {near}?" if near else "correct the id, or take it out"
                message = f"the scenario {scenario.name} proves {rule}, which is no statement of rules.yaml"
                key = f"{scenario.file.source.name.rpartition('/')[2]} {rule}"
                yield Finding(message, scenario.place("proves", index), hint, key)
