"""D703: a package that cannot be trusted."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D703", "broken-package")
def broken_package(facts: Facts) -> Iterable[Finding]:
    """A package is damaged or not whole.

    ## Why
    A package says in its manifest which files it holds and what their checksums are. Where a file is missing, added or
    changed, or a document does not pass its schema, the package is not what its designer built, and it is not loaded.

    ## Fix
    Get the package again, or build it again from its source with `dipmap build`. Never edit a package: edit the source.
    """
    return facts.noticed("broken-package")
