"""D628: two scenarios of one name."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.diagnostics import Finding, Label
from dipmap.resolve.scenario_files import Scenario


@check("D628", "same-scenario-name")
def same_scenario_name(facts: Facts) -> Iterator[Finding]:
    """Two files in `scenarios` hold a scenario of the same name.

    ## Why
    Statements name the scenarios that prove them; which of the two is meant cannot be told.

    ## Fix
    Rename one of them, best as its file is called.
    """
    seen: dict[str, Scenario] = {}
    for scenario in facts.scenarios:
        first = seen.setdefault(scenario.name, scenario)
        if first is not scenario:
            here, there = (each.file.source.name.rpartition("/")[2] for each in (scenario, first))
            message = f"{here} and {there} both hold the scenario {scenario.name}"
            labels = (Label(first.place("name"), "the first"),)
            yield Finding(message, scenario.place("name"), "rename one of them", f"{scenario.name} {here}", labels)
