"""Results, times, sizes and puzzles in words: units, signs, and texts cut to columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from aoc.model.results import PRINTED, ErrorKind, Piece, Result, Time, Verdict
from aoc.render.terminal import painted, with_own_colors
from aoc.text import columns_of, printable


def counted(count: int, noun: str) -> str:
    """Return a number of things: `1 day`, `2 days`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


FIRST = "*"
"""The mark of the time of a first call among times that are the best of several calls."""
FIRST_CALL = f"{FIRST} the time of the first call, which was not repeated"
"""The line below times, if one has the mark."""


def seconds_text(seconds: float) -> str:
    """Format seconds with three digits and the unit that fits: `34.0 µs`, `1.27 ms`, `12.3 s`."""
    # What would be rounded to 1000 has the next unit.
    if seconds < 999.5e-6:
        return f"{three_digits(seconds / 1e-6)} µs"
    if seconds < 999.5e-3:
        return f"{three_digits(seconds / 1e-3)} ms"
    return f"{three_digits(seconds)} s"


def three_digits(number: float) -> str:
    """Format a number with three digits, or more if it is larger."""
    if number < 9.995:
        return f"{number:.2f}"
    if number < 99.95:
        return f"{number:.1f}"
    return f"{number:.0f}"


def time_text(time: Time) -> str:
    """Format a time as `seconds_text` does, and mark a first call: `12.3 s*`."""
    mark = FIRST if time.is_first_call else ""
    return f"{seconds_text(time.seconds)}{mark}"


def after_text(seconds: float | None) -> str:
    """Format a time after the unlock: `00:10:00`, from a day on `2d 03:10`, or `812d`.

    The hours are left out from a hundred days on. `None` is an empty text.
    """
    if seconds is None:
        return ""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    if days >= 100:
        return f"{days}d"
    if days:
        return f"{days}d {hour:02}:{minute:02}"
    return f"{hour:02}:{minute:02}:{second:02}"


def bytes_text(size: int) -> str:
    """Format a size with the unit that fits: `0 kB`, `84 kB`, `12.5 MB`."""
    if size < 999_500:
        return f"{size / 1e3:.0f} kB"
    if size < 99_950_000:
        return f"{size / 1e6:.1f} MB"
    return f"{size / 1e6:.0f} MB"


def padded(text: str, columns: int) -> str:
    """Return a text with blanks after it, so that it takes that many columns."""
    return text + " " * (columns - columns_of(text))


def cut(text: str, columns: int) -> str:
    """Return a text, or as much of it as fits into that many columns, with `…` after it."""
    used = 0
    end = 0
    for place, character in enumerate(text):
        used += columns_of(character)
        if used > columns:
            return f"{text[:end]}…"
        # The last column is for the sign, if the text goes on.
        if used < columns:
            end = place + 1
    return text


LAST_LINES = 40
"""The lines at the end of an output that are shown."""
LAST_CHARACTERS = 200 * LAST_LINES
"""The most characters of these."""


def output_pieces(printed: Piece, indent: str, *, everything: bool) -> Iterator[str]:
    """Yield an output in pieces that may have a color: `everything` that is kept, or its end."""
    text = printed.text if everything else printed.last
    text = text.removesuffix("\n")
    count = printed.lines
    if count is None:
        count = text.count("\n") + 1
    if not everything:
        lines = text[-LAST_CHARACTERS:].split("\n")
        end = "\n".join(lines[-LAST_LINES:])
        if printed.end or end != text:
            lines_text = counted(count, "line")
            note = f"... the end of {lines_text}; `aoc run -v` shows all"
            yield painted(f"{indent}{note}", "2")
            yield "\n"
        text = end
    yield from with_own_colors(text, indent)
    yield "\n"
    if everything and printed.end:
        yield painted(f"{indent}... the rest of {count} lines is not kept", "2")
        yield "\n"


class Look(NamedTuple):
    """How a verdict is shown: a sign with its color, and the word for counts."""

    sign: str
    color: str
    word: str


LOOKS = {
    Verdict.PASS: Look("✔", "32", "right"),
    Verdict.FAIL: Look("✘", "31", "wrong"),
    Verdict.UNKNOWN: Look("?", "35", "unknown"),
    Verdict.ERROR: Look("!", "31", "failed"),
    Verdict.SKIPPED: Look("-", "2", "not solved"),
}
BARS = "▁▂▃▄▅▆▇█"


def bars(heights: Iterable[float]) -> str:
    """Return a bar for each height, the highest for 1 and more."""
    top = len(BARS) - 1
    return "".join(BARS[min(top, round(top * height))] for height in heights)


def sign(verdict: Verdict) -> str:
    """Return the sign of a verdict in its color."""
    return painted(LOOKS[verdict].sign, LOOKS[verdict].color)


LONGEST_SHOWN = 200
"""Characters of an answer that are shown."""


def part_name(part: int | None, variant: str | None) -> str:
    """Return the name of a part, or of a variant, to show; it is `parse` without a part."""
    if part is None:
        return "parse"
    return f"part {part} {variant}" if variant else f"part {part}"


def answer_text(result: Result) -> str:
    """Return the answer of a part, or why there is none, in one line."""
    if result.error:
        # Its end is the next step; a long message of a solver is cut by `aoc.worker.failures`.
        message = printable(result.error.message, kept="")
        # On an example that is a guess, the error may be no fault of the solver.
        guess = "" if result.bad else f" ({result.reason})"
        return f"{result.error.kind}: {message}{guess}"
    if result.answer is None:
        reason = "" if result.reason == PRINTED else result.reason
        return reason or LOOKS[Verdict.SKIPPED].word
    answer = one_line(result.answer)
    is_wrong = result.verdict is Verdict.FAIL
    reason = ""
    # The output above a wrong answer shows that it is printed.
    if result.reason and not (is_wrong and result.reason == PRINTED):
        reason = f" ({result.reason})"
    if not is_wrong or result.expected is None:
        return f"{answer}{reason}"
    expected = one_line(result.expected)
    # Without quotes, nobody would see the blanks.
    if answer != answer.strip() or expected != expected.strip():
        return f"'{answer}', expected '{expected}'{reason}"
    return f"{answer}, expected {expected}{reason}"


def traceback_of(result: Result, *, is_one_of_many: bool = False) -> str | None:
    """Return the traceback of an error; `None` if its message says all."""
    error = result.error
    if error is None:
        return None
    # The message says what is wrong in which line of the input.
    if error.kind is ErrorKind.PARSE and error.message.startswith("line "):
        return None
    # Of many days that lack the same module, the message is enough.
    if is_one_of_many and error.module:
        return None
    return error.traceback


def one_line(answer: str) -> str:
    """Return an answer or a message as one line; a drawing is shown below the line instead."""
    if "\n" in answer:
        return "(drawn)"
    shown = printable(answer, kept="")
    if len(shown) <= LONGEST_SHOWN:
        return shown
    return f"{shown[:LONGEST_SHOWN]}... ({len(shown)} characters)"


def drawing_lines(result: Result) -> str:
    """Return the drawing of a part, and the expected one if it differs; empty without a drawing."""
    # A drawing that cannot be read is the answer itself.
    drawing = result.outcome.drawing or result.answer or ""
    lines = []
    if "\n" in drawing:
        lines.append(drawing)
    if result.verdict is Verdict.FAIL and "\n" in (result.expected or ""):
        lines.append(f"expected:\n{result.expected}")
    return "\n".join(lines)
