"""What scenarios prove: where a fact of the variant is changed, a scenario of the statement it carries fails.

The facts that no scenario can notice are listed here with the reason, so that the list cannot grow unseen.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dipmap.judge.scenario import run
from dipmap.pipeline import read
from test_rule_statements import changed

SOURCES = Path(__file__).resolve().parents[1] / "sources"
NAMES = sorted(path.parent.name for path in SOURCES.glob("*/scenarios"))

UNSEEN = {
    "the edition and the base of the rules are told to readers; no result depends on them": """
        P3 base | P3 edition | S11 base | S11 edition | Y2 base | Y2 edition | Y31 base | Z1 base
    """,
    "colours are for maps": """
        S4 powers.karlberg.colour | S5 powers.kungsholmen.colour | S6 powers.maria.colour | S7 powers.norrmalm.colour
        S8 powers.ostermalm.colour | S9 powers.soderort.colour | S10 powers.sofia.colour
        Y36 powers.israelamerica.colour | Y36 powers.kurdistan.colour | Y36 powers.egypt.colour
        Y36 powers.saudiarabia.colour | Y36 powers.iran.colour | Y36 powers.russia.colour | Y36 powers.turkey.colour
    """,
    "tags are words of the variant's own; the judge has no use for them": """
        P21 provinces.r1.tags | P21 provinces.r2.tags | P21 provinces.r3.tags | P21 provinces.r4.tags
        P21 provinces.r5.tags | P21 provinces.r6.tags | P21 provinces.r7.tags | P21 provinces.r8.tags
        P35 provinces.las.tags | P35 provinces.stj.tags | P35 provinces.tem.tags | P35 provinces.vil.tags
        P35 provinces.uni.tags
    """,
    "orders are read by the id, which is the same word as the name, and accents do not matter": """
        S3 powers.karlberg.name | S3 powers.soderort.name | S3 powers.soderort.aliases | S3 powers.kungsholmen.name
        S3 powers.maria.name | S3 powers.sofia.name | S3 powers.norrmalm.name | S3 powers.ostermalm.name
        S3 powers.ostermalm.aliases | Y36 powers.kurdistan.name | Y36 powers.egypt.name | Y36 powers.iran.name
        Y36 powers.russia.name | Y36 powers.turkey.name
    """,
    "name and alias differ in accents and blanks only, and each is read for the other": """
        S28 provinces.str.name | S28 provinces.str.aliases | S28 provinces.kla.name
    """,
    "the kind of a passage is a word for readers; what may pass is a fact of its own": """
        S24 edges.cen-sth.kind | Y33 edges.cai-gre.kind | Y34 edges.cyp-gre.kind | Y34 edges.cai-cyp.kind
        Z20 edges.den-swe.kind | Z21 edges.kor-kyu.kind | Z22 edges.kyu-tok.kind | Z23 edges.alg-gib.kind
        Z28 edges.mao-wes.kind | Z28 edges.sao-wes.kind | Z29 edges.bla-eas.kind
    """,
    "canals are recognised by what they join; the edges are proved, the word is derived": """
        S13 provinces.gst.canal | S22 provinces.slu.canal | S22 count.canals
        Z18 provinces.egy.canal | Z18 provinces.ham.canal | Z18 provinces.pan.canal
        R10 provinces.kie.canal | R10 provinces.con.canal | R10 provinces.den.canal | R10 provinces.swe.canal
    """,
    "barriers say that shapes which touch make no edge; that there is no edge is what counts": "S25 count.barriers",
    "what may stand in a province and convoy there are facts of their own, whatever its terrain is called": """
        Z31 provinces.haw.terrain | Z31 provinces.mid.terrain | Z31 provinces.oki.terrain | Z31 provinces.sol.terrain
        Z32 provinces.wbr.terrain | Y31 count.sea
    """,
    "what is changed first is a province away from the water, whose coasts no fleet ever sees": "S11 count.coasts",
    "a centre is one point where nothing else is said, so that points and centres are the same number": """
        P30 victory.by | S27 victory.by | Z3 victory.by | R6 victory.by
    """,
    "where several have enough the tie rule says who wins, and it never lets one win who has less": """
        Y4 victory.most | Y13 victory.most
    """,
    "the end of the document's example is the same with the value next to it; other scenarios prove the number": """
        Y15 victory.at_least | Y15 victory.sole | Y17 victory.points.own_home | Y18 end.result
    """,
    "an own base of this power counts one point, as any centre does": """
        Y9 powers.israelamerica.homes | Y37 powers.israelamerica.homes
    """,
    "no province admits a fleet, so that none is built, and none could convoy": """
        Y30 builds.units | Y30 all.land.fleets | Y32 all.land.convoys
    """,
    "builds come with the moves after them anyway: later ones do where somebody asks for it (P19)": "P18 opening.joint",
    "what counts are the homes of the powers; the province only says so again": "Z17 provinces.rom.home",
    "neither army nor fleet can stand there in either case": "R11 provinces.swi.impassable",
}


def listed(name: str) -> set[str]:
    """The statements and facts of a source that are listed."""
    found = [each.strip() for text in UNSEEN.values() for line in text.splitlines() for each in line.split("|")]
    found = [each for each in found if each]
    assert len(found) == len(set(found))
    return {each for each in found if each[0] == {"standard": "R"}.get(name, name[0].upper())}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_of_each_statement_fails_when_its_fact_is_another(name: str):
    facts = read(SOURCES / name)
    assert facts.variant is not None
    assert facts.rules is not None
    scenarios = {scenario.name: scenario.data for scenario in facts.scenarios}
    seen, unseen = 0, set()
    for rule in facts.rules.rules:
        for fact in rule.facts:
            mutants = changed(facts.variant, fact.path)
            if any(run(mutant, scenarios[proof]) for _, mutant in mutants for proof in rule.proofs):
                seen += 1
            else:
                unseen.add(f"{rule.id} {fact.path}")
    assert unseen == listed(name)
    assert seen > 2 * len(unseen)


def test_few_facts_are_listed_and_each_is_a_fact():
    total = 0
    for name in NAMES:
        facts = read(SOURCES / name)
        assert facts.rules is not None
        known = {f"{rule.id} {fact.path}" for rule in facts.rules.rules for fact in rule.facts}
        total += len(known)
        assert listed(name) <= known
    assert total == 507
    assert sum(len(listed(name)) for name in NAMES) == 99


def test_every_statement_has_a_fact_that_is_seen():
    """But for the two that say nothing but which rules hold."""
    for name in NAMES:
        facts = read(SOURCES / name)
        assert facts.rules is not None
        bare = {
            rule.id
            for rule in facts.rules.rules
            if rule.facts and {f"{rule.id} {fact.path}" for fact in rule.facts} <= listed(name)
        }
        assert bare <= {"P3", "Y2"}
