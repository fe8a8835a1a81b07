"""Which phase follows which, in any calendar, and what happens at the end of a turn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from phases import piece, variant_of
from turns import at, done, texts, when

from dipmap.judge import JudgeError, State, new_state
from dipmap.judge.board import board_of
from dipmap.judge.calendar import after, first
from dipmap.judge.state import numbered
from dipmap.model import Calendar, End, Opening, Start, Turn, Variant, Victory

STANDARD = variant_of("standard")
MOVES = ("movement", "retreat")


def following(state: State, variant: Variant = STANDARD) -> str:
    found = after(board_of(variant), state)
    if found.over:
        return f"over: {found.winner or found.draw}"
    return f"{found.turn} {found.year} {found.phase}"


def calendar(*turns: Turn, year: int = 1901, begin: str = "", years: int = 1, **more) -> Variant:
    return replace(STANDARD, calendar=Calendar(turns, year, begin or turns[0].id, years), **more)


def played(variant: Variant, phases: int) -> list[str]:
    """The phases of a game in which nobody orders anything."""
    state, found = new_state(variant), []
    for _ in range(phases):
        found.append(f"{state.turn} {state.year} {state.phase}")
        result = done(state, {}, variant)
        if result.state.over:
            break
        state = result.state
    return found


EVEN = {"france": ["par"]}


def test_a_standard_year():
    assert following(at("spring 1901 movement", ["france A par"], EVEN)) == "fall 1901 movement"
    assert following(at("fall 1901 movement", ["france A par"], EVEN)) == "spring 1902 movement"
    assert following(at("fall 1901 movement", ["france A pic"], EVEN | {"italy": ["rom"]})) == "winter 1901 adjustment"
    assert following(at("fall 1901 movement", ["france A par", "france A pic"], EVEN)) == "winter 1901 adjustment"
    assert following(at("winter 1901 adjustment", ["france A par"], EVEN)) == "spring 1902 movement"


def test_a_retreat_phase_comes_where_somebody_retreats():
    state = at("spring 1901 movement", ["france A par"], EVEN, dislodged=["italy A mar from pie"])
    assert following(state) == "spring 1901 retreat"
    assert following(replace(state, phase="retreat", dislodged=())) == "fall 1901 movement"


def test_an_adjustment_comes_where_somebody_can_do_anything():
    state = at("fall 1901 retreat", ["france A pic"], {"france": ["par", "bel"]})
    assert following(state) == "winter 1901 adjustment"
    # a build is due, but the only home left is taken
    state = at("fall 1901 retreat", ["france A par"], {"france": ["par", "bel"]})
    assert following(state) == "spring 1902 movement"


def test_centres_change_hands_where_the_turn_says_so():
    units = ["france A bel"]
    board = board_of(STANDARD)
    assert after(board, at("spring 1901 movement", units, EVEN)).owners == {"par": "france"}
    assert after(board, at("fall 1901 movement", units, EVEN)).owners == {"bel": "france", "par": "france"}


def test_ownership_waits_for_the_retreats():
    state = at("fall 1901 movement", ["france A bel"], EVEN, dislodged=["italy A mar from pie"])
    waiting = after(board_of(STANDARD), state)
    assert waiting.owners == {"par": "france"}
    over = after(board_of(STANDARD), replace(waiting, dislodged=(), units=numbered([piece("italy A mar")])))
    assert over.owners == {"mar": "italy", "par": "france"}


def test_victory_is_looked_at_where_the_turn_says_so():
    variant = replace(STANDARD, victory=Victory(at_least=2))
    owners = {"france": ["par", "bel"]}
    assert following(at("spring 1901 movement", [], owners), variant) == "fall 1901 movement"
    assert following(at("fall 1901 movement", [], owners), variant) == "over: france"
    ended = after(board_of(variant), at("fall 1901 movement", [], owners))
    assert (ended.turn, ended.year) == ("fall", 1901)


def test_victory_without_ownership_counts_what_is_owned():
    turns = (Turn("spring", "Spring", MOVES, victory=True), Turn("fall", "Fall", MOVES, ownership=True))
    variant = calendar(*turns, victory=Victory(at_least=2))
    owners = {"france": ["par"]}
    assert following(at("spring 1901 movement", ["france A bel"], owners), variant) == "fall 1901 movement"
    assert following(at("fall 1901 movement", ["france A bel"], owners), variant) == "spring 1902 movement"
    owners = {"france": ["par", "bel"]}
    assert following(at("spring 1902 movement", ["france A bel"], owners), variant) == "over: france"


def test_victory_comes_before_a_draw_and_before_the_last_year():
    variant = replace(STANDARD, victory=Victory(at_least=2), end=End(last_year=1901))
    owners = {"france": ["par", "bel"], "italy": ["rom"]}
    state = at("fall 1901 movement", [], owners, votes=("france", "italy"))
    assert following(state, variant) == "over: france"
    assert following(replace(state, owners={"par": "france", "rom": "italy"}), variant) == "over: ('france', 'italy')"


@pytest.mark.parametrize(
    ("years", "last", "rounds"),
    [(1, 1903, 3), (5, 1911, 3), (5, 1915, 3), (2, 1901, 1)],
)
def test_a_round_takes_as_many_years_as_the_calendar_says(years, last, rounds):
    turn = Turn("year", "Year", (*MOVES, "adjustment"), ownership=True, victory=True)
    variant = calendar(turn, years=years, end=End(last_year=last))
    found = played(variant, 9)
    assert found == [f"year {1901 + years * number} movement" for number in range(rounds)]


def test_twelve_turns_a_year():
    found = played(replace(variant_of("philadelphia"), start=Start()), 9)
    # nobody has units: the adjustments come, as everybody may build
    assert found[:4] == [
        "january 2007 movement",
        "february 2007 movement",
        "march 2007 adjustment",
        "april 2007 movement",
    ]


def test_one_movement_a_year():
    found = played(variant_of("yubani"), 9)
    assert found == [f"year {year} movement" for year in range(2021, 2027)]


def test_the_game_ends_with_the_last_turn_that_changes_anything():
    variant = replace(STANDARD, end=End(last_year=1901))
    state = at("spring 1901 movement", ["france A par"], {"france": ["par", "mar"], "italy": ["rom"]})
    assert following(state, variant) == "fall 1901 movement"
    # the builds of winter would change nothing
    assert following(replace(state, turn="fall"), variant) == "over: ('france', 'italy')"
    assert following(replace(state, turn="spring", year=1905), variant) == "over: ('france', 'italy')"


def test_a_turn_without_moves_ends_as_it_begins():
    turns = (
        Turn("summer", "Summer", MOVES),
        Turn("winter", "Winter", ("adjustment",), ownership=True, victory=True),
    )
    variant = calendar(*turns, end=End(last_year=1902), victory=Victory(at_least=3))
    state = at("summer 1901 movement", ["france A bel"], {"france": ["par"]}, variant=variant)
    found = after(board_of(variant), state)
    assert found.owners == {"bel": "france", "par": "france"}
    assert (found.turn, found.phase) == ("winter", "adjustment")
    won = after(board_of(variant), replace(state, owners={"par": "france", "mar": "france"}))
    assert (won.winner, won.turn) == ("france", "winter")
    assert following(replace(state, year=1902), variant) == "over: france"


def test_where_no_retreats_are_foreseen_the_dislodged_leave_at_once():
    turn = Turn("year", "Year", ("movement",), ownership=True)
    variant = calendar(turn)
    state = at("year 1901 movement", ["france A par", "germany A bur", "germany A pic"], variant=variant)
    result = done(state, {"germany": ["A bur - par", "A pic S A bur - par"]}, variant)
    assert texts(result.removed) == ["france A par"]
    assert [(each.order, each.words) for each in result.results][-1] == ("A par D", "disbanded: no-retreats")
    assert when(result) == "year 1902 movement"


def test_votes_count_until_taken_back_or_until_the_turn_ends():
    state = at("spring 1901 movement", ["france A par", "italy A rom"], votes=("france",))
    assert after(board_of(STANDARD), state).votes == ("france",)
    phase = replace(STANDARD, end=End(agreed_within="phase"))
    assert after(board_of(phase), state).votes == ()
    waiting = at("spring 1901 movement", ["france A par"], votes=("france",), dislodged=["italy A mar from pie"])
    assert after(board_of(phase), waiting).votes == ("france",)


def test_an_agreement_in_an_adjustment_ends_the_game_there():
    state = at("winter 1901 adjustment", ["france A par"], EVEN | {"italy": ["rom"]}, votes=("france", "italy"))
    assert following(state) == "over: ('france', 'italy')"


def test_an_adjustment_takes_no_ownership():
    variant = calendar(Turn("year", "Year", (*MOVES, "adjustment"), ownership=True))
    state = at("year 1901 adjustment", ["france A bel"], EVEN, variant=variant)
    found = after(board_of(variant), state)
    assert found.owners == {"par": "france"}
    assert (found.year, found.phase) == (1902, "movement")


def test_an_adjustment_out_of_season_is_over_when_it_is_over():
    state = at("fall 1901 adjustment", ["france A bel"], EVEN)
    found = after(board_of(STANDARD), state)
    assert found.owners == {"par": "france"}
    assert (found.turn, found.phase) == ("spring", "movement")


def test_a_game_may_begin_with_any_turn():
    variant = calendar(*STANDARD.calendar.turns, begin="fall")
    state = new_state(variant)
    assert (state.turn, state.year, state.phase) == ("fall", 1901, "movement")
    winter = replace(variant, calendar=replace(variant.calendar, first_turn="winter"))
    assert played(winter, 2) == ["spring 1902 movement", "fall 1902 movement"]
    empty = replace(winter, start=Start())
    assert played(empty, 2) == ["winter 1901 adjustment", "spring 1902 movement"]


def test_the_opening_comes_before_everything_and_changes_no_owner():
    variant = replace(STANDARD, start=Start(opening=Opening()), victory=Victory(at_least=1))
    state = new_state(variant)
    assert (state.turn, state.year, state.phase, state.opening) == ("winter", 1900, "adjustment", True)
    found = after(board_of(variant), state)
    assert (found.turn, found.year, found.phase, found.opening) == ("spring", 1901, "movement", False)
    assert found.owners == state.owners
    assert not found.over


def test_what_no_game_can_follow_is_said():
    state = at("spring 1901 movement")
    with pytest.raises(JudgeError, match="no turn called summer"):
        after(board_of(STANDARD), replace(state, turn="summer"))
    with pytest.raises(JudgeError, match="no phase called siesta"):
        after(board_of(STANDARD), replace(state, phase="siesta"))
    astray = board_of(calendar(*STANDARD.calendar.turns, begin="summer"))
    with pytest.raises(JudgeError, match="starts with summer, which is no turn of it"):
        first(astray, state)
    idle = board_of(calendar(Turn("winter", "Winter", ("adjustment",))))
    with pytest.raises(JudgeError, match="no phase of the calendar has anything to do"):
        first(idle, state)
