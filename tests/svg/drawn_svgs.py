"""Short ways to write a drawing and to read it."""

from __future__ import annotations

import numpy as np

from dipmap.svg.drawing import read_drawing
from dipmap.svg.shapes import extent, read_shape
from dipmap.svg.xml import read_document

HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100"'


def svg(body, head=HEAD, before=""):
    return f"{before}<svg {head}>{body}</svg>".encode()


def document(data):
    """The document of bytes that must be readable, and what is said of it."""
    found, notices = read_document("map.svg", data if isinstance(data, bytes) else svg(data))
    assert found is not None, notices
    return found, notices


def drawing(data):
    """The drawing of a body (text) or a whole file (bytes), and everything that is said of it."""
    found, notices = document(data)
    drawn, more = read_drawing(found)
    return drawn, [*notices, *more]


def clean(data):
    """The drawing of a file about which there is nothing to say."""
    drawn, notices = drawing(data)
    assert not notices, notices
    return drawn


def item(drawn, name):
    (found,) = drawn.by_name[name]
    return found


def box(data, name="a"):
    """Least x and y, greatest x and y of the named item's outline."""
    drawn = clean(data) if isinstance(data, (str, bytes)) else data
    strokes = []
    for shape in item(drawn, name).shapes():
        stroke, notices = read_shape(shape)
        assert not notices, notices
        strokes.append(stroke)
    return extent(strokes)


def points(data, name="a", tolerance=1e-4):
    """The points of the named item's outline, flattened."""
    drawn = clean(data) if isinstance(data, (str, bytes)) else data
    lines = [line for shape in item(drawn, name).shapes() for line in read_shape(shape)[0].lines(tolerance)]
    return np.vstack(lines)


def names_of(notices):
    return [notice.name for notice in notices]


def refused(data):
    """The one notice of a file that cannot be read."""
    found, notices = read_document("map.svg", data)
    assert found is None
    (notice,) = notices
    assert notice.finding.place.span is not None
    return notice
