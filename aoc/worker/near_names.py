"""Near names: functions that are called nearly like a part or `parse`, as people do in a hurry."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from types import CodeType
from typing import Any

NUMERALS = {1: ("01", "1", "one"), 2: ("02", "2", "two")}
"""The numbers of the parts, as names end with them."""
LETTERS = {1: ("a", "i"), 2: ("b", "ii")}
"""Letters that number the parts, too, but may as well be the end of a word."""
OTHER_STEMS = r"(?:day\d+)?(?:(?:solve|solution|star|task|puzzle|problem|answer|p|q)(?:part)?|part)"
"""What people call a part, before its number."""
OTHER_NAMES = {1: ("first", "firstpart", "silver"), 2: ("second", "secondpart", "gold")}
"""What they call it without a number."""
SHORTEST_NAME = 3
"""Letters of a name in which a typing error can be seen."""


def near_names(
    module: object, names: Sequence[str], missing: Collection[str]
) -> dict[str, str]:
    """Return the function that may be meant by each of the `missing` names, if there is any.

    `names` are those of both parts; `missing` may have `parse`, too. Where both parts are missing,
    a function such as `solve1` may be meant as well.
    """
    functions = {
        name: value
        for name, value in vars(module).items()
        if callable(value) and not isinstance(value, type)
    }
    # A name that is right is no typing error of another.
    candidates = sorted(functions.keys() - set(names) - {"parse"})
    has_no_part = set(names) <= set(missing)
    meant: dict[str, str] = {}
    for name in missing:
        # 0 is `parse`.
        part = names.index(name) + 1 if name in names else 0
        for candidate in candidates:
            is_same = is_same_name(candidate, name, part)
            is_other = has_no_part and is_other_name(candidate, part)
            if part and (is_same or is_other):
                meant[name] = candidate
                continue
            is_near = is_same or is_typing_error(candidate, name, part)
            # Helpers may be called anything, but they are called by others.
            if is_near and not is_helper(candidate, functions):
                meant[name] = candidate
    return meant


def is_helper(name: str, functions: dict[str, Any]) -> bool:
    """Return whether another one of these functions uses the function with a name."""
    for user, function in functions.items():
        if user != name and name in names_used(function):
            return True
    return False


def names_used(function: Any) -> set[str]:
    """Return the names that a function uses, also those of functions in it."""
    function = getattr(function, "__wrapped__", function)
    waiting = [getattr(function, "__code__", None)]
    names: set[str] = set()
    while waiting:
        code = waiting.pop()
        # A callable need not be a function, and most constants are no code.
        if isinstance(code, CodeType):
            names.update(code.co_names)
            waiting.extend(code.co_consts)
    return names


def plain(name: str) -> str:
    """Return a name in small letters, without underscores."""
    return name.lower().replace("_", "")


def is_same_name(candidate: str, name: str, part: int) -> bool:
    """Return whether two names differ only in capitals, underscores, and how the part is counted.

    `part` is 0 for `parse`.
    """
    if plain(candidate) == plain(name):
        return True
    return bool(part) and plain(candidate) in [f"part{end}" for end in ends_of(part)]


def is_other_name(candidate: str, part: int) -> bool:
    """Return whether other people may call a part so."""
    if not part:
        return False
    ends = "|".join(ends_of(part))
    is_numbered = re.fullmatch(f"{OTHER_STEMS}(?:{ends})", plain(candidate))
    return plain(candidate) in OTHER_NAMES[part] or is_numbered is not None


def ends_of(part: int) -> tuple[str, ...]:
    """Return how the name of a part may end."""
    return NUMERALS[part] + LETTERS[part]


def is_typing_error(candidate: str, name: str, part: int) -> bool:
    """Return whether one name is the other with a letter too many, missing, wrong, or moved.

    The number of a part has to be right.
    """
    written = stem_of(plain(candidate), part)
    wanted = stem_of(plain(name), part)
    has_number = written != plain(candidate)
    needs_number = wanted != plain(name)
    if has_number != needs_number:
        return False
    if min(len(written), len(wanted)) < SHORTEST_NAME:
        return False
    # Two names that are alike without one letter each differ by one mistake.
    return written.isalpha() and not shortened(written).isdisjoint(shortened(wanted))


def stem_of(word: str, part: int) -> str:
    """Return a word without the number of its part at its end."""
    # `parse` has no number.
    for end in NUMERALS.get(part, ()):
        if word.endswith(end):
            return word.removesuffix(end)
    return word


def shortened(word: str) -> set[str]:
    """Return a word, and the word without each one of its letters."""
    words = {word}
    for place in range(len(word)):
        words.add(word[:place] + word[place + 1 :])
    return words
