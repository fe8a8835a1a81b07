"""Show what is in a package, or what can be worked out from a source.

THING is a package (a .zip or an unpacked folder) or a source folder; of a source everything is shown that could be
worked out, errors or not. With --rules it may be a folder of sources.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dipmap.checking import Facts
from dipmap.cli import CLEAN, FINDINGS
from dipmap.cli._output import format_option, wants_colour
from dipmap.cli._sources import NamedPath, here, missing, shown, sources
from dipmap.cli._tables import table
from dipmap.model import Adjacency, Province, Terrain, Unit, Variant
from dipmap.visible import number, visible

if TYPE_CHECKING:
    from dipmap.cli._engines import Kept
    from dipmap.diagnostics import Place
    from dipmap.pipeline import Report
    from dipmap.resolve.origins import Edge


@click.command()
@click.argument("thing", type=NamedPath(path_type=Path))
@format_option("text", "json")
@click.option("--graph", is_flag=True, help="Show every edge with how it arose, and every barrier.")
@click.option(
    "--rules", is_flag=True, help="Show the statements of the variant's document and the facts that carry them."
)
@click.option("--engines", is_flag=True, help="Show what becomes of each rule in each game engine.")
@click.option("--draft", is_flag=True, help="Print what the drawing of a source says, tag by tag, as JSON.")
def command(
    thing: Path,
    format: str,  # noqa: A002  the word of the option
    graph: bool,
    rules: bool,
    engines: bool,
    draft: bool,
) -> int:
    from dipmap.package import PackageError, is_package, load, open_package
    from dipmap.package.kept import all_kept

    if missing(thing):
        raise click.UsageError(f"{thing} does not exist")
    if is_package(thing):
        if draft:
            raise click.UsageError("--draft shows a drawing: name a source folder, not a package")
        try:
            variant = load(here(thing))
        except PackageError as error:
            return _broken(error)
        if engines:
            return _show_engines(variant, all_kept(open_package(here(thing))), format)
        return _statements([(variant, "")], format) if rules else _show(variant, None, format, graph=graph)
    return _of_sources(thing, format) if rules else _source(thing, format, graph=graph, draft=draft, engines=engines)


def _broken(error: Any) -> int:
    from dipmap.pipeline import diagnosed
    from dipmap.reporters.text import render

    click.echo(render([diagnosed(each) for each in error.notices], limit=20), err=True, nl=False)
    return FINDINGS


def _show_engines(variant: Variant, kept: Kept, format: str) -> int:  # noqa: A002
    from dipmap.cli._engines import engine_lines, engines_document

    if format == "json":
        click.echo(json.dumps(engines_document(variant, kept), ensure_ascii=False, indent=1))
        return CLEAN
    head = f"{_title(visible(variant.name))}  {visible(variant.id)} {visible(variant.version)}"
    click.echo("\n".join([head, *engine_lines(variant, kept)]), color=wants_colour())
    return CLEAN


def _source(thing: Path, format: str, *, graph: bool, draft: bool, engines: bool) -> int:  # noqa: A002
    from dipmap.draft import draft_document
    from dipmap.pipeline import check

    found = sources([thing])
    if len(found) != 1:
        raise click.UsageError(f"{thing} holds {len(found)} sources: name one of them")
    report = check(found[0], shown(found[0]))
    facts = report.facts
    if draft:
        if facts.draft is None:
            click.echo(f"{visible(facts.name)}: the drawing could not be read; `dipmap check` says why", err=True)
            return FINDINGS
        click.echo(json.dumps(draft_document(facts.draft), ensure_ascii=False, indent=1))
        return CLEAN
    _tell_findings(report)
    if facts.variant is None:
        click.echo(f"{visible(facts.name)}: no variant could be worked out; `dipmap check` says why", err=True)
        return FINDINGS
    return (
        _show_engines(facts.variant, facts.kept, format)
        if engines
        else _show(facts.variant, facts, format, graph=graph)
    )


def _of_sources(thing: Path, format: str) -> int:  # noqa: A002
    from dipmap.pipeline import check

    told = []
    for folder in sources([thing]):
        report = check(folder, shown(folder))
        facts = report.facts
        _tell_findings(report)
        if facts.variant is None:
            click.echo(f"{visible(facts.name)}: no variant could be worked out; `dipmap check` says why", err=True)
            return FINDINGS
        told.append((facts.variant, facts.rules.document if facts.rules else ""))
    if len(told) > 1:
        told = [(variant, document) for variant, document in told if variant.rules]
    return _statements(told, format)


def _statements(told: Sequence[tuple[Variant, str]], format: str) -> int:  # noqa: A002
    from dipmap.cli._statements import statement_lines, statements_document, summary

    if format == "json":
        documents = [statements_document(variant, document) for variant, document in told]
        click.echo(json.dumps(documents[0] if len(documents) == 1 else documents, ensure_ascii=False, indent=1))
        return CLEAN
    lines: list[str] = []
    for variant, document in told:
        lines += ["", "", ""] if lines else []
        lines += [f"{_title(visible(variant.name))}  {visible(variant.id)} {visible(variant.version)}"]
        lines += statement_lines(variant, document)
    if len(told) > 1:
        lines += ["", f"together {summary(variant for variant, _ in told)}"]
    click.echo("\n".join(lines), color=wants_colour())
    return CLEAN


def _tell_findings(report: Report) -> None:
    counts = dict.fromkeys(("error", "warning"), 0)
    for diagnostic in report.diagnostics:
        if diagnostic.severity.value in counts:
            counts[diagnostic.severity.value] += 1
    told = [_count(amount, word) for word, amount in counts.items() if amount]
    if told:
        click.echo(f"{visible(report.facts.name)} has {' and '.join(told)}; `dipmap check` shows them", err=True)


def _show(variant: Variant, facts: Facts | None, format: str, *, graph: bool) -> int:  # noqa: A002
    if format == "json":
        click.echo(json.dumps(_document(variant, facts), ensure_ascii=False, indent=1))
        return CLEAN
    lines = [*_head(variant, facts), *_powers(variant), *_provinces(variant), *_rules(variant)]
    if graph:
        lines += [*_edges(variant, facts), *_barriers(variant, facts)]
    click.echo("\n".join(lines), color=wants_colour())
    return CLEAN


# ---- JSON


def _document(variant: Variant, facts: Facts | None) -> dict[str, Any]:
    from dipmap.model.json import to_json

    document = to_json(variant)
    if facts is not None and facts.origins is not None and facts.survey is not None and facts.draft is not None:
        document["source"] = {
            "dialect": facts.draft.dialect,
            "diagonal": round(facts.survey.diagonal, 3),
            "tolerance": round(facts.survey.tolerance, 6),
        }
        document["edges"] = [_edge_document(edge) for edge in facts.origins.edges]
    return document


def _edge_document(edge: Edge) -> dict[str, Any]:
    adjacency = edge.adjacency
    found: dict[str, Any] = {
        "a": adjacency.a,
        "b": adjacency.b,
        "units": adjacency.units.value,
        "kind": adjacency.kind.value,
        "how": edge.how,
    }
    if adjacency.oneway:
        found["oneway"] = True
    if edge.contact is not None:
        found["nearness"] = edge.contact.nearness.value
        found["length"] = round(edge.contact.length, 3)
        found["distance"] = round(edge.contact.distance, 6)
        found["at"] = [round(value, 3) for value in edge.contact.at]
    elif edge.place.span is not None:
        found["file"] = edge.place.span.source.name
        found["line"] = edge.place.span.begin[0]
    return found


# ---- text


def _title(text: str) -> str:
    return click.style(text, bold=True)


def _count(amount: int, word: str) -> str:
    return f"{amount} {word}{'s' if amount != 1 else ''}"


def _head(variant: Variant, facts: Facts | None) -> Iterator[str]:
    yield f"{_title(visible(variant.name))}  {visible(variant.id)} {visible(variant.version)}"
    if variant.description:
        yield visible(variant.description)
    base = variant.base + (f" ({variant.edition})" if variant.edition else "")
    credit = [f"by {', '.join(variant.designers)}" if variant.designers else "", variant.licence, f"base rules: {base}"]
    yield visible("; ".join(filter(None, credit)))
    homes = sum(province.home is not None for province in variant.centres)
    yield (
        f"{_count(len(variant.powers), 'power')}, {_count(len(variant.provinces), 'province')}, "
        f"{_count(len(variant.centres), 'centre')} ({homes} home, {len(variant.centres) - homes} neutral), "
        f"{_count(len(variant.adjacency), 'edge')}, {_count(len(variant.barriers), 'barrier')}"
    )
    if facts is not None and facts.survey is not None and facts.survey.diagonal and facts.draft is not None:
        survey = facts.survey
        yield (
            f"read from a drawing in the dialect {facts.draft.dialect}; diagonal D = {survey.diagonal:.0f} units, "
            f"tolerance t = {survey.tolerance / survey.diagonal:.4f} D = {survey.tolerance:.2f} units"
        )


def _unit(unit: Unit) -> str:
    return f"{unit.type.value[0].upper()} {unit.location}"


def _powers(variant: Variant) -> Iterator[str]:
    if variant.powers:
        yield ""
        yield _title("Powers")
        yield from table(
            [
                (
                    power.id,
                    " / ".join((power.name, *power.aliases)),
                    power.colour,
                    f"homes {' '.join(power.homes)}" if power.homes else "no homes",
                    ", ".join(_unit(unit) for unit in variant.start.units if unit.power == power.id),
                    "" if power.playable else "nobody plays it",
                )
                for power in variant.powers
            ],
        )
    if variant.standing_units:
        yield f"  units of nobody: {', '.join(map(_unit, variant.standing_units))}"
    opening = variant.start.opening
    if opening is not None:
        builds = " ".join(f"{power} {amount}" for power, amount in sorted(opening.builds.items()))
        extra = [
            word for word, said in (("secret", opening.secret), ("joint with the first moves", opening.joint)) if said
        ]
        yield visible(f"  opening adjustment: {builds}{' (' + ', '.join(extra) + ')' if extra else ''}")


def _provinces(variant: Variant) -> Iterator[str]:
    groups = [
        (terrain.value, [p for p in variant.provinces if p.terrain is terrain and not p.impassable])
        for terrain in Terrain
    ]
    groups.append(("impassable", [province for province in variant.provinces if province.impassable]))
    yield ""
    yield _title("Provinces")
    rows = {name: [_province(province, variant) for province in group] for name, group in groups if group}
    lines = table([row for group in rows.values() for row in group], indent="    ")
    for name, group in rows.items():
        yield f"  {name} ({len(group)})"
        for _ in group:
            yield next(lines)


def _province(province: Province, variant: Variant) -> tuple[str, ...]:
    power = variant.powers_by_id.get(province.home or "")
    centre = "" if not province.centre else f"centre, home of {power.name}" if power else "centre"
    if not province.centre and power:
        centre = f"home of {power.name}"
    special = []
    if province.owner != province.home and province.owner is not None:
        special.append(f"held by {province.owner}")
    if province.coasts:
        special.append("coasts " + " ".join(coast.id for coast in province.coasts))
    if province.canal:
        special.append("canal")
    if province.capacity > 1:
        special.append(f"holds {province.capacity} units")
    if not province.impassable:
        sea = province.terrain is Terrain.SEA
        usual = {"armies": not sea, "fleets": province.terrain is not Terrain.LAND, "convoys": sea}
        special += [
            word if getattr(province, word) else f"no {word}"
            for word, value in usual.items()
            if getattr(province, word) != value
        ]
    names = " / ".join((province.name, *province.aliases))
    return province.id, names, centre, ", ".join(special)


def _rules(variant: Variant) -> Iterator[str]:
    yield ""
    yield _title("Calendar")
    yield from table(
        [
            (
                turn.id,
                turn.name,
                ", ".join(turn.phases),
                ", ".join(word for word, said in (("ownership", turn.ownership), ("victory", turn.victory)) if said),
            )
            for turn in variant.calendar.turns
        ],
    )
    calendar = variant.calendar
    yield visible(
        f"  begins with {calendar.first_turn} {calendar.first_year}"
        + (f"; a round takes {calendar.years} years" if calendar.years != 1 else "")
    )
    yield ""
    yield _title("Rules")
    victory, end = variant.victory, variant.end
    most = ", more than anybody else" if victory.most and victory.sole else ", nobody more" if victory.most else ""
    rows = [
        (
            "victory",
            f"at least {victory.at_least} {victory.by}{most}{'; of several the most' if victory.tie == 'most' else ''}",
        ),
    ]
    if victory.by == "points":
        own = "".join(f", {power}'s own {amount}" for power, amount in sorted(victory.points.own_home_of.items()))
        rows.append(("points", f"centre {victory.points.centre}, own home {victory.points.own_home}{own}"))
    if end.last_year is not None:
        rows.append(("end", f"after {end.last_year}: {end.result}"))
    if end.agreed_draw != "survivors" or end.agreed_within != "game":
        rows.append(("agreed draw", f"{end.agreed_draw}, within one {end.agreed_within}"))
    rows.append(
        (
            "builds",
            f"{' or '.join(unit.value for unit in variant.builds.units)}, sites {variant.builds.sites}, by {variant.builds.method}",
        )
    )
    rows.append(("retreats", variant.retreats))
    rows += [(name, value) for name, value in sorted(variant.options.items())]
    if variant.rules:
        rows.append(("statements", f"{len(variant.rules)}; --rules shows them"))
    yield from table(rows)


def _edges(variant: Variant, facts: Facts | None) -> Iterator[str]:
    yield ""
    yield _title("Edges")
    origins = facts.origins if facts is not None else None
    arose = {edge.adjacency: edge for edge in origins.edges} if origins else {}
    tolerance = facts.survey.tolerance if facts is not None and facts.survey is not None else 0.0
    yield from table(
        [
            (
                f"{edge.a} {'>' if edge.oneway else '-'} {edge.b}",
                edge.units.value,
                edge.kind.value + (f" via {edge.keeper}" if edge.keeper else ""),
                *_how(edge, arose.get(edge), tolerance),
            )
            for edge in variant.adjacency
        ],
    )


def _how(adjacency: Adjacency, edge: Edge | None, tolerance: float) -> tuple[str, str]:
    if edge is None:
        return "", ""
    contact = edge.contact
    if contact is None:
        return f"declared in {_where(edge.place)}" if edge.place.span else "declared", ""
    word = "" if contact.nearness.value == adjacency.kind.value else contact.nearness.value.replace("-", " ") + ", "
    share = f" ({contact.length / tolerance:.1f} t)" if tolerance else ""
    gap = f", gap {number(contact.distance)}" if contact.distance > 0 else ""
    if gap and tolerance:
        gap += f" ({contact.distance / tolerance:.2f} t)"
    at = f"at {number(round(contact.at[0], 1))}, {number(round(contact.at[1], 1))}"
    return f"{word}length {number(round(contact.length, 1))}{share}{gap}", at


def _where(place: Place) -> str:
    span = place.span
    return f"{span.source.name}:{span.begin[0]}" if span else ""


def _barriers(variant: Variant, facts: Facts | None) -> Iterator[str]:
    yield ""
    yield _title("Barriers")
    if not variant.barriers:
        yield "  none"
        return
    origins = facts.origins if facts is not None else None
    declared = {(barrier.a, barrier.b): barrier for barrier in origins.barriers} if origins else {}
    rows = []
    for barrier in variant.barriers:
        fact = declared.get((barrier.a, barrier.b))
        told = "" if fact is None else f"declared in {_where(fact.place)}" + ("" if fact.stops else ", stops nothing")
        rows.append((f"{barrier.a} - {barrier.b}", barrier.units.value, told, fact.reason if fact else ""))
    yield from table(rows)
