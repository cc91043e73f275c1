"""Checks answers that are drawn in letters, in the many ways that people draw them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from advent_of_code_ocr.characters import ALPHABET_6

from aoc.model.drawings import letters_in
from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.program import Project

HE = """\
#..#.####
#..#.#...
####.###.
#..#.#...
#..#.#...
#..#.####"""
XJ_10 = """\
#....#.....###
#....#......#.
.#..#.......#.
.#..#.......#.
..##........#.
..##........#.
.#..#.......#.
.#..#...#...#.
#....#..#...#.
#....#...###.."""
HI_8 = """\
#...#..###
#...#...#.
#...#...#.
#####...#.
#...#...#.
#...#...#.
#...#...#.
#...#..###"""
ROWS = HE.split("\n")
MARGIN = "\n".join([".............", *(f"..{row}.." for row in ROWS), "............."])
PIXELS = [[symbol == "#" for symbol in row] for row in ROWS]


def drawn_with(dot: str, blank: str, drawing: str = HE) -> str:
    """Return a drawing with other symbols."""
    return drawing.replace("#", "+").replace(".", blank).replace("+", dot)


def larger(width: int, height: int, drawing: str = HE) -> str:
    """Return a drawing whose dots are that many characters wide and high."""
    rows = ["".join(symbol * width for symbol in row) for row in drawing.split("\n")]
    return "\n".join(row for row in rows for _ in range(height))


TEXTS = {
    "margin": MARGIN,
    "margin of blanks": f"\n\n{drawn_with('#', ' ', MARGIN)}   \n",
    "stripped lines": "\n".join(
        map(str.rstrip, drawn_with("█", " ", MARGIN).split("\n"))
    ),
    "line ends of Windows": HE.replace("\n", "\r\n"),
    "double": larger(2, 2),
    "double and margin": larger(2, 2, MARGIN),
    "wide": larger(2, 1),
    "triple": larger(3, 3, MARGIN),
    "triple wide": larger(3, 1, MARGIN),
    "high": larger(1, 2),
    "apart": "\n".join(" ".join(row) for row in ROWS),
    "double and apart": "\n".join(" ".join(row) for row in larger(2, 1).split("\n")),
    "dark letters": drawn_with(".", "#", MARGIN),
    "dark letters in blanks": drawn_with(" ", "█", MARGIN),
    "squares": drawn_with("⬛", "⬜"),
    "squares on dark": drawn_with("⬜", "⬛", MARGIN),
    "emoji": drawn_with("⬜\ufe0f", "⬛\ufe0f", MARGIN),
    "colors": drawn_with("🟩", "🟦"),
    "emoji and two blanks": drawn_with("🟩", "  ", MARGIN),
    "emoji and a blank": drawn_with("🟩", " "),
    "at": drawn_with("@", " "),
    "stars": drawn_with("*", "."),
    "digits": drawn_with("1", "0", MARGIN),
    "digits of dark letters": drawn_with("0", "1", MARGIN),
    "letters": drawn_with("X", "."),
    "shades": drawn_with("█", "░"),
    "half blocks": "█  █ █▀▀▀\n█▀▀█ █▀▀ \n█  █ █▄▄▄",
    "dashes": drawn_with("#", "-"),
    "wide blanks": drawn_with("█", "\u3000", MARGIN),
    "blanks of web pages": drawn_with("#", "\xa0", MARGIN),
    "tabs": drawn_with("#", "\t"),
}
ROWS_OF_VALUES = {
    "list of rows": f"{ROWS}",
    "tuple of rows": f"tuple({ROWS})",
    "cells": f"{[[*row] for row in ROWS]}",
    "truth values": f"{PIXELS}",
    "numbers": f"{[[int(one) for one in row] for row in PIXELS]}",
    "array of truth values": f"numpy.array({PIXELS})",
    "array of numbers": f"numpy.pad(numpy.array({PIXELS}) * 255, 2)",
    "array of floats": f"numpy.array({PIXELS}, dtype=float)",
    "array of symbols": f"numpy.where(numpy.array({PIXELS}), '█', ' ')",
    "array of rows": f"numpy.array({ROWS})",
    "rows of bytes": f"{[row.encode() for row in ROWS]}",
    "array of bytes": f"numpy.array({[[one.encode() for one in row] for row in ROWS]})",
    "list of arrays": f"[numpy.array(row) for row in {PIXELS}]",
    "list of numpy's numbers": f"[[numpy.int64(one) for one in row] for row in {PIXELS}]",
    "dark letters in an array": f"~numpy.pad(numpy.array({PIXELS}), 1)",
}


