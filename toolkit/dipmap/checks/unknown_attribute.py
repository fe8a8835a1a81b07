"""D316: attributes that are nearly ours."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._near import near
from dipmap.diagnostics import Finding, Severity
from dipmap.dialects.dipmap import ATTRIBUTES, NAME


@check("D316", "unknown-attribute", Severity.WARNING, needs=("drawing", "draft"))
def unknown_attribute(facts: Facts) -> Iterator[Finding]:
    """An attribute is nearly one that dipmap reads, but not quite.

    ## Why
    Attributes that begin with data- are free for anybody, so one that is not known is passed over. A misspelt one would lose
    a province or a passage in silence.

    ## Fix
    Correct the attribute. If another tool of yours reads it, put the check into ignore with its name.

    ## Example
    ```
    data-provnce="lon"     meant: data-province
    data-center="england"  meant: data-centre
    ```
    """
    assert facts.drawing is not None
    assert facts.draft is not None
    if facts.draft.dialect != NAME:
        return
    for item in facts.drawing.items:
        for raw in item.element.keys():  # noqa: SIM118  an element is no dict
            name = str(raw)
            word = name.removeprefix("data-")
            meant = near(word, ATTRIBUTES) if name.startswith("data-") and word not in ATTRIBUTES else ""
            if meant:
                message = f"the attribute {name} is not read; did you mean data-{meant}?"
                yield Finding(
                    message, item.place(name), f"rename it to data-{meant}", f"{name} {item.element.get(name)}"
                )
