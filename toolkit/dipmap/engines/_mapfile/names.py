"""Names for the `.map` dialect of PyPI diplomacy and DPjudge: what their parsers take, derived stably from ours.

Order texts are read word by word: keywords become letters, then the longest known name becomes an abbreviation. So no
name may equal a keyword, an abbreviation or another name once both are normalised. The words are those the format
reserves (research on engine formats; the tests compare them with the engine itself).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from string import ascii_uppercase

from dipmap.model import Coast, Power, Province, Variant

COASTS = ("nc", "sc", "ec", "wc")
NOBODY = "NOBODY"

_GRAMMAR = {
    "A": "ARMY",
    "F": "FLEET",
    "W": "WING",
    "R": "RETREAT RETREATS RETREATING",
    "S": "SUPPORT SUPPORTS SUPPORTING",
    "C": "CONVOY CONVOYS CONVOYING",
    "H": "HOLD HOLDS HOLDING",
    "B": "BUILD BUILDS BUILDING",
    "D": "DISBAND DISBANDS DISBANDING DESTROY DESTROYS DESTROYING REMOVE REMOVES REMOVING",
    "V": "WAIVE WAIVES WAIVING WAIVED",
    "K": "KEEP KEEPS KEEPING",
    "P": "PROXY PROXIES PROXYING",
    "": "> THE MOVE MOVES MOVING ATTACK ATTACKS ATTACKING IS WILL IN AT ON TO",
    "\\": "OF FROM",
    "?": "WITH VOID",
    "=": "TSR",
    "~": "THROUGH OVER BY DISLODGED",
    "|": "OR BOUNCE CUT",
    "*": "DESTROYED",
    "-": "-",
    "VIA": "VIA",
    **{f"/{coast.upper()}": coast.upper() for coast in COASTS},
}
KEYWORDS = {word: token for token, words in _GRAMMAR.items() for word in words.split()}
"""Words of orders and what the parser makes of them."""

_BUILT_IN = ("AN A", "A F", "A W", "NO C", "VIA C", "V B", "TRANS SIBERIAN RAILROAD")
"""Names the parser knows before any map is read."""

DIRECTIVES = frozenset(("VICTORY", "USE", "USES", "MAP", "BEGIN", "RULE", "RULES"))
"""First words that make a line a directive even where a name was meant."""

_LINE_WORDS = """OWNS CENTERS INHABITS HOME HOMES UNITS DUMMY DUMMIES DROP AMEND WATER LAND COAST PORT SHUT UNPLAYED
UNOWNED NEUTRAL FLOW FROM ALL EXCEPT NONE FORMING COMPLETED GLOBAL OBSERVER OMNISCIENT SERVER ENGINE SYSTEM MASTER"""
_POWER_WORDS = DIRECTIVES.union(_LINE_WORDS.split())
_CODE_WORDS = frozenset(("AND", "ALL"))


@dataclass(frozen=True)
class Dialect:
    """How one parser of the `.map` family reads names.

    `keywords` are words of orders and what becomes of them, `built_in` names it knows before any map, `glue` characters
    that vanish from a name instead of parting it. `directives` are first words that make a line no name, `power_words`
    those that make it no power, `refused` further words that cannot be a name alone. `joined` says that a power's
    adjective and letter are read as one word, `latin` that files are in Latin-1.
    """

    keywords: Mapping[str, str]
    built_in: tuple[str, ...]
    directives: frozenset[str]
    power_words: frozenset[str]
    refused: frozenset[str] = frozenset()
    glue: str = ""
    joined: bool = False
    latin: bool = False


PYPI = Dialect(KEYWORDS, _BUILT_IN, DIRECTIVES, _POWER_WORDS)
_JUDGE_LINES = frozenset(("FROM", "IN", "TEXTONLY", "FLAGS", "FLAG", "FLOW", "NOTIFY", "ROTATE", "NEWHOMES"))
_JUDGE_WORDS = """RESERVES MILITIA CONTROL LEAGUE TEAM TEAMS DIRECTIVE DIRECTIVES END START MONITOR JUDGEKEEPER
HIDDEN WAIVED UNDETERMINED"""
DPJUDGE = Dialect(
    {**KEYWORDS, "AND": "", "VIA": "~"},
    (*_BUILT_IN, "~ C", "~ =", "? =", "~ LAND", "~ WATER", "~ SEA", *(f"{side} COAST \\" for side in
     ("NORTH", "SOUTH", "EAST", "WEST"))),
    DIRECTIVES | _JUDGE_LINES,
    _POWER_WORDS | _JUDGE_LINES | frozenset(_JUDGE_WORDS.split()),
    refused=frozenset(("DIRECTIVE", "DIRECTIVES")),
    glue=".:",
    joined=True,
    latin=True,
)  # fmt: skip
_FOLDS = str.maketrans({"ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ł": "l", "Ł": "L",
                        "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D", "œ": "oe", "Œ": "OE", "ı": "i"})  # fmt: skip


def letters(text: str) -> str:
    """The ASCII letters of a text in upper case, accents taken off; empty where the script has none."""
    folded = unicodedata.normalize("NFKD", text.translate(_FOLDS)).upper()
    return "".join(character for character in folded if character in ascii_uppercase)


def latin(text: str) -> bool:
    """Whether every letter of a text is a Latin one, with or without accents."""
    return all("LATIN" in unicodedata.name(character, "") for character in text if character.isalpha())


def clean(text: str) -> str:
    """A name without the characters that mean something to the parser, in its own script."""
    kept = []
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category.startswith(("C", "Z")) or character in "|*?!~()[]=_^/\\#:,+<>{}":
            kept.append(" ")
        else:
            kept.append(character)
    return " ".join("".join(kept).replace("->", " ").split())


def encodable(text: str) -> bool:
    """Whether a file in Latin-1 can hold a text in either case."""
    try:
        (text + text.upper()).encode("latin-1")
    except UnicodeEncodeError:
        return False
    return True


def western(text: str) -> str:
    """A text that Latin-1 can hold, accents it lacks taken off; empty where a letter is beyond that."""
    kept = [character if encodable(character) else _unaccented(character) for character in text]
    return "" if "" in kept else "".join(kept)


def _unaccented(character: str) -> str:
    folded = unicodedata.normalize("NFKD", character.translate(_FOLDS))
    folded = "".join(part for part in folded if not unicodedata.combining(part))
    return folded if encodable(folded) else ""


def normed(phrase: str, dialect: Dialect = PYPI) -> str:
    """A phrase as the parser compares it: upper case, punctuation apart, keywords as their tokens."""
    phrase = phrase.upper().replace("/", " /").replace(" / ", "")
    for token in dialect.glue:
        phrase = phrase.replace(token, "")
    for token in ".:-+,":
        phrase = phrase.replace(token, " ")
    for token in "|*?!~()[]=_^":
        phrase = phrase.replace(token, f" {token} ")
    return " ".join(dialect.keywords.get(word, word) for word in phrase.split())


def _code(word: str) -> bool:
    return len(word) == 3 and set(word) <= set(ascii_uppercase) and word not in KEYWORDS and word not in _CODE_WORDS


def abbreviations(provinces: Iterable[Province]) -> dict[str, str]:
    """An abbreviation of exactly three letters for each province: its id where that is one, else one derived from it.

    The same ids and names give the same abbreviations whatever the order of the provinces.
    """
    found: dict[str, str] = {}
    ordered = sorted(provinces, key=lambda province: province.id)
    for province in ordered:
        if _code(province.id.upper()) and province.id.upper() not in found.values():
            found[province.id] = province.id.upper()
    taken = set(found.values())
    for province in ordered:
        if province.id not in found:
            found[province.id] = next(word for word in _codes(province) if _code(word) and word not in taken)
            taken.add(found[province.id])
    return found


_LOOKED_AT = 24
"""Letters of a name that an abbreviation may take."""


def _codes(province: Province) -> Iterator[str]:
    for text in (letters(province.id), letters(province.name)):
        yield text[:3]
        for two in dict.fromkeys(combinations(text[1:_LOOKED_AT], 2)):
            yield text[0] + "".join(two)
    short = letters(province.id)[:2] or letters(province.name)[:2]
    for width in (3 - len(short), 2, 3):
        for rest in product(ascii_uppercase, repeat=width):
            yield short[: 3 - width] + "".join(rest)


@dataclass(frozen=True)
class MapNames:
    """The words of one variant in the `.map` dialect.

    `code` maps a location to `ABC` or `ABC/NC`, `full` a location to its name, `alias` to the further names that are
    safe, `unsaid` to those that are not; `power`, `adjective` and `letter` go by power id (`letter` may be empty).
    """

    code: Mapping[str, str]
    full: Mapping[str, str]
    alias: Mapping[str, tuple[str, ...]]
    unsaid: Mapping[str, tuple[str, ...]]
    power: Mapping[str, str]
    adjective: Mapping[str, str]
    letter: Mapping[str, str]
    nobody: str = NOBODY
    nobody_letter: str = ""


@dataclass
class _Vocabulary:
    codes: frozenset[str]
    dialect: Dialect
    taken: set[str] = field(default_factory=set)

    def free(self, phrase: str, own: str = "") -> bool:
        """Whether a phrase can become a name of the abbreviation `own` without being mistaken in any order."""
        form = normed(phrase, self.dialect)
        words = form.split()
        if form != " ".join(words):
            return False  # a dropped word leaves a gap that the parser never finds again
        if not words or form in self.taken or phrase.upper() in self.dialect.keywords or "\\" in phrase:
            return False
        if phrase.upper() in self.dialect.refused or (self.dialect.latin and not encodable(phrase)):
            return False
        if self._runs_on(words):
            return False
        if len(words) == 1:
            plain = form in self.codes or len(form) == 1 or form in self.dialect.keywords or form[0] == "/"
            return form == own or not plain
        return not (_order_word(words[0]) or words[0] == "(" or (words[0] in self.codes and _order_word(words[1])))

    def calls(self, adjective: str, letter: str, power: str) -> bool:
        """Whether an adjective and a letter, which the parser reads as one name, can stand for a power."""
        form = self.owner(adjective, letter)
        if form == power:
            return True
        other = adjective in self.taken and adjective != power
        plain = adjective in self.codes or adjective in self.dialect.keywords or len(adjective) < 2
        return not (other or plain or form in self.taken or (form in self.codes and self.dialect.joined))

    def owner(self, adjective: str, letter: str) -> str:
        """The name the parser makes of a power's adjective and letter."""
        return f"{adjective}{'' if self.dialect.joined else ' '}{letter}".strip()

    def _runs_on(self, words: list[str]) -> bool:
        """Whether a name with the start of an order after it is another name: "Red" and "Red H"."""
        for count in range(1, len(words)):
            if _order_word(words[count]) and " ".join(words[:count]) in self.taken:
                return True
        start = f"{' '.join(words)} "
        return any(name.startswith(start) and _order_word(name[len(start) :].split()[0]) for name in self.taken)

    def take(self, phrase: str) -> str:
        """Keep a phrase from being used again."""
        self.taken.add(normed(phrase, self.dialect))
        return phrase


