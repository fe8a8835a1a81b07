"""D302: names that say nothing."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.checks._near import of_layers
from dipmap.diagnostics import Finding


@check("D302", "unreadable-name")
def unreadable_name(facts: Facts) -> Iterable[Finding]:
    """The name of an element begins like a tag or stands in a layer of tags, but cannot be read.

    ## Why
    In the layers provinces, coasts, centres, units, passages, barriers and anchors every name means something,
    and a slip there would lose a province or a passage in silence. Names elsewhere are free, unless they begin
    with the word of a tag, such as passage.

    ## Fix
    Correct the name; the finding says which word is not understood. What is only decoration belongs into the
    layer background or foreground.

    ## Example
    ```
    passage kla-str fleet permission via slu     good
    passage kla str fleet                        the pair is written kla-str
    centre lon:england                           good
    ```
    """
    slips = of_layers(facts)
    return (finding for finding in facts.noticed("unreadable-name") if finding.place.element not in slips)
