"""A strict reader of njudge's map and seed files, written from the description of the formats: what breaks a rule raises.

The judge's own map compiler does not run here, so this is the judge of what the writer says.
"""

import re
from dataclasses import dataclass, field

MOST_PROVINCES, MOST_POWERS, MOST_GATES, HEAP, LINE = 200, 36, 5, 10_000, 400
LETTERS = set("ABCDEFGHIJKLNPQRSTUVWXYZ0123456789")
COASTS = ("nc", "sc", "ec", "wc")
UNITS = ("a", "army", "f", "fleet", "w", "wing")


class BrokenMapError(ValueError):
    """What keeps the judge from taking a file."""


def _need(fine, message):
    if not fine:
        raise BrokenMapError(message)


def _key(name):
    """A name as the judge compares it."""
    return re.sub(r"[.\s]", "", name.lower())


@dataclass
class Place:
    """A province of the file; `water` says that fleets convoy there, `moves` are lists by kind of place."""

    name: str
    kind: str
    water: bool
    words: list
    moves: dict = field(default_factory=dict)


@dataclass
class Read:
    """What the files say, by the abbreviations that come first."""

    ids: dict = field(default_factory=dict)
    places: dict = field(default_factory=dict)
    names: dict = field(default_factory=dict)
    order: list = field(default_factory=list)
    gates: dict = field(default_factory=dict)
    comments: list = field(default_factory=list)
    phase: str = ""
    units: list = field(default_factory=list)
    owners: dict | None = None

    def province(self, text):
        """The province at the start of a text, by the longest name, and the rest."""
        best = ("", 0)
        for key, code in self.names.items():
            length = _matched(text, key)
            if length > best[1]:
                best = (code, length)
        _need(best[0], f"no province: {text}")
        return best[0], text[best[1] :]

    def steps(self):
        """Every step: unit, location, location. A way to itself is none."""
        found = set()
        for code, place in self.places.items():
            for kind, targets in place.moves.items():
                here = f"{code}/{kind}" if kind in COASTS else code
                unit = "A" if kind == "mv" else "F"
                found |= {(unit, here, there) for there in targets if there.partition("/")[0] != code}
        return found

    def stands(self, unit, location):
        """Whether a unit may stand there."""
        code, _, coast = location.partition("/")
        return ("mv" if unit == "A" else coast or "xc") in self.places[code].moves


def _matched(text, key):
    """How much of a text a name takes, 0 where it is not there as a word of its own."""
    at = 0
    for sign in key:
        while at < len(text) and text[at] in ". ":
            at += 1
        if at >= len(text) or text[at].lower() != sign:
            return 0
        at += 1
    return at if at == len(text) or text[at] in "(-/);, \n" else 0


def read(map_data, seed_data):
    """Both files, checked."""
    found = Read()
    blocks = _blocks(map_data.decode("ascii"), 3)
    _provinces(found, blocks[0])
    _moves(found, blocks[1])
    _lists(found, blocks[2])
    _whole(found)
    _seed(found, seed_data.decode("ascii"))
    return found


def _blocks(text, count):
    found = [[]]
    for line in text.splitlines():
        _need(len(line) < LINE, f"a line too long: {line[:40]}")
        if line.startswith("-"):
            _need(line == "-1", f"the end of a block is -1: {line}")
            found.append([])
        else:
            found[-1].append(line)
    _need(found.pop() == [] and len(found) == count, f"{len(found)} blocks, not {count}")
    return found


def _provinces(found, lines):
    table = False
    for line in lines:
        if line.startswith("#"):
            words = line[1:].split()
            table = table or words[:1] == ["Names:"]
            if table and len(words) >= 2 and re.fullmatch(r"[a-z0-9]{2,16}(/[nsew]c)?", words[1]):
                found.ids[words[0]] = words[1]
            found.comments.append(line[1:].strip())
            continue
        match = re.fullmatch(r"([A-Za-z0-9][^,]*), ([A-Zwlxg0-9])(w?)((?: [a-z0-9]{2,16})+)", line)
        _need(match, f"bad province: {line}")
        name, kind, dual, words = match[1], match[2], match[3], match[4].split()
        _need(kind in LETTERS or kind in "wlxg", f"bad type: {line}")
        _need(not dual or kind not in "wg", f"water that is land: {line}")
        _need(name.split()[0].lower() not in UNITS, f"begins with a unit: {line}")
        for each in (name, *words):
            _need(found.names.setdefault(_key(each), words[0]) == words[0], f"two provinces are called {each}")
        _need(words[0] not in found.places, f"two provinces are called {words[0]}")
        found.places[words[0]] = Place(name, kind, kind == "w" or bool(dual), words)
    found.ids = {place: code for place, code in found.ids.items() if code.partition("/")[0] in found.places}
    _need(len(found.places) <= MOST_PROVINCES, "too many provinces")
    _need(len({place.kind for place in found.places.values()} & LETTERS) <= MOST_POWERS, "too many powers")


