"""The order language: the text of an order to what it says. Knows the names of a variant and nothing of a position.

The usual notations are read (`docs/orders.md` lists them). An order in plain ids, as programs write it, is matched by one
expression; everything else goes through a parser that tries the longest name first and goes back where the rest makes no
sense, so that a province may be called `via` or `h`. What cannot be read is said in one sentence and never raises.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from dipmap.judge.board import Board
from dipmap.judge.names import ONWARD, OR, TIGHT, Lexicon, Names, Token, is_sign, plain, tokens
from dipmap.judge.orders import (
    BUILD,
    CONVOY,
    DISBAND,
    HOLD,
    MOVE,
    REMOVE,
    RETREAT,
    SUPPORT,
    VOTE,
    WAIVE,
    UnitRef,
    Unreadable,
    Written,
)
from dipmap.judge.state import ARMY, FLEET
from dipmap.model import Variant, province_of
from dipmap.visible import JOINERS, glyph, shortened

TYPES = {"a": ARMY, "army": ARMY, "f": FLEET, "fleet": FLEET}
DEEDS = {
    word: kind
    for kind, words in {
        HOLD: "h hold holds stand stands",
        MOVE: "> - move moves to",
        SUPPORT: "s support supports",
        CONVOY: "c convoy convoys",
        RETREAT: "r retreat retreats",
        DISBAND: "d disband disbands",
        REMOVE: "remove removes",
        BUILD: "b build builds",
    }.items()
    for word in words.split()
}
"""What a word after a unit makes of the order."""
VOTES = {"draw": Written(VOTE, word="draw"), "continue": Written(VOTE, word="continue")}
"""What a vote may be for: `continue` takes a word for a draw back."""
ALONE = {"waive": Written(WAIVE), "waives": Written(WAIVE), "pass": Written(WAIVE), "draw": VOTES["draw"]}
VIA = "via"

_PLACE = "([a-z0-9]+(?:/[a-z0-9]+)?)"
_PLAIN = re.compile(
    rf"([af]) {_PLACE} (?:(?:- {_PLACE}( via)?)|(?:([sc]) (?:([af]) )?{_PLACE}(?: - {_PLACE})?)|h)", re.ASCII
).fullmatch
_LETTERS = {"a": ARMY, "f": FLEET, None: ""}
_BLANKS = f"\t{JOINERS}"
_USUAL_LENGTH = 200
_REMEMBERED = 20_000
_MOST_WORDS = 5
_MOST_UNITS = 999

_languages: WeakKeyDictionary[Board, Language] = WeakKeyDictionary()


def language_of(board: Board) -> Language:
    """The language of a board, made on the first call and kept while the board lives."""
    found = _languages.get(board)
    if found is None:
        _languages[board] = found = Language(board.variant)
    return found


class Language:
    """How orders are written in one variant."""

    def __init__(self, variant: Variant) -> None:
        self.names = Names(variant)
        self.longest = max(_USUAL_LENGTH, 60 + 4 * self.names.longest)
        self._locations = frozenset(
            location for province in variant.provinces if not province.impassable for location in province.locations
        )
        self._known: dict[str, Written | Unreadable] = {}

    def read(self, text: str) -> Written | Unreadable:
        """What an order says, or why it cannot be read. Texts are remembered; the same text always gives the same."""
        found = self._known.get(text)
        if found is None:
            if len(text) > self.longest:
                return Unreadable("unreadable", f"{len(text):,} letters are too many for an order")
            found = self._plain(text.lower()) or self._read(text)
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[text] = found
        return found

    def _plain(self, text: str) -> Written | None:
        """An order of plain ids in the notation of `notation.order_text`, the way most orders come in."""
        match = _PLAIN(text)
        if match is None:
            return None
        letter, place, to, via, deed, other_letter, other, other_to = match.groups()
        known = self._locations
        if place not in known:
            return None
        unit = UnitRef(place, _LETTERS[letter])
        if to is not None:
            return Written(MOVE, unit, to, None, None, via is not None) if to in known else None
        if deed is None:
            return Written(HOLD, unit)
        if other not in known or (other_to is not None and other_to not in known):
            return None
        about = UnitRef(other, _LETTERS[other_letter])
        if deed == "s":
            return Written(SUPPORT, unit, other_to or "", about)
        return Written(CONVOY, unit, other_to, about) if other_to is not None else None

    def _read(self, text: str) -> Written | Unreadable:
        text = text.strip()
        for character in text:
            if not (character.isprintable() or character in _BLANKS or unicodedata.category(character) == "Zs"):
                return Unreadable("unreadable", _unseen(character))
        reader = _Reader(self.names, plain(text))
        written = reader.order()
        if written is None:
            return reader.complaint()
        return reader.doubt(written) or written


def _unseen(character: str) -> str:
    if character in "\n\r\v\f\x85\u2028\u2029":
        return "an order stands on one line"
    return f"the order holds a character that nobody sees ({glyph(character)}): type it again by hand"


class _Reader:
    """One pass over the words of an order. Each method takes the index of a word and tells where what it found ends."""

    def __init__(self, names: Names, text: str) -> None:
        self.names = names
        self.written = text
        self.text = tokens(text)
        self.keys = [token.key for token in self.text]
        self.size = len(self.text)
        self.far = 0
        self.wanted: set[str] = set()
        self.ended: dict[int, tuple[int, str]] = {}
        self.doubtful: dict[str, tuple[int, int]] = {}

    def key(self, at: int) -> str:
        return self.keys[at] if at < self.size else ""

    def miss(self, at: int, what: str) -> None:
        """Note that the order makes no sense from here on for want of something: the farthest such place is the fault."""
        if at > self.far:
            self.far, self.wanted = at, {what}
        elif at == self.far:
            self.wanted.add(what)

    def done(self, at: int) -> bool:
        if at < self.size:
            self.miss(at, "end")
        return at >= self.size

    # ---- units and places

    def places(self, at: int) -> list[tuple[int, str]]:
        return self.found(at, self.names.places, "place")

    def powers(self, at: int) -> list[tuple[int, str]]:
        return self.found(at, self.names.powers, "power")

    def found(self, at: int, lexicon: Lexicon, what: str) -> list[tuple[int, str]]:
        matches = lexicon.matches(self.text, at)
        if not matches:
            self.miss(at, what)
        for end, meaning in matches:
            if what == "place":
                self.ended[end] = (at, meaning)
            if OR in meaning:
                self.doubtful[meaning] = (at, end)
        return matches

    def units(self, at: int) -> Iterator[tuple[int, UnitRef]]:
        """The units that may be named here, the likeliest first."""
        yield from self.unit(at, "")
        for start, power in self.powers(at):
            yield from self.unit(start, power)

    def unit(self, at: int, power: str) -> Iterator[tuple[int, UnitRef]]:
        letter = TYPES.get(self.key(at))
        for start, kind in ((at + 1, letter), (at, "")) if letter else ((at, ""),):
            for end, location in self.places(start):
                yield from self.counted(end, UnitRef(location, kind or "", power))

    def counted(self, at: int, ref: UnitRef) -> Iterator[tuple[int, UnitRef]]:
        """A unit with what tells it apart from others there: `#2`, `@mob`, `@mob#2`, `@mob.2`."""
        sign = self.key(at)
        if sign == "#":
            number = self.number(at + 1)
            if number:
                yield at + 2, ref._replace(n=number)
        elif sign == "@" and ref.power:
            self.miss(at, "end")  # its power has been named
        elif sign == "@":
            for end, power in self.powers(at + 1):
                marked = self.key(end) == "#"
                number = self.number(end + marked) if marked or self.key(end).isdigit() else 0
                if number:
                    yield end + marked + 1, ref._replace(power=power, n=number)
                elif not marked:
                    yield end, ref._replace(power=power)
        else:
            yield at, ref

    def number(self, at: int) -> int:
        word = self.key(at)
        if word.isascii() and word.isdigit() and len(word) < 9 and 0 < int(word) <= _MOST_UNITS:
            return int(word)
        self.miss(at, "number")
        return 0

    def onward(self, at: int) -> tuple[int, ...]:
        """Where the destination may begin: after `-`, `to`, `moves`, `moves to`; nowhere where none of these stands here."""
        word = self.key(at)
        if word in (ONWARD, TIGHT, "to"):
            return (at + 1,)
        if word in ("move", "moves"):
            return (at + 2, at + 1) if self.key(at + 1) in (ONWARD, "to") else (at + 1,)
        return ()

    def goals(self, *after: int) -> list[tuple[int, str, UnitRef | None, bool]]:
        """The places a move may end at: where the words end, the place, the unit named there, whether it has several legs."""
        starts = list(after)
        first = len(starts)
        seen = set(starts)
        found = []
        for index, start in enumerate(starts):  # grows by the legs of a route
            for end, place in self.places(start):
                for stop, ref in self.counted(end, UnitRef(place)):
                    target = ref if ref.power or ref.n else None
                    found.append((stop, place, target, index >= first))
                    legs = [leg for leg in self.onward(stop) if leg not in seen]
                    seen.update(legs)
                    starts.extend(legs)
        return found

    def via(self, at: int) -> int:
        """The index after `VIA`, `VIA CONVOY`, `BY CONVOY`; the same where none of these stands here."""
        if self.key(at) == VIA:
            return at + 2 if self.key(at + 1) == "convoy" else at + 1
        return at + 2 if self.key(at) == "by" and self.key(at + 1) == "convoy" else at

    # ---- orders

    def order(self) -> Written | None:
        if not self.size:
            return None
        for at, unit in self.units(0):
            found = self.deed(at, unit)
            if found:
                return found
        return self.command()

    def deed(self, at: int, unit: UnitRef) -> Written | None:
        """What a unit is to do."""
        kind = DEEDS.get(self.key(at), "")
        if kind in (HOLD, DISBAND, REMOVE) and self.done(at + 1):
            return Written(kind, unit)
        if kind == BUILD and self.done(at + 1):
            return self.build(at, unit)
        if kind in (MOVE, RETREAT):
            return self.move(at, unit, kind)
        if kind == SUPPORT:
            return self.support(at + 1, unit)
        if kind == CONVOY:
            return self.convoy(at + 1, unit)
        self.miss(at, "deed")
        return None

    def move(self, at: int, unit: UnitRef, kind: str) -> Written | None:
        starts = self.onward(at) if kind == MOVE else (*self.onward(at + 1), at + 1)
        for end, to, target, legs in self.goals(*starts):
            after = end if kind == RETREAT else self.via(end)
            if self.done(after) and not (legs and kind == RETREAT):
                return Written(kind, unit, to, target=target, via=legs or after > end)
        return None

    def support(self, at: int, unit: UnitRef) -> Written | None:
        for end, about in self.units(at):
            starts = self.onward(end)
            if starts:
                for goal, to, target, _ in self.goals(*starts):
                    if self.done(self.via(goal)):
                        return Written(SUPPORT, unit, to, about, target)
            elif self.done(end + (DEEDS.get(self.key(end)) == HOLD)):
                return Written(SUPPORT, unit, about=about)
        return None

    def convoy(self, at: int, unit: UnitRef) -> Written | None:
        for end, about in self.units(at):
            starts = self.onward(end)
            if not starts:
                self.miss(end, "goal")
            for goal, to, target, _ in self.goals(*starts):
                if self.done(self.via(goal)):
                    return Written(CONVOY, unit, to, about, target)
        return None

    def build(self, at: int, unit: UnitRef) -> Written | None:
        if not unit.type:
            self.miss(at, "type")
            return None
        return Written(BUILD, unit)

    def command(self) -> Written | None:
        """An order that begins with what is to be done."""
        word = self.keys[0]
        kind = DEEDS.get(word)
        if kind == BUILD:
            start = 2 if self.key(1) == "anywhere" else 1
            for end, unit in self.units(start):
                if self.done(end):
                    return self.build(start, unit)
        elif kind in (DISBAND, REMOVE):
            for end, unit in self.units(1):
                if self.done(end):
                    return Written(kind, unit)
        elif word in ALONE and self.done(1):
            return ALONE[word]
        elif word in ("vote", "votes"):
            if self.key(1) not in VOTES:
                self.miss(1, "draw")
            elif self.done(2):
                return VOTES[self.key(1)]
        return None

    # ---- what is wrong

    def doubt(self, written: Written) -> Unreadable | None:
        """The complaint about a name in the order that means two things."""
        refs = [ref for ref in (written.unit, written.about, written.target) if ref]
        for meaning in (written.to, *(ref.location for ref in refs), *(ref.power for ref in refs)):
            if OR in meaning:
                start, end = self.doubtful[meaning]
                meant = " or ".join(self.names.title(each) for each in meaning.split(OR))
                return Unreadable("unreadable", f"{self.quoted(start, end)} may mean {meant}: write the id")
        return None

    def complaint(self) -> Unreadable:
        at, wanted = self.far, self.wanted
        if not self.size:
            return Unreadable("unreadable", "the order is empty")
        if at >= self.size:
            missing = next(words for what, words in _MISSING.items() if what in wanted)
            return Unreadable("unreadable", f"{self.quoted(0, self.size)} ends too early: {missing}")
        if self.key(at) in ("/", "(") and at in self.ended:
            return self.no_coast(province_of(self.ended[at][1]))
        for what, words in _HELP.items():
            if what in wanted:
                return Unreadable("unreadable", words.format(self.quoted(at, at + 1)))
        end = self.run(at)
        if "place" in wanted or "power" in wanted:
            return self.no_place(at, end)
        words = self.quoted(at, at + 1 if "deed" in wanted else end)
        near = _DEED_NAMES.nearest(self.text[at : at + 1])
        if not near and at in self.ended and not is_sign(self.key(at)):
            near = self.called(self.text[self.ended[at][0] : end])
        if "deed" in wanted:
            more = f"did you mean {near}?" if near else "a unit holds (H), moves (-), supports (S) or convoys (C)"
            return Unreadable("unreadable", f"{words} says nothing of what the unit does: {more}")
        return Unreadable("unreadable", f"{words} is too much" + (f": did you mean {near}?" if near else ""))

    def no_place(self, at: int, end: int) -> Unreadable:
        words = self.quoted(at, end)
        if is_sign(self.key(at)):
            return Unreadable("unreadable", f"a place is missing before {words}")
        shut = self.names.shut.matches(self.text, at)
        if shut:
            return Unreadable("cannot-stand", f"{self.names.title(shut[0][1])} is impassable")
        run = self.text[at:end]
        if "place" not in self.wanted or self.key(end) in TYPES:
            near = self.names.powers.nearest(run)
            if near or "place" not in self.wanted:
                return Unreadable(
                    "unreadable", f"no power is called {words}" + (f": did you mean {near}?" if near else "")
                )
        if at == 0 and self.key(end) not in DEEDS:
            near = _DEED_NAMES.nearest(run) or self.called(run)
            return Unreadable("unreadable", f"{words} is no order" + (f": did you mean {near}?" if near else ""))
        near = self.called(run) or self.called(run[:1])
        return Unreadable("unknown-place", f"no place is called {words}" + (f": did you mean {near}?" if near else ""))

    def no_coast(self, province: str) -> Unreadable:
        title, coasts = self.names.title(province), self.names.coasts[province]
        if coasts:
            return Unreadable("wrong-coast", f"{title} has no such coast, only {' and '.join(coasts)}")
        return Unreadable("wrong-coast", f"{title} has no coasts with names: leave the coast out")

    def called(self, words: list[Token]) -> str:
        """The name of a place that was probably meant."""
        near = self.names.places.nearest(words)
        return self.names.title(near) if near in self.names.titles else near

    def run(self, at: int) -> int:
        """The end of the words that belong together."""
        end = at + 1
        while end < min(self.size, at + _MOST_WORDS) and not is_sign(self.keys[at]):
            key = self.keys[end]
            if is_sign(key) or key in DEEDS or key in TYPES:
                break
            end += 1
        return end

    def quoted(self, start: int, end: int) -> str:
        return f'"{shortened(self.written[self.text[start].start : self.text[end - 1].end])}"'


_MISSING = {
    "draw": "vote for what? A vote is for a draw, or to continue",
    "type": "army or fleet?",
    "deed": "what is the unit to do?",
    "goal": "where is the army convoyed to?",
    "place": "a place is missing",
    "power": "a power is missing",
    "number": "the number of a unit is missing",
}
_HELP = {
    "draw": "{} cannot be voted for: a vote is for a draw, or to continue",
    "type": "army or fleet? Write A or F before {}",
    "number": "{} is no number of a unit: they are counted from 1",
    "goal": "{} is not where the army is convoyed to: write - and the place",
}

_DEED_NAMES = Lexicon()
for _word in (*DEEDS, *ALONE, VIA, "vote draw", "vote continue"):
    if len(_word) > 1:
        _DEED_NAMES.add(_word, _word, 0)
