"""The answers in the text that a script prints: by their labels, or else the last two.

A label is such as `Part 1:`, `part_two =`, `Silver:`, `Day 5b:` or `Answer for part 2 is`. Its
answer follows directly, alone or before a remark, or stands last in the line, after a `:`, `=` or
`is`, or in the next line. A number in the middle of a sentence is none, as in `Part 1 took 12
iterations`. Of two answers with one label, the later one counts. Times are no answers, and the
answer to an example is not the script's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from aoc.model.answers import is_drawing, is_usual, lacking
from aoc.model.drawings import COLUMNS, ROWS

LONGEST_LINE = 500
"""Characters of the longest line that is read: a longer one is data, and would take long."""
NO_TEXT = re.compile(
    r"""\x1b\[[0-9;?]*[A-Za-z] | [\ufe0e\ufe0f] | ^.*\r(?!\n) | (?<=\d)\.0\b(?!\.)
    | \b(?:aoc|advent\ of\ code)[ ,:-]*20\d\d\b
    | (?:\b20\d\d[ ,/-]+)?\bday[ _#]*\d\d?\b(?!\s*[./-]\s*[12]\b)(?:[ ,/-]+20\d\d\b)?""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
"""Colors, how to show an emoji, what was written over, the `.0` of a `float`, and dates."""
FORMATTED = re.compile(r"(?:(?<==)\d{1,3}(?:,\d{3})+|(?<![\d,])\d{1,3}(?:,\d{3}){2,})(?![\d,])")
"""A number as in `total=1,234`, where Python would show a text in quotes, or `1,234,567`."""
UNIT = r"(?:[mnuµμ]?s|secs?|(?:milli|micro|nano)?seconds?|min(?:ute)?s?)"
TIME = re.compile(
    rf"""(?=[(\[~.\d]|\b[a-z])(?:[(\[]\s*)?
    (?:\b(?:in|took|after|time|elapsed|runtime|duration)\b[\w\s]{{0,40}}?[:=]?\s*)?
    (?<!\d)(?<!part)(?<!part\ )~?(?:\d+:\d\d(?::\d\d(?:\.\d+)?|\.\d+)
    |\d+(?:\.\d+)?(?:e-?\d+)?\s*{UNIT}\b\.?
    |\d+(?:\.\d+)?e-\d+
    |\d*\.\d{{3,}})\s*[)\]]?
    | \b(?:took|elapsed|run\ ?time|duration|seconds)\b.* | \btime\b\W*\d+\.\d+
    | (?:^|\b[12])\W*(?:execution\ )?time\b.*""",
    re.IGNORECASE | re.VERBOSE,
)
"""A time with its unit, as `12 ms` or `(took 0.12s)`, as `0:00:01.5`, or as a long fraction.

From a word such as `took` on, all of a line is about a time.
"""
EXAMPLE = re.compile(
    r"""(?<![a-z])(?:example|sample|demo|test(s\b|ing\b)?)[\w.]*(?:\ \#?\d:)?
    (.*(?:pass|\bok\b|succe|fail|correct|complete|done|true|false))?""",
    re.IGNORECASE | re.VERBOSE,
)
"""The word for an example. One of the groups is not empty if the line says how tests went."""
NOUN = r"(?:part|pt|star|puzzle|problem|task|question|challenge|answer|ans|solution|sol|result|res)"
LABEL = re.compile(
    rf"""(?:^|\b)(?:(?:{NOUN}[\s_#.-]*|part:\s)
      (?:1|one|first|i|a|(2|two|second|ii|b))(?![^\W_]|=(?:True|False))
    | [pqs](?:1|(2))(?![^\W_])
    | (?:first|1st|(second|2nd))\s+{NOUN}\b
    | ^\W*(?:first|1st|one|(second|2nd|two))\b(?=\s*(?:[:=>-]|is\b|$))
    | (?:silver|(gold))\b(?=['"]?\s*(?:{NOUN}\b)?\s*(?:[:=>-]|is\b|$))
    | day\s*\d\d?\s*[./-]\s*(?:1|(2))\b
    | (?:day\s*)?\d\d?(?:a|(b))\b(?=\s*[:=>-]))
    (?:\s*[(\[][^)\]]*[)\]])?""",
    re.IGNORECASE | re.VERBOSE,
)
"""A label, and a remark as in `Part 1 (real): 61`. For part 2, one of the groups is not empty."""
CONNECTING = re.compile(
    rf"""^(?:[^\w"'+#,-]|['"]\s*[:=,]|->|-(?!\d)|\b(?:{NOUN}|input|there|is|are|was|the|to|for
    |equals|found|gives|got|returned)\b)+""",
    re.IGNORECASE | re.VERBOSE,
)
"""What may stand between a label and its answer."""
NAME = re.compile(
    r"(?<!\w)[A-Za-z_][\w.]*(?:[(\[].{0,80}?[)\]])?\s?=\s?(?=\S)"
    r"|^[(\[#]?[12abAB](?:\s*[])>:.|-])*\s+(?=\S+$)|\b[12]:\s"
)
"""The name of a value, as `print(f"{total=}")` shows it, or its number, as in `1> 61`."""
TITLE = re.compile(
    r"(?i)^\W*(?:[\w/.-]+\.\w+|input|real|actual|answers?|results?|solutions?|output)\s+(?=.*\s)"
)
"""What may stand before two answers, such as the name of the input."""
SEPARATOR = re.compile(r"(?<!['\"])[]:=>)\u2192\u2502]\s|[)\]]=|\b(?:is|are|was)\b", re.IGNORECASE)
"""What stands before the result at the end of a line, as in `22 * 9 = 198` or `the sum is 198`."""
TWO_RESULTS = re.compile(r"[:=]\s*[+-]?\d+[,;|]?\s+[A-Za-z_][^:=]*[:=]")
"""Two results in a line, of which either may be the answer, as in `fuel = 61, position = 5`."""
FIRST_WORD = re.compile(
    r"""\s*(\S+)(?!\S)(?:\W*$ | \s+[(\[{|] | (?<=[.,;])\s+[^\W\d] | (?<=\d)\s+[^\W\d]\D*$
    | (?<=\d)\s+(?:[^\W\d]+\s+)?(?:in|after)\b)""",
    re.VERBOSE,
)
"""A word with no other after it, with a remark, or with more after a comma; or as in `61 steps`."""
LAST_NUMBER = re.compile(r"^([^[]*)\s([+-]?\d+)\W*$")
NUMBER = re.compile(r"[+-]?\d+")
WORD = re.compile(r"\w")
NO_ANSWER = re.compile(
    r"\W*|(?i:[a-z]{1,3}|[a-z]*(?:ed|ing)|begin|complete|correct|done|function|input|output|ready"
    r"|right|start|success|tests?|wrong)|[A-Z][a-z]+"
)
"""A word that is no answer."""


class PrintedAnswers(NamedTuple):
    """The answers that were printed: those with labels by their parts, and the others.

    Without labels, the last two may be those to both parts, and `last` is that of a script for one.
    """

    labelled: Mapping[int, str] = {}
    unlabelled: Sequence[str] = ()
    last: str | None = None
    has_labels: bool = False


def read_printed(text: str) -> PrintedAnswers:
    """Return the answers in the output of a script."""
    answers: dict[int, str] = {}
    unlabelled: list[str] = []
    is_labelled = False
    # The part whose answer the next line may have.
    heading = 0
    for part, piece in own_pieces(blocks(text)):
        answer = answer_in(piece)
        if part:
            words = CONNECTING.sub("", piece).split()
            heading = 0 if words else part
            # `Part 1: None` is a label, `Part 1 after 12 iterations` a sentence.
            is_labelled |= answer is not None or len(words) < 2
        else:
            unlabelled.append(piece)
        # Below a heading, the last answer counts.
        if answer and (part or heading):
            answers[part or heading] = answer
    others = without_labels(unlabelled)
    if is_labelled:
        return others._replace(labelled=answers, last=None, has_labels=True)
    return others


def headings_in(text: str) -> str:
    """Return the lines of a text that have nothing but a label."""
    lines = text.splitlines(keepends=True)
    return "".join(
        line for line in lines if LABEL.search(line) and not WORD.search(LABEL.sub("", line))
    )


def blocks(text: str) -> Iterator[str]:
    """Yield the lines of a text that have words, and each drawing of letters as one text."""
    text = FORMATTED.sub(lambda number: number[0].replace(",", ""), NO_TEXT.sub("", text))
    lines = [line.rstrip() if len(line) <= LONGEST_LINE else "" for line in text.split("\n")]
    rows: list[str] = []
    # The empty line ends a drawing at the end.
    for line, following in pairwise([*lines, "", ""]):
        if rows and not is_row(line, rows[0]):
            drawing = "\n".join(rows)
            # More rows are a map.
            if ROWS <= len(rows) <= 100 and is_drawing(drawing):
                yield drawing
            else:
                yield from filter(WORD.search, rows)
            rows = []
        label, colon, row = line.rpartition(": ")
        if colon and is_row(row, following):
            # That is how `print("Part 2:", drawing)` prints its first row.
            yield label
            rows.append(row)
        elif is_row(line, line):
            rows.append(line)
        elif WORD.search(line):
            yield line


def is_row(line: str, other: str) -> bool:
    """Return whether a line may be in a drawing with another one: both have the same two symbols.

    One of them may be a blank. Rows of digits or letters have to be as long as each other.
    """
    symbols = {*line, *other, " "}
    if len(line) < COLUMNS or len(symbols) > 3 or line.isalnum() != other.isalnum():
        return False
    return not line.isalnum() or len(line) == len(other)


def own_pieces(lines: Iterator[str]) -> Iterator[tuple[int, str]]:
    """Yield the pieces of lines that are not about an example: a part, or 0, and its text."""
    # After a heading such as `Example:`, the parts whose answers have been left out.
    left_out: set[int] | None = None
    for line in lines:
        example = EXAMPLE.search(line)
        for part, piece in pieces(line):
            if example:
                if not example.lastindex and not result_in(EXAMPLE.sub(" ", piece)):
                    # A heading without a label names no part.
                    left_out = {part} - {0}
            elif left_out is None or part in left_out:
                left_out = None
                yield part, piece
            else:
                left_out.add(part)


def pieces(line: str) -> Iterator[tuple[int, str]]:
    """Yield each part that has a label in a line, and the text after this label.

    Without a label, it is 0, and the line. Times are left out, and a line that only tells a time.
    """
    text = TIME.sub(" ", line)
    if text != line and not result_in(LABEL.sub(" ", text)):
        return
    labels = list(LABEL.finditer(text))
    if not labels:
        yield 0, text
    ends = [label.start() for label in labels[1:]] + [len(text)]
    for label, end in zip(labels, ends, strict=False):
        yield 2 if label.lastindex else 1, text[label.end() : end]


def result_in(line: str) -> str | None:
    """Return the answer in a line without a label, which may also be the number at its end."""
    return answer_in(LAST_NUMBER.sub(r"\1: \2", line))


def answer_in(text: str) -> str | None:
    """Return the answer in what follows a label: directly, or at the end of the line.

    Text of several lines is a drawing.
    """
    if "\n" in text:
        return text
    text = NAME.sub("", text)
    answer = first_answer(CONNECTING.sub("", text))
    *sentence, result = SEPARATOR.split(text)
    if answer or not sentence or TWO_RESULTS.search(text):
        return answer
    return first_answer(result)


def first_answer(text: str) -> str | None:
    """Return the answer that a text begins with, unless other words follow that are no remark."""
    first = FIRST_WORD.match(text)
    if not first:
        return None
    word = first[1].strip("()[]{}<>'\"`*!.;:,|")
    if lacking(word) or not is_usual(word) or NO_ANSWER.fullmatch(word):
        return None
    return word


def without_labels(lines: list[str]) -> PrintedAnswers:
    """Return the answers in lines without labels: those in lines of their own first."""
    bare: list[str] = []
    answers: list[str] = []
    for line in lines:
        values = bare_answers(line)
        bare += values
        # In a sentence, only a number is an answer.
        answers += values or filter(NUMBER.fullmatch, [result_in(line) or ""])
    last = answers[-1] if answers else None
    return PrintedAnswers(unlabelled=bare or answers, last=last)


def bare_answers(line: str) -> list[str]:
    """Return the answers in a line that has nothing else: one, or two behind a title or names."""
    if "\n" in line:
        return [line]
    title, _, values = TITLE.sub("", NAME.sub("", line)).rpartition(": ")
    words = filter(WORD.search, values.split())
    answers = [first_answer(word) or "" for word in words]
    if len(answers) == 1 and not title:
        return list(filter(None, answers))
    if len(answers) != 2:
        return []
    # Two words may be a sentence; Python shows two texts in quotes.
    for answer in answers:
        if not NUMBER.fullmatch(answer) and f"'{answer}'" not in line:
            return []
    return answers
