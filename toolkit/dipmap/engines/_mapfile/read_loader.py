"""The lines of a `.map` file in order: what stands where once the last of them is read.

Both dialects read alike; `judge` adds the words that only DPjudge knows. Later lines overrule, amend, drop and rename what
earlier ones said, as in the engines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from dipmap.engines._mapfile.read_kept import GLOBAL_LINES, POWER_LINES
from dipmap.engines._mapfile.read_lines import STANZA, TERRAINS, USES, Line
from dipmap.engines._mapfile.read_state import Home, Loaded, Near, Side, Spot, Title, is_code, power_key, province_code
from dipmap.engines._reading import STRAY, unreadable

UNOWNED = frozenset(("UNOWNED", "NEUTRAL"))
_MOST = {"provinces": 3_000, "powers": 100, "neighbours": 60_000, "renamings and removals": 300, "homes": 20_000}
_GATE = re.compile(
    r"((?:[A-Za-z]?:)?[^\w\s/:]{0,4})([^\W_]{1,12}(?:/[^\W_]{1,12})?)([^\w\s(/]{0,4}(?:\([^()\s]{0,12}\))?[~*]{0,4})"
)
_MARKS = "-*+~@"


def loaded(lines: Iterable[Line], *, judge: bool) -> Loaded:
    """What lines say. Raises `UnreadableError` where they say more than any map does."""
    loader = _Loader(Loaded(judge))
    for line in lines:
        loader.take(line)
    return loader.found


class _Loader:
    def __init__(self, found: Loaded) -> None:
        self.found = found
        self._side: Side | None = None
        self._block: list[Line] | None = None
        self._stanza: list[Line] | None = None
        self._count = dict.fromkeys(_MOST, 0)
        self._called: dict[str, str] = {}
        self._directives: dict[str, Callable[[Line], None]] = {
            "VICTORY": self._victory,
            "BEGIN": self._begin,
            **dict.fromkeys(USES, lambda _: None),
            **dict.fromkeys(("RULE", "RULES"), self._rules),
        }
        if judge := found.judge:
            self._directives |= dict.fromkeys(("FROM", "IN"), self._open_block)
            self._directives |= {"TEXTONLY": lambda _: None, "FLOW": self._flow}
            self._directives |= dict.fromkeys(GLOBAL_LINES - {"TEAM", "TEAMS"}, found.lines.append)
        self._later: dict[str, Callable[[Line], None]] = {
            **dict.fromkeys(("OWNS", "CENTERS"), self._owns),
            **dict.fromkeys(("HOME", "HOMES", "INHABITS"), self._homes),
            "UNITS": self._units,
            **dict.fromkeys(("A", "F"), self._unit),
            **dict.fromkeys(("DUMMY", "DUMMIES"), self._dummy),
            "DROP": self._drop,
            "UNPLAYED": self._unplayed,
            **dict.fromkeys((*TERRAINS, "AMEND"), self._terrain),
        }
        if judge:
            self._later |= dict.fromkeys(POWER_LINES, self._power_line)
            self._later |= dict.fromkeys(("TEAM", "TEAMS"), found.lines.append)

    def take(self, line: Line) -> None:
        """Read one line, by the order of tests in the engines."""
        if self.found.judge and self._kept_whole(line):
            return
        directive = self._directives.get(line.first)
        if directive:
            directive(line)
        elif "=" in line.text:
            self._name(line)
        else:
            self._later.get(line.first, self._power)(line)

    def _kept_whole(self, line: Line) -> bool:
        """Lines of a stanza for one kind of game, and of a block that counts from a phase."""
        if line.words[-1].upper() in STANZA:
            if line.first == "END":
                if self._stanza is not None:
                    self._stanza.append(line)
                self._stanza = None
            else:
                self._stanza = [line]
                self.found.blocks.append(self._stanza)
            return True
        if self._stanza is not None:
            self._stanza.append(line)
            return True
        if self._block is not None and line.first not in ("FROM", "IN"):
            self._block.append(line)
            return True
        return False

    def _counted(self, what: str, line: Line) -> None:
        self._count[what] += 1
        if self._count[what] > _MOST[what]:
            unreadable(
                f"{line.source.name} has more than {_MOST[what]} {what}; no map has",
                line.at(),
                "give a .map file of a game",
            )

    # ---- the game

    def _victory(self, line: Line) -> None:
        self.found.victory = line

    def _begin(self, line: Line) -> None:
        self.found.begin = line

    def _rules(self, line: Line) -> None:
        for word in line.words[1:]:
            self.found.rules.setdefault(word.upper(), line)

    def _flow(self, line: Line) -> None:
        if len(line.words) == 1:
            self.found.flow.clear()
        self.found.flow += [(word.upper(), line) for word in line.words[1:]]

    def _open_block(self, line: Line) -> None:
        when, colon, rest = " ".join(line.words[1:]).partition(":")
        self._block = None
        if when.strip().upper() == "START" and line.first == "FROM":
            return
        block = [line]
        self.found.blocks.append(block)
        if not (colon and rest.strip()):
            self._block = block

    # ---- names

    def _name(self, line: Line) -> None:
        name, _, rest = line.text.partition("=")
        words = rest.partition("=")[0].split()
        old, arrow, new = name.partition("->")
        full = " ".join((new if arrow else name).split())
        if not words or not full:
            self.found.wrong(
                "a line with = names no place",
                line,
                "write the full name, =, the abbreviation and further names",
            )
            return
        code = words[0].upper()
        if not is_code(code):
            self.found.wrong(
                f"{words[0]} is no abbreviation of {full}",
                line,
                "write three letters, and /NC, /SC, /EC or /WC for a coast",
            )
            return
        if arrow:
            self._rename(old.strip().upper(), code, line)
        self._counted("provinces", line)
        title = self.found.titles.get(code)
        if title is None:
            title = self.found.titles[code] = Title(full, line)
            self._call(full, code, line)
        elif full.casefold() != title.full.casefold():
            self.found.wrong(
                f"{code} has two names, {title.full} and {full}; the second is taken for a further one",
                line,
                "give each place one line, with all its names",
            )
            title.aliases.append(full)
        for alias in words[1:]:
            if alias.endswith("?"):
                title.unclear.append(alias[:-1])
            elif self._call(alias.replace("+", " "), code, line):
                title.aliases.append(alias.replace("+", " ").strip())

    def _call(self, name: str, code: str, line: Line) -> bool:
        """Whether a name is free for a place; the first has it."""
        form = " ".join(name.upper().replace("(", " ( ").replace(")", " ) ").split())
        other = self._called.setdefault(form, code)
        if other != code and other in self.found.titles:
            self.found.wrong(
                f"two places are called {name}: {other} and {code}", line, "give each place names of its own"
            )
            return False
        self._called[form] = code
        return True

    def _rename(self, old: str, new: str, line: Line) -> None:
        self._counted("renamings and removals", line)
        found = self.found
        if old not in found.titles and not found.type_of(old):
            found.wrong(
                f"{old} is to be renamed, and there is no such place", line, "name a place of the map", name=STRAY
            )
            return
        found.titles.pop(old, None)
        if old == new:
            return
        for cased, other in ((old, new), (old.lower(), new.lower())):
            if cased in found.spots:
                found.spots[other] = found.spots.pop(cased)
        for spot in found.spots.values():
            near = (spot.near or {}).pop(old, None)
            if near and spot.near is not None:
                near.word = _cased_like(near.word, new)
                spot.near[new] = near
        _replace(found.unowned, old, new)
        for side in found.sides.values():
            _replace(side.homes, old, new)
            if side.owns:
                _replace(side.owns, old, new)
            for home in side.homes.values():
                home.limits = tuple(new if limit == old else limit for limit in home.limits)
        unit = found.units.pop(province_code(old), None)
        if unit:
            power, kind, place, where = unit
            found.units[province_code(new)] = (power, kind, new if place == old else place, where)

    # ---- places

    def _terrain(self, line: Line) -> None:
        found = self.found
        if len(line.words) == 1:
            found.wrong(f"{line.words[0]} names no place", line, "write the abbreviation of a province after it")
            return
        place = line.words[1]
        if not is_code(place):
            found.wrong(f"{place} is no abbreviation of a place", line, "write three letters, and /NC for a coast", 1)
            return
        if place not in (place.upper(), place.lower()):
            found.wrong(
                f"the place {place} is in capitals and small letters; it is read as {place.upper()}",
                line,
                "write it in capitals, or in small letters where it has coasts of its own",
                1,
            )
            place = place.upper()
        other = found.spots.pop(place.swapcase(), None) if place != place.swapcase() else None
        if other and place.isupper():
            for coast in [key for key in found.spots if key.startswith(f"{place}/")]:
                self._remove(coast, line)
        if line.first == "AMEND":
            spot = found.spots.get(place) or other
            if spot is None:
                found.wrong(f"{place} is amended, and there is no such place", line, "give its terrain first", 1)
                return
            found.spots[place] = spot
        else:
            self._counted("provinces", line)
            before = found.spots.pop(place, None)
            spot = found.spots[place] = Spot(line.first, line, before.near if before else None)
            if len(line.words) > 2:
                spot.near = {}
        if len(line.words) > 2 and line.words[2].upper() != "ABUTS":
            found.wrong(f"ABUTS is missing in the line about {place}", line, "write ABUTS before the neighbours", 2)
        for index, word in enumerate(line.words[3:], 3):
            self._neighbour(spot, place, word, line, index)

    def _neighbour(self, spot: Spot, place: str, word: str, line: Line, index: int) -> None:
        self._counted("neighbours", line)
        spot.near = {} if spot.near is None else spot.near
        if word.startswith("-"):
            self._counted("renamings and removals", line)
            gone = [key for key in spot.near if key.startswith(word[1:].upper())]
            for key in gone:
                del spot.near[key]
            return
        match = _GATE.fullmatch(word)
        if not match:
            self.found.wrong(
                f"{word} among the neighbours of {place} is no abbreviation", line, "write the codes of places", index
            )
            return
        before, core, after = match[1], match[2], match[3]
        if core.upper() in spot.near:
            self.found.wrong(
                f"{place} lists {core.upper()} twice among its neighbours; the first counts",
                line,
                f"leave one {core.upper()}",
                index,
            )
            return
        spot.near[core.upper()] = Near(core, line, index, before, after)

    def _drop(self, line: Line) -> None:
        for word in line.words[1:]:
            place = word.upper()
            if not self.found.type_of(place) and place not in self.found.titles:
                self.found.wrong(f"{place} is dropped, and there is no such place", line, "name a place", name=STRAY)
            else:
                self._remove(place, line)

    def _remove(self, place: str, line: Line) -> None:
        self._counted("renamings and removals", line)
        found = self.found

        def gone(code: str) -> bool:
            return code.upper() == place or code.upper().startswith(f"{place}/")

        for key in [key for key in found.spots if gone(key)]:
            del found.spots[key]
        for key in [key for key in found.titles if gone(key)]:
            del found.titles[key]
        for spot in found.spots.values():
            for key in [key for key in spot.near or () if gone(key)]:
                del (spot.near or {})[key]
        if "/" not in place:
            found.units.pop(place, None)
            found.unowned.pop(place, None)
            for side in found.sides.values():
                side.homes.pop(place, None)
                (side.owns or {}).pop(place, None)

    # ---- powers

    def _current(self, line: Line) -> Side | None:
        if self._side is None:
            self.found.wrong(
                f"the line {' '.join(line.words[:4])} stands before any power",
                line,
                "put it after the line of its power",
            )
        return self._side

    def _power(self, line: Line) -> None:
        words = list(line.words)
        if words[0].upper() in UNOWNED:
            self._side = None
            self._add_unowned(words[1:], line)
            return
        key = power_key(words[0])
        if len(words) > 2 and words[1] == "->":
            self._rename_power(key, words[2], line)
            words, key = words[2:], power_key(words[2])
        if not re.search(r"\w", key):
            self.found.wrong(f"the line {words[0]} says nothing", line, "take it out, or put # before it", name=STRAY)
            return
        side = self.found.sides.get(key)
        if side is None:
            self._counted("powers", line)
            side = self.found.sides[key] = Side(words[0], line)
        self._side = side
        if len(words) > 1 and words[1].startswith("("):
            adjective, _, letter = words.pop(1)[1:].removesuffix(")").partition(":")
            side.adjective, side.letter = adjective.replace("+", " "), letter[:1].upper()
        if side.inhabits:
            side.inhabits = False
            self._clear_homes(side, line)
        self._add_homes(side, words[1:], line)

    def _rename_power(self, old: str, word: str, line: Line) -> None:
        found, new = self.found, power_key(word)
        self._counted("renamings and removals", line)
        side = found.sides.pop(old, None)
        if side is None:
            found.wrong(f"{old} is to be renamed, and there is no such power", line, "name a power", 0, name=STRAY)
            return
        side.word, side.adjective, side.letter, side.line = word, "", "", line
        found.sides[new] = side
        found.units = {place: (new if owner == old else owner, *rest) for place, (owner, *rest) in found.units.items()}  # type: ignore[misc]

    def _add_unowned(self, words: list[str], line: Line) -> None:
        for word in words:
            code = word.upper().lstrip("-")
            if word.startswith("-"):
                self.found.unowned.pop(code, None)
            elif code:
                self._counted("homes", line)
                self.found.unowned.setdefault(code, line)

    def _add_homes(self, side: Side, words: list[str], line: Line) -> None:
        for word in (word.upper() for word in words):
            bare = word.lstrip(_MARKS)
            marks = word[: len(word) - len(bare)]
            code, bracket, limits = bare.partition("(")
            if bare == "&SC":
                side.more.append(bare)
                continue
            if not code:
                continue
            self._counted("homes", line)
            if side.homes.pop(code, None) is not None:
                self.found.unowned.setdefault(code, line)
            if "-" in marks:
                self.found.unowned.setdefault(code, line)
                continue
            others = tuple(limit for limit in limits.removesuffix(")").split(",") if limit) if bracket else ()
            side.homes[code] = Home(line, marks, others)

    def _clear_homes(self, side: Side, line: Line) -> None:
        """Forget the homes of a power; PyPI diplomacy keeps them as centres of nobody."""
        if not self.found.judge:
            for home in side.homes:
                self.found.unowned.setdefault(home, line)
        side.homes.clear()
        side.more.clear()

    def _owns(self, line: Line) -> None:
        if self._side is None and line.first == "CENTERS":
            self.found.wrong(
                "CENTERS stands before any power; it is read as UNOWNED",
                line,
                "write UNOWNED, or put it after a power",
                0,
            )
            self._add_unowned(list(line.words[1:]), line)
            return
        side = self._current(line)
        if side:
            if line.first == "CENTERS" or side.owns is None:
                side.owns = {}
            for word in line.words[1:]:
                self._counted("homes", line)
                side.owns.setdefault(word.upper(), line)

    def _homes(self, line: Line) -> None:
        side = self._current(line)
        if side:
            if line.first != "INHABITS" or not side.inhabits:
                self._clear_homes(side, line)
            side.inhabits = True
            self._add_homes(side, list(line.words[1:]), line)

    def _units(self, line: Line) -> None:
        side = self._current(line)
        if side:
            key = power_key(side.word)
            self._counted("renamings and removals", line)
            self.found.units = {place: unit for place, unit in self.found.units.items() if unit[0] != key}

    def _unit(self, line: Line) -> None:
        if len(line.words) != 2:
            self.found.wrong(
                f"{' '.join(line.words[:6])} is no unit", line, "write A or F and one place, each unit on its own line"
            )
            return
        side = self._current(line)
        if side:
            code = line.words[1].upper()
            place = province_code(code)
            self.found.units.pop(place, None)
            self.found.units[place] = (power_key(side.word), line.first, code, line)

    def _power_line(self, line: Line) -> None:
        side = self._current(line)
        if side:
            side.lines.append(line)

    def _chosen(self, line: Line) -> list[Side]:
        """The powers a DUMMY or UNPLAYED line is about; with a list of them there is no current power after it."""
        words = [word.upper() for word in line.words[1:]]
        sides = self.found.sides
        if not words:
            side = self._current(line)
            return [side] if side else []
        self._side = None
        if words[0] != "ALL":
            keys = [power_key(word) for word in words]
            for key in keys:
                if key not in sides:
                    self.found.wrong(f"there is no power {key}", line, "name powers of the map", name=STRAY)
            return [sides[key] for key in dict.fromkeys(keys) if key in sides]
        if len(words) > 1 and (words[1] != "EXCEPT" or len(words) == 2):
            self.found.wrong(
                f"{line.first} ALL is followed by {' '.join(words[1:3])}", line, "write ALL, or ALL EXCEPT and powers"
            )
            return []
        spared = {power_key(word) for word in words[2:]}
        return [side for key, side in sides.items() if key not in spared]

    def _dummy(self, line: Line) -> None:
        for side in self._chosen(line):
            side.dummy = True

    def _unplayed(self, line: Line) -> None:
        gone = {power_key(side.word): side for side in self._chosen(line)}
        self._side = None
        self._counted("renamings and removals", line)
        for key, side in gone.items():
            del self.found.sides[key]
            self._clear_homes(side, line)
        self.found.units = {place: unit for place, unit in self.found.units.items() if unit[0] not in gone}


def _cased_like(word: str, new: str) -> str:
    if word == word.lower():
        return new.lower()
    return new.title() if word == word.title() and word != word.upper() else new


def _replace(items: dict[str, Any], old: str, new: str) -> None:
    if old in items:
        items[new] = items.pop(old)
