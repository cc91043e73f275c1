"""The answers in the text that a script prints: by their labels, or else the last two.

A label is such as `Part 1:`, `part_two =`, `1>`, `Silver:`, `Day 5b:` or `Answer for part 2 is`.
Its answer stands directly after it, alone or before a remark, or last in the line, after a `:`, `=`
or `is`; or in the next line, after a heading. A number in the middle of a sentence is none, as in
`Part 1 took 12 iterations`. Of two answers with one label the later one counts, since scripts print
those to the examples first. Times are no answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from aoc.model.answers import is_drawing, is_usual, lacking, read_letters
from aoc.model.drawings import COLUMNS, ROWS
from aoc.model.values import Value

NO_TEXT = re.compile("\x1b\\[[0-9;?]*[A-Za-z]|[\ufe0e\ufe0f]")
"""Colors, and the characters that choose how an emoji is shown."""
UNIT = r"(?:[mnuµμ]?s|secs?|(?:milli|micro|nano)?seconds?|min(?:ute)?s?)"
TIME = re.compile(
    rf"""(?:[(\[]\s*)?
    (?:\b(?:in|took|after|time|elapsed|runtime|duration)\b[\w\s]{{0,40}}?[:=]?\s*)?
    (?<!\d)~?(?:\d+:\d\d(?::\d\d)?(?:\.\d+)?|\d+(?:\.\d+)?(?:e-?\d+)?\s*{UNIT}\b\.?
    |\d*\.\d{{3,}})\s*[)\]]?""",
    re.IGNORECASE | re.VERBOSE,
)
"""A time with its unit, as `12 ms` or `(took 0.12s)`, as `0:00:01.5`, or as a long fraction."""
ABOUT_TIME = re.compile(
    r"\b(?:took|elapsed|runtime|run time|duration|seconds)\b", re.IGNORECASE
)
NUMERALS = {"1": 1, "one": 1, "i": 1, "a": 1, "first": 1, "1st": 1, "silver": 1}
NUMERALS |= {"2": 2, "two": 2, "ii": 2, "b": 2, "second": 2, "2nd": 2, "gold": 2}
NOUN = r"(?:part|pt|star|puzzle|problem|task|question|challenge|answer|ans|solution|sol|result|res)"
LABEL = re.compile(
    rf"""\b{NOUN}[\s_#.:-]*(?P<noun>1|2|one|two|first|second|ii?|a|b)(?![^\W_])
    | \b[pqs](?P<short>[12])\b
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
    rf"^(?:[^\w\"'+#-]|['\"](?=\s*[:=])|->|-(?!\d)|\b(?:is|are|was|the|to|for|of|equals|found|gives|got|returned|{NOUN}|\W)\b)+",
    re.IGNORECASE,
)
QUOTED = re.compile(r"""^(['"])(\S*)\1[.!]?$""")
REMARK = re.compile(r"^\s*[(\[](?=[^)\]]*[^\W\d])[^)\]]*[)\]]")
"""A remark directly after a label, as in `Part 1 (test): 61`."""
SEPARATOR = re.compile(r"[]:=>)\u2192]|\b(?:is|are|was|equals)\b", re.IGNORECASE)
"""What stands between a label and its answer, but for blanks."""
LAST = re.compile(r"[:=>]\s|\bis\b|\bare\b")
"""What stands before the result at the end of a line, as in `22 * 9 = 198` or `the sum is 198`."""
WORD = re.compile(r"\w")
NUMBER = re.compile(r"(?<![\w.])[+-]?\d+(?:\.0+)?(?![\w.]*\w)")
PAIR = re.compile(
    r"[(\[{]?\s*'?([\w=,-]+?)'?\s*(?:,\s|;|\s|\||/)\s*'?([\w=,-]+)'?\s*[)\]}]?"
)
"""Two answers in a line, perhaps as Python prints a tuple."""
NAMED_PAIR = re.compile(r"[^=:,;]*[=:]\s*([\w-]+)\s*[,;|]\s*[^=:,;]*[=:]\s*([\w-]+)\W*")
"""Two answers with names in a line, as in `gamma: 5, epsilon: 6`."""
WORDS = (
    *(
        "begin",
        "complete",
        "completed",
        "done",
        "end",
        "example",
        "failed",
        "finished",
        "loaded",
    ),
    *(
        "loading",
        "ok",
        "passed",
        "ready",
        "running",
        "skipped",
        "solved",
        "solving",
        "start",
    ),
    *("started", "starting", "success", "test", "tests"),
)
"""Words that are no answer."""
CELL = re.compile(r"'([^']+)'|([01](?!\d)|True|False)")
CELLS = re.compile(rf"[\[(\s]*(?:(?:{CELL.pattern})[,\s\])]*)+")
"""A row of a list or an array, as Python shows it."""


