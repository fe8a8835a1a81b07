"""D616: a rule choice that nobody knows."""

from collections.abc import Iterator

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.checks._near import near
from dipmap.diagnostics import Finding
from dipmap.model.options import OPTIONS
from dipmap.resolve.powers import read_options


@check("D616", "unknown-option", needs=("declaration",))
def unknown_option(facts: Facts) -> Iterator[Finding]:
    """A rule choice under `options` has a name or a value that no judge knows.

    ## Why
    A choice that nobody knows changes nothing: games go on by the default while the rules sheet says otherwise.

    ## Fix
    Correct the name or the value. `docs/options.md` lists every choice with its values and says what each means.

    ## Example
    ```yaml
    options: {convoy_adjacent: explicit, permission_survives_cut: true}
    ```
    """
    assert facts.declaration is not None
    for name, value in read_options(facts.declaration).items():
        option = OPTIONS.get(name)
        if option is None:
            meant = near(name, OPTIONS)
            message = f"options names {name}, which is no rule choice"
            place = facts.declaration.place("options", name, key=True)
            yield Finding(message, place, f"write {meant}" if meant else "correct the name, or remove it", name)
        elif value not in option.values:
            known = listed(list(option.values), "or")
            message = f"the rule choice {name} cannot be {value}, only {known}"
            meant = near(value, option.values)
            hint = f"write {meant}" if meant else f"choose {known}"
            yield Finding(message, facts.declaration.place("options", name), hint, name)
