"""Checks that each day is a script of its own: `python -m days.year2021.day21 FILE`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.support.program import ROOT
from tests.year2021 import test_day13, test_day21, test_day25


def run(day: int, *args: str, stdin: str = "", option: str = "-m") -> str:
    """Run a day as a script, and return what it prints, without its times."""
    done = subprocess.run(
        [sys.executable, option, f"days.year2021.day{day:02d}", *args],
        cwd=ROOT,
        input=stdin,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return re.sub(r"  \(\d+\.\d\d ms\)$", "", done.stdout, flags=re.MULTILINE)


def test_it_prints_both_answers(tmp_path: Path) -> None:
    file = tmp_path / "my input.txt"
    file.write_text(test_day21.TEXT)
    answers = "Part 1: 739785\nPart 2: 444356092776315\n"
    assert run(21, str(file)) == answers
    # Options of Python may be joined to `-m`.
    assert run(21, stdin=test_day21.TEXT, option="-um") == answers


def test_the_last_day_has_one_answer_and_a_drawing_begins_below() -> None:
    assert run(25, stdin=test_day25.EXAMPLES[0].text) == "Part 1: 58\n"
    drawn = run(13, stdin=test_day13.EXAMPLES[0].text)
    assert drawn.startswith("Part 1: 17\nPart 2:\n#####\n#...#\n")
