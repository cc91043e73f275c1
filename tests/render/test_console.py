"""Every text can be written, whatever a stream can show."""

from __future__ import annotations

import json

import pytest

from aoc.render.terminal import wrapped
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


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
def test_json_is_json_on_any_stream(project: Project, encoding: str) -> None:
    (project.root / "days/year2021/day01.py").write_text(DAY, encoding="utf-8")
    env = {"PYTHONIOENCODING": encoding}
    done = project.run("run", "1", "--input", "-", "--json", stdin=b"x", env=env, encoding=encoding)
    assert json.loads(done.out.splitlines()[1])["answer"] == "é ✔ \U0001f600 x"


def test_each_line_of_a_text_is_broken_by_itself() -> None:
    text = "one two three four\n  - five six seven\n\nlast"
    assert wrapped(text, 10) == "one two\nthree four\n  - five\n  six\n  seven\n\nlast"
    assert wrapped(text, None) == text
    assert wrapped("a\nb", 80, "  ") == "  a\n  b"
