"""D622: a fact that is not there."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding
from dipmap.model import facts as model


@check("D622", "unknown-fact", needs=("rules", "variant"))
def unknown_fact(facts: Facts) -> Iterator[Finding]:
    """A statement in `rules.yaml` names a place in the model that does not exist.

    ## Why
    A fact that cannot be found carries nothing. Either its path has a slip, or the variant lost what the statement is about: a
    power, a province, a turn, a rule choice.

    ## Fix
    Correct the path, or bring back what it names. `dipmap inspect SOURCE --rules` shows every fact with what stands there.
    `adjacent.gre-tur` asks for an adjacency, `count.centres` how many there are, `all.sea.capacity` what all seas have in common.

    ## Example
    ```yaml
    rules:
      P30: {sense: Nineteen centres win., facts: {victory.at_least: 19}}
    ```
    """
    assert facts.rules is not None
    assert facts.variant is not None
    asked = model.Facts(facts.variant)
    for rule in facts.rules.rules:
        for fact in rule.facts:
            missing = asked.answer(fact).missing
            if missing is not None:
                message = f"{rule.id} rests on {fact.path}, which leads nowhere: {missing}"
                hint = f"write {missing.near}" if missing.near else "correct the path, or bring back what it names"
                place = facts.rules.place(rule.id, "facts", fact.path, key=True)
                yield Finding(message, place, hint, f"{rule.id} {fact.path}")
