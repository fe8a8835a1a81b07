"""D102: files beyond what is read."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D102", "oversized-input")
def oversized_input(facts: Facts) -> Iterable[Finding]:
    """A file is larger, deeper or richer than anything a map needs.

    ## Why
    dipmap may be run by a server on files of strangers, so it stops early instead of filling the memory. The limits (size of
    the file, number of elements and of clones, depth of groups) lie far beyond any published map. The usual reasons are
    pictures embedded in the drawing, terrain traced with millions of points, and symbols that contain symbols that contain
    symbols.

    ## Fix
    Remove embedded pictures (keep them in another file while you draw), simplify traced paths, and ungroup
    groups that hold only a group.
    """
    return facts.noticed("oversized-input")
