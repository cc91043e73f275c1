"""The frames of a show: which, how many, and what becomes of a show that goes wrong."""

from __future__ import annotations

from textwrap import indent

import pytest

from tests.support.aoc import Aoc
from tests.support.program import Finished, Project

DAY = """\
def parse(text):
    return [text.strip()]

def part1(texts):
    raise AssertionError("no part runs")
"""
SHOWS = """\
def show1(texts):
    texts.append("seen")
    for number in range(1, 6):
        yield [texts[0] * number], f"frame {number} of {len(texts)}"

def show2(texts):
    yield [*texts]
"""


def show(aoc: Aoc, project: Project, shows: str, *args: str) -> Finished:
    """Show a day on `#`."""
    project.day(7, DAY)
    project.show(7, shows)
    project.remember("#\n", day=7)
    return aoc("show", "7", *args)


def with_body(body: str) -> str:
    """Return a show with this body."""
    return f"import time\ndef show1(text):\n{indent(body, '    ')}\n"


def test_each_show_has_a_value_of_its_own(aoc: Aoc, project: Project) -> None:
    done = show(aoc, project, SHOWS)
    assert (done.code, done.err) == (0, "")
    frames = "part 1: frame 4 of 2\n####\n\npart 1: frame 5 of 2\n#####\n\n"
    assert f"{frames}part 2: " in done.out
    assert done.out.endswith("\n#\n\n")


def test_a_show_with_just_as_many_frames_as_it_may_have_is_not_cut_off(
    aoc: Aoc, project: Project
) -> None:
    done = show(aoc, project, with_body("yield from ['#'] * 600"))
    assert (done.out.count("#"), done.err) == (600, "")


FAULTS = {
    "yield '.'\nraise KeyError(1)": "exception: KeyError: 1",
    "yield '.'\nyield 5": "int is no frame: yield a str of",
    "if False:\n    yield": "no frame came: write `yield frame` in the show",
}


def test_what_goes_wrong_is_an_error_after_the_frames_before_it(aoc: Aoc, project: Project) -> None:
    for body, message in FAULTS.items():
        shows = with_body(body) + "def show2(text):\n    yield 'two'\n"
        done = show(aoc, project, shows)
        has_frame = body.startswith("yield '.'")
        frames = "part 1: . part 2: two" if has_frame else "part 2: two"
        assert (done.code, " ".join(done.out.split())) == (1, frames), body
        assert message in " ".join(done.err.split())


@pytest.mark.windows
def test_many_large_frames_come_whole(aoc: Aoc, project: Project) -> None:
    body = "import random\nfor _ in range(100):\n    yield [random.randbytes(240).hex()] * 200"
    done = show(aoc, project, with_body(body))
    assert (done.code, done.out.count("\n\n")) == (0, 100)


def test_what_a_show_prints_without_end_is_cut(aoc: Aoc, project: Project) -> None:
    body = "for number in range(50):\n    print('x' * 50_000)\n    yield '#'"
    done = show(aoc, project, with_body(body))
    assert 0 < (done.out + done.err).count("x") <= 2 << 16
