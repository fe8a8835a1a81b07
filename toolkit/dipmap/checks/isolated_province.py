"""D506: a province without neighbours."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import number, spot
from dipmap.checks._pairs import covered
from dipmap.diagnostics import Finding
from dipmap.geometry.survey import Contact, Nearness


@check("D506", "isolated-province", needs=("variant", "survey", "origins"))
def isolated_province(facts: Facts) -> Iterator[Finding]:
    """A province has no neighbour at all.

    ## Why
    No unit can ever enter or leave it. Most often its shape stops short of its neighbours, or it lies in an inset or a box
    whose way in was never declared.

    ## Fix
    Draw it against its neighbours. Where it cannot touch them (an inset, an off-board box, the edge of a world map),
    declare a passage of kind `link`. If nobody is to enter it, make it `impassable`.

    ## Example
    ```yaml
    passages:
      - {between: box-atl, kind: link}
    ```
    """
    assert facts.variant is not None
    assert facts.survey is not None
    joined = {identity for edge in facts.variant.adjacency for identity in edge.pair}
    # one that lies on top of another is told as that
    joined |= {identity for contact in covered(facts) for identity in (contact.a, contact.b)}
    for province in facts.variant.provinces:
        identity = province.id
        if identity in joined or province.impassable or identity in facts.broken or identity not in facts.survey.areas:
            continue
        near = _nearest(facts, identity)
        message = f"{identity} has no neighbour: no unit can enter or leave it"
        hint = "draw it against its neighbours, or declare a passage to it"
        if near:
            other = near.b if near.a == identity else near.a
            message += f"; the nearest province, {other}, is {number(near.distance)} units away"
        place = spot(facts, identity, near.at if near else None)
        yield Finding(message, place, hint, identity, provinces=(identity,))


def _nearest(facts: Facts, identity: str) -> Contact | None:
    assert facts.survey is not None
    found = [
        contact
        for contact in facts.survey.contacts.values()
        if contact.nearness is Nearness.NEAR and identity in (contact.a, contact.b)
    ]
    return min(found, key=lambda contact: (contact.distance, contact.a, contact.b), default=None)
