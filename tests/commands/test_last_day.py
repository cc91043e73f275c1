"""The last day of an event, which has one part."""

from __future__ import annotations

import pytest

from tests.program import Project

LAST = "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n"


@pytest.mark.parametrize(("year", "day"), [(2021, 25), (2025, 12)])
def test_the_last_day_of_an_event_has_no_part_2(project: Project, year: int, day: int) -> None:
    project.day(day, LAST, year=year)
    run = ("run", f"{year}/{day}", "--input", "-")
    assert [r["part"] for r in project.run(*run, "--json", stdin=b"x").results] == [1]
    table = project.run(*run, stdin=b"x").out
    assert "part 2" not in table
    assert "skipped" not in table
    done = project.run(*run, "--part", "2", stdin=b"x")
    assert (done.code, done.out) == (2, "")
    assert f"{year}/{day} has no part 2: the last day of an event has one part" in done.err


def test_a_part_2_of_the_last_day_runs_where_there_is_one(project: Project) -> None:
    project.day(25, LAST + "\ndef part2(text):\n    return 2\n")
    done = project.run("run", "25", "--part", "2", "--input", "-", "--json", stdin=b"x")
    assert [r["answer"] for r in done.results] == ["2"]
