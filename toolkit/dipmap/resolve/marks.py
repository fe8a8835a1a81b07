"""Marks on the map: centres and homes, starting units and anchors, found by name or by where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dipmap.diagnostics import Finding, Label, Notice, Place
from dipmap.draft import Draft
from dipmap.geometry.points import label_point, shore_point
from dipmap.model import Power, Province, Unit, UnitType, province_of
from dipmap.resolve.declaration import Declaration
from dipmap.resolve.ground import Ground
from dipmap.resolve.origins import Anchor
from dipmap.svg.drawing import Item
from dipmap.svg.shapes import centre_point, read_shape


@dataclass
class Marks:
    """Provinces with their centres, units, anchors by the designer, and places for checks."""

    provinces: dict[str, Province]
    units: list[Unit] = field(default_factory=list)
    standing: list[Unit] = field(default_factory=list)
    unit_places: list[tuple[str, Place]] = field(default_factory=list)
    anchors: dict[tuple[str, str], Anchor] = field(default_factory=dict)
    centres: dict[str, Place] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)

    def say(self, name: str, message: str, place: Place, hint: str, *about: str, label: Label | None = None) -> None:
        labels = (label,) if label else ()
        self.notices.append(Notice(name, Finding(message, place, hint, labels=labels, provinces=about)))

    def exists(self, location: str) -> bool:
        province = self.provinces.get(province_of(location))
        return province is not None and location in province.locations


def read_marks(
    draft: Draft,
    declaration: Declaration,
    ground: Ground,
    provinces: Mapping[str, Province],
    powers: Mapping[str, Power],
) -> Marks:
    """All marks of drawing and declaration; one that names what does not exist, or stands nowhere, is told."""
    marks = Marks(dict(provinces))
    _centres(marks, draft, declaration, ground, powers)
    _units(marks, draft, declaration, ground, powers)
    _anchors(marks, draft, declaration)
    return marks


def _shown(marks: Marks, draft: Draft, item: Item | None, place: Place, what: str) -> None:
    """Tell of a marker of ours that shows nothing: a circle without a radius."""
    if item is None or item.broken or draft.dialect != "dipmap" or any(tag.item is item for tag in draft.provinces):
        return
    if any(part.tag in ("text", "image", "use") or part.broken for part in item.walk()) or centre_point(item):
        return
    found = [problem for shape in item.shapes() for problem in read_shape(shape)[1]]
    for problem in found:
        marks.notices.append(
            replace(problem, finding=replace(problem.finding, message=f"{what}: {problem.finding.message}"))
        )
    if not found:
        message = f"{what} shows nothing, so it has no place on the map"
        marks.notices.append(Notice("bad-value", Finding(message, place, "draw it as a small circle", what)))


def _where(marks: Marks, ground: Ground, name: str, item: Item | None, place: Place, what: str) -> str | None:
    """The location a mark names or stands in."""
    if name:
        if marks.exists(name):
            return name
        message = f"{what} names {name}, which is not on the map"
        marks.say("unknown-location", message, place, "correct the id, or draw the province", name)
        return None
    point = centre_point(item) if item else None
    found = ground.province_at(point) if point else None
    if found is None:
        message = f"{what} names no province and stands in none"
        marks.say("unknown-location", message, replace(place, at=point), "move it into its province, or name it")
    return found


def _centres(
    marks: Marks,
    draft: Draft,
    declaration: Declaration,
    ground: Ground,
    powers: Mapping[str, Power],
) -> None:
    homes: dict[str, tuple[str | None, Place]] = {}

    def claim(province: str, power: str | None, place: Place) -> None:
        """`power` None for neutral."""
        if power is not None and power not in powers:
            message = f"{province} is the home of {power}, which is no power"
            marks.say("unknown-power", message, place, "add it to powers, or correct the name", province)
            return
        first = homes.setdefault(province, (power, place))
        if first[0] != power:
            sides = [name or "nobody (neutral)" for name in (first[0], power)]
            message = f"{province} is the home of {sides[0]} here and of {sides[1]} there"
            marks.say(
                "home-disputed",
                message,
                place,
                "let one power have it",
                province,
                label=Label(first[1], "the other claim"),
            )

    drawn: dict[str, Place] = {}
    for tag in draft.centres:
        if tag.province:
            _shown(marks, draft, tag.item, tag.place, f"the marker of the centre {tag.province}")
        found = _where(marks, ground, tag.province, tag.item, tag.place, "a centre")
        if found is None:
            continue
        province = province_of(found)
        drawn.setdefault(province, tag.place)
        if tag.power != "":
            claim(province, tag.power, tag.place)
        point = centre_point(tag.item) if tag.item else None
        if point and draft.dialect == "dipmap" and tag.item is not None and tag.item.data("province") is None:
            marks.anchors.setdefault((province, "centre"), Anchor(province, "centre", point, tag.place))
    for identity, entry in declaration.provinces.items():
        if entry.home is not None:
            claim(
                identity,
                None if entry.home == "neutral" else entry.home,
                declaration.place("provinces", identity, "home"),
            )
    for power in powers.values():
        for index, home in enumerate(power.homes):
            place = declaration.place("powers", power.id, "homes", index)
            if home in marks.provinces:
                claim(home, power.id, place)
            else:
                message = f"the home {home} of {power.name} is not on the map"
                marks.say("unknown-location", message, place, "correct the id, or draw the province", home)
    _settle(marks, declaration, powers, drawn, homes)


def _settle(
    marks: Marks,
    declaration: Declaration,
    powers: Mapping[str, Power],
    drawn: Mapping[str, Place],
    homes: Mapping[str, tuple[str | None, Place]],
) -> None:
    """Give every province its centre, home and owner, from the marks drawn and the claims made."""
    for identity, province in marks.provinces.items():
        declared = declaration.provinces.get(identity)
        said = declared.centre if declared else None
        if said is False and identity in drawn:
            message = f"a centre is drawn in {identity}, but variant.yaml says it has none"
            place = declaration.place("provinces", identity, "centre")
            label = Label(drawn[identity], "drawn here")
            marks.say("tags-disagree", message, place, "make them agree; the drawing counts", identity, label=label)
        home, claimed = homes.get(identity, (None, Place()))
        # where nobody marks centres one by one, homes are centres all the same
        implied = home is not None and said is None and not drawn and not _listed(declaration)
        centre = identity in drawn or bool(said) or implied
        owner = _owner(marks, declaration, identity, home, powers)
        marks.provinces[identity] = replace(province, centre=centre, home=home, owner=owner)
        if centre:
            marks.centres[identity] = drawn.get(identity) or (declared.place if declared else claimed)


def _owner(
    marks: Marks,
    declaration: Declaration,
    identity: str,
    home: str | None,
    powers: Mapping[str, Power],
) -> str | None:
    """Who holds a province at the start: its home power, unless the declaration names another or nobody (`neutral`)."""
    declared = declaration.provinces.get(identity)
    owner = declared.owner if declared and declared.owner is not None else home
    if owner is None or owner == "neutral" or owner in powers:
        return None if owner == "neutral" else owner
    message = f"{identity} is owned by {owner}, which is no power"
    place = declaration.place("provinces", identity, "owner")
    marks.say("unknown-power", message, place, "correct the name", identity)
    return None


def _listed(declaration: Declaration) -> bool:
    """Whether the declaration lists centres one by one; then a home alone makes no centre."""
    return any(entry.centre is not None for entry in declaration.provinces.values())


# places of units by power, type and location
_Units = dict[tuple[str | None, str, str], list[Place]]


def _units(
    marks: Marks,
    draft: Draft,
    declaration: Declaration,
    ground: Ground,
    powers: Mapping[str, Power],
) -> None:
    drawn: _Units = {}
    declared: _Units = {}

    def add(found: _Units, power: str | None, kind: str, location: str, place: Place) -> None:
        if power is not None and power not in powers:
            message = f"a unit in {location} belongs to {power}, which is no power"
            marks.say("unknown-power", message, place, "add it to powers, or correct the name", location)
            return
        found.setdefault((power, kind, location), []).append(place)

    for tag in draft.units:
        if tag.location:
            _shown(marks, draft, tag.item, tag.place, f"the marker of the unit in {tag.location}")
        location = _where(marks, ground, tag.location, tag.item, tag.place, "a unit")
        if location is None:
            continue
        add(drawn, tag.power or None, tag.type, location, tag.place)
        point = centre_point(tag.item) if tag.item else None
        if point and tag.item is not None and tag.item.data("province") is None and tag.item.data("coast") is None:
            marks.anchors.setdefault((location, "unit"), Anchor(location, "unit", point, tag.place))
    for key, pointer in (("units", ("start", "units")), ("standing", ("standing_units",))):
        table = declaration.table("start").get("units") if key == "units" else declaration.data.get("standing_units")
        for index, text in enumerate(table or ()):
            place = declaration.place(*pointer, index)
            words = text.split()
            power = words[0] if len(words) == 3 else None
            kind = {"a": "army", "f": "fleet"}.get(words[-2].lower(), words[-2].lower())
            location = _where(marks, ground, words[-1], None, place, f"the unit {text!r}")
            if location is not None:
                add(declared, power, kind, location, place)
    # a unit that is drawn and declared is one unit; two alike on one side are two, as in a space with room for both
    for owner, kind, location in sorted({*drawn, *declared}, key=lambda key: (key[0] or "", *key[1:])):
        unit = Unit(owner, UnitType(kind), location)
        places = max(drawn.get((owner, kind, location), []), declared.get((owner, kind, location), []), key=len)
        for place in places:
            (marks.units if owner is not None else marks.standing).append(unit)
            marks.unit_places.append((location, place))


def _anchors(marks: Marks, draft: Draft, declaration: Declaration) -> None:
    set_here: dict[tuple[str, str], Anchor] = {}
    for tag in draft.anchors:
        if not marks.exists(tag.location):
            message = f"an anchor names {tag.location}, which is not on the map"
            marks.say("unknown-location", message, tag.place, "correct the id, or remove the anchor", tag.location)
            continue
        key = (tag.location, tag.purpose)
        if key in set_here and draft.dialect == "dipmap":
            message = f"the {tag.purpose} anchor of {tag.location} is set twice"
            first = Label(set_here[key].place, "the first one")
            marks.say("duplicate-tag", message, tag.place, "remove one of them", tag.location, label=first)
        set_here.setdefault(key, Anchor(tag.location, tag.purpose, tag.point, tag.place))
    for location, points in declaration.table("anchors").items():
        place = declaration.place("anchors", location, key=True)
        if not marks.exists(location):
            message = f"anchors names {location}, which is not on the map"
            marks.say("unknown-location", message, place, "correct the id", location)
            continue
        for purpose, point in points.items():
            set_here.setdefault((location, purpose), Anchor(location, purpose, (point[0], point[1]), place))
    # an anchor that is set on purpose beats the place of a marker
    marks.anchors |= set_here


def all_anchors(
    provinces: Mapping[str, Province],
    given: Mapping[tuple[str, str], Anchor],
    ground: Ground,
) -> dict[str, dict[str, tuple[float, float]]]:
    """Points for every location that is drawn: the designer's, and where there is none a point well inside the province."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for (location, purpose), anchor in given.items():
        found.setdefault(location, {})[purpose] = _rounded(anchor.point)
    step = 0.012 * ground.survey.diagonal
    for identity in provinces:
        area = ground.survey.areas.get(identity)
        if area is None:
            continue
        points = found.setdefault(identity, {})
        if "unit" not in points:
            points["unit"] = _rounded(label_point(area))
        x, y = points["unit"]
        points.setdefault("dislodged", _rounded((x + step, y + step)))
        points.setdefault("label", points["unit"])
        for coast, outlines in sorted(ground.coasts.get(identity, {}).items()):
            points = found.setdefault(f"{identity}/{coast}", {})
            if "unit" not in points:
                points["unit"] = _rounded(shore_point(area, outlines, step))
            x, y = points["unit"]
            points.setdefault("dislodged", _rounded((x + step / 2, y + step / 2)))
    return found


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 2) + 0.0, round(point[1], 2) + 0.0
