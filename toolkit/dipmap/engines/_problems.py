"""What keeps a variant from every engine alike."""

from __future__ import annotations

from collections.abc import Iterator

from dipmap.diagnostics import Finding
from dipmap.model import Variant


def unknown_powers(variant: Variant, engine: str) -> Iterator[Finding]:
    """Units and centres of powers that the variant does not have."""
    named = [
        *((unit.power, f"a unit in {unit.location}") for unit in variant.start.units if unit.power),
        *((province.owner, f"the owner of {province.name}") for province in variant.centres if province.owner),
    ]
    for power, where in named:
        if power not in variant.powers_by_id:
            yield Finding(
                f"{engine} needs every power to exist; {where} names {power}",
                hint="name a power of the variant",
                key=f"{power} {where}",
            )
