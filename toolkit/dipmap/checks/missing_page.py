"""D107: a drawing without a page."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D107", "missing-page", Severity.WARNING)
def missing_page(facts: Facts) -> Iterable[Finding]:
    """The drawing does not say where its page begins and ends.

    ## Why
    Without a viewBox or a width and height every program shows another part of the map, and nobody can say
    which provinces lie off the page. A viewBox that cannot be read is told as bad-value.

    ## Fix
    Set the size of the page in your editor: document properties in Inkscape, artboard in Illustrator, frame in
    Figma and Affinity.

    ## Example
    ```
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900">
    ```
    """
    return facts.noticed("missing-page")
