"""Names that are nearly those of the parts, as people write them in a hurry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from types import CodeType
from typing import Any

ENDS = {1: ("01", "1", "one", "a", "i"), 2: ("02", "2", "two", "b", "ii")}
"""The numbers of the parts, as names end with them."""


OTHER_STEMS = r"(?:day\d+)?(?:(?:solve|solution|star|task|puzzle|problem|answer|p|q)(?:part)?|part)"
"""What people call a part, before its number."""


OTHER_NAMES = {1: ("first", "firstpart", "silver"), 2: ("second", "secondpart", "gold")}


SHORTEST = 3
"""Letters of a name in which a typing error can be seen."""


def near_names(
    module: object, names: Sequence[str], missing: Sequence[str]
) -> dict[str, str]:
    """Return the names of the functions that are meant by `missing` ones, by these.

    `names` are those of both parts; `missing` may have `parse`, too. Where both parts are missing,
    a function such as `solve1` may be meant as well.
    """
    functions = {
        name: value
        for name, value in vars(module).items()
        if callable(value) and not isinstance(value, type)
    }
    has_no_part = {*names} <= {*missing}
    found: dict[str, str] = {}
    for name in missing:
        number = names.index(name) + 1 if name in names else 0
        for other in sorted(functions.keys() - {*names, "parse"}):
            is_same = is_same_name(other, name, number)
            is_other = has_no_part and is_other_name(other, number)
            if number and (is_same or is_other):
                found[name] = other
            elif is_same or is_typing_error(other, name, number):
                # Helpers may be called anything, but they are called by others.
                users = (one for user, one in functions.items() if user != other)
                if not any(other in names_used(user) for user in users):
                    found[name] = other
    return found


def names_used(function: Any) -> Iterator[str]:
    """Yield the names that a function uses, also those of functions in it."""
    codes = [getattr(getattr(function, "__wrapped__", function), "__code__", None)]
    for code in codes:  # which grows meanwhile
        if isinstance(code, CodeType):
            yield from code.co_names
            codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]


def bare(name: str) -> str:
    """Return a name in small letters, without underscores."""
    return name.lower().replace("_", "")


def is_same_name(other: str, name: str, number: int) -> bool:
    """Return whether two names differ only in capitals, underscores, and how the part is counted.

    `number` is that of the part, or 0 for `parse`.
    """
    return bare(other) in {bare(name), *(f"part{end}" for end in ENDS.get(number, ()))}


def is_other_name(other: str, number: int) -> bool:
    """Return whether other people may call a part so."""
    if not number:
        return False
    stem = f"{OTHER_STEMS}(?:{'|'.join(ENDS[number])})"
    return bare(other) in OTHER_NAMES[number] or bool(re.fullmatch(stem, bare(other)))


def is_typing_error(other: str, name: str, number: int) -> bool:
    """Return whether one name is the other with a letter too many, missing, wrong, or moved.

    The number of a part has to be right.
    """
    written, wanted = stem_of(bare(other), number), stem_of(bare(name), number)
    has_number = written != bare(other)
    is_numbered = wanted != bare(name)
    if has_number != is_numbered or min(len(written), len(wanted)) < SHORTEST:
        return False
    return written.isalpha() and not shortened(written).isdisjoint(shortened(wanted))


def stem_of(word: str, number: int) -> str:
    """Return a word without the number of its part at its end."""
    # A letter there may belong to the word.
    for end in ENDS.get(number, ())[:3]:
        if word.endswith(end):
            return word.removesuffix(end)
    return word


def shortened(word: str) -> set[str]:
    """Return a word, and the word without each one of its letters."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}
