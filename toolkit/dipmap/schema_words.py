"""What a JSON Schema objects to, said to a person: which key, what is wrong, what to do; no raw `anyOf` noise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Step = str | int
Steps = tuple[Step, ...]


@dataclass(frozen=True)
class Problem:
    """One objection: the steps of keys and indexes that lead to it, one sentence, and a hint that begins with a verb.

    `path` leads to the key itself where the key is what is wrong with it (`about_key`), else to the value; for a
    missing key it leads to where the key should stand.
    """

    path: Steps
    message: str
    hint: str = ""
    about_key: bool = False

    @property
    def pointer(self) -> str:
        """The path as a JSON pointer."""
        return pointer(self.path)


def pointer(path: Sequence[Step]) -> str:
    """A JSON pointer (RFC 6901): `/provinces/lon`; empty for the whole document."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def where(path: Sequence[Step]) -> str:
    """A path in words: `provinces.lon.terrain`, `passages entry 3: units` (entries count from 1)."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f" entry {step + 1}" if text else f"entry {step + 1}"
        elif not text:
            text = _cut(step)
        else:
            text += (": " if re.search(r"(^|\W)entry \d+$", text) else ".") + _cut(step)
    return text or "the document"


def headline(errors: Iterable[ValidationError]) -> ValidationError | None:
    """The error that says most about what is wrong, or None.

    The choice is `best_match`'s of jsonschema, the shallowest error and then the least weak; but of several
    alternatives (`anyOf`, `oneOf`) the branch is taken that the author most likely meant, and paths are never compared
    with each other (jsonschema's comparison fails on documents with mixed keys).
    """
    best = max(errors, key=_rank, default=None)
    while best is not None and best.context:
        meant = _meant(best)
        if not meant:
            break
        best = max(meant, key=_rank)
    return best


def _rank(error: ValidationError) -> tuple[int, bool]:
    return -len(error.absolute_path), error.validator not in {"anyOf", "oneOf"}


def _meant(error: ValidationError) -> list[ValidationError]:
    """The errors of the one alternative that the author seems to have meant; none where that cannot be told."""
    branches: dict[Any, list[ValidationError]] = {}
    for child in error.context or ():
        branches.setdefault(child.relative_schema_path[0], []).append(child)
    # A branch of another type was not meant; neither was one whose tell-tale key (a constant) says otherwise.
    kept = [errors for errors in branches.values() if not any(_is_other_shape(child) for child in errors)]
    if len(kept) > 1:
        kept = [errors for errors in kept if not any(_is_other_kind(child) for child in errors)] or kept
    if len(kept) > 1:
        # The deepest complaint means that most of the branch fitted; then fewer complaints are better.
        scores = [(max(len(child.relative_path) for child in errors), -len(errors)) for errors in kept]
        best = max(scores)
        kept = [errors for errors, score in zip(kept, scores, strict=True) if score == best]
    return kept[0] if len(kept) == 1 else []


def _is_other_shape(error: ValidationError) -> bool:
    return not error.relative_path and error.validator == "type"


def _is_other_kind(error: ValidationError) -> bool:
    return len(error.relative_path) <= 1 and error.validator == "const"


def explain(error: ValidationError) -> list[Problem]:
    """What one error of jsonschema means, in plain words; several where it lumps several keys together."""
    path: Steps = tuple(error.absolute_path)
    if error.validator in {"anyOf", "oneOf"}:
        return _alternatives(error, path)
    if "propertyNames" in list(error.absolute_schema_path)[:-1]:
        return [_bad_key(error, path)]
    said = _SENTENCES.get(str(error.validator))
    found = list(said(error, path)) if said else []
    if found:
        return found
    hint = _own_hint(error.schema) or "compare it with the documentation of this key"
    return [Problem(path, f"{where(path)} does not have the right form", hint)]


def _asked(error: ValidationError) -> Any:
    """The value of the keyword that objected."""
    return error.validator_value


def _value(error: ValidationError) -> Any:
    return error.instance


def _alternatives(error: ValidationError, path: Steps) -> list[Problem]:
    meant = _meant(error)
    if meant:
        found = [problem for child in meant for problem in explain(child)]
        return list(dict.fromkeys(found))
    children = list(error.context or ())
    kinds = [_asked(child) for child in children if _is_other_shape(child)]
    if kinds and len(kinds) == len(children):
        flat = [kind for kind in kinds for kind in (kind if isinstance(kind, list) else [kind])]
        return [_wrong_type(_value(error), flat, path, _own_hint(error.schema))]
    words = [word for child in children for word in _words(child)]
    if words and all(_words(child) or _is_other_shape(child) for child in children):
        return [_not_among(_value(error), words, path, _own_hint(error.schema))]
    if not children:  # oneOf that fits twice
        hint = _own_hint(error.schema) or "keep only one of the ways to write it"
        return [Problem(path, f"{where(path)} can be read in more than one way", hint)]
    hint = _own_hint(error.schema) or _several_hints(children)
    return [Problem(path, f"{where(path)} fits none of the ways it may be written", hint)]


def _several_hints(children: Sequence[ValidationError]) -> str:
    hints = list(dict.fromkeys(hint for child in children if (hint := _own_hint(child.schema))))
    return ", or ".join(hints) if 0 < len(hints) <= 3 else "compare it with the documentation of this key"


def _words(error: ValidationError) -> list[Any]:
    if error.relative_path:
        return []
    if error.validator == "enum":
        return list(_asked(error))
    return [_asked(error)] if error.validator == "const" else []


def _bad_key(error: ValidationError, path: Steps) -> Problem:
    key = _value(error)
    if error.validator == "enum":
        return _unknown_key(str(key), [str(word) for word in _asked(error)], path)
    hint = _own_hint(error.schema) or f"rename it to match {_asked(error)}"
    return Problem((*path, key), f"{_show(key)} cannot be a key of {where(path)}", hint, about_key=True)


def _unknown_keys(error: ValidationError, path: Steps) -> Iterator[Problem]:
    rules = error.schema if isinstance(error.schema, Mapping) else {}
    known = list(rules.get("properties", {}))
    patterns = list(rules.get("patternProperties", {}))
    for key in _value(error):
        if key in known or any(re.search(pattern, key) for pattern in patterns):
            continue
        problem = _unknown_key(str(key), known, path)
        hint = _own_hint(rules.get("propertyNames", {})) if not known else ""
        yield Problem(problem.path, problem.message, hint or problem.hint, about_key=True)


def _unevaluated(error: ValidationError, path: Steps) -> Iterator[Problem]:
    # jsonschema names the keys in its message only; keys of all subschemas are known to it alone.
    for key in _value(error):
        if re.search(rf"(^|[( ,]){re.escape(repr(key))}", error.message):
            known = list((error.schema if isinstance(error.schema, Mapping) else {}).get("properties", {}))
            yield _unknown_key(str(key), known, path)


def _unknown_key(key: str, known: Sequence[str], path: Steps) -> Problem:
    message = f"{_show(key)} is not a key of {where(path)}"
    near = nearest(key, known)
    if near:
        hint = f"write {_show(near)}, or remove it"
    elif known:
        hint = f"use one of {_list(known)}, or remove it"
    else:
        hint = "remove it"
    return Problem((*path, key), message, hint, about_key=True)


def _missing(error: ValidationError, path: Steps) -> Iterator[Problem]:
    for key in _asked(error):
        # One error is made for each missing key, all alike but for the message.
        if key not in _value(error) and error.message.startswith(repr(key)):
            rule = error.schema.get("properties", {}).get(key, {}) if isinstance(error.schema, Mapping) else {}
            said = _own_hint(rule)
            yield Problem(path, f"{where(path)} lacks the key {_show(key)}", f"add {_show(key)}" + _tail(said))


def _tail(said: str) -> str:
    return f": {said}" if said else ""


def _type(error: ValidationError, path: Steps) -> Iterator[Problem]:
    kinds = _asked(error) if isinstance(_asked(error), list) else [_asked(error)]
    yield _wrong_type(_value(error), kinds, path, _own_hint(error.schema))


_KINDS = {
    "object": "a block of keys",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}


def _wrong_type(value: Any, kinds: Sequence[str], path: Steps, said: str) -> Problem:
    wanted = " or ".join(dict.fromkeys(_KINDS.get(kind, kind) for kind in kinds))
    if value is None:
        message = f"{where(path)} is empty, but must be {wanted}"
        return Problem(path, message, said or "write a value, or remove the key")
    # "a whole number, not a number" would say little
    is_number = isinstance(value, float) and "integer" in kinds
    message = f"{where(path)} must be {wanted}, not {_show(value) if is_number else kind_of(value)}"
    return Problem(path, message, _type_hint(value, kinds) or said or f"write {wanted}")


def _type_hint(value: Any, kinds: Sequence[str]) -> str:
    """A way out where the value is nearly right: quotes too few or too many, a list of one."""
    scalar = not isinstance(value, (Mapping, list, tuple))
    if "string" in kinds and scalar:
        text = value.isoformat() if isinstance(value, date) else _show(value)
        return f'put it in quotes: "{text}"'
    if "array" in kinds and scalar:
        return f"write it as a list: [{_plain(value)}]"
    if isinstance(value, str):
        if "boolean" in kinds and value.strip().lower() in {"yes", "no", "on", "off", "true", "false"}:
            return f"write {'true' if value.strip().lower() in {'yes', 'on', 'true'} else 'false'} without quotes"
        if "integer" in kinds and re.fullmatch(r"\s*[+-]?\d{1,15}\s*", value, re.ASCII):
            return f"write {int(value)} without quotes"
        if "number" in kinds and re.fullmatch(r"\s*[+-]?\d{1,15}(\.\d{1,15})?\s*", value, re.ASCII):
            return f"write {value.strip()} without quotes"
    return ""


def kind_of(value: Any) -> str:
    """The kind of a value in plain words: "a list", "text", "a whole number"."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    for kind, word in (
        (str, "text"),
        (int, "a whole number"),
        (float, "a number"),
        (Mapping, "a block of keys"),
        ((list, tuple), "a list"),
        (date, "a date"),
    ):
        if isinstance(value, kind):
            return word
    return type(value).__name__


