"""D636: a proof that only one side knows of."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D636", "one-sided-proof", Severity.WARNING, needs=("rules",))
def one_sided_proof(facts: Facts) -> Iterator[Finding]:
    """A statement names a scenario that does not say it proves the statement, or a scenario a statement that does not name it.

    ## Why
    `proofs` in `rules.yaml` and `proves` in a scenario say the same from both ends, so that whoever edits one of them sees what
    depends on it. Where they differ, one was changed and the other forgotten.

    ## Fix
    Add the name at the other end, or take it out at this one.

    ## Example
    ```yaml
    name: passage-support
    proves: [P33]
    ```
    """
    assert facts.rules is not None
    scenarios = {scenario.name: scenario for scenario in facts.scenarios}
    rules = {rule.id: rule for rule in facts.rules.rules}
    for rule in facts.rules.rules:
        for index, name in enumerate(rule.proofs):
            if name in scenarios and rule.id not in scenarios[name].proves:
                message = f"{rule.id} is proved by {name}, which does not say that it proves {rule.id}"
                hint = f"add {rule.id} to proves in {name}, or take the scenario out here"
                yield Finding(message, facts.rules.place(rule.id, "proofs", index), hint, f"{rule.id} {name}")
    for scenario in facts.scenarios:
        for index, identity in enumerate(scenario.proves):
            if identity in rules and scenario.name not in rules[identity].proofs:
                message = f"{scenario.name} proves {identity}, which does not name it among its proofs"
                hint = f"add {scenario.name} to proofs of {identity}, or take {identity} out here"
                key = f"{scenario.file.source.name.rpartition('/')[2]} {identity}"
                yield Finding(message, scenario.place("proves", index), hint, key)
