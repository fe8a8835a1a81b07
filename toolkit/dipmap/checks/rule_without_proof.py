"""D630: a statement that no scenario proves."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D630", "rule-without-proof", Severity.WARNING, needs=("rules",))
def rule_without_proof(facts: Facts) -> Iterator[Finding]:
    """A statement in `rules.yaml` that a program can enforce names no scenario that proves it.

    ## Why
    Facts say that the variant holds what the statement needs, and a scenario shows that the game is played by it. A statement
    without one may be misread, and nobody notices when a later change breaks it. A source without scenarios is not asked for
    them, and a statement marked `text: true` is not either.

    ## Fix
    Write a scenario that would fail if the rule were another, and name it under `proofs`.

    ## Example
    ```yaml
    rules:
      P33: {sense: There an army also supports., facts: {all.direct.units: army}, proofs: [passage-support]}
    ```
    """
    assert facts.rules is not None
    if not facts.scenarios:
        return
    for rule in facts.rules.rules:
        if not rule.text and not rule.proofs:
            message = f"no scenario proves {rule.id}"
            hint = "write one and name it under proofs, or mark the statement text: true"
            yield Finding(message, facts.rules.place(rule.id, key=True), hint, rule.id)
