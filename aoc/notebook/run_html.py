"""Results as HTML for a cell of a notebook: a table that takes its colors from the notebook.

Everything that comes from a solver, an input or the site is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from aoc.model import Puzzle, Result, Verdict
from aoc.project import OWN
from aoc.render.format import MEANINGS, SIGNS, answer_text, bytes_text, seconds_text, traceback_of
from aoc.render.table import Summary
from aoc.render.terminal import without_colors
from aoc.text import printable

COLORS = {
    Verdict.PASS: "#1a9c4b",
    Verdict.FAIL: "#d6453d",
    Verdict.UNKNOWN: "#a05fd0",
    Verdict.ERROR: "#d6453d",
    Verdict.SKIPPED: "#888888",
}
"""Readable on light and on dark pages."""
HEADINGS = ("input", "part", "", "answer", "time", "memory")
PADDED = "padding:0.15em 0.6em"
LEFT = f"text-align:left;{PADDED}"
RIGHT = f"text-align:right;{PADDED};font-variant-numeric:tabular-nums;white-space:nowrap"
ANSWER = f"{LEFT};overflow-wrap:anywhere"
PRE = "text-align:left;margin:0.3em 0;max-height:24em;overflow:auto"
ALIGNED = (LEFT, LEFT, LEFT, ANSWER, RIGHT, RIGHT)
"""How the columns are aligned; a notebook would align all of them to the right."""


def run_html(results: Sequence[Result], seconds: float) -> str:
    """Return the results of one puzzle as HTML; `seconds` is how long the run took."""
    if not results:
        return "<p>nothing ran</p>"
    first = results[0]
    title = f"{Puzzle(first.year, first.day)} {first.title or ''}".rstrip()
    solver = "" if first.solver == OWN else f" by {first.solver}"
    head = "".join(
        f'<th scope="col" style="{style}">{heading}</th>'
        for heading, style in zip(HEADINGS, ALIGNED, strict=True)
    )
    return (
        f'<div class="aoc-run"><table><caption style="{LEFT};white-space:nowrap;color:inherit">'
        f"<strong>{shown(title)}</strong>{shown(solver)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows(results))}</tbody></table>"
        f"<p>{shown(summary_text(results, seconds))}</p></div>"
    )


def summary_text(results: Sequence[Result], seconds: float) -> str:
    """Return the line that sums up a run."""
    summary = Summary()
    for result in results:
        summary.add(result)
    return summary.text(seconds)


def rows(results: Sequence[Result]) -> Iterator[str]:
    """Yield the rows of results: parse where an input begins, then the parts."""
    label: str | None = None
    for number, result in enumerate(results):
        name = "" if number and result.input == label else result.input or ""
        label = result.input
        if result.is_of_parse:
            yield row(name, "parse", "", "", seconds_text(result.seconds or 0.0), "")
            yield from below("printed", result.output)
            continue
        part = f"part {result.part}" if result.part else ""
        memory = result.peak_memory_bytes
        yield row(
            name,
            f"{part} {result.variant or ''}".strip(),
            sign_html(result.verdict),
            shown(answer_text(result)),
            "" if result.seconds is None else seconds_text(result.seconds),
            "" if memory is None else bytes_text(memory),
        )
        drawing = result.drawing or result.answer or ""
        yield from below("drawn", drawing if "\n" in drawing else "", is_open=True)
        yield from below("traceback", traceback_of(result) or "", is_open=True)
        yield from below("printed", result.output)


def row(name: str, part: str, sign: str, answer: str, time: str, memory: str) -> str:
    """Return a row; `sign` and `answer` are HTML."""
    cells = (shown(name), shown(part), sign, answer, time, memory)
    return (
        "<tr>"
        + "".join(
            f'<td style="{style}">{cell}</td>' for cell, style in zip(cells, ALIGNED, strict=True)
        )
        + "</tr>"
    )


def below(what: str, text: str, *, is_open: bool = False) -> Iterator[str]:
    """Yield a row with a text of several lines, if there is one."""
    if text:
        lines = escape(printable(without_colors(text.rstrip("\n"))))
        yield (
            f'<tr><td></td><td colspan="{len(HEADINGS) - 1}" style="{LEFT}">'
            f"<details{' open' if is_open else ''}><summary>{what}</summary>"
            f'<pre style="{PRE}">{lines}</pre></details></td></tr>'
        )


def sign_html(verdict: Verdict) -> str:
    """Return the sign of a verdict, with its meaning for whoever cannot see it."""
    return (
        f'<span role="img" style="color:{COLORS[verdict]}" title="{MEANINGS[verdict]}" '
        f'aria-label="{MEANINGS[verdict]}">{SIGNS[verdict]}</span>'
    )


def shown(text: str) -> str:
    """Return a text of one line as HTML, with nothing in it that is a tag or a command."""
    return escape(printable(text, kept=""))
