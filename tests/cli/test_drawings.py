"""Checks answers that are drawn in letters, in the many ways that people draw them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from advent_of_code_ocr.characters import ALPHABET_6

from aoc.model.drawings import read_drawing
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


def drawn_with(dot: str, blank: str, drawing: str = HE) -> str:
    """Return a drawing with other symbols."""
    return drawing.replace("#", "+").replace(".", blank).replace("+", dot)


def wide(drawing: str) -> str:
    """Return a drawing whose dots are two characters wide."""
    return "\n".join("".join(symbol * 2 for symbol in row) for row in drawing.split("\n"))


TEXTS = {
    "margin": MARGIN,
    "margin of blanks": f"\n\n{drawn_with('#', ' ', MARGIN)}   \n",
    "stripped lines": "\n".join(map(str.rstrip, drawn_with("█", " ", MARGIN).split("\n"))),
    "wide": wide(HE),
    "wide and margin": wide(MARGIN),
    "dark letters": drawn_with(".", "#", MARGIN),
    "dark letters in blanks": drawn_with(" ", "█", MARGIN),
    "squares": drawn_with("⬛", "⬜"),
    "squares on dark": drawn_with("⬜", "⬛", MARGIN),
    "digits": drawn_with("1", "0", MARGIN),
    "digits of dark letters": drawn_with("0", "1", MARGIN),
    "letters": drawn_with("X", "."),
    "shades": drawn_with("█", "░"),
    "dashes": drawn_with("#", "-"),
}


def draw(project: Project, values: Iterable[str], answer: str) -> None:
    """Write a day whose variants return these values, and its known answer."""
    lines = ["def part1(text):", "    return None"]
    for number, value in enumerate(values):
        lines += [f"def part1_way{number}(text):", f"    return {value}"]
    project.day(13, "\n".join(lines) + "\n")
    project.remember("x\n", day=13, a=answer)


def results(aoc: Aoc) -> list[dict[str, Any]]:
    """Return the results of the variants."""
    return aoc("run", "13", "--variant", "all", "--part", "1", "--json").results[1:]


@pytest.mark.slow
def test_letters_are_right_however_they_are_drawn(aoc: Aoc, project: Project) -> None:
    draw(project, map(repr, TEXTS.values()), "HE")
    found = [(result["answer"], result["verdict"]) for result in results(aoc)]
    assert dict(zip(TEXTS, found, strict=True)) == dict.fromkeys(TEXTS, ("HE", "pass"))


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
    draw(project, map(repr, UNREADABLE.values()), "HE")
    found = {(result["verdict"], result["reason"]) for result in results(aoc)}
    assert found == {("unknown", "its letters cannot be read, expected HE")}
    assert aoc("run", "13", "--variant", "all").code == 0


def test_letters_of_other_years_and_the_drawing_of_an_example_are_read(
    aoc: Aoc, project: Project
) -> None:
    square = repr(wide("#####\n#...#\n#...#\n#...#\n#####"))
    for values, answer, verdicts in (
        ([repr(XJ_10), repr(wide(XJ_10))], "XJ", ["pass", "pass"]),
        ([repr(HI_8)], "HI", ["pass"]),
        ([square, repr(HI_8)], "□", ["pass", "fail"]),
    ):
        draw(project, values, answer)
        assert [result["verdict"] for result in results(aoc)] == verdicts


def test_every_letter_is_read_alone_and_beside_others() -> None:
    an_i = next(drawing for drawing, letter in ALPHABET_6.items() if letter == "I")
    for drawing, letter in ALPHABET_6.items():
        assert read_drawing(drawing) == letter
        rows = zip(*(one.split("\n") for one in (an_i, drawing, an_i)), strict=True)
        assert read_drawing("\n".join(map(".".join, rows))) == f"I{letter}I"


def test_a_y_is_as_wide_as_on_the_site() -> None:
    rows = ("#...#####", "#...#...#", ".#.#...#.", "..#...#..", "..#..#...", "..#..####")
    drawing = "\n".join(rows)
    assert read_drawing(drawing) == "YZ"
    assert read_drawing(drawing.replace(".#.#...#.", ".#.##..#.")) != "YZ"


def test_a_drawing_that_cannot_be_read_is_not_sent(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    account.give(2021, 13, account.sheets[2021, 21])
    project.remember("mine\n", user=account.id, day=13)
    for name in ("half a letter", "digits"):
        part1 = f"return {UNREADABLE[name]!r} if text != 'x' else 'U'"
        project.day(13, f"def part1(text):\n    {part1}\n", EXAMPLES)
        done = aoc("submit", "13")
        assert done.code == 1
        assert "its letters cannot be read: send them with `" in done.err
    assert site.count("POST") == 0


def test_letters_that_a_script_prints_are_read(aoc: Aoc, project: Project) -> None:
    project.configure('layouts = [{ days = "{year}/{day:02}.py", run = "script" }]')
    folder, inputs = project.root / "2021", project.root / "inputs" / "2021"
    folder.mkdir()
    inputs.mkdir(parents=True)
    scripts = []
    for name in ("margin", "wide", "digits"):
        drawing = TEXTS[name]
        scripts.append(f"print(61)\nprint({drawing!r})\n")
        scripts.append(f"print('Part 1: 61')\nprint('Part 2:', {drawing!r})\n")
    for day, script in enumerate(scripts, 1):
        source = f"open('input.txt').read()\n{script}"
        (folder / f"{day:02}.py").write_text(source, "utf-8")
        (inputs / f"{day:02}.txt").write_text("x\n")
        (inputs / f"{day:02}.answers").write_text("61\nHE\n")
    found = aoc("run", "all", "--json").results
    assert [(r["answer"], r["verdict"]) for r in found] == [("61", "pass"), ("HE", "pass")] * len(
        scripts
    )
    # Without an answer to the other part, nobody knows which part it is.
    (folder / "01.py").write_text(f"open('input.txt').read()\nprint({HE!r})\n")
    (inputs / "01.answers").unlink()
    reasons = {result["reason"] for result in aoc("run", "1", "--json").results}
    assert reasons == {"printed a drawing, without saying for which part"}
