"""D623: a statement that the variant does not hold to."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding
from dipmap.model import facts as model


@check("D623", "fact-contradicted", needs=("rules", "variant"))
def fact_contradicted(facts: Facts) -> Iterator[Finding]:
    """A statement in `rules.yaml` says one thing and the variant another.

    ## Why
    The statements are what the variant's document says. Where drawing and `variant.yaml` come to something else, games would be
    played by other rules than the players read.

    ## Fix
    Mend the drawing or `variant.yaml`; or correct the statement where the document was misread. The order of a list does not
    matter.

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
            answer = asked.answer(fact)
            if answer.missing is None and not answer.right:
                message = f"{rule.id} says that {fact.path} is {model.words(fact.value)}, but it is {model.words(answer.value)}"
                place = facts.rules.place(rule.id, "facts", fact.path)
                yield Finding(message, place, "mend the variant, or correct the statement", f"{rule.id} {fact.path}")
