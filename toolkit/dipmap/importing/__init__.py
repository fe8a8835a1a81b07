"""From the files of other engines to sources: `groups` takes them in, `read_files` reads them, `made` makes a source."""

from __future__ import annotations

from dipmap.engines import UnreadableError
from dipmap.importing.inputs import Group, InputError, groups
from dipmap.importing.making import Made, made
from dipmap.importing.reading import Read, numbered, read_files

__all__ = ["Group", "InputError", "Made", "Read", "UnreadableError", "groups", "made", "numbered", "read_files"]
