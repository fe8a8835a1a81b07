"""D901: a crash of dipmap's own."""

from dipmap.checking import noticed

internal_error = noticed(
    "D901",
    "internal-error",
    text="""
    dipmap itself failed while working on the files.

    ## Why
    A crash must not hide what the other checks found, so it is reported as a finding and the exit code is 2.

    ## Fix
    Nothing is wrong with your files: report the message together with them.
    """,
)
