"""Target engines: what each can hold of a variant, the files it loads, and the reader of these files where there is one.

One file is one engine: it ends with `ENGINE = ...`, an `Engine`. Rules are told apart in `_rules.py`, once for all.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from dipmap.engines._engine import ALL, Answer, Capability, Engine, Handling, Verdict, refused, unknown_losses
from dipmap.engines._material import Material, PackageMap, UnfitDrawingError
from dipmap.engines._reading import KEPT, STRAY, UNREADABLE, Drawn, Files, Imported, UnreadableError, unreadable, whole
from dipmap.engines._rules import Use, rule_ids, summary, used
from dipmap.registry import modules

if TYPE_CHECKING:
    from dipmap.model import Variant

__all__ = [
    "ALL",
    "KEPT",
    "STRAY",
    "UNREADABLE",
    "Answer",
    "Capability",
    "Drawn",
    "Engine",
    "Files",
    "Handling",
    "Imported",
    "Material",
    "PackageMap",
    "UnfitDrawingError",
    "UnreadableError",
    "Use",
    "Verdict",
    "engine",
    "engines",
    "refused",
    "rule_ids",
    "summary",
    "unknown_losses",
    "unreadable",
    "used",
    "verdicts",
    "whole",
]


@cache
def engines() -> tuple[Engine, ...]:
    """Every target engine in order of its name; two of one name raise `ValueError`."""
    found: dict[str, Engine] = {}
    for module in modules("dipmap.engines"):
        item = getattr(module, "ENGINE", None)
        if not isinstance(item, Engine):
            raise TypeError(f"{module.__name__} declares no ENGINE")
        if item.name in found:
            raise ValueError(f"two engines are called {item.name}")
        found[item.name] = item
    return tuple(found[name] for name in sorted(found))


def engine(name: str) -> Engine:
    """The engine of a name, without regard to case; `KeyError` names those there are."""
    wanted = name.strip().lower()
    for item in engines():
        if item.name == wanted:
            return item
    raise KeyError(f"no engine is called {name}; there are {', '.join(item.name for item in engines())}")


def verdicts(variant: Variant) -> dict[str, dict[str, Verdict]]:
    """What becomes of every rule the variant uses: rule id, then engine name, in the order of rules and of engines.

    What only one format makes a question of (its names, its ids) is left out.
    """
    found: dict[str, dict[str, Verdict]] = {use.rule: {} for use in used(variant)}
    for item in engines():
        for verdict in item.verdicts(variant):
            if verdict.rule in found:
                found[verdict.rule][item.name] = verdict
    return found
