"""Planar geometry of a map: from drawn shapes to contacts, types of borders, coasts and points.

Everything is in root user units of the drawing; `D` is the diagonal of the provinces' extent and all thresholds are
shares of it, so a map may be drawn at any size. Nothing here knows of SVG or files. shapely is imported at the top of
these modules: import them where they are used.
"""
