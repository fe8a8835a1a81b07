"""D306: attributes that say nothing."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D306", "unreadable-attribute")
def unreadable_attribute(facts: Facts) -> Iterable[Finding]:
    """A data- attribute of dipmap holds something that cannot be read, or stands where it means nothing.

    ## Why
    An attribute states a fact about the province or line it stands on. One that cannot be read would be lost in
    silence, and one that belongs to another (data-via without a data-passage) is usually on the wrong element.

    ## Fix
    Correct the value; the finding says what is expected. Remove the attribute if nothing is meant by it.

    ## Example
    ```
    data-province="lon" data-terrain="coast" data-capacity="3"
    data-passage="kla-str" data-units="fleet" data-via="slu"
    ```
    """
    return facts.noticed("unreadable-attribute")
