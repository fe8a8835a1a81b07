"""Annotating a drawing in place: attributes are added to the shapes of provinces and coasts, and no other byte moves."""

from __future__ import annotations

import re

from dipmap.draft import Draft
from dipmap.model import Variant
from dipmap.svg.drawing import Drawing
from dipmap.svg.xml import Element

_NAME = re.compile(rb"<[^\s/>]+")
_ENCODING = re.compile(rb"""(<\?xml[^>]{0,200}?encoding\s*=\s*["'])[^"']*(["'])""")


def annotated(drawing: Drawing, draft: Draft, variant: Variant, original: bytes) -> bytes | None:
    """The bytes of a drawing with `data-province`, `data-terrain` and `data-coast` on the shapes the draft found.

    `original` are the bytes as they were given. None where attributes cannot say it: one element is several places at
    once, or has such attributes already.
    """
    said: dict[Element, str] = {}
    for tag in draft.provinces:
        province = variant.by_id.get(tag.id)
        if province is None:
            continue
        terrain = "impassable" if province.impassable else province.terrain.value
        if not _add(said, tag.item.element, f'data-province="{tag.id}" data-terrain="{terrain}"'):
            return None
    places = {location for province in variant.provinces for location in province.locations}
    for coast in draft.coasts:
        if coast.location in places and not _add(said, coast.item.element, f'data-coast="{coast.location}"'):
            return None
    return _inserted(drawing, said, original)


def _add(said: dict[Element, str], element: Element, text: str) -> bool:
    if said.get(element, text) != text or any(name.startswith("data-") for name in map(str, element.attrib)):
        return False
    said[element] = text
    return True


def _inserted(drawing: Drawing, said: dict[Element, str], original: bytes) -> bytes:
    document = drawing.document
    data = document.source.data
    parts = []
    done = 0
    for element in sorted(said, key=document.starts.__getitem__):
        match = _NAME.match(data, document.starts[element])
        assert match is not None
        parts += [data[done : match.end()], b" " + said[element].encode()]
        done = match.end()
    text = b"".join([*parts, data[done:]])
    if original.removeprefix(b"\xef\xbb\xbf") != data:
        # it was written in another encoding, and is in UTF-8 now
        text = _ENCODING.sub(rb"\1utf-8\2", text, count=1)
    return text
