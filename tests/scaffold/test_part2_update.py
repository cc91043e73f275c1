"""Checks the addition of part 2 to the examples in a test module: nothing else changes."""

from __future__ import annotations

import pytest

from aoc.model import Example
from aoc.scaffold.examples_parser import UnclearSourceError
from aoc.scaffold.examples_writer import examples_source
from aoc.scaffold.part2_update import add_part2
from tests.scaffold.examples import examples_in

PAGE = [Example("1\n2\n", 3, 4)]
BEFORE = [Example("1\n2\n", 3)]


IMPORT = "from aoc import Example\n"
SHAPES = {
    "generated": f"EXAMPLES: list[Example] = {examples_source(BEFORE)}\n",
    "on one line": 'EXAMPLES = [Example("1\\n2\\n", part1=3)]\n',
    "positional": 'EXAMPLES = [Example("1\\n2\\n", 3)]',
    "positional None": 'EXAMPLES = [Example("1\\n2\\n", 3, None)]',
    "named None": 'EXAMPLES = [Example("1\\n2\\n", part1=3, part2=(None), name="x")]',
    "all named": 'EXAMPLES = [Example(part1=3, text="1\\n2\\n")]',
    "another order": 'EXAMPLES = [Example(text="1\\n2\\n", name="a, b)", part1=3)]',
    "a comment": (
        'EXAMPLES = [\n    Example(\n        "1\\n2",\n        part1=3,  # 3, (\n    ),\n]'
    ),
    "a comment, no comma": (
        'EXAMPLES = [\n    Example(\n        "1\\n2",\n        part1=3  # 3, (\n    )\n]'
    ),
    "a bracket behind": 'EXAMPLES = [Example("""\\\n1\n2\n""",\n    part1=3)]\n',
    "more behind": 'EXAMPLES = [Example("""\\\n1\n2\n""",\n    part1=3, name="x")]\n',
    "parentheses": 'EXAMPLES = [Example(("1\\n"  # é)\n    "2\\n" ), part1=(1 + (2)))]',
    "parentheses on lines": 'EXAMPLES = [\n  Example(\n    (\n      "1\\n2"\n    ),\n  )\n]',
    "a tuple": 'EXAMPLES = (\n    Example("1\\n2", part1=3),\n)',
    "another name": 'import aoc\nEXAMPLES = [aoc.Example("1\\n2", part1=3)]',
    "a constant": 'TEXT = """\\\n1\n2\n"""\nEXAMPLES = [Example(TEXT, part1=3)]',
    "umlauts before": 'EXAMPLES = [Example("äöü", 1, 2), Example("1\\n2", part1=3)]; x = "ß"',
    "tabs": 'EXAMPLES = [\n\tExample(\n\t\t"1\\n2",\n\t\tpart1=3,\n\t),\n]',
    "a backslash": 'EXAMPLES = [Example("1\\n2", part1=3 \\\n  )]',
    "a string over lines": "EXAMPLES = [\n    Example('''\\\n1\n2\n''',\n    ),\n]",
}
SHAPES = {name: IMPORT + source for name, source in SHAPES.items()}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("shape", SHAPES)
def test_an_answer_of_part_2_is_added(shape: str, mark: str, line_end: str) -> None:
    source = (mark + SHAPES[shape].replace("\n", line_end)).encode()
    update = add_part2(source, PAGE, BEFORE)
    assert (update.answers, update.examples, update.absent) == (1, 0, ())
    before, after = examples_in(source), examples_in(update.source)
    assert after[-1] == before[-1]._replace(part2=4)
    assert after[:-1] == before[:-1]
    assert is_within(source.replace(b"None", b""), update.source)
    assert update.source.count(b"\r") == (update.source.count(b"\n") if "\r" in line_end else 0)
    assert add_part2(update.source, PAGE, []).source == update.source


def is_within(part: bytes, whole: bytes) -> bool:
    """Say whether the bytes of a part occur in the whole in their order."""
    rest = iter(whole)
    return all(byte in rest for byte in part)


