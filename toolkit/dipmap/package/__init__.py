"""The package: what a build emits, engines load and judges play (design, section 7).

`package_of` makes one from a source that was read, `write_package` puts it on disk, `open_package` and `load` read
one that anybody may have made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dipmap.package.errors import PackageError
from dipmap.package.files import Package, archive
from dipmap.package.loading import load
from dipmap.package.read import is_package, open_package, variant_of
from dipmap.package.scenarios import scenarios_of
from dipmap.package.write import Written, package_path, write_all, write_package, write_whole

if TYPE_CHECKING:
    from dipmap.checking import Facts

__all__ = [
    "Package",
    "PackageError",
    "Written",
    "archive",
    "is_package",
    "load",
    "open_package",
    "package_of",
    "package_path",
    "scenarios_of",
    "variant_of",
    "write_all",
    "write_package",
    "write_whole",
]


def package_of(facts: Facts) -> Package:
    """The package of a source that was resolved; raises `PackageError` where its variant makes no proper one."""
    from dipmap.package.write import package_of as make

    return make(facts)
