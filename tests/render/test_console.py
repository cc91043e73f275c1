"""Every text can be written, whatever a stream can show."""

from __future__ import annotations

import pytest

from tests.program import Project

DAY = """\
def parse(text):
    return text

def part1(text):
    return "é ✔ \U0001f600 x"
"""
TESTS = """\
from aoc import Example
EXAMPLES = [Example("x", part1="é ✔ \U0001f600 x"), Example("x", part1="no")]
"""


@pytest.mark.parametrize(
    ("encoding", "right", "wrong", "answer"),
    [
        ("utf-8", "✔", "✘", "é ✔ \U0001f600 x"),
        ("cp1252", "+", "x", "é + \\U0001f600 x"),
        ("ascii", "+", "x", "\\xe9 + \\U0001f600 x"),
    ],
)
def test_a_table_has_signs_that_the_stream_can_show(
    project: Project, encoding: str, right: str, wrong: str, answer: str
) -> None:
    (project.root / "days/year2021/day01.py").write_text(DAY, encoding="utf-8")
    (project.root / "tests/year2021/test_day01.py").write_text(TESTS, encoding="utf-8")
    done = project.run("run", "1", env={"PYTHONIOENCODING": encoding}, encoding=encoding)
    assert done.code == 1
    rows = [line.split("part 1")[1].split(maxsplit=3) for line in done.out.splitlines()[2:5:2]]
    assert [row[0] for row in rows] == [right, wrong]
    assert rows[0][3] == answer
    assert (" us " in done.out) is (encoding == "ascii")
