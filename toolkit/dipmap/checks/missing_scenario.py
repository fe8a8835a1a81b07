"""D625: a proof that is not there."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._near import slip
from dipmap.diagnostics import Finding, Severity


@check("D625", "missing-scenario", Severity.WARNING, needs=("rules",))
def missing_scenario(facts: Facts) -> Iterator[Finding]:
    """A statement in `rules.yaml` is proved by a scenario that no file in `scenarios` holds.

    ## Why
    Readers take the statement for proved, and nothing proves it. Either the name has a slip or the file is still to be written.
    A source without scenarios is not asked for them.

    ## Fix
    Correct the name under `proofs`, write the scenario, or take the name out.

    ## Example
    ```yaml
    rules:
      P33: {sense: There an army also supports., facts: {all.direct.units: army}, proofs: [passage-support]}
    ```
    """
    assert facts.rules is not None
    known = {scenario.name for scenario in facts.scenarios}
    folder = facts.rules.file.source.name.removesuffix("rules.yaml") + "scenarios"
    spans = [each.finding.place.span for each in facts.notices]
    if not known or any(span is not None and span.source.name.startswith(folder) for span in spans):
        return  # a file that cannot be read may hold it
    for rule in facts.rules.rules:
        for index, name in enumerate(rule.proofs):
            if name not in known:
                near = slip(name, known)
                hint = f"did you mean {near}?" if near else "write the scenario, or take its name out"
                message = f"{rule.id} is proved by {name}, which no file in scenarios holds"
                yield Finding(message, facts.rules.place(rule.id, "proofs", index), hint, f"{rule.id} {name} {index}")