def _enum(error: ValidationError, path: Steps) -> Iterator[Problem]:
    yield _not_among(_value(error), list(_asked(error)), path, _own_hint(error.schema, described=False))


def _const(error: ValidationError, path: Steps) -> Iterator[Problem]:
    wanted = _asked(error)
    said = _own_hint(error.schema, described=False)
    message = f"{where(path)} must be {_show(wanted)}, not {_show(_value(error))}"
    yield Problem(path, message, said or f"write {_show(wanted)}")


def _not_among(value: Any, words: Sequence[Any], path: Steps, said: str) -> Problem:
    texts = [str(word) for word in words if isinstance(word, str)]
    near = nearest(value, texts) if isinstance(value, str) else ""
    message = f"{where(path)} cannot be {_show(value)}"
    return Problem(path, message, f"write {_show(near)}" if near else said or f"use one of {_list(words)}")


def _pattern(error: ValidationError, path: Steps) -> Iterator[Problem]:
    said = _own_hint(error.schema) or f"write it so that it matches {_asked(error)}"
    yield Problem(path, f"{where(path)} cannot be written {_show(_value(error))}", said)


_UNITS = {"Items": ("entry", "entries"), "Length": ("character", "characters"), "Properties": ("key", "keys")}


def _size(error: ValidationError, path: Steps) -> Iterator[Problem]:
    limit, keyword, value = _asked(error), str(error.validator), _value(error)
    unit = _UNITS[keyword[3:]]
    said = _own_hint(error.schema, described=False)
    if keyword.startswith("min"):
        if not value:
            yield Problem(path, f"{where(path)} is empty", said or f"add at least {_count(limit, unit)}")
            return
        message = f"{where(path)} has {_count(len(value), unit)}, but needs at least {limit}"
        yield Problem(path, message, said or f"add {_count(limit - len(value), unit)}")
        return
    message = f"{where(path)} has {_count(len(value), unit)}, but may have at most {limit}"
    yield Problem(path, message, said or f"remove {_count(len(value) - limit, unit)}")


