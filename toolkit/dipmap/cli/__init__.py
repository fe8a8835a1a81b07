"""The command line. One file here = one command; this package alone prints and exits.

A command file has the name of its command (hyphens become underscores), a docstring that is its help, and `command`, a
`click.Command`. What `command` returns is the exit code: 0 (or None) clean, 1 findings, 2 a wrong call or a failure of
dipmap itself. A folder is a group of commands, and the docstring of its `__init__.py` the group's help. A file is imported
only when its command is called, so that `dipmap --help` stays quick.
"""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from typing import Any, NoReturn, TextIO

import click

from dipmap import __version__

CLEAN, FINDINGS, FAILED = 0, 1, 2
INTERRUPTED = 130
PIPE_CLOSED = 141
"""128 plus the number of SIGINT and SIGPIPE, as shells count."""

TRACEBACK = "DIPMAP_TRACEBACK"


class _PipeClosedError(Exception):
    """The reader of our output has gone. Not an OSError: click would end with the exit code of findings."""


class CommandFolder(click.Group):
    """The commands of a folder; their names and first lines are known without importing them.

    `package` is the folder as Python imports it, by default this one.
    """

    def __init__(self, *args: Any, package: str = __name__, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self.package = package

    @cached_property
    def files(self) -> dict[str, Path]:
        """The file of each command, of a group the one that tells what it is for."""
        folder = Path(__file__).parent.joinpath(*self.package.split(".")[2:])
        paths = [*folder.glob("*.py"), *folder.glob("*/__init__.py")]
        named = {
            (path.parent if path.stem == "__init__" else path).stem: path
            for path in paths
            if path.parent != folder or path.stem != "__init__"
        }
        return {name.replace("_", "-"): named[name] for name in sorted(named) if not name.startswith("_")}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """The names of all commands."""
        return sorted(self.files)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """A command, imported now."""
        if cmd_name not in self.files:
            return None
        module = import_module(f"{self.package}.{cmd_name.replace('-', '_')}")
        told = cleandoc(module.__doc__ or "")
        if self.files[cmd_name].stem == "__init__":
            return CommandFolder(cmd_name, package=module.__name__, help=told)
        command: click.Command = module.command
        command.name = cmd_name
        command.help = command.help or told
        return command

    def resolve_command(
        self,
        ctx: click.Context,
        args: list[str],
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with a suggestion for a word that is no command."""
        word = args[0]
        if word not in self.files and not word.startswith("-") and not ctx.resilient_parsing:
            from dipmap.schema import nearest

            near = nearest(word, self.files)
            told = f"did you mean {near!r}?" if near else f"the commands are {', '.join(self.files)}"
            ctx.fail(f"No such command {word!r}; {told}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of commands, from the first lines of their files."""
        rows = [(name, _first_line(path)) for name, path in self.files.items()]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> Any:
        """The command, with a closed pipe told apart from other trouble."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _PipeClosedError from error

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and exit, whatever happens with a sentence instead of a traceback."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        _stand_in_for_closed_streams()
        _tolerate_narrow_terminals()
        try:
            # Not standalone: click would exit with 1, our code of findings, for more than findings.
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except _PipeClosedError:
            _leave_quietly()
        except click.ClickException as error:
            _complain(error)
            sys.exit(FAILED)
        except click.Abort:
            click.echo("Interrupted.", err=True)
            sys.exit(INTERRUPTED)
        except Exception as error:  # noqa: BLE001  a designer gets a sentence, never a traceback
            with suppress(OSError):  # standard error may be the one that is full
                if isinstance(error, OSError) and not _shows_tracebacks():
                    complain(error)
                else:
                    _confess(error)
            _let_go_of_full_streams()
            sys.exit(FAILED)
        sys.exit(code if isinstance(code, int) else CLEAN)


def _first_line(path: Path) -> str:
    """The first line of a file's docstring, without its full stop. Reading is quicker than parsing."""
    found = re.match(r'\s*[rR]?"""\s*(.+?)\s*(?:"""|\n)', path.read_text(encoding="utf-8"))
    return found[1].rstrip(".") if found else ""


def _stand_in_for_closed_streams() -> None:
    """Give a program whose output was closed (`>&-`) one that swallows: a file it opened would get the number."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))


def _let_go_of_full_streams() -> None:
    """Forget output that cannot be written: Python tries once more at its end and would complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            _to_nowhere(stream)


def _to_nowhere(stream: TextIO) -> None:
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _tolerate_narrow_terminals() -> None:
    """A terminal that has no letter for the name of a province shows a question mark instead of a crash."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _leave_quietly() -> NoReturn:
    """End as a program does whose reader has gone (`dipmap checks | head -1`)."""
    _to_nowhere(sys.stdout)  # Python flushes once more at its end and would complain then
    sys.exit(PIPE_CLOSED)


def _shows_tracebacks() -> bool:
    return os.environ.get(TRACEBACK, "0") not in {"", "0"}


def complain(error: OSError) -> None:
    """Show a failure of the system's: which file it is about, and why."""
    why = error.strerror or str(error)
    named = isinstance(error.filename, (str, bytes))  # only what is printed has no name
    about = os.fsdecode(error.filename) if named else "the output cannot be written"
    _complain(click.ClickException(f"{about}: {why}"))


def _complain(error: click.ClickException) -> None:
    """Show a wrong call; what it quotes of files and arguments is made safe first."""
    from io import StringIO

    from dipmap.visible import visible

    told = StringIO()
    error.show(told)
    click.echo("\n".join(map(visible, told.getvalue().split("\n"))), err=True, nl=False)


def _confess(error: Exception) -> None:
    """Say that dipmap itself failed, as a D901 finding; the traceback only for those who ask."""
    from dipmap.checking import INTERNAL
    from dipmap.diagnostics import Diagnostic, Finding, Severity
    from dipmap.reporters.text import render

    if _shows_tracebacks():
        from traceback import format_exception

        click.echo("".join(format_exception(error)), err=True, nl=False)
    finding = Finding(
        f"dipmap itself failed: {type(error).__name__}: {error}".rstrip(": "),
        hint="report this with the files that caused it",
        notes=(f"with {TRACEBACK}=1 in the environment it shows where it failed",),
    )
    click.echo(render([Diagnostic(*INTERNAL, Severity.ERROR, finding)]), err=True, nl=False)


@click.command(
    "dipmap",
    cls=CommandFolder,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 clean, 1 findings, 2 a wrong call, or a failure of the system or of dipmap itself.",
)
@click.version_option(__version__, "-V", "--version", prog_name="dipmap", message="%(prog)s %(version)s")
def main() -> None:
    """Compile a drawn map into a Diplomacy variant: check the drawing, build the package, export it to engines."""
    # a command is short and makes many small things that live to its end: looking for garbage often is time lost
    gc.set_threshold(100_000, 50, 50)