def test_an_answer_that_is_there_is_left_alone() -> None:
    source = f'{IMPORT}EXAMPLES = [Example("1\\n2", part2=99), Example("1\\n2", 3, 98)]'.encode()
    assert add_part2(source, PAGE * 2, []).source == source


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("shape", SHAPES)
def test_an_example_of_part_2_alone_is_added_at_the_end(shape: str, line_end: str) -> None:
    source = SHAPES[shape].replace("\n", line_end).encode()
    own = Example("7\n8\n", None, "x")
    update = add_part2(source, [own], [])
    assert update.examples == 1
    assert examples_in(update.source) == [*examples_in(source), own]
    if b"\r" in source:
        assert update.source.count(b"\r") == update.source.count(b"\n")
    assert is_within(source, update.source)


@pytest.mark.parametrize(
    "empty",
    [
        "EXAMPLES = []",
        "EXAMPLES: list[Example] = [\n]",
        "EXAMPLES = []  # none\nx = 1",
        f"EXAMPLES = {examples_source([])}\n",
        "EXAMPLES = ()",
    ],
)
def test_an_empty_list_gets_all_examples(empty: str) -> None:
    examples = [Example("1\n2\n", 3), Example("5", 6)]
    update = add_part2(empty.encode(), examples, examples)
    assert update.examples == 2
    assert examples_in(update.source) == examples
    assert is_within(empty.encode(), update.source)


def test_an_example_that_was_taken_out_is_not_put_back() -> None:
    source = f'{IMPORT}EXAMPLES = [Example("my own", 1)]'.encode()
    update = add_part2(source, PAGE, BEFORE)
    assert update.source == source
    assert update.absent == tuple(PAGE)


def test_the_same_text_twice_is_told_apart_by_its_order() -> None:
    source = b'EXAMPLES = [\n    Example("e", params={"wire": "d"}),\n    Example("e"),\n]'
    page = [Example("e", 1, 2), Example("e", 3, 4)]
    update = add_part2(source, page, page)
    assert [example.part2 for example in examples_in(update.source)] == [2, 4]


def test_the_same_text_again_with_part_2_is_another_example() -> None:
    source = b'EXAMPLES = [Example("e", 1, params={"wire": "d"})]'
    page = [Example("e", 1, 2), Example("e", 3, 4)]
    update = add_part2(source, page, [])
    found = [example[1:3] for example in examples_in(update.source)]
    assert found == [(1, 2), (3, 4)]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("EXAMPLES = [", "not valid Python"),
        ("EXAMPLES = ['\0']", "not valid Python"),
        ("x = 1", "has no list EXAMPLES"),
        ("if x:\n    EXAMPLES = []", "not one plain list"),
        ("EXAMPLES = []\nEXAMPLES += [1]", "not one plain list"),
        ("EXAMPLES = []\nEXAMPLES = []", "not one plain list"),
        ("EXAMPLES = make()", "not one plain list"),
        ("EXAMPLES = Example('1'), Example('2')", "without brackets"),
        ("\nEXAMPLES = [*more]", "line 2: EXAMPLES holds something"),
        ("EXAMPLES = [FIRST]", "line 1: EXAMPLES holds something"),
        ("EXAMPLES = [Example(*given)]", "arguments come from elsewhere"),
        ("EXAMPLES = [Example('1', **given)]", "arguments come from elsewhere"),
        ("EXAMPLES = [Example()]", "without a text"),
        ("EXAMPLES = [Example(read('x'))]", "add part2=4 by hand"),
        ("TEXT = 'a'\nTEXT = 'b'\nEXAMPLES = [Example(TEXT)]", "add part2=4 by hand"),
        ("EXAMPLES = [Example(dedent('1'))]", "add part2=4 by hand"),
    ],
)
def test_what_is_not_understood_is_refused(source: str, sentence: str) -> None:
    with pytest.raises(UnclearSourceError, match=sentence):
        add_part2(source.encode(), PAGE, PAGE)
