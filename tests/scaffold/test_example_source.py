"""Checks examples as source: what is written is what is read back."""

from __future__ import annotations

import ast

from hypothesis import example, given
from hypothesis import strategies as st

from aoc.model import Example
from aoc.scaffold.example_list import docstring_source, example_source, examples_source, text_source
from tests.scaffold.examples import examples_in

TEXTS = st.text(st.one_of(st.sampled_from('\n\n"\\ \tx#\r\0\x85\u2028é\ud800'), st.characters()))
ANSWERS = st.one_of(st.none(), st.integers(), TEXTS)
WRITABLE = st.tuples(TEXTS, ANSWERS, ANSWERS).map(lambda fields: Example(*fields))


@given(TEXTS)
def test_any_text_is_read_back_from_its_source(text: str) -> None:
    source = text_source(text)
    assert ast.literal_eval(source) == text
    assert all(line == line.rstrip() for line in source.split("\n"))
    assert "\t" not in source
    assert all(character.isprintable() or character == "\n" for character in source)


@given(st.lists(WRITABLE, min_size=1))
def test_examples_are_read_back_from_their_source(examples: list[Example]) -> None:
    assert examples_in(f"EXAMPLES = {examples_source(examples)}") == examples


def test_parameters_and_names_are_kept() -> None:
    example = Example("e", 1, None, "wire", {"wire": 'd"', "steps": 3})
    assert examples_in(f"EXAMPLES = {examples_source([example])}") == [example]


def test_an_example_of_several_lines_looks_like_them() -> None:
    assert example_source(Example("  1\n2 \n", 3)) == (
        'Example(\n        """\\\n  1\n2\\x20\n""",\n        part1=3,\n    )'
    )


@given(TEXTS)
@example('say "hi"')
def test_a_title_is_also_the_whole_of_a_docstring(text: str) -> None:
    source = docstring_source(text)
    assert source.isprintable()
    assert ast.literal_eval(f'"""{source}"""') == " ".join(text.split())
