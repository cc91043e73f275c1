"""A day that is watched, in words: changes since the last run, and a file that is half typed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from aoc.model import Result
from aoc.render.format import one_line, seconds_text, short_text, sign

UnitKey = tuple[str | None, int | None, str | None]
"""What tells the results of a day apart: the input, the part, the variant."""
NOTICEABLE = 1.3
"""How many times as long a part has to take, or to have taken, for its time to have changed."""
LEAST = 5e-6
"""Seconds: a smaller difference is no reason to look."""


def key_of(result: Result) -> UnitKey:
    """Return what tells a result from the others of its day."""
    return result.input, result.part, result.variant


def change_lines(
    before: Mapping[UnitKey, Result], results: Collection[Result]
) -> list[tuple[str, ...]]:
    """Return a line for each result that is not what it was, or that took another time.

    `before` has the results of earlier runs. Only the times on whole inputs count.
    """
    lines: list[tuple[str, ...]] = []
    for result in results:
        old = before.get(key_of(result))
        if old is None or result.part is None:
            continue
        found = [*answer_change(old, result)]
        if result.whole and is_noticeable(old, result):
            comma = " · " if found else ""
            new, was = (seconds_text(one.seconds or 0.0) for one in (result, old))
            found.append(f"{comma}{new}, was {was}")
        if found:
            part = f"part {result.part} {result.variant or ''}".rstrip()
            has_name = not result.whole and not re.fullmatch(r"example \d+", result.input or "")
            label = f"'{result.input}'" if has_name else result.input
            lines.append((f"  {label}, {part}: ", *found, "\n"))
    return lines


def answer_change(before: Result, after: Result) -> Iterator[str]:
    """Yield the answer or the verdict and what it was, if it is not what it was."""
    new, old = short_text(after), short_text(before)
    if (new, after.verdict) == (old, before.verdict):
        return
    yield from (sign(after.verdict), f" {new}, was ", sign(before.verdict))
    if new != old:
        yield f" {old}"


def is_noticeable(before: Result, after: Result) -> bool:
    """Return whether a part took a time that is not about what it took before."""
    if not before.seconds or not after.seconds:
        return False
    less, more = sorted((before.seconds, after.seconds))
    return more > less * NOTICEABLE and more - less > LEAST


IMPORT_ERROR = re.compile(
    r".* cannot be imported: (?:Syntax|Indentation|Tab)Error: (.*) \((.*), line (\d+)\)", re.DOTALL
)
"""What `aoc.worker.failures` says about a file that is not Python."""


def syntax_text(result: Result) -> str | None:
    """Return where a file is not Python, and why; `None` for any other result.

    It is one line, such as `day21.py, line 12: '(' was never closed`.
    """
    if result.error is None or result.part is not None:
        return None
    match = IMPORT_ERROR.fullmatch(result.error.message)
    return one_line(f"{match[2]}, line {match[3]}: {match[1]}") if match else None
