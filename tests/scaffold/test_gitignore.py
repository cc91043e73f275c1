"""Checks what is added to a `.gitignore` that exists."""

from __future__ import annotations

import pytest

from aoc.scaffold.gitignore import add_patterns

WANTED = "__pycache__/\n.venv/\n\n# Personal.\ninputs/\ntoken\n"


def test_what_is_missing_is_added_at_the_end_with_its_comment() -> None:
    text, patterns = add_patterns("__pycache__/\n", WANTED)
    assert text == "__pycache__/\n\n.venv/\n\n# Personal.\ninputs/\ntoken\n"
    assert patterns == [".venv/", "inputs/", "token"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", ["", "\n"])
def test_the_line_ends_are_those_of_the_file(end: str, last: str) -> None:
    old = f"a\n# b{last}".replace("\n", end)
    text, _ = add_patterns(old, "inputs/\n")
    assert text == "a\n# b\n\ninputs/\n".replace("\n", end)


@pytest.mark.parametrize("line", ["inputs", "/inputs/", "**/inputs/", " inputs/ "])
def test_a_pattern_that_is_there_in_another_form_is_not_added(line: str) -> None:
    assert add_patterns(f"{line}\n", "inputs/\n").patterns == []


def test_what_the_file_takes_back_is_not_added() -> None:
    assert add_patterns("*.txt\n!inputs/\n", "inputs/\n").patterns == []


def test_a_second_time_nothing_is_added() -> None:
    text = add_patterns("a", WANTED).text
    assert add_patterns(text, WANTED) == (text, [])


def test_an_empty_file_gets_all_of_it() -> None:
    assert add_patterns("", WANTED).text == WANTED
