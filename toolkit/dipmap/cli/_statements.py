"""The statements of a variant's document, with their facts (`inspect --rules`) or with their proofs (`test`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from dipmap.model import Rule, Variant
from dipmap.model.facts import Answer, Facts, words
from dipmap.visible import visible

if TYPE_CHECKING:
    from dipmap.proofs import Standing


def statement_lines(variant: Variant, document: str = "") -> Iterator[str]:
    """Every statement with what carries it; a fact the model does not hold to is marked with `!`. Counts at the end."""
    if document:
        yield visible(f"statements of: {document}")
    facts = Facts(variant)
    for rule in variant.rules:
        yield ""
        yield _headed(rule)
        for answer in map(facts.answer, rule.facts):
            yield visible(f"  {' ' if answer.right else '!'} {_told(answer)}")
        if rule.proofs:
            yield visible(f"    proved by {', '.join(rule.proofs)}")
        if rule.text:
            yield _TEXT
        elif not rule.facts:
            yield "  ! carried by nothing"
    yield ""
    yield summary([variant])


_TEXT = "    text: no program can enforce it"


def _headed(rule: Rule) -> str:
    return visible(f"{rule.id}  {rule.sense}" + (f" ({rule.where})" if rule.where else ""))


def proof_lines(standing: Standing) -> Iterator[str]:
    """Every statement with the scenarios that prove it; what proves nothing is marked with `!`."""
    for rule in standing.rules:
        yield _headed(rule)
        if rule.text:
            yield _TEXT
            continue
        missing = standing.missing(rule)
        passed = [name for name in rule.proofs if name not in missing]
        if passed:
            yield visible(f"    proved by {', '.join(passed)}")
        if missing:
            yield visible(f"  ! not proved by {', '.join(missing)}")
        elif not passed:
            yield "  ! proved by nothing"


def proof_summary(standings: Iterable[Standing]) -> str:
    """`140 statements: 127 proved, 13 text`, over all variants."""
    total = dict.fromkeys(("statements", "proved", "text", "unproved"), 0)
    for standing in standings:
        for key, amount in standing.counts().items():
            total[key] += amount
    rest = f", {total['unproved']} not proved" if total["unproved"] else ""
    plural = "s" if total["statements"] != 1 else ""
    return f"{total['statements']} statement{plural}: {total['proved']} proved, {total['text']} text{rest}"


def proofs_document(standing: Standing) -> dict[str, Any]:
    """The statements with their proofs, and the counts, as JSON."""
    return {
        "statements": [
            {
                "id": rule.id,
                "sense": rule.sense,
                "where": rule.where,
                "text": rule.text,
                "proofs": list(rule.proofs),
                "missing": standing.missing(rule),
                "proved": standing.proved(rule),
            }
            for rule in standing.rules
        ],
        "counts": standing.counts(),
    }


def _told(answer: Answer) -> str:
    said = f"{answer.fact.path} = {words(answer.fact.value)}"
    if answer.missing is not None:
        return f"{said}, but {answer.missing}"
    return said if answer.right else f"{said}, but it is {words(answer.value)}"


def summary(variants: Iterable[Variant]) -> str:
    """`40 statements: 36 carried by facts, 4 text`, over all variants."""
    total = dict.fromkeys(("statements", "carried", "text", "bare", "differing"), 0)
    for variant in variants:
        for key, amount in _counts(variant).items():
            total[key] += amount
    parts = [f"{total['carried']} carried by facts", f"{total['text']} text"]
    parts += [f"{total['bare']} carried by nothing"] if total["bare"] else []
    parts += [f"{total['differing']} that the model does not hold to"] if total["differing"] else []
    return f"{total['statements']} statement{'s' if total['statements'] != 1 else ''}: {', '.join(parts)}"


def _counts(variant: Variant) -> dict[str, int]:
    facts = Facts(variant)
    rules = variant.rules
    return {
        "statements": len(rules),
        "carried": sum(bool(rule.facts) and not rule.text for rule in rules),
        "text": sum(rule.text for rule in rules),
        "bare": sum(not rule.facts and not rule.text for rule in rules),
        "differing": sum(any(not facts.answer(fact).right for fact in rule.facts) for rule in rules),
    }


def statements_document(variant: Variant, document: str = "") -> dict[str, Any]:
    """The same as JSON."""
    facts = Facts(variant)
    return {
        "variant": variant.id,
        "document": document,
        "statements": [_statement(rule, facts) for rule in variant.rules],
        "counts": _counts(variant),
    }


def _statement(rule: Rule, facts: Facts) -> dict[str, Any]:
    return {
        "id": rule.id,
        "sense": rule.sense,
        "where": rule.where,
        "text": rule.text,
        "facts": [_fact(facts.answer(fact)) for fact in rule.facts],
        "proofs": list(rule.proofs),
    }


def _fact(answer: Answer) -> dict[str, Any]:
    told = {"path": answer.fact.path, "value": answer.fact.value, "right": answer.right}
    if answer.missing is not None:
        return {**told, "missing": str(answer.missing)}
    return told if answer.right else {**told, "found": answer.value}