def _order_word(word: str) -> bool:
    return word == "VIA" or word[0] == "/" or (len(word) == 1 and word != "(")


def map_names(variant: Variant, dialect: Dialect = PYPI) -> MapNames:
    """Every name of a variant that has no more coasts to a province than the dialect knows."""
    short = abbreviations(variant.provinces)
    words = _Vocabulary(frozenset(short.values()), dialect, set(dialect.built_in))
    power: dict[str, str] = {}
    for item in variant.powers:
        power[item.id] = words.take(next(word for word in _power_words(item) if _fits(word, words)))
    nobody = words.take(next(word for word in (NOBODY, *_numbered("NOBODY")) if _fits(word, words)))
    letter = _letters(variant.powers, power)
    nobody_letter = next((one for one in "NOX" + ascii_uppercase if one not in (*letter.values(), "M")), "")
    adjective = {item.id: letters(item.adjective) or power[item.id] for item in variant.powers}
    for item in variant.powers:
        own = power[item.id]
        if not words.calls(adjective[item.id], letter[item.id], own):
            adjective[item.id] = own
            if not words.calls(own, letter[item.id], own):
                letter[item.id] = ""
        words.take(words.owner(adjective[item.id], letter[item.id]))

    code: dict[str, str] = {}
    full: dict[str, str] = {}
    for province in variant.provinces:
        own = code[province.id] = short[province.id]
        full[province.id] = words.take(next(name for name in _full(province, own, dialect) if _says(name, words, own)))
        for coast, suffix in zip(province.coasts, coast_suffixes(province), strict=False):
            location = f"{province.id}/{coast.id}"
            code[location] = f"{own}/{suffix.upper()}"
            names = _coast_names(full[province.id], own, coast, suffix)
            full[location] = words.take(next(name for name in names if words.free(name)))
    alias: dict[str, tuple[str, ...]] = {}
    unsaid: dict[str, tuple[str, ...]] = {}
    for province in variant.provinces:
        _add_aliases(province, code, full, words, alias, unsaid)
    return MapNames(code, full, alias, unsaid, power, adjective, letter, nobody, nobody_letter)


