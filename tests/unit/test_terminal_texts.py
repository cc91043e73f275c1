"""What is written goes one way, and nothing of it but our own colors commands a terminal."""

from __future__ import annotations

import io
import json

import pytest

from aoc.render.terminal import with_own_colors, write, write_json
from tests.support.escapes import HOSTILE, SHOWN, commands_in


def colored(*pieces: object) -> str:
    """Return what a stream with colors gets."""
    out = io.StringIO()
    write(out, *pieces)  # type: ignore[arg-type]
    return out.getvalue()


def test_every_text_is_made_printable() -> None:
    shown = colored("a\tb\n", HOSTILE, "\rx")
    assert shown.startswith("a\tb\n" + SHOWN)
    assert commands_in(shown) == []


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("plain █ 😀\n  ☃", "plain █ 😀\n  ☃"),
        ("\x1b[1;38;5;9mred", "\x1b[1;38;5;9mred\x1b[0m"),
        ("a\x1b[31mb\x1b[mc", "a\x1b[31mb\x1b[0mc"),
        ("\x1b[31m\x1b[32m" * 9 + "a", "\x1b[32ma\x1b[0m"),
        ("\x1b[31m\x1b[2J\x1b]52;c;aGk=\x07", "\x1b[31m\\x1b[2J\\x1b]52;c;aGk=\\x07\x1b[0m"),
        ("1 %\r50 %\r100 %\nend\r\n", "100 %\nend\n"),
    ],
)
def test_a_solver_may_set_colors_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, printed: str, shown: str
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert colored(*with_own_colors(printed)) == shown


def test_json_is_printable_ascii_that_means_the_same() -> None:
    out = io.StringIO()
    write_json(out, {"text": f"{HOSTILE}\udcff😀\n"})
    line = out.getvalue()
    assert line.removesuffix("\n").isascii()
    assert line.removesuffix("\n").isprintable()
    assert json.loads(line) == {"text": f"{HOSTILE}\udcff😀\n"}
