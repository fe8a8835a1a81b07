"""From the bytes of a file to its text in UTF-8, whatever it was written in."""

from __future__ import annotations

import codecs
import re

from dipmap.diagnostics import Notice, Place, notice
from dipmap.source import Source

MAX_BYTES = 32 * 1024 * 1024

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
# how files begin that are no text, and two that are
_KINDS = (
    (b"\x89PNG\r\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"RIFF", "a WebP picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"8BPS", "a Photoshop picture"),
    (b"gimp xcf", "a GIMP picture"),
    (b"%PDF-", "a PDF document"),
    (b"%!PS", "a PostScript document"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x00\xffKA", "an Affinity document"),
)
_DECLARED = re.compile(rb"""\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)""")
_WIDE = re.compile(r"utf-?(16|32)|ucs|iso-10646", re.IGNORECASE)
# encodings that Python knows and no drawing is written in (some take a time that grows with the square of the length)
_NOT_OF_FILES = {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "utf-7"}


def decode(name: str, data: bytes) -> tuple[Source | None, list[Notice]]:
    """The text of a file in UTF-8, or None and the notice why not."""
    if len(data) > MAX_BYTES:
        message = f"{name} is {len(data) / 2**20:.0f} MB, more than the {MAX_BYTES // 2**20} MB dipmap reads"
        hint = "remove embedded pictures, or simplify the paths in your editor"
        return None, [notice("oversized-input", message, Place(Source(name, b"").span(0, 0)), hint=hint)]
    kind = next((kind for start, kind in _KINDS if data.startswith(start)), None)
    if kind is not None:
        message = f"{name} is {kind}, not an SVG drawing"
        hint = "export the drawing as SVG from the program that made it"
        return None, [notice("unreadable-encoding", message, Place(Source(name, b"").span(0, 0)), hint=hint)]
    if data[:2] == b"\x1f\x8b":
        message = f"{name} is compressed (svgz)"
        hint = "save it as plain SVG"
        return None, [notice("unreadable-encoding", message, Place(Source(name, b"").span(0, 0)), hint=hint)]
    encoding = _encoding(data)
    spot = 0
    if b"\0" in data[:1024] and not _WIDE.match(encoding) and not data.lstrip().startswith(b"<"):
        message = f"{name} is no text, so it is not an SVG drawing"
        hint = "export the drawing as SVG from the program that made it"
        return None, [notice("unreadable-encoding", message, Place(Source(name, b"").span(0, 0)), hint=hint)]
    try:
        if _usable(encoding):
            text = data.decode(encoding)
            return Source(name, text.removeprefix("\ufeff").encode("utf-8", "surrogatepass")), []
        problem = f"{name} says it is written in {encoding!r}, which nobody knows"
    except UnicodeError as error:
        spot = getattr(error, "start", 0)
        problem = f"{name} says it is {encoding}, but byte {spot} is not"
    source = Source(name, data.decode("latin-1").encode())
    spot = len(data[:spot].decode("latin-1").encode())
    place = Place(source.span(spot, spot + 1))
    return None, [notice("unreadable-encoding", problem, place, hint="save the file as UTF-8")]


def _encoding(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    if data[:4] in (b"<\0?\0", b"\0<\0?", b"<\0s\0", b"\0<\0s"):
        return "utf-16-le" if data[0] else "utf-16-be"
    declared = _DECLARED.match(data[:400])
    said = declared.group(1).decode() if declared else "utf-8"
    # who could read so far reads one byte a character: Windows programs say UTF-16 of texts they save as UTF-8
    return "utf-8" if _WIDE.match(said) else said


def _usable(encoding: str) -> bool:
    try:
        codec = codecs.lookup(encoding)
    except LookupError:
        return False
    return codec.name not in _NOT_OF_FILES and getattr(codec, "_is_text_encoding", True)