def _count(number: int, unit: tuple[str, str]) -> str:
    return f"{number} {unit[number != 1]}"


_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "multipleOf": "a multiple of",
}


def _bound(error: ValidationError, path: Steps) -> Iterator[Problem]:
    wanted = f"{_BOUNDS[str(error.validator)]} {_asked(error)}"
    said = _own_hint(error.schema, described=False)
    message = f"{where(path)} is {_show(_value(error))}, but must be {wanted}"
    yield Problem(path, message, said or f"write a number that is {wanted}")


def _unique(error: ValidationError, path: Steps) -> Iterator[Problem]:
    seen: list[Any] = []
    for index, value in enumerate(_value(error)):
        if value in seen:
            yield Problem((*path, index), f"{where(path)} lists {_show(value)} twice", "remove one of the two")
        seen.append(value)


def _too_many(error: ValidationError, path: Steps) -> Iterator[Problem]:
    # `items: false` after `prefixItems`
    rules = error.schema if isinstance(error.schema, Mapping) else {}
    limit = len(rules.get("prefixItems", ()))
    message = f"{where(path)} has {_count(len(_value(error)), ('entry', 'entries'))}, but may have at most {limit}"
    yield Problem(path, message, _own_hint(rules, described=False) or f"keep the first {limit}")