def coast_suffixes(province: Province) -> tuple[str, ...]:
    """nc, sc, ec or wc for each coast of a province: its own id, else the one of its first letter, else a free one."""
    wanted = [coast.id.lower() for coast in province.coasts]
    found: dict[int, str] = {index: name for index, name in enumerate(wanted) if name in COASTS}
    for index, name in enumerate(wanted):
        free = [suffix for suffix in COASTS if suffix not in found.values()]
        if index not in found and free:
            found[index] = next((suffix for suffix in free if suffix[0] == name[0]), free[0])
    return tuple(found[index] for index in sorted(found))


def _fits(word: str, words: _Vocabulary) -> bool:
    if len(word) in (0, 1, 3) or word in words.dialect.keywords or word in words.dialect.power_words:
        return False
    return word not in words.taken and word not in words.codes


def _power_words(power: Power) -> Iterator[str]:
    name = letters(power.name)
    bare = name.removeprefix("THE") if power.name.lower().startswith("the ") else name
    yield bare
    if bare:
        yield f"THE{bare}"
    yield letters(power.id)
    yield from _numbered(bare or letters(power.id) or "POWER")


def _numbered(word: str) -> Iterator[str]:
    for width in (1, 2, 3):
        for rest in product(ascii_uppercase, repeat=width):
            yield f"{word}{''.join(rest)}"


