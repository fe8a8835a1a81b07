"""D624: a departure from the base rules that no statement explains."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity
from dipmap.model.facts import covers, notable


@check("D624", "unexplained-fact", Severity.WARNING, needs=("rules", "variant"))
def unexplained_fact(facts: Facts) -> Iterator[Finding]:
    """The variant departs from the base rules in something that no statement in `rules.yaml` explains.

    ## Why
    Players read the statements. A passage, a second unit in a province or a calendar of which no statement knows is either a slip
    in the variant, or a rule that was forgotten.

    ## Fix
    Add the fact to the statement it belongs to, or undo it in the variant. A number of all passages of a kind (`count.direct`), or
    what they have in common (`all.direct.units`), explains each of them.

    ## Example
    ```yaml
    rules:
      P31: {sense: Bridges lead over both rivers., facts: {count.direct: 13}}
    ```
    """
    assert facts.rules is not None
    assert facts.variant is not None
    paths = {fact.path for rule in facts.rules.rules for fact in rule.facts}
    for fact, what in notable(facts.variant).items():
        if not any(covers(facts.variant, path, fact) for path in paths):
            hint = f"add {fact} to the statement it belongs to"
            yield Finding(f"no statement explains {what}", facts.rules.file.place(("rules",), key=True), hint, fact)
