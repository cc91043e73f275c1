"""What the calls of a notebook take. Anything else is refused before a worker is started."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from aoc.commands.days_argument import require_day
from aoc.commands.options import FRAME_COUNTS, FRAME_RATES, REPEATS, SEEDS
from aoc.errors import UsageError
from aoc.project import SIZE_FORMS, TIMEOUT, YEARS, Range, read_size

WHOLE: Mapping[str, Range] = {
    "sample": SEEDS,
    "repeat": REPEATS,
    "frames": FRAME_COUNTS,
    "every": REPEATS,
}
NUMBERS: Mapping[str, Range] = {"timeout": TIMEOUT, "fps": FRAME_RATES}
TEXTS = ("text", "user")


def check_day(year: object, day: object) -> None:
    """Raise `UsageError` for what are not the numbers of a year and of one of its days."""
    if not isinstance(year, int) or not YEARS.takes_whole(year):
        raise UsageError(f"{year!r} is not a year {YEARS}: write puzzle(2021, 21)")
    require_day(year, day)


def check_arguments(**arguments: object) -> None:
    """Raise `UsageError` for an argument of a wrong type or size; `None` stands for none."""
    for name, value in arguments.items():
        if value is None:
            continue
        if name == "part" and not Range(1, 2).takes_whole(value):
            raise UsageError(f"{value!r} is not a part: write 1 or 2, or nothing for both")
        if name in WHOLE and not WHOLE[name].takes_whole(value):
            raise UsageError(f"{name} is {value!r}: write a whole number {WHOLE[name]}")
        if name in NUMBERS and not NUMBERS[name].takes(value):
            raise UsageError(f"{name} is {value!r}: write a number {NUMBERS[name]}")
        if name in TEXTS and not isinstance(value, str):
            raise UsageError(f"{name} is {value!r}: write it in quotes")


def size_of(memory: int | str | None) -> int | None:
    """Return the bytes of a memory limit such as `"512M"`. Raises `UsageError` if it is none."""
    if memory is None:
        return None
    try:
        return read_size(str(memory))
    except ValueError:
        raise UsageError(f"memory is {memory!r}, which is not a size: {SIZE_FORMS}") from None


def names_of(variants: object) -> tuple[str, ...]:
    """Return the names of variants; one alone may be written without a list."""
    if isinstance(variants, str):
        return (variants,)
    names = tuple(variants) if isinstance(variants, Iterable) else (variants,)
    for name in names:
        if not isinstance(name, str):
            raise UsageError(f'{name!r} is not the name of a variant: write it as in ["memo"]')
    return names


def values_of(params: object) -> tuple[tuple[str, str], ...]:
    """Return parameters with their values, as `--param` has them, from a `dict`."""
    if params is None:
        return ()
    if not isinstance(params, Mapping):
        raise UsageError(f'params is {params!r}: write it as in {{"target": 30}}')
    return tuple((str(name), str(value)) for name, value in params.items())
