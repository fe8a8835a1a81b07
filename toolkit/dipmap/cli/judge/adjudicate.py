"""Answer requests of programs: JSON lines in, JSON lines out.

Each line of standard input is a request: a position, the orders given in it, and the phase; each line of standard output
is the answer to it, with the request's id. A request that cannot be taken is answered with an error, and the next one has
its turn. docs/judges.md tells what requests and answers hold.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

from dipmap.cli import CLEAN, FAILED, FINDINGS
from dipmap.cli._sources import NamedPath, here, missing
from dipmap.cli.judge._games import told_as_findings

if TYPE_CHECKING:
    from dipmap.model import Variant

MOST_LINE = 4 * 1024 * 1024
"""Bytes of a request."""


class _RefusedError(ValueError):
    """What JSON lets pass and requests do not."""


@click.command()
@click.argument("package", type=NamedPath(path_type=Path))
@told_as_findings
def command(package: Path) -> int:
    from dipmap.package import open_package, variant_of

    if missing(package):
        raise click.UsageError(f"{package} does not exist")
    return answer_all(variant_of(open_package(here(package))), sys.stdin.buffer, sys.stdout)


def answer_all(variant: Variant, requests: IO[bytes], answers: IO[str]) -> int:
    """Answer line by line; exit code 1 where a request was answered with an error, 2 where dipmap itself failed."""
    code = CLEAN
    while line := requests.readline(MOST_LINE + 1):
        told = _answered(variant, line)
        if len(line) > MOST_LINE:
            while line and not line.endswith(b"\n"):
                line = requests.readline(MOST_LINE)
        if told is None:
            continue
        if "error" in told:
            code = FAILED if told.pop("internal", False) else max(code, FINDINGS)
        answers.write(json.dumps(told, ensure_ascii=True, separators=(",", ":")) + "\n")
        answers.flush()  # the program at the other end waits for it
    return code


def _answered(variant: Variant, line: bytes) -> dict[str, Any] | None:
    """The answer to a line; None for an empty one."""
    from dipmap.judge.protocol import answer

    if len(line) > MOST_LINE:
        return {"id": None, "error": f"a request has {MOST_LINE:,} bytes at most"}
    if not line.strip():
        return None
    try:
        request = json.loads(line, parse_constant=_no_number, object_pairs_hook=_pairs)
    except UnicodeDecodeError:
        return {"id": None, "error": "the request is no text in UTF-8"}
    except RecursionError:
        return {"id": None, "error": "the request is nested too deeply"}
    except json.JSONDecodeError as error:
        return {"id": None, "error": f"the request is no proper JSON: {error.msg} in column {error.colno}"}
    except _RefusedError as error:
        return {"id": None, "error": f"the request is no proper JSON: {error}"}
    except ValueError:
        return {"id": None, "error": "the request is no proper JSON: a number in it is too long"}
    try:
        return answer(variant, request)
    except Exception as error:  # noqa: BLE001  the requests after this one are still answered
        identity = request.get("id") if isinstance(request, dict) else None
        return {"id": identity, "error": f"dipmap itself failed: {type(error).__name__}: {error}", "internal": True}


def _no_number(word: str) -> NoReturn:
    raise _RefusedError(f"{word} is no number")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RefusedError("a key stands twice")
    return found
