"""Checks examples as source: what is written is read back, and part 2 alone is added."""

from __future__ import annotations

import ast
from random import Random
from typing import Any

import pytest

from aoc.model.inputs import Example
from aoc.scaffold.example_list import (
    UnclearSourceError,
    add_part2,
    docstring_source,
    examples_source,
    text_source,
)

BEFORE = [Example("1\n2\n", 3)]
PAGE = [Example("1\n2\n", 3, 4)]
GUESS = [Example("1\n2\n", 3, 4, guessed=(2,))]
IMPORT = "from aoc import Example\n"
SHAPES = {
    "generated": f"EXAMPLES: list[Example] = {examples_source(BEFORE)}\n",
    "on one line": 'EXAMPLES = [Example("1\\n2\\n", part1=3)]\n',
    "positional": 'EXAMPLES = [Example("1\\n2\\n", 3)]',
    "a comment": 'EXAMPLES = [\n    Example("1\\n2", part1=3),  # 3, (\n]',
    "more behind": 'EXAMPLES = [Example("""\\\n1\n2\n""",\n    part1=3, name="x")]\n',
    "two strings": 'EXAMPLES = [Example(("1\\n"\n    "2\\n" ), part1=(3))]',
    "umlauts before": 'EXAMPLES = [Example("äöü", 1, 2), Example("1\\n2", part1=3)]; x = "ß"',
    "a string over lines": "EXAMPLES = [\n    Example('''\\\n1\n2\n''',\n    ),\n]",
}
SHAPES = {name: IMPORT + source for name, source in SHAPES.items()}
RNG = Random(1)
ODD = '\n\n"\\ \tx#\r\0\x85\u2028é\ud800'


def random_text() -> str:
    """Return a short text, mostly of what is special in a source."""
    size = RNG.choice((0, 1, 2, 3, 5, 9, 20))
    return "".join(RNG.choice([*ODD, chr(RNG.randrange(1 << 16))]) for _ in range(size))


TEXTS = ['say "hi"', *(random_text() for _ in range(500))]


def examples_in(source: str) -> list[Example]:
    """Return the examples of a test module."""
    names: dict[str, Any] = {"Example": Example}
    exec(compile(source, "tests", "exec"), names)
    return list(names["EXAMPLES"])


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("shape", SHAPES)
def test_an_answer_of_part_2_is_added_and_examples_of_it_alone_at_the_end(
    shape: str, line_end: str
) -> None:
    source = SHAPES[shape].replace("\n", line_end)
    before = examples_in(source)
    last, label = before[-1], before[-1].label(len(before))
    made, added = add_part2(source, PAGE)
    assert added == [f"part2=4 to {label}"]
    assert examples_in(made) == [*before[:-1], with_part2(last, 4)]
    assert add_part2(made, PAGE) == (made, [])
    guessed, added = add_part2(source, GUESS)
    assert added == [f"part2=4 to {label} (a guess)"]
    assert examples_in(guessed) == [*before[:-1], with_part2(last, 4, (2,))]
    own = [Example("7\n8\n", None, "x"), Example("9", None, 5)]
    longer, added = add_part2(source, own)
    assert added == [f"example {len(before) + 1}", f"example {len(before) + 2}"]
    assert examples_in(longer) == [*before, *own]
    assert is_within(source, longer)
    for text in (made, longer):
        assert text.count("\r") == (text.count("\n") if "\r" in line_end else 0)


def with_part2(example: Example, part2: int, guessed: tuple[int, ...] = ()) -> Example:
    """Return an example with an answer of part 2, which may be a guess."""
    return Example(example.text, example.part1, part2, example.name, example.params, guessed)


def test_a_guess_of_part_1_stays_one() -> None:
    source = f"{IMPORT}EXAMPLES = {examples_source([Example('1', 3, guessed=(1,))])}\n"
    made, _ = add_part2(source, [Example("1", 3, 4, guessed=(1, 2))])
    assert examples_in(made) == [Example("1", 3, 4, guessed=(1, 2))]


def is_within(part: str, whole: str) -> bool:
    """Say whether the characters of a part occur in the whole in their order."""
    rest = iter(whole)
    return all(character in rest for character in part)


def test_an_answer_that_is_there_is_left_alone() -> None:
    source = f'{IMPORT}EXAMPLES = [Example("1\\n2", part2=99), Example("5", 3)]'
    assert add_part2(source, PAGE) == (source, [])


@pytest.mark.parametrize("empty", ["[]  # none\nx = 1", examples_source([])])
def test_an_empty_list_gets_all_examples(empty: str) -> None:
    source = f"{IMPORT}EXAMPLES = {empty}\n"
    examples = [Example("1\n2\n", 3), Example("5", 6)]
    made, _ = add_part2(source, examples)
    assert examples_in(made) == examples
    assert is_within(source, made)


UNCLEAR = (
    "EXAMPLES = [",
    "EXAMPLES = make()",
    "EXAMPLES = [*more]",
    "EXAMPLES = [aoc.Example('1\\n2', 3)]",
    "EXAMPLES = [Example('1\\n2', *more)]",
    "EXAMPLES = [Example(dedent('1'))]",
    "T = '1\\n2'\nEXAMPLES = [Example(T)]",
    "EXAMPLES = [Example('1\\n2', 3,  # three\n)]",
)


def test_where_it_is_not_certain_nothing_is_added() -> None:
    for source in UNCLEAR:
        with pytest.raises(UnclearSourceError):
            add_part2(IMPORT + source, [*PAGE, Example("1", 5, 6)])


def test_any_text_is_read_back_from_its_source() -> None:
    for text in TEXTS:
        source = text_source(text)
        assert ast.literal_eval(source) == text
        assert all(line == line.rstrip() for line in source.split("\n"))
        assert "\t" not in source
        assert all(character.isprintable() or character == "\n" for character in source)


def test_examples_are_read_back_from_their_source() -> None:
    examples = [Example(text, RNG.choice([None, -5, *TEXTS]), text) for text in TEXTS]
    assert examples_in(f"EXAMPLES = {examples_source(examples)}") == examples


def test_a_title_is_also_the_whole_of_a_docstring() -> None:
    for text in TEXTS:
        source = docstring_source(text)
        assert source.isprintable()
        assert ast.literal_eval(f'"""{source}"""') == " ".join(text.split())
