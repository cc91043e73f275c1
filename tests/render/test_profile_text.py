"""What a person sees of a profile."""

from __future__ import annotations

import io

from aoc.profile import Frame, Profile
from aoc.render.profile_text import profile_pieces
from aoc.render.terminal import Piece, write

FRAMES = (
    Frame(0, "part1", "day01.py:5", 1.0, 0.004),
    Frame(1, "Grid.steps", "day01.py:9", 0.875, 0.25),
    Frame(2, "min", "built-in", 0.0625, 0.0625),
)


def shown(profile: Profile, seconds: float, encoding: str = "utf-8") -> list[str]:
    """Return the lines that a stream gets."""
    buffer = io.BytesIO()
    out = io.TextIOWrapper(buffer, encoding=encoding, errors="backslashreplace")
    pieces: tuple[Piece, ...] = profile_pieces("part 1", profile, seconds, out)
    write(out, *pieces)
    return buffer.getvalue().decode(encoding).replace("\r\n", "\n").splitlines()


def test_a_function_stands_below_the_one_that_calls_it_with_its_shares_and_its_time() -> None:
    assert shown(Profile(1234, 2e-4, FRAMES, file="page.html"), 8e-5) == [
        "part 1, 1,234 calls",
        "  total   self      time",
        "  100 %    0 %   80.0 µs  part1         day01.py:5",
        "   88 %   25 %   70.0 µs    Grid.steps  day01.py:9",
        "    6 %    6 %   5.00 µs      min       built-in",
        "  page.html",
    ]


def test_one_call_without_a_page_is_told_so() -> None:
    first, _, last = shown(Profile(1, 2.5, FRAMES[:1]), 2.0)
    assert first == "part 1, 1 call"
    assert last.split() == ["100", "%", "0", "%", "2.00", "s", "part1", "day01.py:5"]


def test_names_cannot_command_a_terminal_nor_shift_a_column() -> None:
    frames = (Frame(0, "größe\x1b[2J", "a.py:1", 1.0, 1.0), Frame(1, "b", "a.py:2", 0.5, 0.5))
    lines = shown(Profile(1, 1.0, frames), 1.0, "ascii")
    assert "\x1b" not in "".join(lines)
    assert lines[2].index("a.py") == lines[3].index("a.py")