def draw(project: Project, values: Iterable[str], answer: str) -> None:
    """Write a day whose variants return these values, and its known answer."""
    lines = ["import numpy", "def part1(text):", "    return None"]
    for number, value in enumerate(values):
        lines += [f"def part1_way{number}(text):", f"    return {value}"]
    project.day(13, "\n".join(lines) + "\n")
    project.remember("x\n", day=13, a=answer)


def results(aoc: Aoc) -> list[dict[str, Any]]:
    """Return the results of the variants."""
    return aoc("run", "13", "--variant", "all", "--part", "1", "--json").results[1:]


@pytest.mark.slow
def test_letters_are_right_however_they_are_drawn(aoc: Aoc, project: Project) -> None:
    values = {name: repr(text) for name, text in TEXTS.items()} | ROWS_OF_VALUES
    draw(project, values.values(), "HE")
    found = [(result["answer"], result["verdict"]) for result in results(aoc)]
    assert dict(zip(values, found, strict=True)) == dict.fromkeys(
        values, ("HE", "pass")
    )


EXAMPLES = "from aoc import Example\n\nEXAMPLES = [Example('x', part1='U')]\n"
UNREADABLE = {
    "half a letter": HE.replace("#..#.####", "#..#.###.", 1),
    "five rows": "\n".join(ROWS[1:]),
    "dirt between letters": HE.replace("####.###.", "########.", 1),
    "letters that touch": "\n".join(row.replace(".", "", 1) for row in ROWS),
    "another font": "#...#\n##..#\n#.#.#\n#..##\n#...#\n#...#",
    "nothing": ".....\n.....\n.....\n.....\n.....",
    "all": "#####\n#####\n#####\n#####\n#####\n#####",
    "digits": "01101\n10010\n11110\n10010\n10011",
}


@pytest.mark.slow
def test_a_drawing_that_cannot_be_read_is_unknown(aoc: Aoc, project: Project) -> None:
    rows = UNREADABLE["half a letter"].split("\n")
    draw(project, [*map(repr, UNREADABLE.values()), repr(rows)], "HE")
    found = {(result["verdict"], result["reason"]) for result in results(aoc)}
    assert found == {("unknown", "its letters cannot be read, expected HE")}
    assert aoc("run", "13", "--variant", "all").code == 0


def test_letters_of_ten_rows_are_read(aoc: Aoc, project: Project) -> None:
    draw(project, [repr(XJ_10), repr(larger(2, 2, XJ_10))], "XJ")
    assert [result["verdict"] for result in results(aoc)] == ["pass", "pass"]


def test_the_drawings_of_published_examples_are_known_by_their_names(
    aoc: Aoc, project: Project
) -> None:
    draw(project, [repr(HI_8)], "HI")
    assert [result["verdict"] for result in results(aoc)] == ["pass"]
    square = larger(2, 1, "#####\n#...#\n#...#\n#...#\n#####")
    draw(project, [repr(square), repr(HI_8)], "□")
    assert [result["verdict"] for result in results(aoc)] == ["pass", "fail"]


def test_every_letter_is_read_alone_and_beside_others() -> None:
    an_i = next(drawing for drawing, letter in ALPHABET_6.items() if letter == "I")
    for drawing, letter in ALPHABET_6.items():
        assert letters_in(drawing) == letter
        rows = zip(*(one.split("\n") for one in (an_i, drawing, an_i)), strict=True)
        assert letters_in("\n".join(map(".".join, rows))) == f"I{letter}I"


def test_a_y_is_as_wide_as_on_the_site() -> None:
    rows = (
        "#...#####",
        "#...#...#",
        ".#.#...#.",
        "..#...#..",
        "..#..#...",
        "..#..####",
    )
    drawing = "\n".join(rows)
    assert letters_in(drawing) == "YZ"
    assert letters_in(drawing.replace(".#.#...#.", ".#.##..#.")) is None


