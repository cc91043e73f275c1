"""The table of days in a README, and the sections between markers that are generated."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from aoc.files import line_end_of
from aoc.model import Result, Verdict
from aoc.render.format import counted, seconds_text
from aoc.text import printable

LONG = 75
"""Characters of an idea; a longer one ends at its first comma."""
CODE = re.compile(r"(?<!`)(`+)(?!`)[^`]+\1(?!`)")
"""Code in Markdown, in one or more backquotes."""
COMMENT = "<!--"
"""The start of a comment, as the markers of a section are: it must not get into a cell."""
TIME = r"[0-9]+(?:\.[0-9]+)? (?:µs|ms|s)"
"""A time as it is written in a table."""
ROW = re.compile(r"(\| ([0-9]+) \| .*) \| ([^|]*?) ?\| ([^|]*?) ?\| ([^|]*?) ?\|")
"""A row of a table: what stands before its times, its day, and its three times."""
MARKER = re.compile(r"^\ufeff?[ \t]*(<!-- (/?)(days|pictures) -->)[ \t]*(?=\r?$)", re.MULTILINE)
"""A line that begins or ends a section; a marker within a line may be in a sentence about it."""
WORDS = {Verdict.ERROR: "failed", Verdict.FAIL: "wrong", Verdict.SKIPPED: "not solved"}
"""The word that is shown instead of the time of a part without a right answer."""


class DayRow(NamedTuple):
    """A day in the table, with its times in seconds.

    A time is `None` if there is no such part, and a word, such as `wrong`, if it is not right.
    """

    day: int
    title: str
    idea: str
    parse: float | None
    part1: float | str | None
    part2: float | str | None

    @property
    def total(self) -> float:
        """The sum of the three times."""
        times = (self.parse, self.part1, self.part2)
        return sum(time for time in times if isinstance(time, float | int))

    @property
    def solved(self) -> bool:
        """Whether every part that the day has is timed."""
        return not any(isinstance(part, str) for part in (self.part1, self.part2))


def idea_in(source: bytes) -> str:
    """Return the idea in the docstring of a module; empty if there is none, or it is no Python."""
    try:
        return idea_of(ast.get_docstring(ast.parse(source)) or "")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


def idea_of(docstring: str) -> str:
    """Return the first sentence below the title of a docstring, shortened if it is long."""
    _, _, rest = docstring.partition("\n\n")
    paragraph = " ".join(rest.split("\n\n")[0].split())
    match = re.match(r"(?:Part 1: )?(.+?[.:])(?: |$)", paragraph)
    sentence = match[1].rstrip(".:") if match else ""
    if len(sentence) > LONG:
        sentence = sentence.split(",")[0]
    return sentence[:1].upper() + sentence[1:]


def rows_of(results: Sequence[Result], ideas: Mapping[int, str]) -> list[DayRow]:
    """Return the rows for the results of a year's days, each on one input."""
    rows: dict[int, DayRow] = {}
    for result in results:
        idea = ideas.get(result.day, "")
        empty = DayRow(result.day, result.title or "", idea, None, None, None)
        row = rows.get(result.day, empty)
        word = WORDS.get(result.verdict)
        if result.is_of_parse:
            row = row._replace(parse=result.seconds)
        elif result.part is None:
            # The day, or its input, could not be read, so neither part has run. The tests may
            # have failed while the day ran: then the results of the parts come after this.
            row = row._replace(part1=row.part1 or word, part2=row.part2 or word)
        else:
            time = word or result.seconds
            row = row._replace(part1=time) if result.part == 1 else row._replace(part2=time)
        rows[result.day] = row
    return [rows[day] for day in sorted(rows)]


def days_table(rows: Sequence[DayRow]) -> str:
    """Return the rows as a Markdown table, with the sum of all times below it."""
    lines = [
        "| day | title | idea | parse | part 1 | part 2 |",
        "| --: | --- | --- | --: | --: | --: |",
    ]
    for row in rows:
        times = (row.parse, row.part1, row.part2)
        texts = plain_source(row.title), prose_source(row.idea)
        lines.append(f"| {' | '.join([str(row.day), *texts, *map(time_text, times)])} |")
    lines.append(f"\n{sum_text(rows)}")
    return "\n".join(lines)


