"""D101: a drawing that is no XML."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D101", "malformed-xml")
def malformed_xml(facts: Facts) -> Iterable[Finding]:
    """The drawing is not well-formed XML, or it is no SVG at all.

    ## Why
    Nothing can be read from such a file, so no other check looks at the map. It happens when a download or a
    copy stopped half-way, when a file was edited by hand, or when something else was saved under the name of
    the map.

    ## Fix
    Open the file in the editor that wrote it and save it again as SVG. If the editor cannot open it either, go
    back to the last version that was whole; the finding names the line and column at which reading stopped,
    which is often just behind the slip.

    ## Example
    ```
    <path id="lon" d="M0 0h10v10z">      the slash before > is missing
    <text>Bosnia & Herzegovina</text>    write &amp; for &
    ```
    """
    return facts.noticed("malformed-xml")
