"""`aoc show`: which frames are shown, on which input, and what is said of them."""

from __future__ import annotations

import pytest

from tests.commands.shows import DAY, TESTS
from tests.program import Project


@pytest.fixture
def project(project: Project) -> Project:
    """A project with a day that has shows."""
    project.day(4, DAY, TESTS)
    return project


def test_what_is_piped_is_all_frames_one_below_the_other(project: Project) -> None:
    done = project.run("show", "4", "--part=1", "--sample")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "step 1 on a sample\n#..\n\nstep 2 on a sample\n##.\n\nstep 3 on a sample\n###\n\n"
    )


@pytest.mark.slow
def test_the_input_is_chosen_as_for_a_run(project: Project) -> None:
    (project.root / "in.txt").write_text("a file\n")
    for args, text in (
        (("--input", "in.txt"), "a file"),
        (("--input", "-"), "stdin"),
        (("--example",), "an example"),
        (("--sample",), "a sample"),
    ):
        done = project.run("show", "4", "--part", "1", *args, stdin=b"stdin\n")
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"step 1 on {text}\n")
    bare = project.run("show", "4", "--part", "1")
    assert bare.out.startswith("step 1 on a sample\n")
    assert "so 2021/04 ran on a made-up input (sample 0): " in bare.err
    project.remember("mine", day=4)
    mine = project.run("show", "4", "--part", "1")
    assert (mine.out.splitlines()[0], mine.err) == ("step 1 on mine", "")
    both = project.run("show", "4", "--sample", "--example")
    assert both.code == 2


def test_frames_can_be_limited(project: Project) -> None:
    args = ("show", "4", "--sample", "--part=1", "--param=size=100")
    cut = project.run(*args, "--frames=3")
    assert cut.out.count("step") == 3
    assert cut.err == ("aoc: part 1 of 2021/04 is cut off after 3 frames: --frames changes this\n")
    endless = project.run("show", "4", "--sample", "--part=1", "--param=do=endless = True")
    assert (endless.code, endless.out.count("\n\n")) == (0, 600)
    assert "is cut off after 600 frames" in endless.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("do", "kind"),
    [
        ("raise KeyError(text)", "exception: KeyError: 'a sample'"),
        ("sys.exit(3)", "exit: called sys.exit(3)"),
        ("os._exit(3)", "exit: "),
        ("while True: pass", "timeout: took longer than 1 s"),
        ("bytes(10**9)", "memory: out of memory, with a limit of 0.2 GB: --memory changes it"),
    ],
)
def test_an_error_is_shown_after_the_frames_before_it(project: Project, do: str, kind: str) -> None:
    args = ("--part=1", "--sample", f"--param=do={do}", "--timeout=1", "--memory=200M")
    done = project.run("show", "4", *args)
    assert done.code == 1
    assert done.out.count("step") == 3
    first, row, *_ = done.err.splitlines()
    assert first == "2021/04 Made Up"
    assert " ".join(row.split()).startswith(f"sample 0 part 1 ! {kind}")


def test_a_day_without_a_show_says_how_to_write_one(project: Project) -> None:
    project.day(5, "def parse(text): ...\ndef part1(text): ...\n")
    done = project.run("show", "5", "--example")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "aoc: 2021/05 has no show1 or show2: write `def show1(parsed)` in "
        "days/year2021/day05.py, which yields frames such as lists of lines\n"
    )
