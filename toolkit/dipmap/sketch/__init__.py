"""A first map: from provinces and their adjacency to a drawing that says just that, to be edited from there.

```
from dipmap.sketch import sketch

found = sketch(variant)          # positions and an outline of land are optional
found.files["map.svg"], found.files["variant.yaml"], found.unmet
```
"""

from dipmap.sketch.making import Sketch, Unmet, sketch

__all__ = ["Sketch", "Unmet", "sketch"]
