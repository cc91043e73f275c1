"""Checks the table of a run: rows, what is below them, the last line, colors and encodings."""

from __future__ import annotations

import re

import pytest

from aoc.text import columns_of
from tests.support.accounts import remember_accounts
from tests.support.aoc import Aoc
from tests.support.marks import needs_pty
from tests.support.program import Project

MESSAGE = "an error whose message is so long that no row has room for all of its words at once"
DAY = f"""\
def parse(text):
    return text

def part1(text):
    return 123456789012345

def part1_with_a_rather_long_name(text):
    return 123456789012345

def part2(text):
    raise ValueError({MESSAGE!r})
"""
SAMPLE = "def sample(rng):\n    return 'x'\n"
DRAWN = ["#..#", "#..#", "####", "#..#", "#..#", "#..#"]
BLOCKS = [line.replace("#", "█").replace(".", " ") for line in DRAWN]
NAMES = ["short", "of exactly 20 letter", "of just 21 characters", "an example with a long name"]
WIDE_NAMES = ["日本語", "日本語の名前がとても長いとき", "e\u0301te\u0301 combined", "\x1b[2J\x07"]


def examples(*names: str, answer: object = 123456789012345) -> str:
    """Return the tests of a day with examples."""
    made = "".join(f"Example('x', part1={answer!a}, name={name!a}), " for name in names)
    return f"from aoc import Example\n\nEXAMPLES = [{made}]\n{SAMPLE}"


def returning(value: str, tests: str, project: Project) -> None:
    """Write a day whose part 1 returns the value of an expression."""
    source = f"def parse(text):\n    return text\n\ndef part1(text):\n    return {value}\n"
    project.day(1, source, tests)


@needs_pty
@pytest.mark.parametrize("columns", [60, 200])
def test_nothing_breaks_inside_a_word(aoc: Aoc, project: Project, columns: int) -> None:
    project.day(1, DAY, examples("an example with a long name"))
    shown = aoc.shown("run", "1", "--sample", "--variant", "all", columns=columns)
    assert [line for line in shown.lines if len(line) > columns and len(line.split()) > 1] == []
    words = {word for line in shown.lines for word in line.split()}
    assert {*MESSAGE.split(), "123456789012345"} <= words
    rows = [line for line in shown.lines if "part 2" in line]
    assert rows[0].endswith((" µs", " ms")) == (columns < 200)


def test_the_columns_of_a_run_do_not_depend_on_names(aoc: Aoc, project: Project) -> None:
    project.day(1, DAY, examples(*NAMES, *WIDE_NAMES))
    lines = aoc("run", "1", "--example", "--part", "1", "--variant", "all").out.splitlines()
    rows = [line for line in lines if line.endswith(" 123456789012345")]
    assert len(rows) == 2 * len(NAMES + WIDE_NAMES)
    assert {columns_of(line[: line.index("✔")]) for line in rows} == {41}
    times = [line for line in lines if re.search(r"parse +\S+ .s$", line)]
    assert {columns_of(line) for line in times} == {51}
    assert {columns_of(line[: line.index("parse")]) for line in times} == {23}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--seed=7 --variant all", "to parse and solve sample 7; "),
        ("--input -", "to parse and solve stdin; "),
        ("--user all", "to parse and solve 2 inputs; "),
    ],
)
def test_the_last_line_says_what_it_adds_up(
    aoc: Aoc, project: Project, args: str, words: str
) -> None:
    project.day(1, DAY.replace("raise ValueError", "return str"), SAMPLE)
    remember_accounts(project, {"github.alice.1": "x", "github.bob.2": "x"}, 1)
    last = aoc("run", "1", *args.split(), stdin="x").out.splitlines()[-1]
    assert words in last
    assert last.endswith(" in all")


@pytest.mark.parametrize(
    "unsolved",
    [
        "def part1(text):\n    return 1\n\ndef part2(text):\n    raise ValueError\n",
        "def part1(text): ...\n",
    ],
    ids=["an error", "no answer"],
)
def test_the_last_line_adds_up_no_time_of_an_input_that_is_not_solved(
    aoc: Aoc, project: Project, unsolved: str
) -> None:
    project.day(1, unsolved)
    project.day(2, "def part1(text):\n    return 1\n")
    inputs = project.root / "inputs" / "2021"
    inputs.mkdir(parents=True)
    for day in (1, 2):
        (inputs / f"{day:02d}.txt").write_text("x\n")
    assert "to parse and solve file inputs/2021/02.txt; " in aoc("run", "1-2").out
    assert "to parse and solve" not in aoc("run", "1").out


