"""The answers in the text that a script prints: by their labels, or else the last two.

A label is such as `Part 1:`, `part_two =`, `1>`, `Silver:`, `Day 5b:` or `Answer for part 2 is`.
Its answer stands directly after it, alone or before a remark, or last in the line, after a `:`, `=`
or `is`; or in the next line, after a heading. A number in the middle of a sentence is none, as in
`Part 1 took 12 iterations`. Of two answers with one label the later one counts, since scripts print
those to the examples first. Times are no answers, nor is what else a script counts (`steps: 12`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from aoc.model.answers import is_drawing, is_usual, lacking, read_letters
from aoc.model.drawings import COLUMNS, ROWS

LONGEST_LINE = 500
"""Characters of the longest line that is read: a longer one is data, and would take long."""
NO_TEXT = re.compile(
    "\x1b\\[[0-9;?]*[A-Za-z]|[\ufe0e\ufe0f]|^(?:DEBUG|INFO|WARNING|ERROR):[\\w.]{1,99}:",
    re.MULTILINE,
)
"""Colors, the characters that choose how an emoji is shown, and what `logging` begins with."""
UNIT = r"(?:[mnuµμ]?s|secs?|(?:milli|micro|nano)?seconds?|min(?:ute)?s?)"
TIME = re.compile(
    rf"""(?:[(\[]\s*)?
    (?:\b(?:in|took|after|time|elapsed|runtime|duration)\b[\w\s]{{0,40}}?[:=]?\s*)?
    (?<!\d)(?<!part)(?<!part\ )~?(?:\d+:\d\d(?::\d\d)?(?:\.\d+)?
    |\d+(?:\.\d+)?(?:e-?\d+)?\s*{UNIT}\b\.?
    |\d+(?:\.\d+)?e-\d+
    |\d*\.\d{{3,}})\s*[)\]]?""",
    re.IGNORECASE | re.VERBOSE,
)
"""A time with its unit, as `12 ms` or `(took 0.12s)`, as `0:00:01.5`, or as a long fraction."""
ABOUT_TIME = re.compile(
    r"\b(?:took|elapsed|runtime|run time|duration|seconds)\b", re.IGNORECASE
)
NO_TIME = re.compile(r"\d|\b[A-Z]{4,}\b")
"""What may be an answer in a line, besides a label and a time."""
COUNT = re.compile(
    r"(?:iteration|line|char|character|step|round|loop)s?\b\W*\d+\W*|(?:read|parsed|loaded)\b.*",
    re.IGNORECASE,
)
"""A line without a label that counts something else than an answer, such as `steps: 12`."""
EXAMPLE = re.compile(r"\W*(?:example|sample|test|demo)\b", re.IGNORECASE)
"""The start of a line with the answer to an example."""
NAME = re.compile(r"^[A-Za-z_](?:[^=]*[\w)}\]])?=(?=[^\s=]+$)")
"""The start of a line that `print(f"{total=}")` prints."""
TITLE = re.compile(
    r"^(?:day\s*\d+|answers?|results?|solutions?)\s*[:=]\s*", re.IGNORECASE
)
"""The start of a line with both answers, as in `Day 1: 61 70`."""
NUMERALS = {"1": 1, "one": 1, "i": 1, "a": 1, "first": 1, "1st": 1, "silver": 1}
NUMERALS |= {"2": 2, "two": 2, "ii": 2, "b": 2, "second": 2, "2nd": 2, "gold": 2}
NOUN = r"(?:part|pt|star|puzzle|problem|task|question|challenge|answer|ans|solution|sol|result|res)"
LABEL = re.compile(
    rf"""\b{NOUN}[\s_#.:-]*(?P<noun>1|2|one|two|first|second|ii?|a|b)(?![^\W_])(?:_\w+\b(?==))?
    | \b[pqs](?P<short>[12])(?:\b|_\w+\b(?==))
    | \b(?P<order>first|second|1st|2nd)\s+{NOUN}\b
    | ^\W*(?P<start>first|second|1st|2nd|silver|gold|one|two)\b
      (?=\s*(?:{NOUN}\b)?\s*(?:[:=>-]|is\b|$))
    | \b(?P<star>silver|gold)\b(?=\s*(?:{NOUN}\b)?\s*[:=>-])
    | \bday\s*\d{{1,2}}\s*[._/-]\s*(?P<day>[12])\b
    | \b(?:day\s*)?\d{{1,2}}(?P<letter>[ab])\b(?=\s*[:=>-])""",
    re.IGNORECASE | re.VERBOSE,
)
NUMBERED = re.compile(
    r"\W*(?:(\d+)(?:\s*[]:>)=.-]+)?|([ab])\s*[]:>)=.-]+)\s+(?=\S)", re.IGNORECASE
)
"""The start of a line such as `1> N`, `1 N` or `(a) N`; it is a label if both parts have one."""
CONNECTING = re.compile(
    rf"^(?:[^\w\"'+#-]|['\"](?=\s*[:=,])|->|-(?!\d)|\b(?:there|is|are|was|the|to|for|of|equals|found|gives|got|returned|{NOUN}|\W)\b)+",
    re.IGNORECASE,
)
QUOTED = re.compile(r"""^(['"])(\S*)\1[.!]?$""")
REMARK = re.compile(r"^\s*[(\[](?=[^)\]]*[^\W\d])[^)\]]*[)\]]")
"""A remark directly after a label, as in `Part 1 (test): 61`."""
SEPARATOR = re.compile(r"[]:=>)|\u2192\u2502]|\b(?:is|are|was|equals)\b", re.IGNORECASE)
"""What stands between a label and its answer, but for blanks."""
LAST = re.compile(r"[:=>]\s|\bis\b|\bare\b")
"""What stands before the result at the end of a line, as in `22 * 9 = 198` or `the sum is 198`."""
WORD = re.compile(r"\w")
NUMBER = re.compile(r"(?<![\w.])[+-]?\d+(?:\.0+)?(?![\w.]*\w)")
PAIR = re.compile(
    r"(?:[^\d:=]*[:=]\s*)?[(\[{]?\s*'?([\w=,-]+?)'?\s*(?:,\s|;|\s|\||/)\s*'?([\w=,-]+)'?\s*[)\]}]?"
)
"""Two answers in a line, perhaps after a name, or as Python prints a tuple."""
NAMED_PAIR = re.compile(r"[^=:,;]*[=:]\s*([\w-]+)\s*[,;|]\s*[^=:,;]*[=:]\s*([\w-]+)\W*")
"""Two answers with names in a line, as in `gamma: 5, epsilon: 6`."""
NO_ANSWERS = {
    "begin",
    "complete",
    "completed",
    "done",
    "end",
    "example",
    "failed",
    "finished",
    "loaded",
    "loading",
    "ok",
    "passed",
    "ready",
    "running",
    "skipped",
    "solved",
    "solving",
    "start",
    "started",
    "starting",
    "success",
    "test",
    "tests",
}
"""Words that are no answer."""
CELL = re.compile(r"'([^']+)'|([01](?!\d)|True|False)")
CELLS = re.compile(rf"[\[(\s]*(?:(?:{CELL.pattern})[,\s\])]*)+")
"""A row of a list or an array, as Python shows it."""
PIXELS = {"True": "#", "False": "."}
"""The symbols of a drawing for the cells of such an array."""


class PrintedAnswers(NamedTuple):
    """The answers that were printed: those with a label by their parts, or else the others."""

    labelled: Mapping[int, str] = {}
    unlabelled: Sequence[str] = ()


class Label(NamedTuple):
    """A label in a line: the part that it names, and where it begins and ends."""

    part: int
    start: int
    end: int


def read_printed(text: str) -> PrintedAnswers:
    """Return the answers in the output of a script."""
    text = NO_TEXT.sub("", text).replace("\t", " ")
    blocks_in_text = [block for block in blocks(text) if not is_time(block)]
    lines = with_first_rows(blocks_in_text)
    answers = labelled(lines)
    if answers is not None:
        return PrintedAnswers(answers)
    # A label in a sentence has no answer, nor has the rest of its line.
    rest = [line for line in lines if "\n" in line or not LABEL.search(line)]
    return PrintedAnswers(unlabelled=unlabelled(rest))


def is_time(line: str) -> bool:
    """Return whether a line only tells a time, as `Method part1 took: 0.001 sec`."""
    rest = TIME.sub(" ", line)
    if "\n" in line or rest == line:
        return False
    rest = LABEL.sub(" ", rest)
    if NO_TIME.search(rest):
        return False
    return ABOUT_TIME.search(line) is not None or WORD.search(rest) is None


def blocks(text: str) -> Iterator[str]:
    """Yield the lines of a text that are not empty, and each drawing of letters as one text.

    Of a line that was written over, as a progress bar is, the last state counts. A line that is too
    long is left out.
    """
    drawn: list[str] = []
    rows: list[str] = []
    # The empty line ends a drawing at the end.
    for line in [*text.split("\n"), ""]:
        shown = line.rstrip("\r").rpartition("\r")[2].rstrip()
        if len(shown) > LONGEST_LINE:
            shown = ""
        row = row_in(shown)
        if drawn and not is_row_of(row, rows[0]):
            yield from drawing_or_lines(drawn, rows)
            drawn = []
            rows = []
        if is_row_of(row, row):
            drawn.append(shown)
            rows.append(row)
        elif shown.strip():
            yield shown.strip()


def row_in(line: str) -> str:
    """Return the row of a drawing in a line that shows a list or an array; any other line as it is.

    It is such as `['#', '.'],`, `[True False]`, `[[1 0]` or ` '#.',`.
    """
    # To match the pattern takes longer.
    if not line.lstrip().startswith(("[", "(", "'")) or not CELLS.fullmatch(line):
        return line
    row = ""
    for quoted, bare in CELL.findall(line):
        cell = quoted or bare
        row += PIXELS.get(cell, cell)
    return row


def is_row_of(row: str, first: str) -> bool:
    """Return whether a row may be in a drawing with another one: both have the same two symbols.

    One of them may be a blank. Rows of digits or letters have to be as long as each other.
    """
    symbols = {*row, *first, " "}
    if len(row) < COLUMNS or len(symbols) > 3:
        return False
    if row.isalnum() != first.isalnum():
        return False
    return not row.isalnum() or len(row) == len(first)


def drawing_or_lines(lines: list[str], rows: list[str]) -> list[str]:
    """Return the rows in lines as one text if they are a drawing, or else the lines."""
    drawing = "\n".join(rows)
    is_list = rows != lines
    # A list that a script shows may be something else than a drawing of letters.
    is_whole = is_readable(drawing) if is_list else is_drawing(drawing)
    if len(rows) >= ROWS and is_whole:
        return [drawing]
    if len(rows) >= ROWS and is_list:
        # The cells of a grid are no answers, and would take long.
        return []
    return [line.strip() for line in lines if line.strip()]


def is_readable(drawing: str) -> bool:
    """Return whether a text is a drawing of which all letters can be read."""
    return is_drawing(drawing) and not is_drawing(read_letters(drawing))


def with_first_rows(lines: list[str]) -> list[str]:
    """Return lines in which a drawing has its first row, where this stands behind its label.

    That is how `print("Part 2:", drawing)` prints it.
    """
    completed = list(lines)
    for number in range(1, len(lines)):
        label, colon, row = lines[number - 1].partition(": ")
        block = lines[number]
        if "\n" not in block or not is_row_of(row, block.partition("\n")[0]):
            continue
        drawing = f"{row}\n{block}"
        if is_readable(drawing):
            completed[number - 1] = label + colon
            completed[number] = drawing
    return completed


def labelled(lines: list[str]) -> dict[int, str] | None:
    """Return the answers that have labels; `None` if no label is there but in sentences."""
    answers: dict[int, str] = {}
    has_label = False
    # The part whose answer the next line may have.
    heading: int | None = None
    is_numbered = has_numbers(lines)
    for line in lines:
        labels = labels_in(line, numbered=is_numbered)
        if not labels:
            if heading and EXAMPLE.match(line):
                continue
            value = line if "\n" in line else value_of(line)
            if heading and value:
                answers[heading] = value
                heading = None
            continue
        heading = None
        ends = [label.start for label in labels[1:]] + [len(line)]
        for label, end in zip(labels, ends, strict=True):
            text = line[label.end : end]
            # An example does not count where the input does.
            if label.part in answers and EXAMPLE.match(line):
                continue
            value = value_after(line[label.start : label.end], text)
            if value is None and len(labels) == 1:
                value = value_before(line[: label.start])
            if value is not None:
                answers[label.part] = value
                has_label = True
                continue
            words = CONNECTING.sub("", REMARK.sub("", text)).split()
            if not words:
                heading = label.part
            # `Part 1: None` is a label, `Part 1 took 12 iterations` a sentence.
            if len(words) < 2:
                has_label = True
    return answers if has_label else None


def has_numbers(lines: list[str]) -> bool:
    """Return whether lines begin with the numbers of both parts, and with no other number."""
    numerals = set()
    for line in lines:
        start = NUMBERED.match(line)
        if start:
            numerals.add((start[1] or start[2]).lower())
    return numerals in ({"1", "2"}, {"a", "b"})


def labels_in(line: str, *, numbered: bool) -> list[Label]:
    """Return the labels in a line; none in a drawing. A number at its start may be one, too."""
    if "\n" in line:
        return []
    # A time keeps its place.
    text = TIME.sub(lambda time: " " * len(time[0]), line)
    start = NUMBERED.match(text) if numbered else None
    if start:
        return [Label(NUMERALS[(start[1] or start[2]).lower()], 0, start.end())]
    labels = []
    for label in LABEL.finditer(text):
        # Each form of a label has one group.
        numeral = label[label.lastgroup or 0]
        labels.append(Label(NUMERALS[numeral.lower()], label.start(), label.end()))
    return labels


def value_after(label: str, text: str) -> str | None:
    """Return the answer in what follows a label in its line; `None` if there is none."""
    text = REMARK.sub("", TIME.sub(" ", text), count=1)
    rest = CONNECTING.sub("", text)
    between = label[-1:] + text.removesuffix(rest)
    words = QUOTED.sub(r"\2", rest.strip()).split()
    if not words:
        return None
    is_counted = "of" in between.split()  # as in `part 1 of 2`
    first = answer_in(words[0])
    if len(words) == 1:
        return None if is_counted else first
    is_number = first is not None and NUMBER.fullmatch(first) is not None
    is_separated = SEPARATOR.search(between) is not None
    if has_remark(words) and not is_counted and (is_number or is_separated) and first:
        return first
    # Nor is a time at the end of a sentence a result.
    result = None if ABOUT_TIME.search(rest) else result_at_end(rest)
    if result:
        return result
    # As in `Part 1: 61 steps`.
    if is_number and is_separated and WORD.match(words[1]):
        return first
    return None


def has_remark(words: list[str]) -> bool:
    """Return whether the words after the first one are a remark about it, or no words at all."""
    if words[0][-1] in ",;" or words[1][0] in "([{|":
        return True
    return not WORD.search(" ".join(words[1:]))


def result_at_end(text: str) -> str | None:
    """Return the answer that stands last, as in `22 * 9 = 198`, `the sum is 198` or `sum: 198`."""
    words = LAST.split(text)[-1].split()
    return answer_in(words[0]) if len(words) == 1 else None


def value_before(text: str) -> str | None:
    """Return the answer in what stands before a label, as `61 is the answer to` or `61 (`."""
    text = CONNECTING.sub("", TIME.sub(" ", text)).strip()
    number, _, rest = text.partition(" ")
    answer = answer_in(number)
    if answer is None or not NUMBER.fullmatch(answer):
        return None
    is_connection = WORD.search(rest) and not CONNECTING.sub("", rest)
    return answer if rest.startswith(("(", "<")) or is_connection else None


def value_of(text: str) -> str | None:
    """Return the answer in a line without a label; `None` if there is none."""
    text = CONNECTING.sub("", TIME.sub(" ", text)).strip()
    words = QUOTED.sub(r"\2", text).split()
    if len(words) == 1:
        return answer_in(words[0])
    result = result_at_end(text)
    if result:
        return result
    numbers = NUMBER.findall(text)
    return answer_in(numbers[-1]) if numbers else None


def answer_in(word: str) -> str | None:
    """Return the answer that a word is, without punctuation; `None` if it can be none."""
    if re.fullmatch(r"[+-]?\d+\.0+", word):
        word = word.partition(".")[0]
    # Something begins.
    if word.endswith(("...", "…")):
        return None
    word = word.strip("()[]{}<>'\"`*!.;:,|")
    if not any(map(str.isalnum, word)) or word.lower() in NO_ANSWERS:
        return None
    is_answer = lacking(word) is None and is_usual(word)
    return word if is_answer else None


def unlabelled(lines: list[str]) -> list[str]:
    """Return the last two answers in lines without labels: those in lines of their own first."""
    alone: list[str] = []
    all_answers: list[str] = []
    for line in lines:
        if "\n" not in line and (ABOUT_TIME.search(line) or COUNT.fullmatch(line)):
            continue
        values = answers_alone(line)
        alone += values
        all_answers += values
        if values:
            continue
        # In a sentence, only a number is an answer.
        value = value_of(line)
        if value and NUMBER.fullmatch(value):
            all_answers.append(value)
    return alone if len(alone) > 1 else all_answers


def answers_alone(line: str) -> list[str]:
    """Return the answers in a line that has nothing else but a time: one, or two as a pair."""
    # A drawing.
    if "\n" in line:
        return [line]
    text = NAME.sub("", TITLE.sub("", TIME.sub(" ", line).strip()))
    pair = PAIR.fullmatch(text) or NAMED_PAIR.fullmatch(text)
    if pair:
        words = [answer_in(word) or "" for word in pair.groups()]
        # A word that Python shows is in quotes; others are of a sentence.
        answers = [
            word for word in words if NUMBER.fullmatch(word) or f"'{word}'" in text
        ]
        return answers if len(answers) == 2 else []
    if " " in text:
        return []
    answer = answer_in(text)
    return [answer] if answer else []
