"""What a drawing and a declaration come to, without any file on disk."""

from __future__ import annotations

from dataclasses import dataclass, field

from dipmap import dialects
from dipmap.diagnostics import Notice
from dipmap.draft import Draft
from dipmap.resolve.assemble import Resolved, resolve
from dipmap.resolve.declaration import read_declaration
from dipmap.resolve.yaml_file import read_yaml
from dipmap.svg.drawing import Drawing, read_drawing
from dipmap.svg.xml import read_document


@dataclass(frozen=True, eq=False)
class Compiled:
    """A source as far as it could be read; `notices` say what could not be taken as it stands."""

    notices: tuple[Notice, ...] = field(repr=False)
    drawing: Drawing | None = field(default=None, repr=False)
    draft: Draft | None = field(default=None, repr=False)
    resolved: Resolved | None = field(default=None, repr=False)


def compiled(declaration: bytes, drawing: bytes, names: tuple[str, str]) -> Compiled:
    """A declaration and a drawing under the names they are shown by."""
    file, notices = read_yaml(names[0], declaration)
    declared, problems = read_declaration(file) if file is not None else (None, [])
    notices = [*notices, *problems]
    document, problems = read_document(names[1], drawing)
    notices += problems
    if declared is None or document is None:
        return Compiled(tuple(notices))
    read, problems = read_drawing(document)
    draft = dialects.read(read, declared.known, declared.dialect)
    resolved = resolve(draft, declared)
    return Compiled((*notices, *problems, *draft.notices, *resolved.notices), read, draft, resolved)
