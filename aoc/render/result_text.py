"""A result in words: what a part answered, or why it did not."""

from __future__ import annotations

from aoc.model import Kind, Result, Verdict
from aoc.program import as_typed
from aoc.text import printable

__all__ = ["answer_text", "drawings_below", "one_line", "short_text", "traceback_of"]

LONGEST = 200
"""Characters of an answer that are shown."""


def answer_text(result: Result) -> str:
    """Return what a part answered, or why it did not, in one line."""
    if result.error:
        return f"{result.error.kind}: {as_typed(one_line(result.error.message))}"
    if result.answer is None and result.reason:
        return result.reason
    if result.answer is None:
        is_forgotten = result.seconds is not None and result.expected is not None
        return "returned None (not solved yet?)" if is_forgotten else "not solved"
    answer = one_line(result.answer)
    if result.verdict is not Verdict.FAIL:
        return answer
    if result.reason:
        return f"{answer} ({result.reason})"
    expected = one_line(result.expected or "")
    if any(text != text.strip() for text in (answer, expected)):
        return f"'{answer}', expected '{expected}'"
    return f"{answer}, expected {expected}"


def short_text(result: Result) -> str:
    """Return what a part answered, or the kind of error because of which it did not."""
    if result.error:
        return result.error.kind
    return "not solved" if result.answer is None else one_line(result.answer)


def traceback_of(result: Result) -> str | None:
    """Return the traceback of an error; `None` if `parse` has named the wrong line of the input."""
    error = result.error
    if error is None or (error.kind is Kind.PARSE and error.message.startswith("line ")):
        return None
    return error.traceback


def one_line(answer: str) -> str:
    """Return an answer or a message as one line; a drawing is shown below the line instead."""
    shown = "(drawn)" if "\n" in answer else printable(answer, kept="")
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}... ({len(shown)} characters)"


def drawings_below(result: Result) -> str:
    """Return the lines for what was drawn, and for the drawing that was expected instead."""
    drawing = result.drawing or result.answer or ""
    lines = indented(drawing) if "\n" in drawing else ""
    if result.verdict is Verdict.FAIL and "\n" in (result.expected or ""):
        lines += indented("expected:\n" + (result.expected or ""))
    return lines


def indented(text: str) -> str:
    """Return lines indented, to write them below a row."""
    return "".join(f"      {line}\n" for line in text.split("\n"))