def _letters(powers: Iterable[Power], words: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for power in powers:
        choices = (*words[power.id], *ascii_uppercase, *"0123456789")
        found[power.id] = next((one for one in choices if one != "M" and one not in found.values()), "")
    return found


def _says(name: str, words: _Vocabulary, own: str) -> bool:
    return not {*name.upper().split()[:1]} & words.dialect.directives and words.free(name, own)


def _full(province: Province, own: str, dialect: Dialect) -> Iterator[str]:
    spelt = western(province.name) if dialect.latin else province.name
    yield clean(spelt)
    name = _said(spelt, dialect)
    if name:
        yield name
        yield f"Province {name}"
        yield f"Province {name} {own}"
    yield f"Province {own}"
    for rest in product(ascii_uppercase, repeat=2):
        yield f"Province {own} {''.join(rest)}"


def _said(name: str, dialect: Dialect) -> str:
    """A cleaned name without the words that the parser drops from orders, such as "the" or "in"."""
    return " ".join(word for word in clean(name).split() if dialect.keywords.get(word.upper(), word))


def _coast_names(full: str, own: str, coast: Coast, suffix: str) -> Iterator[str]:
    for name in (clean(coast.name), clean(coast.id), f"{suffix} coast", f"{own} {suffix} coast"):
        if name:
            yield f"{full} ({name})"
    for rest in product(ascii_uppercase, repeat=2):
        yield f"{full} ({own} {suffix} {''.join(rest)})"


def _add_aliases(
    province: Province,
    code: Mapping[str, str],
    full: Mapping[str, str],
    words: _Vocabulary,
    alias: dict[str, tuple[str, ...]],
    unsaid: dict[str, tuple[str, ...]],
) -> None:
    own = code[province.id]
    wanted = dict.fromkeys((province.id, province.name, *province.aliases))
    said: list[str] = []
    lost: list[str] = []
    for name in wanted:
        plain = _said(name, words.dialect)
        word = "+".join(plain.split())
        if normed(plain, words.dialect) in (own, normed(full[province.id], words.dialect)):
            continue
        if latin(plain) and words.free(plain, own):
            said.append(word)
            words.take(plain)
        else:
            lost.append(name)
    alias[province.id], unsaid[province.id] = tuple(said), tuple(lost)
    for coast in province.coasts:
        location = f"{province.id}/{coast.id}"
        if location not in code:
            continue
        suffix = code[location].partition("/")[2].lower()
        forms = dict.fromkeys((f"{own}({suffix})", f"{province.id.upper()}({coast.id})"))
        alias[location] = tuple(words.take(form) for form in forms if words.free(form, own))
        unsaid[location] = ()
