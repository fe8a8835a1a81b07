"""D315: layers whose name is nearly that of one that means something."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._near import misspelt_layers
from dipmap.checks._undrawn import nothing_drawn
from dipmap.diagnostics import Finding, Severity
from dipmap.dialects import dialects


@check("D315", "misspelt-layer", Severity.WARNING, needs=("drawing", "draft"))
def misspelt_layer(facts: Facts) -> Iterator[Finding]:
    """The name of a layer is nearly that of a layer that means something.

    ## Why
    What stands in a layer is read by the layer's name. In one called passage or provnces everything would be taken for
    decoration, and nothing else might show that it is missing.

    ## Fix
    Rename the layer, or give it quite another name if it is only decoration.
    """
    assert facts.draft is not None
    known = dialects()[facts.draft.dialect].LAYERS
    for item, name, attribute, meant in misspelt_layers(facts):
        # an empty map has been told already, with this name
        if not (nothing_drawn(facts) and known[meant] == "provinces"):
            message = f"the layer {name!r} is not read; did you mean {meant}?"
            yield Finding(message, item.place(attribute), f"rename it to {meant}", name)
