"""D109: a prefix that nobody declares."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D109", "unbound-prefix", Severity.WARNING)
def unbound_prefix(facts: Facts) -> Iterable[Finding]:
    """A name in the drawing has a prefix, such as inkscape:, that the drawing never declares.

    ## Why
    Strict programs refuse to open such a file. dipmap takes the prefixes that editors use for what they mean,
    so the names behind them are not lost, but other programs will not. It happens when parts of one file are
    pasted into another as text.

    ## Fix
    Save the drawing again in your editor, or add the declaration to the <svg> element.

    ## Example
    ```
    <svg xmlns="http://www.w3.org/2000/svg"
         xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
    ```
    """
    return facts.noticed("unbound-prefix")
