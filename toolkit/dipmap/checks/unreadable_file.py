"""D108: files that are not there."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D108", "unreadable-file")
def unreadable_file(facts: Facts) -> Iterable[Finding]:
    """A file of the variant is missing or cannot be opened.

    ## Why
    A variant is a folder with two files: variant.yaml, which declares what cannot be drawn, and the drawing
    (map.svg, or the file that map: in variant.yaml names). What needs the missing one is not checked.

    ## Fix
    Create the file, correct its name, or name the folder in which it lies. Capitals count in file names on most
    servers.
    """
    return facts.noticed("unreadable-file")
