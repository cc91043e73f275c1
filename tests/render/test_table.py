"""What a person sees of a run: rows, what is below them, the line that sums up, the legend."""

from __future__ import annotations

import json

import pytest

from tests.marks import needs_pty
from tests.program import Project
from tests.terminal import run_in_terminal

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
TESTS = """\
from aoc import Example

EXAMPLES = [Example("x", part1=123456789012345, part2=2, name="an example with a long name")]

def sample(rng):
    return "x"
"""
UTF8 = {"PYTHONIOENCODING": "utf-8"}
DRAWN = ["#..#", "#..#", "####", "#..#", "#..#", "#..#"]
BLOCKS = [line.replace("#", "█").replace(".", " ") for line in DRAWN]


@needs_pty
@pytest.mark.parametrize("columns", [60, 80, 140, 200])
def test_nothing_breaks_inside_a_word(project: Project, columns: int) -> None:
    project.day(1, DAY, TESTS)
    args = ("run", "1", "--sample", "--variant", "all")
    shown = run_in_terminal(project, *args, columns=columns)
    assert [line for line in shown.lines if len(line) > columns and len(line.split()) > 1] == []
    words = {word for line in shown.lines for word in line.split()}
    assert {*MESSAGE.split(), "123456789012345"} <= words
    rows = [line for line in shown.lines if "part 2" in line]
    assert rows[0].endswith((" µs", " ms")) == (columns < 200)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--sample"], "to parse and solve sample 0; "),
        (["--seed=7", "--variant", "all"], "to parse and solve sample 7, without variants; "),
        (["--input", "x.txt"], "to parse and solve file x.txt; "),
        (["--input", "-"], "to parse and solve stdin; "),
        (["--user", "alice"], "to parse and solve your input; "),
        (["--user", "all"], "to parse and solve 2 inputs; "),
    ],
)
def test_the_last_line_says_what_it_adds_up(project: Project, args: list[str], words: str) -> None:
    project.day(1, DAY.replace("raise ValueError", "return str"), TESTS)
    (project.root / "x.txt").write_text("x")
    for user in ("github.alice.1", "github.bob.2"):
        project.remember("x", day=1, user=user)
    tokens = {"github.alice.1": "a" * 128, "github.bob.2": "b" * 128}
    (project.cache / "tokens.json").write_text(json.dumps(tokens))
    last = project.run("run", "1", *args, stdin=b"x").out.splitlines()[-1]
    assert words in last
    assert last.endswith(" in all")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("len(text)", "returned None (not solved yet?)"),
        ("return ' 6'", "6, expected 5"),
        ("return 6", "6, expected 5"),
        ("return ''", "answer: part1 returned '' (str): return a number or a word"),
        ("return True", "answer: part1 returned True (bool): return an int, a str, or None"),
        ("return 2.5", "answer: part1 returned 2.5 (float): return a whole number"),
        ("return [5]", "answer: part1 returned [5] (list): return an int, a str, or None"),
    ],
)
def test_what_is_no_right_answer_is_shown_as_it_is(project: Project, body: str, text: str) -> None:
    source = f"def parse(text):\n    return text\n\ndef part1(text):\n    {body}\n"
    project.day(1, source, "from aoc import Example\n\nEXAMPLES = [Example('x', part1=5)]\n")
    assert text in project.run("run", "1", "--example").out


def test_a_time_that_is_not_measured_as_those_beside_it_is_marked(project: Project) -> None:
    parse = "SEEN = {}\n\ndef parse(text):\n    return text\n\n"
    part1 = "def part1(text):\n    SEEN[text] = 1\n    return 1\n\n"
    project.day(1, f"{parse}{part1}def part2(text):\n    return 2\n")
    (project.root / "x.txt").write_text("x", encoding="utf-8")
    lines = project.run("run", "1", "--input", "x.txt").out.splitlines()
    assert [line for line in lines if "*" in line] == [
        next(line for line in lines if "part 1" in line),
        "  * the time of the first call, which was not repeated",
    ]


@pytest.mark.parametrize("drawn", [DRAWN, BLOCKS, ["██ ", "  █"]])
def test_what_is_drawn_is_shown(project: Project, drawn: list[str]) -> None:
    text = "\n".join(drawn)
    source = f"def parse(text):\n    return text\n\ndef part1(text):\n    return {text!a}\n"
    project.day(1, source, "def sample(rng):\n    return 'x'\n")
    done = project.run("run", "1", "--sample", env=UTF8, encoding="utf-8")
    below = "".join(f"      {line}\n" for line in drawn)
    assert below in done.out
    if drawn in (DRAWN, BLOCKS):
        assert " H\n" in done.out
        [result] = project.run("run", "1", "--sample", "--part", "1", "--json").results
        assert (result["answer"], result["drawing"]) == ("H", text)


def test_variants_are_compared_by_what_they_drew(project: Project) -> None:
    square, other = "##\n#.", "##\n##"
    returns = {"part1": square, "part1_blocks": "██\n█ \n", "part1_other": other}
    source = "def parse(text):\n    return text\n" + "".join(
        f"\ndef {name}(text):\n    return {text!a}\n" for name, text in returns.items()
    )
    project.day(1, source, "def sample(rng):\n    return 'x'\n")
    done = project.run("run", "1", "--sample", "--variant", "all", "--json")
    assert [r["verdict"] for r in done.results[:3]] == ["unknown", "pass", "fail"]
    shown = project.run("run", "1", "--sample", "--variant", "other").out
    assert "      expected:" not in shown
    shown = project.run("run", "1", "--sample", "--variant", "all").out
    assert "      ##\n      ##\n      expected:\n      ##\n      #.\n" in shown


@pytest.mark.parametrize(
    ("env", "colored"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ],
)
@needs_pty
def test_colors_go_by_the_terminal_and_the_environment(
    project: Project, env: dict[str, str], colored: bool
) -> None:
    project.day(1, DAY, TESTS)
    assert ("\x1b[32m" in run_in_terminal(project, "run", "1", "--example", env=env).raw) == colored


def test_a_pipe_gets_colors_only_by_force(project: Project) -> None:
    project.day(1, DAY, TESTS)
    assert "\x1b" not in project.run("run", "1", "--example").out
    assert "\x1b[32m" in project.run("run", "1", "--example", env={"FORCE_COLOR": "1"}).out


@pytest.mark.slow
@needs_pty
def test_the_progress_names_the_part_its_input_and_its_time(project: Project) -> None:
    wait = "import time\n    print('step 7')\n    time.sleep(1.6)\n    return 1"
    source = f"def parse(text):\n    return text\n\ndef part1(text):\n    {wait}\n"
    project.day(1, source, "def sample(rng):\n    return 'x'\n")
    shown = run_in_terminal(project, "run", "1", "--sample")
    assert "\r0/1 2021/01 part 1 on sample 0, 1 s: step 7\x1b[K" in shown.raw
    assert "on sample 0" not in shown.text
