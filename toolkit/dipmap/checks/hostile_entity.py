"""D103: entities that fetch or multiply."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D103", "hostile-entity")
def hostile_entity(facts: Facts) -> Iterable[Finding]:
    """The drawing declares XML entities that reach outside the file or multiply when they are read.

    ## Why
    An entity is an abbreviation for text, declared at the top of a file. One that points to another file makes
    a reader fetch it, and entities made of entities can grow a small file to gigabytes. dipmap never fetches
    anything and refuses both. Plain abbreviations, such as Illustrator writes for its namespaces, are read
    without a word.

    ## Fix
    Delete the declarations between <!DOCTYPE and ]> or save the drawing again as plain SVG, which writes all
    texts out.
    """
    return facts.noticed("hostile-entity")
