"""D106: text in an unknown encoding."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D106", "unreadable-encoding")
def unreadable_encoding(facts: Facts) -> Iterable[Finding]:
    """A file is no text at all, is compressed, or its letters are not in the encoding that it claims.

    ## Why
    Names of provinces would come out wrong, so nothing is guessed. It happens when a text editor saves a file
    as Windows or Mac text while its first line still says UTF-8, or when a drawing was saved as compressed SVG
    (svgz). A picture (PNG, JPEG) or a PDF that was renamed to .svg holds no shapes with names.

    ## Fix
    Export the drawing as SVG from the program that made it. Save a text file as UTF-8. In Inkscape choose the type Plain SVG or Inkscape SVG, not the compressed ones; in a
    text editor look for the encoding in the dialogue Save as.
    """
    return facts.noticed("unreadable-encoding")
