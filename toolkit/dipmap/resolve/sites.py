"""Names in the rules of building: sites that are not on the map, and powers that do not play."""

from __future__ import annotations

from collections.abc import Container, Iterator

from dipmap.diagnostics import Notice, Place, notice
from dipmap.resolve.declaration import Declaration


def site_notices(declaration: Declaration, provinces: Container[str], powers: Container[str]) -> Iterator[Notice]:
    """What `builds` and the opening name and what does not exist."""
    for what, site, place in _sites(declaration):
        if site not in provinces:
            message = f"{what} names {site}, which is not on the map"
            hint = "correct the id, or draw the province"
            yield notice("unknown-location", message, place, hint=hint, key=place.pointer, provinces=(site,))
    for table in ("extra", "limits"):
        for index, entry in enumerate(declaration.table("builds").get(table) or ()):
            if entry["power"] not in powers:
                message = f"builds.{table} is about {entry['power']}, which is no power"
                place = declaration.place("builds", table, index, "power")
                hint = "add it to powers, or correct the name"
                yield notice("unknown-power", message, place, hint=hint, key=place.pointer)


def _sites(declaration: Declaration) -> Iterator[tuple[str, str, Place]]:
    builds = declaration.table("builds")
    for index, entry in enumerate(builds.get("extra") or ()):
        yield "builds.extra", entry["site"], declaration.place("builds", "extra", index, "site")
    for index, entry in enumerate(builds.get("limits") or ()):
        for number, site in enumerate(entry["sites"]):
            yield "builds.limits", site, declaration.place("builds", "limits", index, "sites", number)
    opening = declaration.table("start").get("opening") or {}
    for index, group in enumerate(opening.get("exclusive") or ()):
        for number, site in enumerate(group):
            place = declaration.place("start", "opening", "exclusive", index, number)
            yield "a group of sites that exclude each other", site, place
    for index, site in enumerate(opening.get("secret_sites") or ()):
        yield "secret_sites", site, declaration.place("start", "opening", "secret_sites", index)