def _needs_company(error: ValidationError, path: Steps) -> Iterator[Problem]:
    for key, others in _asked(error).items():
        if key in _value(error):
            for other in others:
                if other not in _value(error):
                    message = f"{where(path)} has the key {_show(key)} without {_show(other)}"
                    yield Problem((*path, key), message, f"add {_show(other)}, or remove {_show(key)}", about_key=True)


def _forbidden(error: ValidationError, path: Steps) -> Iterator[Problem]:
    rule = _asked(error)
    if (
        isinstance(rule, Mapping)
        and set(rule) <= {"required", "x-hint", "description"}
        and len(rule.get("required", ())) == 1
    ):
        key = rule["required"][0]
        said = _own_hint(rule) or _own_hint(error.schema, described=False) or f"remove {_show(key)}"
        yield Problem((*path, key), f"{where(path)} cannot have the key {_show(key)} here", said, about_key=True)


_SENTENCES = {
    "additionalProperties": _unknown_keys,
    "unevaluatedProperties": _unevaluated,
    "required": _missing,
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    **dict.fromkeys(("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"), _size),
    **dict.fromkeys(_BOUNDS, _bound),
    "uniqueItems": _unique,
    "items": _too_many,
    "dependentRequired": _needs_company,
    "not": _forbidden,
}


def odd_keys(value: Any, path: Steps) -> Iterator[Problem]:
    """Keys that are not text (YAML makes a number of `1914:`)."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if isinstance(key, str):
                yield from odd_keys(item, (*path, key))
            else:
                written = key.isoformat() if isinstance(key, date) else _show(key)
                message = f"the key {written} of {where(path)} must be text, not {kind_of(key)}"
                yield Problem((*path, str(key)), message, f'put it in quotes: "{written}"', about_key=True)
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from odd_keys(item, (*path, index))


def _own_hint(rules: Any, *, described: bool = True) -> str:
    """What a schema says itself: `x-hint`, or its description as something to write."""
    if not isinstance(rules, Mapping):
        return ""
    if "x-hint" in rules:
        return str(rules["x-hint"])
    text = str(rules.get("description", "")).strip().partition(". ")[0].rstrip(".") if described else ""
    if not text:
        return ""
    # "A lower-case id" -> "write a lower-case id"; names and abbreviations keep their capital.
    first = text.split(maxsplit=1)[0]
    return "write " + (text[0].lower() + text[1:] if first[1:] == first[1:].lower() else text)


def nearest(word: str, words: Iterable[str]) -> str:
    """The word that was probably meant, without regard to case, or an empty string."""
    folded: dict[str, str] = {}
    for each in words:
        folded.setdefault(each.casefold().replace("_", "-"), each)
    wanted = word.casefold().replace("_", "-")[:100]  # difflib's time grows with the square of the length
    close = get_close_matches(wanted, folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else ""


def _list(words: Sequence[Any], most: int = 12) -> str:
    shown = ", ".join(_plain(word) for word in words[:most])
    return shown + (f" and {len(words) - most} more" if len(words) > most else "")


def _plain(value: Any) -> str:
    return _cut(value) if isinstance(value, str) else _show(value)


def _show(value: Any) -> str:
    """A value as it is quoted in a sentence, short."""
    if isinstance(value, str):
        return f'"{_cut(value)}"'
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "nothing"}[value]
    if isinstance(value, (int, float)):
        return _cut(repr(value)) if not isinstance(value, int) or abs(value) < 10**40 else "a huge number"
    return kind_of(value)


def _cut(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
