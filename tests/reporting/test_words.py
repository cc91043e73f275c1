"""The words on the page."""

from __future__ import annotations

import pytest

from aoc.year.overview import one_line
from aoc.year.page import commit_text, foreign_text, ratio_text


@pytest.mark.parametrize(
    ("label", "kind", "text"),
    [
        ("alice", "personal", None),
        ("bob", "personal", "on the input of an account"),
        ("sample 3", "sample", "on a made-up input"),
        ("file /home/alice/private.txt", "file", "on a file"),
        ("stdin", "stdin", "on an input from stdin"),
        (None, "personal", "on the input of an account"),
    ],
)
def test_an_input_is_named_without_what_is_private(
    label: str | None, kind: str, text: str | None
) -> None:
    assert foreign_text(label, kind, "alice") == text


def test_text_from_elsewhere_is_one_line_that_can_be_written() -> None:
    assert one_line(" a\n b\x1b[31m\u202e\ud800 ") == "a b\\x1b[31m\\u202e\\ud800"
    assert one_line(None) == ""
    assert len(one_line("x" * 10_000)) == 72
    one_line("\ud800").encode()


def test_a_commit_is_short() -> None:
    assert commit_text("0123456789abcdef") == "01234567"
    assert commit_text(None) == "no commit"


def test_a_ratio_has_three_digits() -> None:
    assert [*map(ratio_text, (0.0512, 3.14159, 999.4, 123456.7))] == [
        *("0.0512\u00a0×", "3.14\u00a0×", "999\u00a0×", "123,457\u00a0×"),
    ]
