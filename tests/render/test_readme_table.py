"""Checks the table of days in a README, and the section that it is written into."""

from __future__ import annotations

import pytest

from aoc.model import Failure, Kind, Result, Verdict
from aoc.render.readme_table import (
    DayRow,
    days_table,
    idea_in,
    replace_section,
    rows_of,
    sections_in,
    year_tables,
)
from tests.results import made_result

ROW = DayRow(1, "One", "Idea", 1e-3, 2e-3, 3e-3)
IN_PROSE = "Write `<!-- days -->` and `<!-- /days -->`.\n\n"


def result(part: int | None, verdict: Verdict, seconds: float | None = 1e-3) -> Result:
    return made_result(
        2021,
        4,
        "Four",
        "days",
        None,
        "sample 0",
        part,
        verdict=verdict,
        seconds=seconds,
    )


PARSED = result(None, Verdict.UNKNOWN, 1e-4)


def test_a_part_without_a_right_answer_has_a_word_in_place_of_its_time() -> None:
    results = [result(1, Verdict.FAIL), result(2, Verdict.SKIPPED)]
    assert rows_of(results, {}) == [DayRow(4, "Four", "", None, "wrong", "not solved")]


def test_a_part_that_fails_does_not_hide_the_other() -> None:
    results = [PARSED, result(1, Verdict.UNKNOWN), result(2, Verdict.ERROR)]
    assert rows_of(results, {4: "Idea"}) == [DayRow(4, "Four", "Idea", 1e-4, 1e-3, "failed")]


def test_a_day_that_cannot_be_imported_has_failed() -> None:
    broken = result(None, Verdict.ERROR)._replace(error=Failure(Kind.EXCEPTION, "no"))
    assert rows_of([broken], {}) == [DayRow(4, "Four", "", None, "failed", "failed")]


def test_a_day_whose_tests_cannot_be_imported_is_timed() -> None:
    broken = result(None, Verdict.ERROR)._replace(error=Failure(Kind.TESTS, "no"))
    results = [broken, PARSED, result(1, Verdict.UNKNOWN), result(2, Verdict.UNKNOWN)]
    assert rows_of(results, {}) == [DayRow(4, "Four", "", 1e-4, 1e-3, 1e-3)]


def test_a_day_without_a_title_has_an_empty_one() -> None:
    [row] = rows_of([result(1, Verdict.UNKNOWN)._replace(title=None)], {})
    assert row.title == ""


def test_the_sum_says_how_many_days_are_solved() -> None:
    unsolved = DayRow(2, "Two", "", None, "not solved", "not solved")
    assert days_table([ROW, unsolved]).endswith("\n\nSolved: 1 of 2 days. All times: 6.00 ms.")
    assert days_table([unsolved]).endswith("\n\nSolved: 0 of 1 day.")
    assert days_table([ROW]).endswith("\n\n1 day: 6.00 ms.")


def test_a_bar_in_a_title_does_not_begin_another_cell() -> None:
    assert r"| A \| B |" in days_table([ROW._replace(title="A | B")])


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("`x`", r"\`x\`"),
        ("[x](https://example.org)", r"\[x\](https://example.org)"),
        ("*x* __y__ ~~z~~ \\", r"\*x\* \_\_y\_\_ \~\~z\~\~ \\"),
        ("<b>", "&lt;b&gt;"),
        ("two\nlines\tof\r\n it", "two lines of it"),
        ("\x1b[2J\x85\u202e", r"\\x1b\[2J \\u202e"),
    ],
)
def test_a_title_is_neither_markdown_nor_html(text: str, cell: str) -> None:
    assert f"| 1 | {cell} | Idea |" in days_table([ROW._replace(title=text)])


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("`x | y` or ``z *``", r"`x \| y` or ``z *``"),
        ("`a` < `b` and a ` more", r"`a` &lt; `b` and a \` more"),
        ("`<b>` is *code*", r"`<b>` is \*code\*"),
        ("`<!-- /days -->`", r"\`&lt;!-- /days --&gt;\`"),
        ("`\x1b`", r"`\x1b`"),
    ],
)
def test_an_idea_may_have_code(text: str, cell: str) -> None:
    assert f"| One | {cell} |" in days_table([ROW._replace(idea=text)])


def test_several_years_have_a_table_each() -> None:
    text = year_tables({2015: [ROW], 2021: [ROW]})
    assert text.startswith("### 2015\n\n| day |")
    assert text.count("1 day: 6.00 ms.") == 2
    assert "###" not in year_tables({2015: [ROW]})


@pytest.mark.parametrize("source", [b"def x(", b"\xff", b"x = 1", b"\0", b'"""Day 1."""'])
def test_a_module_without_an_idea_has_none(source: bytes) -> None:
    assert idea_in(source) == ""


def test_the_idea_is_read_in_the_encoding_of_the_module() -> None:
    source = '# coding: latin-1\n"""Day 1.\n\nTrès easy. More.\n"""\n'
    assert idea_in(source.encode("latin-1")) == "Très easy"
    assert idea_in(f"\ufeff{source[18:]}".encode()) == "Très easy"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_section_has_the_line_ends_of_the_text(end: str) -> None:
    text = end.join(["# Mine", "<!-- days -->", "<!-- /days -->", "more", ""])
    after = ["# Mine", "<!-- days -->", "a", "b", "<!-- /days -->", "more", ""]
    assert replace_section(text, "days", "a\nb") == end.join(after)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_markers_in_a_sentence_are_not_those_of_the_section(end: str) -> None:
    text = f"{IN_PROSE}<!-- days -->\nold\n<!-- /days -->\n".replace("\n", end)
    expected = f"{IN_PROSE}<!-- days -->\nnew\n<!-- /days -->\n".replace("\n", end)
    assert replace_section(text, "days", "new") == expected


def test_one_section_of_several_is_replaced_and_nothing_else() -> None:
    text = "\ufeff<!-- days -->\n1\n<!-- /days -->\nb\n <!-- pictures -->\n2\n<!-- /pictures -->"
    after = text.replace("2", "3")
    assert replace_section(text, "pictures", "3") == after
    assert after[sections_in(after)["days"]] == "\n1\n"


def test_of_two_sections_of_one_name_the_first_is_replaced() -> None:
    text = "<!-- days -->\n1\n<!-- /days -->\n"
    assert replace_section(text * 2, "days", "2") == text.replace("1", "2") + text


def test_the_table_adds_the_times_up() -> None:
    rows = [ROW, DayRow(2, "Two", "", 1e-3, 1e-3, None)]
    assert days_table(rows).splitlines()[2:] == [
        "| 1 | One | Idea | 1.00 ms | 2.00 ms | 3.00 ms |",
        "| 2 | Two |  | 1.00 ms | 1.00 ms |  |",
        "",
        "All 2 days: 8.00 ms.",
    ]
