"""What a target engine is: declared capabilities, verdicts on the rules a variant uses, findings, files."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from dipmap.diagnostics import Finding
from dipmap.engines._material import NOTHING, Material
from dipmap.engines._reading import Files, Imported
from dipmap.engines._rules import Use, used
from dipmap.model import Variant

ALL = "all"


class Handling(StrEnum):
    """How an engine deals with a rule: in its own words, by other means with the same play, or not at all."""

    NATIVE = "native"
    EMULATED = "emulated"
    DROPPED = "dropped"


@dataclass(frozen=True)
class Verdict:
    """What becomes of one rule of a variant in one engine.

    `rule` is its stable id, `why` a sentence without a full stop for a designer, `changes_play` whether the game in the
    engine can run otherwise than the variant says. A dropped rule that does not change play needs no consent.
    """

    rule: str
    handling: Handling
    why: str
    changes_play: bool = False

    @property
    def refuses(self) -> bool:
        """Whether an export must be told that this loss is accepted."""
        return self.handling is Handling.DROPPED and self.changes_play


@dataclass(frozen=True)
class Answer:
    """An engine's answer about a rule; `changes_play` None leaves that to the rule itself."""

    handling: Handling
    why: str
    changes_play: bool | None = None


def native(why: str) -> Answer:
    """The engine has the rule in its own words."""
    return Answer(Handling.NATIVE, why)


def emulated(why: str) -> Answer:
    """The engine plays the same by other means."""
    return Answer(Handling.EMULATED, why)


def dropped(why: str, *, changes_play: bool | None = None) -> Answer:
    """The engine cannot hold the rule."""
    return Answer(Handling.DROPPED, why, changes_play)


Capability = Answer | Callable[[Variant, Use], Answer]


class Engine(ABC):
    """A target engine.

    `capabilities` answers rule ids (`option` stands for every `option:NAME` that has no answer of its own); a rule
    without an answer is dropped. `limits` are sentences about the engine itself, true of every variant.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    limits: ClassVar[tuple[str, ...]] = ()
    capabilities: ClassVar[Mapping[str, Capability]] = {}

    def verdicts(self, variant: Variant) -> list[Verdict]:
        """One verdict for each rule the variant uses, in the order of `_rules.py`, then those of the format's own."""
        return [*(self._verdict(variant, use) for use in used(variant)), *self.own_verdicts(variant)]

    def _verdict(self, variant: Variant, use: Use) -> Verdict:
        found = self.capabilities.get(use.rule) or self.capabilities.get(use.rule.partition(":")[0])
        if found is None:
            answer = Answer(Handling.DROPPED, f"{self.title} knows nothing like it: {use.what}")
        else:
            answer = found if isinstance(found, Answer) else found(variant, use)
        lost = answer.handling is Handling.DROPPED
        changes = use.plays if answer.changes_play is None else answer.changes_play
        return Verdict(use.rule, answer.handling, answer.why, changes_play=lost and changes)

    def own_verdicts(self, variant: Variant) -> Iterable[Verdict]:  # noqa: ARG002
        """Verdicts on what only this format makes a question of: names, ids, coasts."""
        return ()

    @abstractmethod
    def problems(self, variant: Variant) -> list[Finding]:
        """Why no file of this variant could load; where there are any, `write` is not to be called."""

    @abstractmethod
    def files(self, variant: Variant) -> list[str]:
        """Relative paths of the files it would write, with forward slashes."""

    @abstractmethod
    def write(self, variant: Variant, material: Material = NOTHING) -> dict[str, bytes]:
        """The files by relative path, the losses written in; `ValueError` where there are problems."""

    def recognises(self, files: Files) -> bool:  # noqa: ARG002
        """Whether the files are this engine's, as far as a first look tells; False where it has no reader."""
        return False

    def read(self, files: Files) -> tuple[Imported, ...]:
        """The variants that the files hold. Raises `UnreadableError` where they hold none that could be used."""
        raise NotImplementedError(f"{self.title} has no reader")


def refused(verdicts: Iterable[Verdict], accepted: Iterable[str] = ()) -> list[Verdict]:
    """The losses that stop an export: dropped rules that change play and that nobody accepted by name or as `all`."""
    names = {name.strip().lower() for name in accepted}
    return [verdict for verdict in verdicts if verdict.refuses and not names & {verdict.rule.lower(), ALL}]


def unknown_losses(verdicts: Iterable[Verdict], accepted: Iterable[str]) -> list[str]:
    """Accepted names that no dropped rule has: a slip of the pen, or a loss that is gone."""
    dropped = {verdict.rule.lower() for verdict in verdicts if verdict.handling is Handling.DROPPED}
    return [name for name in accepted if name.strip().lower() not in dropped | {ALL}]
