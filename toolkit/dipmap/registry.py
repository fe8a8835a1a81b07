"""Folders whose files are plug-ins: one file, one thing, no list to edit.

A module that fails to import raises: a check that vanishes in silence is worse than a crash.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


@cache
def modules(package: str) -> tuple[ModuleType, ...]:
    """Every module of a package in order of its name, imported; names with a leading underscore are helpers."""
    folder = import_module(package)
    names = sorted(module.name for module in iter_modules(folder.__path__) if not module.name.startswith("_"))
    return tuple(import_module(f"{package}.{name}") for name in names)
