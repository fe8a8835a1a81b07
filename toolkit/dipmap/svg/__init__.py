"""From the bytes of an SVG file to a `Drawing`: items in root user units, with names, styles and places kept."""
