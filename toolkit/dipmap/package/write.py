"""Writing a package: everything that was found out about a variant, as files that are the same bytes anywhere."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dipmap import __version__
from dipmap.checking import Facts
from dipmap.model import Variant
from dipmap.model.json import to_json
from dipmap.package.errors import PackageError, refused
from dipmap.package.files import (
    MAP,
    MAX_JSON,
    PREVIEW,
    RULES,
    SCENARIOS,
    VARIANT,
    Package,
    archive,
    hashed,
    json_bytes,
    with_manifest,
)
from dipmap.package.kept import kept_path
from dipmap.package.semantics import objections


@dataclass(frozen=True)
class Written:
    """A package on disk: its path, the SHA-256 of the zip, and its length in bytes."""

    path: Path
    sha256: str
    size: int


def package_of(facts: Facts) -> Package:
    """The package of a source that was resolved; raises `PackageError` where its variant makes no proper one.

    `facts` need a drawing, a draft, a survey and a variant; whether they hold errors is the caller's to know.
    """
    from dipmap.package.normalise import normalised_map
    from dipmap.package.preview import preview
    from dipmap.package.sheet import rules_sheet

    variant = facts.variant
    if variant is None or facts.drawing is None or facts.draft is None or facts.survey is None:
        raise PackageError(f"{facts.name} could not be read so far that a package can be made of it")
    document = json_bytes(checked(variant))
    if len(document) > MAX_JSON:
        raise PackageError(
            f"{VARIANT} would have {len(document):,} bytes, more than the {MAX_JSON:,} that readers take"
        )
    files = {
        VARIANT: document,
        MAP: normalised_map(facts),
        RULES: rules_sheet(variant, facts.kept),
        PREVIEW: preview(facts),
    }
    if facts.scenarios:
        from dipmap.package.scenarios import scenarios_bytes

        files[SCENARIOS] = scenarios_bytes(scenario.data for scenario in facts.scenarios)
    for engine, kept in sorted(facts.kept.items()):
        files[kept_path(engine)] = json_bytes(kept)
    return with_manifest(files, __version__, variant.id, variant.version)


def checked(variant: Variant) -> dict[str, object]:
    """The document of `variant.json`; raises `PackageError` where readers would refuse it."""
    document = to_json(variant)
    found = objections("package", document)
    if found:
        raise refused(VARIANT, found, hint="correct the variant, then build it again")
    return document


def package_path(variant: Variant, out: Path) -> Path:
    """Where the package of a variant belongs: `<out>/<id>/<id>-<version>.zip`."""
    name = _plain(variant.id)
    return out / name / f"{name}-{_plain(variant.version)}.zip"


def _plain(name: str) -> str:
    """A part of a file name; the schema allows nothing else, but names of files are no place to trust anybody."""
    return re.sub(r"[^0-9A-Za-z._+-]", "_", name)[:100].lstrip(".-") or "_"


def write_package(package: Package, variant: Variant, out: Path) -> Written:
    """Write the zip in place of an older one, all at once: whatever happens, one of the two is there, whole.

    Raises `OSError`, with the path of the zip, where nothing can be written there.
    """
    path = package_path(variant, out)
    data = archive(package)
    write_whole(path, data)
    return Written(path, hashed(data), len(data))


def write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files of a folder so that a run that is cut off leaves either all of them or none, as far as can be.

    A folder that is not there yet appears whole; in one that is, every file is ready beside its place before the first
    of them takes it. Raises `OSError` with the path of the file that could not be written; nothing has changed then.
    """
    whole = not os.path.lexists(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        if not whole:
            folder.mkdir(exist_ok=True)
        place = Path(
            tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent if whole else folder)
        )
    except OSError as error:
        raise OSError(error.errno, _why(folder, error), str(folder)) from error
    try:
        for name in sorted(files):
            write_whole(place / name, files[name])
        if whole:
            place.chmod(0o777 & ~_umask())
            place.rename(folder)
            return
        for name in sorted(files):
            target = folder / name
            if target.is_dir():
                raise IsADirectoryError(errno.EISDIR, "it is a folder", str(target))
            target.parent.mkdir(parents=True, exist_ok=True)
        for name in sorted(files):
            (place / name).replace(folder / name)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def write_whole(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write a file through a neighbour that takes its place when it is complete.

    `mode` says who may read it; by default whoever may read new files. Raises `OSError` with the path of the file
    itself, whichever step failed; the neighbour is gone then.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, data, 0o666 & ~_umask() if mode is None else mode)
    except OSError as error:
        raise OSError(error.errno, _why(path, error), str(path)) from error


def _why(path: Path, error: OSError) -> str:
    """What the system said, and of which folder on the way where it is no folder."""
    for folder in path.parents:
        if os.path.lexists(folder):
            return f"{folder} is no folder" if not folder.is_dir() else error.strerror or str(error)
    return error.strerror or str(error)


def _write(path: Path, data: bytes, mode: int) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _umask() -> int:
    """The mask of new files: it can only be asked by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