def _moves(found, lines):
    last = None
    for line in lines:
        if line.startswith("#"):
            continue
        match = re.fullmatch(r"([a-z0-9]+)-(mv|xc|nc|sc|ec|wc): (\S+(?: \S+)*)", line)
        _need(match, f"bad moves: {line}")
        code, kind, targets = match[1], match[2], match[3].split()
        _need(code in found.places, f"nowhere: {line}")
        place = found.places[code]
        _need(not place.moves or last == code, f"moves of {code} are apart")
        _need(kind not in place.moves, f"two lines for {code}-{kind}")
        place.moves[kind], last = [], code
        for target in targets:
            other, rest = found.province(target)
            _need(rest == "" or (kind != "mv" and rest[1:] in COASTS), f"bad target {target}: {line}")
            _need(other + rest not in place.moves[kind], f"{target} twice: {line}")
            place.moves[kind].append(other + rest)
    for place in found.places.values():
        _need(place.moves, f"no movement table for {place.name}")
    for code, place in found.places.items():
        coasts = set(place.moves) - {"mv"}
        _need(coasts <= {"xc"} or "xc" not in coasts, f"{code} has one coast and several")
        for kind, targets in place.moves.items():
            for target in targets:
                other, _, coast = target.partition("/")
                back = found.places[other].moves.get("mv" if kind == "mv" else coast or "xc", [])
                here = {code} if kind in ("mv", "xc") else {f"{code}/{kind}"}
                _need(here & set(back), f"can't get back to {code} from {target} ({kind})")


def _lists(found, lines):
    lines = list(lines)
    while lines:
        head = lines.pop(0)
        if head.startswith("Center order"):
            while lines and lines[0].startswith(" "):
                found.order += [found.province(word)[0] for word in lines.pop(0).split()]
        elif head == "Gateway":
            while lines and not lines[0].startswith(("#", " ")):
                match = re.fullmatch(r"(\w+): (\w+) (\w+) (\w+)", lines.pop(0))
                _need(match, "bad gateway")
                codes = [found.province(word)[0] for word in match.groups()]
                _need(len(match[1]) < 40 and codes[0] not in found.gates, "two gateways of one name")
                found.gates[codes[0]] = tuple(codes[1:])
        else:
            raise BrokenMapError(f"an unknown list: {head}")
        _need(lines and lines.pop(0).startswith("#"), "a list without an end")


def _whole(found):
    centres = [code for code, place in found.places.items() if place.kind == "x" or place.kind in LETTERS]
    _need(sorted(found.order) == sorted(centres), "the list of centres is not that of the map")
    kinds = {code for code, place in found.places.items() if place.kind == "g"}
    _need(kinds == set(found.gates) and len(kinds) <= MOST_GATES, "gateways and gates differ")
    joined = {frozenset(place.partition("/")[0] for place in step[1:]) for step in found.steps()}
    pairs = []
    for gate, (_, one, other) in found.gates.items():
        _need(found.places[gate].moves == {"mv": [gate]}, f"{gate} leads somewhere")
        pair = frozenset((one, other))
        _need(pair in joined and pair not in pairs, f"{gate} joins nothing of its own")
        pairs.append(pair)
    names = sum(len(each) + 2 for place in found.places.values() for each in (place.name, *place.words))
    moves = sum(2 * len(targets) for place in found.places.values() for targets in place.moves.values())
    _need(names + moves + 2 * len(found.places) < HEAP, "more than the compiler has room for")


def _seed(found, text):
    lines = text.splitlines()
    found.phase = lines[0]
    _need(re.fullmatch(r"[SF]\d{4}[MB]", found.phase), f"bad phase: {found.phase}")
    _need(lines.count("-1") == 2 and lines[-1] == "-1", "two ends")
    end = lines.index("-1")
    taken = set()
    for line in lines[1:end]:
        match = re.fullmatch(r"(.): ([AF]) (\S+)", line)
        _need(match and match[1] in LETTERS, f"bad unit: {line}")
        code, rest = found.province(match[3])
        _need(found.stands(match[2], code + rest), f"no place for it: {line}")
        _need(code not in taken, f"two units in {code}")
        taken.add(code)
        found.units.append((match[1], match[2], code + rest))
    signs = "".join(lines[end + 1 : -1])
    if signs:
        _need(len(signs) == len(found.places), f"{len(signs)} owners of {len(found.places)} provinces")
        found.owners = dict(zip(found.places, signs, strict=True))
        for code, sign in found.owners.items():
            _need(sign == "." or sign in LETTERS, f"bad owner of {code}")
            _need(sign == "." or found.places[code].kind not in "wlg", f"{code} is no centre and owned")
