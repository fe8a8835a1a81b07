"""D814: a drawing against the data of its engine."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Severity


@check("D814", "import-differs", Severity.WARNING)
def import_differs(facts: Facts) -> Iterable[Finding]:
    """The drawing and the data of an imported variant differ.

    ## Why
    The drawing shows two shapes that touch where the engine's file has no way between them, or the file has a way between shapes
    that lie apart. Games are played by the file, so the import keeps its graph: a barrier where the shapes touch, a passage of
    kind `link` where they do not. One of the two may be a mistake: such differences are the faults that players find in the
    middle of a game.

    ## Fix
    Decide which of the two is right. Where the drawing is, remove the barrier or the passage from variant.yaml; where the file
    is, draw the shapes apart or together, or give the passage the kind that it is (a strait, a bridge, a sea lane).
    """
    return facts.noticed("import-differs")