def test_what_is_no_drawing_is_no_answer(aoc: Aoc, project: Project) -> None:
    draw(
        project,
        (
            "['##', '#.']",
            "[[1, 2, 3, 4]] * 6",
            "[0, 1] * 8",
            "[['#', 0]] * 6",
            "[[[1]]] * 6",
        ),
        "HE",
    )
    found = [result["error"] for result in results(aoc)]
    assert {error["kind"] for error in found} == {"answer"}
    assert all("return an int, a str, or None" in error["message"] for error in found)


@pytest.mark.parametrize(
    "value", [repr(UNREADABLE["half a letter"]), repr(UNREADABLE["digits"].split("\n"))]
)
def test_a_drawing_that_cannot_be_read_is_not_sent(
    aoc: Aoc, site: Site, account: Account, project: Project, value: str
) -> None:
    account.give(2021, 13, account.sheets[2021, 21])
    project.day(
        13, f"def part1(text):\n    return {value} if text != 'x' else 'U'\n", EXAMPLES
    )
    project.remember("mine\n", user=account.id, day=13)
    done = aoc("submit", "13")
    assert done.code == 1
    assert "its letters cannot be read: send them with `" in done.err
    assert site.count("POST") == 0


@pytest.mark.parametrize(
    "name", ["margin", "double", "digits", "emoji", "dark letters"]
)
def test_letters_that_a_script_prints_are_read(
    aoc: Aoc, project: Project, name: str
) -> None:
    project.configure('layouts = [{ days = "{year}/{day:02}.py", run = "script" }]')
    folder = project.root / "2021"
    folder.mkdir()
    drawing = TEXTS[name]
    labelled = f"print('Part 1: 61')\nprint('Part 2:', {drawing!r})"
    styles = (f"print(61)\nprint({drawing!r})", labelled)
    for number, style in enumerate(styles, 1):
        (folder / f"{number:02}.py").write_text(
            f"open('input.txt').read()\n{style}\n", "utf-8"
        )
        path = project.root / "inputs" / "2021" / f"{number:02}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n")
        path.with_suffix(".answers").write_text("61\nHE\n")
    found = aoc("run", "all", "--json").results
    assert [(r["answer"], r["verdict"]) for r in found] == [
        ("61", "pass"),
        ("HE", "pass"),
    ] * 2


EXPECTED = {
    **{
        name: ROWS_OF_VALUES[name]
        for name in ("list of rows", "cells", "list of arrays")
    },
    "fraction": "Fraction(84, 2)",
    "decimal": "Decimal('42.0')",
    "complex": "42 + 0j",
    "bytes": "b'42'",
    "array": "numpy.array(42.0)",
}


def test_an_example_may_have_its_answer_in_any_form_that_a_part_may_return(
    aoc: Aoc, project: Project
) -> None:
    imports = (
        "from decimal import Decimal\nfrom fractions import Fraction\nimport numpy\n"
    )
    imports += "from aoc import Example\n"
    examples = ", ".join(f"Example('x', part1={value})" for value in EXPECTED.values())
    tests = f"{imports}EXAMPLES = [{examples}]\n"
    values = f"iter([{HE!r}] * 3 + [42] * 5)"
    project.day(
        13, f"answers = {values}\ndef part1(text):\n    return next(answers)\n", tests
    )
    found = [
        r["verdict"]
        for r in aoc("run", "13", "--example", "--part", "1", "--json").results
    ]
    assert dict(zip(EXPECTED, found, strict=True)) == dict.fromkeys(EXPECTED, "pass")


def write_script(project: Project, body: str) -> None:
    """Write a day that is a script."""
    project.configure('layouts = [{ days = "{year}/{day:02}.py", run = "script" }]')
    (project.root / "2021").mkdir()
    (project.root / "2021/13.py").write_text(f"open('input.txt').read()\n{body}\n")


def test_a_lone_drawing_of_a_script_is_called_that(aoc: Aoc, project: Project) -> None:
    write_script(project, f"print({HE!r})")
    project.remember("x\n", day=13)
    reasons = {result["reason"] for result in aoc("run", "13", "--json").results}
    assert reasons == {"printed a drawing, without saying for which part"}
