"""The words on the page."""

from __future__ import annotations

import pytest

from aoc.reporting.variants import WayKey
from aoc.reporting.words import after_text, commit_text, input_text, one_line, ratio_text, way_text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0s"),
        (59.9, "59s"),
        (60, "1m 00s"),
        (247, "4m 07s"),
        (3599, "59m 59s"),
        (3600, "1h 00m"),
        (86399, "23h 59m"),
        (86400, "1d 0h"),
        (276000, "3d 4h"),
    ],
)
def test_a_time_after_the_unlock(seconds: float, text: str) -> None:
    assert after_text(seconds) == text


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (WayKey("days", None, None), "parse"),
        (WayKey("days", 2, None), "part 2"),
        (WayKey("days", 2, "memo"), "part 2 memo"),
        (WayKey("advent-of-code-wim", 1, None), "advent-of-code-wim"),
    ],
)
def test_the_name_of_a_way(key: WayKey, text: str) -> None:
    assert way_text(key) == text


@pytest.mark.parametrize(
    ("label", "kind", "text"),
    [
        ("alice", "personal", "your input"),
        ("bob", "personal", "the input of an account"),
        ("sample 3", "sample", "sample 3"),
        ("file /home/alice/private.txt", "file", "a file"),
        ("stdin", "stdin", "an input from stdin"),
        (None, "personal", "the input of an account"),
    ],
)
def test_an_input_is_named_without_what_is_private(label: str | None, kind: str, text: str) -> None:
    assert input_text(label, kind, "alice") == text


def test_text_from_elsewhere_is_one_line_that_can_be_written() -> None:
    assert one_line(" a\n b\x1b[31m\u202e\ud800 ") == "a b\\x1b[31m\\u202e\\ud800"
    assert one_line(None) == ""
    assert len(one_line("x" * 10_000)) == 72
    one_line("\ud800").encode()


def test_a_commit_is_short_and_says_that_files_had_changed() -> None:
    assert commit_text("0123456789abcdef", changed=True) == "01234567+"
    assert commit_text("0123456789abcdef") == "01234567"
    assert commit_text(None, changed=True) == "no commit"


def test_a_ratio_has_three_digits() -> None:
    assert [*map(ratio_text, (0.0512, 3.14159, 999.4, 123456.7))] == [
        *("0.0512 ×", "3.14 ×", "999 ×", "123,457 ×"),
    ]
