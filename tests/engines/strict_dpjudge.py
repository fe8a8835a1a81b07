"""A strict reader of DPjudge's `.map` dialect, written from the description of the format: what breaks a rule raises.

No engine that loads the dialect runs here, so this is the judge of what the writer says. Every file is in Latin-1.
"""

import re
from dataclasses import dataclass, field

TERRAINS = ("WATER", "LAND", "COAST", "PORT", "SHUT")
COASTS = ("NC", "SC", "EC", "WC")


def _all(words, token):
    return dict.fromkeys(words.split(), token)


WORDS = {
    **_all("> THE MOVE MOVES MOVING ATTACK ATTACKS ATTACKING IS WILL IN AT ON TO AND", ""),
    **_all("RETREAT RETREATS RETREATING", "R"),
    **_all("SUPPORT SUPPORTS SUPPORTING", "S"),
    **_all("CONVOY CONVOYS CONVOYING", "C"),
    **_all("HOLD HOLDS HOLDING", "H"),
    **_all("BUILD BUILDS BUILDING", "B"),
    **_all("DISBAND DISBANDS DISBANDING REMOVE REMOVES REMOVING", "D"),
    **_all("WAIVE WAIVES WAIVING WAIVED", "V"),
    **_all("KEEP KEEPS KEEPING", "K"),
    **_all("PROXY PROXIES PROXYING", "P"),
    **_all("VIA THROUGH OVER BY DISLODGED", "~"),
    **_all("OF FROM", "\\"),
    **_all("OR BOUNCE CUT", "|"),
    **_all("WITH VOID", "?"),
    **{coast: f"/{coast}" for coast in COASTS},
    "ARMY": "A",
    "FLEET": "F",
    "WING": "W",
    "TSR": "=",
    "DESTROYED": "*",
    "-": "-",
}
KNOWN = {
    "AN A",
    "A F",
    "A W",
    "NO C",
    "~ C",
    "~ =",
    "? =",
    "~ LAND",
    "~ WATER",
    "~ SEA",
    "V B",
    "TRANS SIBERIAN RAILROAD",
}
RULES = _all("BUILD_ANY HOME_BUILDS NO_RETREAT SHARED_VICTORY CD_DUMMIES IMMOBILE_DUMMIES CIVIL_DISORDER CD_BUILDS", 1)
FIRST = _all("FROM IN TEXTONLY VICTORY USE USES MAP FLAGS FLOW NOTIFY BEGIN RULE RULES ROTATE NEWHOMES", 1)
"""Words that are looked at before a line can be a name."""


class BrokenMapError(ValueError):
    """What keeps the judge from loading a map."""


def norm(phrase):
    """A phrase as the judge compares it."""
    phrase = phrase.upper().replace("/", " /").replace(" / ", "")
    phrase = re.sub("[.:]", "", phrase)
    phrase = re.sub("[-+,]", " ", phrase)
    phrase = re.sub(r"([|*?!~()\[\]=_^])", r" \1 ", phrase)
    return " ".join(WORDS.get(word, word) for word in phrase.split())


@dataclass
class Side:
    """A power of the file."""

    own: str = ""
    letter: str = ""
    homes: list = field(default_factory=list)
    factories: list = field(default_factory=list)
    alternatives: dict = field(default_factory=dict)
    hidden: set = field(default_factory=set)
    owns: list | None = None
    units: list = field(default_factory=list)
    dummy: bool = False


