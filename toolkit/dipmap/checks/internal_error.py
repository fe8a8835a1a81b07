"""D901: a crash of dipmap's own."""

from collections.abc import Iterable

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding


@check("D901", "internal-error")
def internal_error(facts: Facts) -> Iterable[Finding]:
    """A step of dipmap itself failed while working on the files.

    ## Why
    A crash must not hide what the other checks found, so it is reported as a finding and the exit code is 2.

    ## Fix
    Nothing is wrong with your files: report the message together with them.
    """
    return facts.noticed("internal-error")
