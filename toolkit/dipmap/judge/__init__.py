"""The judge: plays a compiled variant by every rule a package can declare. Pure functions over states that never change.

    state = new_state(variant)
    result = adjudicate(variant, state, [Given("england", "A lon - yor")])
    result.state, result.results

The functions `adjudicate` and `view` hide the modules of the same names here: write `from dipmap.judge.view import View`.
"""

from dipmap.judge.adjudicate import adjudicate, play
from dipmap.judge.board import Board, board_of
from dipmap.judge.errors import JudgeError
from dipmap.judge.options import legal_orders
from dipmap.judge.orders import Given, OrderSet
from dipmap.judge.results import OUTCOMES, REASONS, OrderResult, Result
from dipmap.judge.start import new_state
from dipmap.judge.state import Dislodged, Hidden, Piece, State
from dipmap.judge.view import View, view

__all__ = [
    "OUTCOMES",
    "REASONS",
    "Board",
    "Dislodged",
    "Given",
    "Hidden",
    "JudgeError",
    "OrderResult",
    "OrderSet",
    "Piece",
    "Result",
    "State",
    "View",
    "adjudicate",
    "board_of",
    "legal_orders",
    "new_state",
    "play",
    "view",
]
