"""D811: a file for an import that cannot be read."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D811", "import-unreadable")
def import_unreadable(facts: Facts) -> Iterable[Finding]:
    """A file for an import, or a part of it, is not what its format says.

    ## Why
    An import reads the files of other engines as their own loaders do, and more strictly: what a loader silently passes over
    (a power without a name, a unit in a province that does not exist, a number that is none) would be a hole in the variant.
    Files of strangers are read within limits of size, number and depth, and never followed out of their folder.

    ## Fix
    Correct the file at the place named, or ask whoever made it. Where the finding names a limit, take the files that belong
    to the variant out of the archive and import these alone.
    """
    return facts.noticed("import-unreadable")
