"""D201: paths that cannot be read."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D201", "bad-path-data")
def bad_path_data(facts: Facts) -> Iterable[Finding]:
    """The path of a shape holds something that is no path, so its outline is not known.

    ## Why
    A browser draws such a path up to the slip and leaves the rest out, which is seldom what was meant. The
    province would get other borders than the ones you see in your editor, so it counts as broken and other
    checks leave it alone.

    ## Fix
    Draw the shape again, or open and save the map in your editor, which writes a clean path. The finding names
    the character of the attribute d at which reading stopped.
    """
    return facts.noticed("bad-path-data")
