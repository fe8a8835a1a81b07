"""Text of others made safe to show: files are untrusted, and a terminal obeys what is written to it."""

from __future__ import annotations

import re
import unicodedata

from dipmap.diagnostics import ElementRef, Place

JOINERS = "\u200c\u200d"
_BYTES = re.compile("[\udc80-\udcff]+")


def visible(text: str, tab: str = " ") -> str:
    """The text on one line with nothing in it that moves the cursor, sets a colour or hides.

    Control characters become their pictures, other invisible ones their number (`<U+202E>`), line ends a blank.
    """
    if text.isascii() and text.isprintable():
        return text
    parts: list[str] = []
    before = ""
    for character in " ".join(spelt(text).splitlines()):
        parts.append(glyph(character, before, tab))
        before = character
    return "".join(parts)


def spelt(text: str) -> str:
    """The text with letters in place of the bytes that Python keeps of a file name it cannot read in a poor locale."""
    return _BYTES.sub(lambda found: found[0].encode("utf-8", "surrogateescape").decode("utf-8", "replace"), text)


def glyph(character: str, before: str = "", tab: str = " ") -> str:
    """One character as it is shown; `before` is the character in front of it."""
    if character.isprintable():
        return character
    if character == "\t":
        return tab
    if character in JOINERS and before.isalpha() and not before.isascii():
        return character  # part of the spelling in Persian and Indic scripts; a trap anywhere else
    if unicodedata.category(character) == "Zs":
        return character
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    return f"<U+{code:04X}>"


def columns(text: str) -> int:
    """How many columns of a terminal the text takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if character in JOINERS or unicodedata.category(character) in {"Mn", "Me"}
        else 2
        if unicodedata.east_asian_width(character) in {"W", "F"}
        else 1
        for character in text
    )


def shortened(text: str, most: int = 60) -> str:
    """The text made visible and cut to a length."""
    return visible(text if len(text) <= most else text[: most - 1] + "…")


def number(value: float) -> str:
    """A coordinate with at most three decimals: `412.5`, `908`."""
    return f"{round(value, 3) + 0.0:.12g}"


def described(element: ElementRef) -> str:
    """An element as a person finds it: `<path id="gas"> in layer "provinces"`."""
    text = f"<{shortened(element.tag)}"
    if element.id:
        text += f' id="{shortened(element.id)}"'
    text += ">"
    if element.name and element.name != element.id:
        text += f' named "{shortened(element.name)}"'
    elif not element.id and element.path:
        text += f" {shortened(element.path, 100)}"
    if element.layer:
        text += f' in layer "{shortened(element.layer)}"'
    return text


def surroundings(place: Place) -> str:
    """All that is known of a place besides its span: the element, the key, the point on the map."""
    parts = []
    if place.element:
        parts.append(described(place.element))
    if place.pointer:
        parts.append(f"key {shortened(place.pointer, 100)}")
    if place.at:
        parts.append(f"at {number(place.at[0])}, {number(place.at[1])}")
    return " ".join(parts)