class Printed(Value):
    """The answers to both parts, as far as they were printed.

    `alone` is a single answer of which the text does not say the part.
    """

    part1: str | None = None
    part2: str | None = None
    alone: str | None = None


def read_printed(text: str) -> Printed:
    """Return the answers in the output of a script."""
    lines = with_first_rows([*blocks(NO_TEXT.sub("", text).replace("\t", " "))])
    found = labelled(lines)
    return found or last_two(
        [line for line in lines if "\n" in line or not LABEL.search(line)]
    )


def blocks(text: str) -> Iterator[str]:
    """Yield the lines of a text that are not empty, and each drawing of letters as one text.

    Of a line that was written over, as a progress bar is, the last state counts.
    """
    drawn: list[str] = []
    for line in (*text.split("\n"), ""):
        text = line.rstrip("\r").rpartition("\r")[2].rstrip()
        row = row_in(text)
        if drawn and not is_row_of(row, row_in(drawn[0])):
            yield from drawing_or_lines(drawn)
            drawn = []
        if is_row_of(row, row):
            drawn.append(text)
        elif text.strip():
            yield text.strip()


def row_in(line: str) -> str:
    """Return the row of a drawing in a line that shows a list or an array; any other line as it is.

    It is such as `['#', '.'],`, `[True False]`, `[[1 0]` or ` '#.',`.
    """
    if not line.lstrip().startswith(("[", "(", "'")) or not CELLS.fullmatch(line):
        return line
    cells = ("".join(cell) for cell in CELL.findall(line))
    return "".join({"True": "#", "False": "."}.get(cell, cell) for cell in cells)


def is_row_of(row: str, first: str) -> bool:
    """Return whether a row may be in a drawing with another one: both have the same two symbols.

    One of them may be a blank. Rows of digits or letters have to be as long as each other.
    """
    symbols = {*row, *first, " "}
    if len(row) < COLUMNS or len(symbols) > 3:
        return False
    is_text = row.isalnum()
    return is_text == first.isalnum() and (not is_text or len(row) == len(first))


def drawing_or_lines(lines: list[str]) -> list[str]:
    """Return lines as one text if they are a drawing, or else as they are."""
    rows = [*map(row_in, lines)]
    drawing = "\n".join(rows)
    is_whole = len(rows) >= ROWS and is_drawing(drawing)
    # A list that a script shows may be something else.
    if rows != lines:
        is_whole = is_whole and not is_drawing(read_letters(drawing))
    return [drawing] if is_whole else [line.strip() for line in lines if line.strip()]


def with_first_rows(lines: list[str]) -> list[str]:
    """Return lines in which a drawing has its first row, where this stands behind its label.

    That is how `print("Part 2:", drawing)` prints it.
    """
    lines = [*lines]
    for number, (line, below) in enumerate(pairwise(lines)):
        label, colon, row = line.partition(": ")
        drawing = f"{row}\n{below}"
        if (
            "\n" in below
            and row
            and is_drawing(drawing)
            and not is_drawing(read_letters(drawing))
        ):
            lines[number : number + 2] = label + colon, drawing
    return lines


def labelled(lines: list[str]) -> Printed | None:
    """Return the answers that have labels; `None` if no label is there but in sentences."""
    found: dict[int, str] = {}
    waiting: int | None = None
    has_label = False
    starts = filter(None, map(NUMBERED.match, lines))
    is_numbered = {(one[1] or one[2]).lower() for one in starts} in (
        {"1", "2"},
        {"a", "b"},
    )
    for line in lines:
        marks = [] if "\n" in line else [*labels_in(line, numbered=is_numbered)]
        if not marks:
            value = line if "\n" in line else value_of(line)
            if waiting and value:
                found[waiting], waiting = value, None
            continue
        waiting = None
        ends = [start for _, start, _ in marks[1:]] + [len(line)]
        for (part, start, begin), end in zip(marks, ends, strict=True):
            rest = line[begin:end]
            value = value_after(line[start:begin], rest)
            if value is None and len(marks) == 1:
                value = value_before(line[:start])
            if value is not None:
                found[part] = value
            words = CONNECTING.sub("", REMARK.sub("", rest)).split()
            if value is None and not words:
                waiting = part
            # `Part 1: None` is a label, `Part 1 took 12 iterations` a sentence.
            has_label |= value is not None or len(words) < 2
    return Printed(found.get(1), found.get(2)) if has_label else None


