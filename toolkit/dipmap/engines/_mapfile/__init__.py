"""`.map` files, the format that PyPI diplomacy and DPjudge share: names, text, and the reader of both dialects."""
