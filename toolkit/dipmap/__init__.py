"""dipmap: a variant authoring toolkit and map compiler for the board game Diplomacy."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dipmap.model import Variant

__version__ = "0.1.0"
__all__ = ["__version__", "load"]


def load(path: str | PathLike[str]) -> Variant:
    """The variant of a package (a `.zip` or an unpacked folder), validated; nothing in it is ever executed.

    Raises `dipmap.package.PackageError` with a message that says what is wrong and where.
    """
    from dipmap.package import load as load_package

    return load_package(path)