def labels_in(line: str, *, numbered: bool) -> Iterator[tuple[int, int, int]]:
    """Yield the part of each label in a line, and where the label begins and ends."""
    text = TIME.sub(lambda time: " " * len(time[0]), line)
    start = NUMBERED.match(text) if numbered else None
    if start:
        yield NUMERALS[(start[1] or start[2]).lower()], 0, start.end()
        return
    for label in LABEL.finditer(text):
        name = next(filter(None, label.groups()))
        yield NUMERALS[name.lower()], label.start(), label.end()


def value_after(label: str, text: str) -> str | None:
    """Return the answer in what follows a label in its line; `None` if there is none."""
    text = REMARK.sub("", TIME.sub(" ", text), count=1)
    rest = CONNECTING.sub("", text)
    before = label[-1:] + text.removesuffix(rest)
    words = QUOTED.sub(r"\2", rest.strip()).split()
    is_counted = "of" in before.split()  # as in `part 1 of 2`
    if len(words) == 1 and not is_counted:
        return answer_in(words[0])
    if len(words) < 2:
        return None
    first = answer_in(words[0])
    is_number = first is not None and NUMBER.fullmatch(first) is not None
    is_separated = SEPARATOR.search(before) is not None
    has_remark = (
        words[0][-1] in ",;"
        or words[1][0] in "([{|"
        or not WORD.search(" ".join(words[1:]))
    )
    if has_remark and not is_counted and (is_number or (first and is_separated)):
        return first
    # The result stands last, as in `22 * 9 = 198`, `the sum is 198` or `sum: 198`.
    last = LAST.split(rest)[-1].split()
    if (
        len(last) == 1
        and not ABOUT_TIME.search(rest)
        and (answer := answer_in(last[0]))
    ):
        return answer
    # As in `Part 1: 61 steps`.
    return first if is_number and is_separated and WORD.match(words[1]) else None


def value_before(text: str) -> str | None:
    """Return the answer in what stands before a label, as `61 is the answer to` or `61 (`."""
    number, _, rest = CONNECTING.sub("", TIME.sub(" ", text)).strip().partition(" ")
    answer = answer_in(number)
    is_connected = rest.startswith("(") or (
        WORD.search(rest) and not CONNECTING.sub("", rest)
    )
    return answer if answer and NUMBER.fullmatch(answer) and is_connected else None


def value_of(text: str) -> str | None:
    """Return the answer in a line without a label; `None` if there is none."""
    text = CONNECTING.sub("", TIME.sub(" ", text)).strip()
    words = QUOTED.sub(r"\2", text).split()
    if len(words) == 1:
        return answer_in(words[0])
    last = LAST.split(text)[-1].split()
    if len(last) == 1 and (answer := answer_in(last[0])):
        return answer
    numbers = NUMBER.findall(text)
    return answer_in(numbers[-1]) if numbers else None


def answer_in(word: str) -> str | None:
    """Return the answer that a word is, without punctuation; `None` if it can be none."""
    if re.fullmatch(r"[+-]?\d+\.0+", word):
        word = word.partition(".")[0]
    if word.endswith(("...", "…")):  # something begins
        return None
    word = word.strip("()[]{}<>'\"`*!.;:,|")
    is_answer = lacking(word) is None and is_usual(word) and any(map(str.isalnum, word))
    return word if is_answer and word.lower() not in WORDS else None


def last_two(lines: list[str]) -> Printed:
    """Return the last two answers in lines without labels: those in lines of their own first."""
    bare: list[str] = []
    every: list[str] = []
    for line in lines:
        if "\n" in line:
            values = [line]
        elif ABOUT_TIME.search(line) or not (text := TIME.sub(" ", line).strip()):
            continue
        elif pair := PAIR.fullmatch(text) or NAMED_PAIR.fullmatch(text):
            values = [value for word in pair.groups() if (value := answer_in(word))]
            values = (
                values
                if len(values) == 2 and all(map(NUMBER.fullmatch, values))
                else []
            )
        else:
            value = answer_in(text) if " " not in text else None
            values = [value] if value else []
        bare += values
        other = None if values else value_of(line)
        every += values or ([other] if other and NUMBER.fullmatch(other) else [])
    found = bare if len(bare) > 1 else every
    if len(found) == 1:
        return Printed(alone=found[0])
    return Printed(*found[-2:])
