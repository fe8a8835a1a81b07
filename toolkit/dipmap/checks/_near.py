"""Shared by checks that look for slips in words that anybody may use: stricter than `nearest` of the schemas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from dipmap.checking import Facts
from dipmap.diagnostics import ElementRef
from dipmap.dialects import dialects
from dipmap.dialects._layers import layer_of
from dipmap.svg.drawing import Item
from dipmap.svg.names import canonical, is_editors_own

# layers that mean nothing are named in many ways
_DECORATION = {"labels", "background", "foreground"}


def near(word: str, words: Iterable[str]) -> str:
    """The word that was probably meant, or an empty string; `labels` is no slip for `layers`."""
    close = get_close_matches(word.lower()[:60], list(words), 1, 0.8)
    return close[0] if close else ""


def slip(word: str, words: Iterable[str]) -> str:
    """The id that was probably meant, or an empty string: ids are short, so two letters changed about is a slip."""
    close = get_close_matches(word[:60], sorted(words), 1, 0.6)
    return close[0] if close else ""


def misspelt_layers(facts: Facts) -> Iterator[tuple[Item, str, str, str]]:
    """Groups outermost in the drawing with a slip for a name: the group, its name, the attribute, the name meant."""
    assert facts.drawing is not None
    assert facts.draft is not None
    known = dialects()[facts.draft.dialect].LAYERS
    words = [name for name, role in known.items() if role not in _DECORATION]
    tops = list(facts.drawing.root.children)
    if len(tops) == 1 and layer_of(tops[0], known) is None:
        tops += tops[0].children  # all in one group, as some editors write it
    for item in tops:
        if item.tag != "g" or layer_of(item, known):
            continue
        for name, attribute in item.names:
            meant = "" if is_editors_own(name) else near(canonical(name), words)
            if meant:
                yield item, name, attribute, meant
                break


def of_layers(facts: Facts) -> set[ElementRef]:
    """The groups whose name is a slip: what else is noticed about them has that one reason."""
    if facts.drawing is None or facts.draft is None:
        return set()
    return {item.document.ref(item.element) for item, *_ in misspelt_layers(facts)}