def prose_source(text: str) -> str:
    """Return a line of prose as it is written in a cell: of Markdown, it may have code."""
    parts = []
    end = 0
    for code in CODE.finditer(text):
        if COMMENT not in code[0]:
            parts += [plain_source(text[end : code.start()]), code[0].replace("|", "\\|")]
            end = code.end()
    return printable("".join([*parts, plain_source(text[end:])]), kept="")


def plain_source(text: str) -> str:
    """Return a text as it is written in a cell, so that nothing in it is Markdown or HTML."""
    line = printable(re.sub(r"\s+", " ", text), kept="")
    return re.sub(r"[\\`*_\[\]|~]", r"\\\g<0>", line).replace("<", "&lt;").replace(">", "&gt;")


def year_tables(years: Mapping[int, Sequence[DayRow]]) -> str:
    """Return the tables of some years; each has its year as a heading if there are several."""
    if len(years) == 1:
        return "".join(map(days_table, years.values()))
    return "\n\n".join(f"### {year}\n\n{days_table(rows)}" for year, rows in years.items())


def form_of(table: str) -> str:
    """Return the text of tables with `-` in place of each time: times differ from run to run."""
    return "\n".join(map(line_form, table.split("\n")))


def line_form(line: str) -> str:
    """Return a line of a table, or the sentence below it, without times."""
    row = ROW.fullmatch(line)
    if row:
        return " | ".join([row[1], *(re.sub(TIME, "-", cell) for cell in row.groups()[2:])])
    return line if line.startswith("#") else re.sub(TIME, "-", line)


def written_rows(table: str) -> dict[int, tuple[str, list[float | str | None]]]:
    """Return the rows of a table by day: what stands before the times, and the times.

    A time is 1 if there is any, `None` if the cell is empty, and else the word in the cell.
    """
    rows: dict[int, tuple[str, list[float | str | None]]] = {}
    for row in filter(None, map(ROW.fullmatch, table.split("\n"))):
        cells = [1.0 if re.fullmatch(TIME, cell) else cell or None for cell in row.groups()[2:]]
        rows[int(row[2])] = row[1], cells
    return rows


def time_text(time: float | str | None) -> str:
    """Return the text of the cell of a time."""
    if isinstance(time, str):
        return time
    return "" if time is None else seconds_text(time)


def sum_text(rows: Sequence[DayRow]) -> str:
    """Return the sentence with the sum of all times."""
    total = sum(row.total for row in rows)
    solved = sum(row.solved for row in rows)
    days = counted(len(rows), "day")
    if solved < len(rows):
        times = f" All times: {seconds_text(total)}." if total else ""
        return f"Solved: {solved} of {days}.{times}"
    return f"{'All ' if len(rows) > 1 else ''}{days}: {seconds_text(total)}."


def sections_in(text: str) -> dict[str, slice]:
    """Return where the text of each section is, between its markers, by its name.

    Raises `ValueError` for a marker without the other one of its pair, or with another marker
    between the two; the message says what to do.
    """
    found: dict[str, slice] = {}
    begin: re.Match[str] | None = None
    for marker in MARKER.finditer(text):
        if begin is None and not marker[2]:
            begin = marker
        elif begin is not None and marker[2] and marker[3] == begin[3]:
            found.setdefault(begin[3], slice(begin.end(), marker.start()))
            begin = None
        else:
            raise ValueError(unpaired_text(text, begin or marker))
    if begin is not None:
        raise ValueError(unpaired_text(text, begin))
    return found


def unpaired_text(text: str, marker: re.Match[str]) -> str:
    """Return the sentence about a marker that is not one of a pair, after the name of its file."""
    ends = bool(marker[2])
    other = f"<!-- {'' if ends else '/'}{marker[3]} -->"
    return (
        f"line {text.count(chr(10), 0, marker.start(1)) + 1}: {marker[1]} has no line {other} "
        f"{'above' if ends else 'below'} it without another marker between them: add it there, "
        "or delete the line"
    )


def replace_section(text: str, name: str, body: str) -> str:
    """Replace the text between the markers of a section, with the line ends that the text has."""
    place = sections_in(text)[name]
    lines = line_end_of(text).join(["", *body.split("\n"), ""])
    return text[: place.start] + lines + text[place.stop :]