def test_a_time_that_is_not_measured_as_those_beside_it_is_marked(
    aoc: Aoc, project: Project
) -> None:
    parse = "SEEN = {}\n\ndef parse(text):\n    return text\n\n"
    part1 = "def part1(text):\n    SEEN[text] = 1\n    return 1\n\n"
    project.day(1, f"{parse}{part1}def part2(text):\n    return 2\n")
    lines = aoc("run", "1", "--input", "-", stdin="x").out.splitlines()
    assert [line for line in lines if "*" in line] == [
        next(line for line in lines if "part 1" in line),
        "  * the time of the first call, which was not repeated",
    ]


@pytest.mark.parametrize("drawn", [DRAWN, BLOCKS, ["██ ", "  █"]])
def test_what_is_drawn_is_shown_and_read(aoc: Aoc, project: Project, drawn: list[str]) -> None:
    text = "\n".join(drawn)
    returning(ascii(text), SAMPLE, project)
    out = aoc("run", "1", "--sample").out
    assert "".join(f"      {line}\n" for line in drawn) in out
    if drawn in (DRAWN, BLOCKS):
        assert " H\n" in out
        [result] = aoc("run", "1", "--sample", "--part", "1", "--json").results
        assert (result["answer"], result["drawing"]) == ("H", text)


def test_variants_are_compared_by_what_they_drew(aoc: Aoc, project: Project) -> None:
    returns = {"part1": "##\n#.", "part1_blocks": "██\n█ \n", "part1_other": "##\n##"}
    source = "def parse(text):\n    return text\n" + "".join(
        f"\ndef {name}(text):\n    return {text!a}\n" for name, text in returns.items()
    )
    project.day(1, source, SAMPLE)
    done = aoc("run", "1", "--sample", "--variant", "all", "--json")
    verdicts = [r["verdict"] for r in done.results if r["part"] == 1]
    assert verdicts == ["unknown", "pass", "fail"]
    shown = aoc("run", "1", "--sample", "--variant", "all").out
    assert "      ##\n      ##\n      expected:\n      ##\n      #.\n" in shown


@needs_pty
def test_colors_go_by_the_terminal_and_the_environment(aoc: Aoc, project: Project) -> None:
    returning("1", examples("one", answer=1), project)
    run, force = ("run", "1", "--example"), {"FORCE_COLOR": "1"}
    assert "\x1b[32m" in aoc.shown(*run).raw
    assert "\x1b[" not in aoc.shown(*run, env={"TERM": "dumb"}).raw
    assert "\x1b" not in aoc(*run).out
    assert "\x1b[32m" in aoc(*run, env=force).out
    assert "\x1b" not in aoc(*run, env=force | {"NO_COLOR": "1"}).out


@pytest.mark.windows
def test_a_table_has_signs_that_the_stream_can_show(project: Project) -> None:
    value = "é ✔ \U0001f600 x"
    tests = f"EXAMPLES = [Example('x', part1={value!a}), Example('x', part1='no')]\n"
    returning(ascii(value), f"from aoc import Example\n{tests}", project)
    done = project.run("run", "1", env={"PYTHONIOENCODING": "ascii"}, encoding="ascii")
    assert done.code == 1
    rows = [line.split("part 1")[1].split(maxsplit=3) for line in done.out.splitlines()[2:5:2]]
    assert [row[0] for row in rows] == ["+", "x"]
    assert rows[0][3] == "\\xe9 + \\U0001f600 x"
    assert " us " in done.out


MATRIX_DAY = """\
def parse(text):
    return int(text)

def part1(number):
    return number // (number > {limit})
"""


@pytest.mark.slow
def test_many_inputs_of_a_day_are_a_line_of_counts_with_the_first_three_faults(
    aoc: Aoc, project: Project
) -> None:
    users = {f"github.user{number}.{number}": f"{number}" for number in range(1, 7)}
    remember_accounts(project, users, 1, 2, 3)
    for day, limit, row, faults in (
        (1, 0, "6 unknown, .* for an input", 0),
        (2, 2, "4 unknown, 2 failed", 2),
        (3, 5, "1 unknown, 5 failed", 4),
    ):
        project.day(day, MATRIX_DAY.format(limit=limit))
        done = aoc("run", str(day), "--part", "1", "--user", "all")
        first, *others = done.out.splitlines()
        assert re.fullmatch(rf"2021/0{day} days +{row}", first)
        assert len(others[: others.index("")]) == faults
    assert "      and 2 more: -v shows all\n" in done.out
