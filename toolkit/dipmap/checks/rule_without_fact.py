"""D621: a statement that nothing carries."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D621", "rule-without-fact", needs=("rules",))
def rule_without_fact(facts: Facts) -> Iterator[Finding]:
    """A statement in `rules.yaml` is neither carried by facts nor marked as text, or it is both.

    ## Why
    Each statement of a variant's document either shows in the model, so that a program can hold to it, or is for people only.
    One with neither would be promised and played by nobody; one with both leaves open which it is.

    ## Fix
    Name the facts that carry it, such as `victory.at_least: 19`. Write `text: true` only where no program can enforce it, as with
    credits.

    ## Example
    ```yaml
    rules:
      P30: {sense: Nineteen centres win., facts: {victory.at_least: 19}}
      P37: {sense: The designer thanks those who helped., text: true}
    ```
    """
    assert facts.rules is not None
    for rule in facts.rules.rules:
        if bool(rule.facts) is not rule.text:
            continue
        if rule.text:
            message = f"{rule.id} is marked as text, but facts carry it"
            yield Finding(message, facts.rules.place(rule.id, "text", key=True), "remove text, or the facts", rule.id)
        else:
            message = f"{rule.id} is carried by no fact of the model"
            hint = "name the facts that carry it, or write text: true where no program can enforce it"
            yield Finding(message, facts.rules.place(rule.id, key=True), hint, rule.id)
