"""D304: provinces that are declared only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dipmap.checking import Facts, check
from dipmap.checks._near import slip
from dipmap.checks._undrawn import misread, nothing_drawn, undeclared
from dipmap.diagnostics import Finding, Label
from dipmap.dialects._tags import province
from dipmap.svg.drawing import Item
from dipmap.svg.names import undone


@check("D304", "province-not-drawn")
def province_not_drawn(facts: Facts) -> Iterator[Finding]:
    """A province is declared in variant.yaml, but no shape in the drawing is named after it.

    ## Why
    Without a shape it has no borders and no place for units. Often the name in the drawing has a slip, or the
    province is drawn under another name.

    ## Fix
    Name its shape after the id, in the layer provinces. If the drawing keeps another name for it, bind that
    name with shape.

    ## Example
    ```
    provinces:
      nao: {name: North Atlantic Ocean, terrain: sea, shape: nat}
    ```
    """
    if nothing_drawn(facts):
        return
    reasons = misread(facts)
    drawn = undeclared(facts)
    for finding in facts.noticed("province-not-drawn"):
        identity = finding.provinces[0]
        meant = slip(identity, drawn)
        text = _text(facts, identity)
        if identity in reasons:
            continue
        if text is not None:
            label = Label(text.place(), "a text bears that name; name a shape")
            yield replace(finding, labels=(label,))
        elif meant:
            place = drawn[meant]
            where = f" (line {place.span.begin[0]})" if place.span else ""
            message = f"{finding.message}; the drawing has {meant}{where}"
            hint = f"rename {meant} to {identity} if it is meant, or bind it with shape:"
            yield replace(finding, message=message, hint=hint, labels=(Label(place, "did you mean this shape?"),))
        else:
            yield finding


def _text(facts: Facts, identity: str) -> Item | None:
    """A text or picture that bears the name of a province."""
    for item in facts.drawing.items if facts.drawing else ():
        if item.tag in ("text", "image"):
            said = [province(shorter) for name, _ in item.names for shorter in undone(name)]
            if any(found and found.values.get("id") == identity for found in said):
                return item
    return None
