"""The whole of a package at once: its variant, once everything in it has been found in order."""

from __future__ import annotations

from os import PathLike

from dipmap.model import Variant
from dipmap.package.read import open_package, variant_of
from dipmap.package.scenarios import scenarios_of


def load(path: str | PathLike[str]) -> Variant:
    """The variant of a package; raises `PackageError` where the package, its scenarios included, is broken."""
    package = open_package(path)
    variant = variant_of(package)
    scenarios_of(package)
    return variant
