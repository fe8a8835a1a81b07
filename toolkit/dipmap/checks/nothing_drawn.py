"""D301: a drawing without provinces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.checks._near import near
from dipmap.checks._undrawn import nothing_drawn as is_empty
from dipmap.diagnostics import Finding
from dipmap.dialects import dialects, recognise
from dipmap.dialects._layers import find_layers
from dipmap.svg.drawing import Drawing, Item
from dipmap.svg.names import canonical, is_editors_own


@check("D301", "nothing-drawn", needs=("drawing", "draft"))
def nothing_drawn(facts: Facts) -> Iterator[Finding]:
    """No province was found in the drawing.

    ## Why
    Provinces are found by their names: shapes in a layer called provinces that are named after them (`lon`, `lon/coast`), or
    shapes with an attribute data-province. Without any there is no map to check, so nothing else is said about it.

    ## Fix
    Put the coloured areas into a layer named provinces and name each after its province: in Inkscape the label in the
    dialogue Objects, in Illustrator, Affinity and Figma the name in the list of layers. If the names were there once, an
    optimiser such as SVGO has removed them: switch off cleanupIds and collapseGroups, or leave the optimiser out.
    """
    assert facts.drawing is not None
    assert facts.draft is not None
    if not is_empty(facts):
        return
    drawing = facts.drawing
    known = dialects()[facts.draft.dialect].LAYERS
    wanted = next(name for name, role in known.items() if role == "provinces")
    layers = find_layers(drawing, known).get("provinces", [])
    if layers:
        message, hint = _inside(layers)
        place = layers[0].place()
    else:
        message, hint = _outside(drawing, known, wanted)
        place = drawing.root.place()
    chosen = facts.declaration.dialect if facts.declaration else None
    if chosen is not None:
        better = recognise(drawing)
        if better != chosen and dialects()[better].score(drawing) > 0:
            whose = "dipmap's own" if better == "dipmap" else f"that of {better}"
            message += f"; its way to say what the shapes are looks like {whose}, not like {chosen}"
            hint = f"remove the line dialect: {chosen} from variant.yaml"
    yield Finding(f"no province is drawn: {message}", place, hint, "nothing")


def _has_name(item: Item) -> bool:
    return any(not is_editors_own(name) for name, _ in item.names)


def _inside(layers: list[Item]) -> tuple[str, str]:
    name = layers[0].name
    shapes = sum(1 for layer in layers for _ in layer.shapes())
    if not shapes:
        return f"the layer {name} is empty", f"move the shapes of the provinces into {name}"
    named = any(_has_name(item) for layer in layers for item in layer.walk() if item is not layer)
    if named:
        return f"no name in the layer {name} is that of a province", "name each shape after its province, such as lon"
    hint = "name each shape after its province; if an optimiser took the names away, use the file before it"
    return f"none of the {shapes} shapes in the layer {name} has a name", hint


def _outside(drawing: Drawing, known: Mapping[str, str], wanted: str) -> tuple[str, str]:
    if not any(True for _ in drawing.root.shapes()):
        return "the drawing holds no shape at all", "save the drawing with its shapes as SVG"
    if not any(item.names for item in drawing.items if item is not drawing.root):
        hint = "use the file before the optimiser, or switch off cleanupIds there"
        return "nothing in the drawing has a name, as after an optimiser such as SVGO", hint
    names = [item.name for item in drawing.root.children if item.tag == "g" and _has_name(item)]
    slip = next((name for name in names if known.get(near(canonical(name), known)) == "provinces"), None)
    hint = (
        f"rename the layer {slip} to {wanted}"
        if slip
        else f"put the shapes of the provinces into a layer named {wanted}"
    )
    if not names:
        return f"the drawing has no layer {wanted}, and no layer with a name", hint
    return f"the drawing has no layer {wanted}; its layers are {listed(names)}", hint
