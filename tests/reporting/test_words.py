"""The words on the page."""

from __future__ import annotations

import pytest

from aoc.year.overview import one_line
from aoc.year.page import foreign_text
from tests.history.test_trend import ROW


@pytest.mark.parametrize(
    ("label", "kind", "text"),
    [
        ("alice", "personal", ""),
        ("bob", "personal", "on another input"),
        ("sample 3", "sample", "on a made-up input"),
        ("file /home/alice/private.txt", "file", "on a file"),
        ("stdin", "stdin", "on another input"),
        (None, "personal", "on another input"),
    ],
)
def test_an_input_is_named_without_what_is_private(label: str | None, kind: str, text: str) -> None:
    assert foreign_text(ROW._replace(input=label, kind=kind), "alice") == text


def test_text_from_elsewhere_is_one_line_that_can_be_written() -> None:
    assert one_line(" a\n b\x1b[31m\u202e\ud800 ") == "a b\\x1b[31m\\u202e\\ud800"
    assert one_line(None) == ""
    assert len(one_line("x" * 10_000)) == 72
    one_line("\ud800").encode()
