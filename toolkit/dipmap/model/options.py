"""The rule choices a variant may make under `options`, by name: what each is about, its values, and which is the default.

This is the one place that knows them: the check `unknown-option`, the rules sheet, `docs/options.md`, engines and judges
read it here. Values are words; `true` and `false` are written without quotes in `variant.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """A rule choice: `about` says what it decides, `values` what each of its values means, the default first."""

    name: str
    about: str
    values: Mapping[str, str]

    @property
    def default(self) -> str:
        """What counts where a variant says nothing."""
        return next(iter(self.values))


def _all(*options: Option) -> dict[str, Option]:
    return {option.name: option for option in options}


OPTIONS = _all(
    # ---- what rulebooks and issues of the DATC leave open
    Option(
        "convoy_adjacent",
        "When an army that could walk to a neighbouring province goes by convoy",
        {
            "intent": "An army goes by convoy to a neighbouring province when its own power orders a fleet to convoy it, or its order says so.",
            "explicit": "An army goes by convoy to a neighbouring province only when its order says so.",
            "fallback": "An army whose convoy to a neighbouring province fails goes by land.",
            "swap-1971": "An army goes by convoy to a neighbouring province only where two units would otherwise stand in each other's way.",
        },
    ),
    Option(
        "paradox",
        "How a convoy is resolved that decides about itself",
        {"szykman": "A convoyed army whose arrival would decide about its own convoy does not move and has no effect."},
    ),
    Option(
        "retreat_to_convoy_origin",
        "Whether a unit dislodged by a convoyed army may retreat to where that army came from",
        {
            "true": "A unit dislodged by a convoyed army may retreat to the province the army came from.",
            "false": "No unit may retreat to the province its attacker came from, convoyed or not.",
        },
    ),
    Option(
        "h2h_via_convoy",
        "Whether two units that change places by convoy meet head to head",
        {
            "false": "Two units may change places where one of them goes by convoy.",
            "true": "Two units that would change places meet head to head, by convoy or not.",
        },
    ),
    Option(
        "disband_distance",
        "From where the distance is counted when a power that gives no orders has to disband",
        {
            "owned": "The unit farthest from the centres its power owns is disbanded first.",
            "home": "The unit farthest from the homes of its power is disbanded first.",
        },
    ),
    Option(
        "coast_default",
        "What an order means that names no coast where one is needed",
        {
            "only-possible": "An order without a coast means the only one that can be reached; where there are two it is void."
        },
    ),
    Option(
        "illegal",
        "What a unit does whose order is not legal",
        {"hold": "A unit whose order is not legal holds."},
    ),
    # ---- provinces that hold several units
    Option(
        "stack_combat",
        "How units fight in a province that holds several",
        {
            "slots": "In a province that holds several units each place in it is contested for itself: a move names the unit it "
            "attacks, or enters peacefully while there is room.",
            "none": "Nobody fights in a province that holds several units: who finds no room does not move.",
        },
    ),
    Option(
        "default_target",
        "What a move into a full province attacks when it names no unit",
        {
            "none": "A move into a full province that names no unit there is void.",
            "weakest": "A move into a full province that names no unit attacks the weakest foreign one; it is void where two are as weak.",
        },
    ),
    Option(
        "unnamed_support",
        "Which move a support means that names no unit in a province that holds several",
        {
            "any-target": "A support that names no target matches the unit's move whether that names one or not.",
            "exact": "A support matches a move only where both name the same target, or none.",
        },
    ),
    Option(
        "support_own_space",
        "Whether a unit may support an attack into the province it stands in, where that holds several",
        {
            "false": "No unit may support an attack into the province it stands in.",
            "true": "A unit may support an attack on another unit in the province it stands in.",
        },
    ),
    # ---- passages by consent
    Option(
        "permission_same_power",
        "Whether the keeper of a passage has to order its consent to units of its own power",
        {
            "implicit": "Units of the keeper's own power pass without an order of consent.",
            "order": "The keeper orders its consent to units of its own power too.",
        },
    ),
    Option(
        "permission_survives_cut",
        "Whether consent counts when the keeper is attacked",
        {
            "true": "Consent is the written order: it counts although the keeper is attacked, as long as it is not dislodged.",
            "false": "Consent falls away when the keeper is attacked, as support does.",
        },
    ),
    Option(
        "permission_strength",
        "Whether an order of consent supports the move as well",
        {
            "where-able": "Consent adds strength only where the keeper could itself move, and only uncut.",
            "none": "Consent adds no strength.",
        },
    ),
    Option(
        "permission_paradox",
        "How a move through a passage is resolved that decides about its own keeper",
        {"closed": "A passage is closed to a move that would decide whether its keeper is dislodged."},
    ),
    Option(
        "support_through_permission",
        "Whether units support through a passage by consent",
        {
            "false": "No support goes through a passage by consent.",
            "true": "Units support through a passage by consent under the conditions of a move.",
        },
    ),
    Option(
        "convoy_through_permission",
        "Whether convoys go through a passage by consent",
        {
            "false": "No convoy goes through a passage by consent.",
            "true": "A convoy may go through a passage by consent under the conditions of a move.",
        },
    ),
    Option(
        "retreat_through_permission",
        "Whether units retreat through a passage by consent",
        {
            "false": "No retreat goes through a passage by consent.",
            "true": "A unit of the keeper's power may retreat through a passage by consent.",
        },
    ),
    # ---- units of nobody
    Option(
        "standing_supportable",
        "Whether powers may support a unit of nobody",
        {
            "true": "A unit of nobody may be supported in holding.",
            "false": "A unit of nobody cannot be supported.",
        },
    ),
    Option(
        "standing_rebuilt",
        "Whether a unit of nobody comes back",
        {
            "false": "A unit of nobody that is dislodged is removed and does not come back.",
            "true": "A unit of nobody comes back in the next adjustment while its centre is nobody's and free.",
        },
    ),
)
"""Every rule choice by name, in the order they are told in."""


def chosen(options: Mapping[str, str], name: str) -> str:
    """The value of a rule choice in a variant's options: its own, or the default. `KeyError` for a name that is none."""
    return options.get(name, OPTIONS[name].default)


def sentence(name: str, value: str) -> str:
    """What a choice means, as a sentence; empty for a name or a value that is not known."""
    option = OPTIONS.get(name)
    return option.values.get(value, "") if option else ""