@dataclass
class Read:
    """What a file says."""

    ids: dict = field(default_factory=dict)  # location of the variant -> code, from the table in the comments
    names: dict = field(default_factory=dict)  # full name -> code
    aliases: dict = field(default_factory=dict)  # normalised name -> code or power
    terrain: dict = field(default_factory=dict)
    lists: dict = field(default_factory=dict)
    powers: dict = field(default_factory=dict)
    opening: dict = field(default_factory=dict)
    opens: str = ""
    unowned: list = field(default_factory=list)
    rules: list = field(default_factory=list)
    flow: list = field(default_factory=list)
    victory: list = field(default_factory=list)
    begin: tuple = ()
    textonly: bool = False
    comments: list = field(default_factory=list)

    def type_of(self, place):
        """The terrain of a place, as written in either case."""
        return self.terrain.get(place.upper()) or self.terrain.get(place.lower())

    def split(self, code):
        """Whether fleets stand on coasts of their own there."""
        return code.lower() in self.terrain

    def loads(self, unit, here, there):
        """Whether the loader finds a way from a location to another for a unit, wherever that unit could stand."""
        listed = self.lists.get(here, self.lists.get(here.lower(), []))
        word = next((word for word in listed if there in (word.upper(), word[:3].upper())), None)
        target = self.type_of(there)
        if word is None or target in ("SHUT", None):
            return False
        if unit == "F":
            return target != "LAND" and word[0].isupper() and there in self.terrain
        return "/" not in there and target != "WATER" and word != word.title()

    def abuts(self, unit, here, there):
        """Whether a unit moves from a location to another without a convoy."""
        start = self.type_of(here)
        if unit == "A":
            return start not in ("WATER", "SHUT") and "/" not in here and self.loads(unit, here, there)
        return start not in ("LAND", "SHUT") and not self.split(here) and self.loads(unit, here, there)

    def steps(self):
        """Every step: unit, location, location."""
        places = {place.upper() for place in self.terrain}
        return {(u, a, b) for u in "AF" for a in places for b in places if a != b and self.abuts(u, a, b)}

    def reads(self, text):
        """An order as the judge takes it apart: the longest name first."""
        words, found = norm(text).split(), []
        while words:
            for count in range(len(words), 0, -1):
                key = " ".join(words[:count])
                if key in self.aliases:
                    found.append(self.aliases[key])
                    break
            else:
                count = 1
                found.append(words[0])
            words = words[count:]
            if len(found) > 1 and found[-1][0] == "/" and " " not in found[-2]:
                found[-2:] = ["".join(found[-2:])]
        return found


def read(data):
    """The whole file, checked."""
    text = data.decode("latin-1")
    found, power, opening = Read(), None, None
    for line in text.splitlines():
        words = line.split()
        if not words:
            continue
        if words[0][0] == "#":
            _comment(found, line)
            continue
        first = words[0].upper()
        _need(words[-1].upper() not in ("DIRECTIVE", "DIRECTIVES"), f"a stanza of directives: {line}")
        if first == "IN":
            _need(len(words) == 2 and re.fullmatch(r"[A-Z]\d{1,4}[MRA]", words[1]), f"bad phase: {line}")
            _need(not found.opens, "two blocks of one phase")
            found.opens, opening, power = words[1], found.opening, None
        elif opening is not None:
            power = _opening(found, opening, power, words)
        elif first == "TEXTONLY":
            found.textonly = True
        elif first == "VICTORY":
            found.victory = [int(word) for word in words[1:]]
        elif first == "BEGIN":
            found.begin = tuple(words[1:])
        elif first == "FLOW":
            found.flow += words[1:]
        elif first == "RULE":
            found.rules += words[1:]
        elif first in FIRST:
            raise BrokenMapError(f"not expected: {line}")
        elif "=" in line:
            _name(found, line)
        elif first in TERRAINS:
            _terrain(found, words)
        else:
            power = _side(found, power, words)
    _whole(found)
    return found


def _need(fine, message):
    if not fine:
        raise BrokenMapError(message)


def _comment(found, line):
    words = line[1:].split()
    if len(words) >= 3 and re.fullmatch(r"[A-Z]{3}(/[NSEW]C)?", words[1]):
        _need(words[0] not in found.ids, f"two lines of the table are about {words[0]}")
        found.ids[words[0]] = words[1]
    found.comments.append(line[1:].strip())


