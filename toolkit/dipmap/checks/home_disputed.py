"""D603: a home of two powers."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D603", "home-disputed")
def home_disputed(facts: Facts) -> Iterable[Finding]:
    """A province is the home of two powers, or of a power here and of nobody there.

    ## Why
    A home centre belongs to one power from the start: it builds there. The drawing and `variant.yaml` may both say whose it is,
    but they have to agree.

    ## Fix
    Let one power have it: correct the marker in the drawing, `home:` of the province, or `homes:` of the other power.
    """
    return facts.noticed("home-disputed")
