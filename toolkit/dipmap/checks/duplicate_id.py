"""D203: a clone of two originals."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D203", "duplicate-id")
def duplicate_id(facts: Facts) -> Iterable[Finding]:
    """An id that a clone (<use>) refers to stands twice in the drawing.

    ## Why
    Programs differ on which of the two they show, so the clone may be another shape for your players than for
    you. An id that stands twice without a clone of it is no fault: some dialects name the shape and the marker
    of a province alike.

    ## Fix
    Give one of the two elements another id, or unlink the clone in your editor so that it becomes a shape of
    its own.
    """
    return facts.noticed("duplicate-id")
