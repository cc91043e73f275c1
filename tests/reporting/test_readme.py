"""Checks the table of days in a README, and the section that it is written into."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.model import Failure, Kind, Puzzle, Result, Verdict
from aoc.project import Project
from aoc.render.columns import markdown
from aoc.site.stars import YearStars
from aoc.year.overview import Day, Year, best_times, day_of, times_in
from aoc.year.readme import idea_at, replace_section, sections_in, tables
from tests.results import made_result

DAY = Day(Puzzle(2021, 1), "One", times=(1e-3, 2e-3, 3e-3))
IN_PROSE = "Write `<!-- days -->` and `<!-- /days -->`.\n\n"
STAMP = "0123456789ab"


def result(part: int | None, verdict: Verdict, seconds: float | None = 1e-3) -> Result:
    about = (2021, 4, "Four", "days", None, "sample 0", part)
    return made_result(*about, verdict=verdict, seconds=seconds)


PARSED = result(None, Verdict.UNKNOWN, 1e-4)


def times(*results: Result) -> tuple[object, ...]:
    """Return the times of a day after a run."""
    known = best_times(times_in(results))
    return day_of(Project("nowhere", {}), Puzzle(2021, 4), YearStars(), None, known).times


def table(*days: Day) -> str:
    """Return the table of days that have no idea."""
    return tables(Project("nowhere", {}), [Year(2021, days)])


def test_a_part_without_a_right_answer_has_a_word_in_place_of_its_time() -> None:
    found = times(result(1, Verdict.FAIL), result(2, Verdict.SKIPPED))
    assert found == (None, "wrong", "not solved")


def test_a_part_that_fails_does_not_hide_the_other() -> None:
    found = times(PARSED, result(1, Verdict.UNKNOWN), result(2, Verdict.ERROR))
    assert found == (1e-4, 1e-3, "failed")


def test_a_day_whose_tests_cannot_be_imported_is_timed() -> None:
    broken = result(None, Verdict.ERROR)._replace(error=Failure(Kind.TESTS, "no"))
    good = (PARSED, result(1, Verdict.UNKNOWN), result(2, Verdict.UNKNOWN))
    assert times(broken, *good) == times(*good, broken) == (1e-4, 1e-3, 1e-3)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("[x](https://example.org)", r"\[x\](https://example.org)"),
        ("*x* __y__ ~~z~~ \\", r"\*x\* \_\_y\_\_ \~\~z\~\~ \\"),
        ("<b>", "&lt;b&gt;"),
        ("two\nlines\tof\r\n it", "two lines of it"),
        ("\x1b[2J\x85\u202e", r"\\x1b\[2J \\u202e"),
        ("`\x1b`", r"`\x1b`"),
    ],
)
def test_a_title_is_neither_markdown_nor_html_but_for_code(text: str, cell: str) -> None:
    assert f"| 1 | {cell} |  |" in table(DAY._replace(title=text))


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("`x | y` or ``z *``", r"`x \| y` or ``z *``"),
        ("`a` < `b` and a ` more", r"`a` &lt; `b` and a \` more"),
        ("`<b>` is *code*", r"`<b>` is \*code\*"),
        ("`<!-- /days -->`", r"\`&lt;!-- /days --&gt;\`"),
    ],
)
def test_an_idea_may_have_code(text: str, cell: str) -> None:
    assert markdown(text) == cell


@pytest.mark.parametrize("source", [b"def x(", b"\xff", b"x = 1", b"\0", b'"""Day 1."""'])
def test_a_module_without_an_idea_has_none(tmp_path: Path, source: bytes) -> None:
    path = tmp_path / "days" / "year2021" / "day01.py"
    path.parent.mkdir(parents=True)
    path.write_bytes(source)
    assert idea_at(Project(str(tmp_path), {}), DAY.puzzle) == ""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_markers_in_a_sentence_are_not_those_of_the_section(end: str) -> None:
    text = f"{IN_PROSE}<!-- days -->\nold\n<!-- /days -->\n".replace("\n", end)
    expected = f"{IN_PROSE}<!-- days {STAMP} -->\nnew\n<!-- /days -->\n".replace("\n", end)
    assert replace_section(text, "days", "new", STAMP) == expected


def test_one_section_of_several_is_replaced_and_nothing_else() -> None:
    text = "\ufeff<!-- days -->\n1\n<!-- /days -->\nb\n <!-- pictures -->\n2\n<!-- /pictures -->"
    after = text.replace("2", "3").replace("<!-- pictures -->", f"<!-- pictures {STAMP} -->")
    assert replace_section(text, "pictures", "3", STAMP) == after
    assert replace_section(after, "pictures", "3", STAMP) == after
    assert sections_in(after).keys() == {"days", "pictures"}


def test_the_table_has_titles_and_times() -> None:
    other = Day(Puzzle(2021, 2), "Two", times=(1e-3, 1e-3, None))
    assert table(DAY, other).splitlines()[2:] == [
        "| 1 | One |  | 1.00 ms | 2.00 ms | 3.00 ms |",
        "| 2 | Two |  | 1.00 ms | 1.00 ms |  |",
        "",
        "2 days in 8.00 ms.",
    ]