def _name(found, line):
    _need(line.count("=") == 1 and "->" not in line, f"bad name line: {line}")
    name, _, rest = line.upper().partition("=")
    name, words = name.strip(), rest.split()
    _need(words, f"no abbreviation: {line}")
    code = words[0]
    fine = re.fullmatch(r"[A-Z]{3}(/[NSEW]C)?", code) and norm(code).replace(" ", "") == code
    _need(fine, f"bad abbreviation: {code}")
    _need(name not in WORDS, f"a keyword is no name: {name}")
    _need(norm(name) and norm(name) not in found.aliases and name not in found.names, f"two names are {name}")
    found.names[name] = code
    found.aliases[norm(name)] = code
    for alias in words[1:]:
        _need(not alias.endswith("?"), f"ambiguous: {alias}")
        _need(found.aliases.setdefault(norm(alias), code) == code, f"two places are called {alias}")


def _terrain(found, words):
    place = words[1]
    _need(words[2:3] in ([], ["ABUTS"]), f"no ABUTS: {' '.join(words)}")
    _need(place not in found.terrain and place.swapcase() not in found.terrain, f"two lines are about {place}")
    _need(re.fullmatch(r"[A-Z]{3}(/[NSEW]C)?|[a-z]{3}", place), f"bad place: {place}")
    found.terrain[place] = words[0]
    found.lists[place] = words[3:]
    for word in words[3:]:
        _need(re.fullmatch(r"[A-Z]{3}(/[NSEW]C)?|[a-z]{3}|[A-Z][a-z]{2}(/[NSEW]c)?", word), f"bad neighbour: {word}")
    upper = [word.upper() for word in words[3:]]
    _need(len(set(upper)) == len(upper), f"a neighbour twice: {' '.join(words)}")


def _sites(side, words, *, anywhere):
    side.homes, side.factories = [], []
    for word in words:
        match = re.fullmatch(r"(~?)(@?)(\+?)([A-Z]{3})(?:\(([A-Z]{3})\))?", word)
        _need(match, f"bad home: {word}")
        hidden, alternative, factory, home, other = match.groups()
        _need(bool(other) <= bool(alternative) and (anywhere or not hidden + alternative), f"bad home: {word}")
        _need(home not in side.homes + side.factories, f"a home twice: {word}")
        (side.factories if factory else side.homes).append(home)
        if hidden:
            side.hidden.add(home)
        if alternative:
            side.alternatives[home] = other


def _side(found, power, words):
    first = words[0].upper()
    side = found.powers.get(power)
    if first == "OWNS":
        _need(side, "OWNS before a power")
        side.owns = (side.owns or []) + words[1:]
    elif first in ("A", "F"):
        _need(side and len(words) == 2, f"a unit before a power: {' '.join(words)}")
        side.units.append(" ".join(words))
    elif first == "DUMMY":
        _need(side and len(words) == 1, "DUMMY before a power")
        side.dummy = True
    elif first == "UNOWNED":
        found.unowned += words[1:]
        return None
    else:
        match = re.fullmatch(r"\(([^():]+)(?::(.))?\)", words[1]) if len(words) > 1 else None
        _need(re.fullmatch("[A-Z]{2}|[A-Z]{4,}", first) and match, f"bad power: {' '.join(words)}")
        _need(first not in found.powers and first not in WORDS, f"two powers are {first}")
        side = found.powers[first] = Side(match[1], match[2] or "")
        _need(side.letter not in ("M", "?"), f"bad letter of {first}")
        for name in (first, norm(match[0][1:-1])):
            _need(found.aliases.setdefault(name, first) == first, f"{first} is called like another: {name}")
        _sites(side, words[2:], anywhere=False)
        return first
    return power


def _opening(found, opening, power, words):
    if words[0] == "HOMES":
        _need(power, "HOMES before a power")
        _sites(opening.setdefault(power, Side()), words[1:], anywhere=True)
        return None
    _need(len(words) == 1 and words[0] in found.powers, f"not a power: {' '.join(words)}")
    return words[0]


# ---- the whole


def _whole(found):
    _need(len(found.powers) >= 2, "fewer than two powers")
    letters = [side.letter for side in found.powers.values() if side.letter]
    _need(len(set(letters)) == len(letters), "two powers have one letter")
    _need(all(rule in RULES for rule in found.rules), f"unknown rules: {found.rules}")
    _need(found.textonly, "no picture and no TEXTONLY")
    places = {place.upper() for place in found.terrain}
    _need(set(found.names.values()) == places, "names and places differ")
    _need(not KNOWN & set(found.aliases), "a name the judge has already")
    for place, words in found.lists.items():
        for word in words:
            _need(word.upper() in places, f"{place} abuts {word}, which is nowhere")
            shut = "SHUT" in (found.type_of(place), found.type_of(word))
            back = any(found.loads(unit, word.upper(), place.upper()) for unit in "AF")
            _need(shut or back, f"one way: {place} > {word}")
    _owned(found, places)
    _phases(found)


def _owned(found, places):
    owned, stood = [], []
    for name, side in found.powers.items():
        _need(set(side.homes + side.factories) <= places, f"{name} has homes off the map")
        owned += side.homes if side.owns is None else side.owns
        for unit in side.units:
            kind, place = unit.split()
            terrain = found.type_of(place)
            fine = terrain in ("LAND", "COAST", "PORT") and "/" not in place
            if kind == "F":
                fine = terrain in ("WATER", "COAST", "PORT") and not found.split(place)
            _need(fine, f"bad unit: {unit}")
            stood.append(place[:3])
    _need(len(set(owned)) == len(owned), "a centre owned twice")
    _need(len(set(stood)) == len(stood), "two units in one place")
    _need(set(owned) <= places and set(found.unowned) <= places, "a centre off the map")
    homes = [home for side in found.powers.values() for home in side.homes]
    _need(not set(found.unowned) & {*homes, *owned}, "an unowned centre is owned")
    factories = [site for side in found.powers.values() for site in side.factories]
    _need(len(set(factories)) == len(factories), "a factory of two powers")
    _need(not set(factories) & {*homes, *owned, *found.unowned}, "a factory is a centre")
    for power, side in found.opening.items():
        base = found.powers[power]
        same = set(side.homes) == set(base.homes) and set(side.factories) == set(base.factories)
        _need(same, f"{power}: other homes")
        for home, other in side.alternatives.items():
            _need(other in side.homes and other not in side.alternatives, f"{home} is no alternative of {other}")


def _phases(found):
    flow = found.flow or ["SPRING:MOVEMENT,RETREATS", "FALL:MOVEMENT,RETREATS", "WINTER:ADJUSTMENTS"]
    seen, short = [], []
    for item in flow:
        season, _, phases = item.partition(":")
        if season == "NEWYEAR":
            _need(not phases or int(phases), f"bad year: {item}")
            continue
        _need(re.fullmatch("[A-Z]+", season) and phases, f"bad flow: {item}")
        for phase in phases.split(","):
            _need(phase in ("MOVEMENT", "RETREATS", "ADJUSTMENTS"), f"bad phase: {item}")
            seen.append((season, phase))
            short.append((season[0], phase[0]))
    _need(len(set(short)) == len(short), "two phases are written alike")
    _need(len(found.begin) == 3 and (found.begin[0], found.begin[2]) in seen, f"begins off the flow: {found.begin}")
    _need(re.fullmatch(r"\d{1,4}", found.begin[1]), f"bad year: {found.begin}")
    if found.opens:
        season, year, phase = found.begin
        _need(found.opens == f"{season[0]}{year}{phase[0]}", "the opening is at another time than the begin")
