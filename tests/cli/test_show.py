"""`aoc show`: which frames are shown, in a terminal and elsewhere, and the files of --out."""

from __future__ import annotations

import os
import re
import signal

import pytest

from tests.support.aoc import Aoc
from tests.support.marks import needs_pillow, needs_pty, needs_signals
from tests.support.program import Project, Signal
from tests.support.terminal import ESCAPE, Terminal

DAY = '''\
"""Day 4: Made Up."""

def parse(text):
    return text

def part1(text):
    return 1
'''
SHOWS = """\
import os, sys, time
from itertools import count


SIZE = 3

def show1(text):
    for step in range(1, SIZE + 1):
        yield ["#" * step + "." * (SIZE - step)], f"step {step} on {text}"
    # more

def show2(text):
    yield "two", "the second"
"""
TESTS = """\
from aoc import Example

EXAMPLES = [Example("an example", part1=1)]

def sample(rng):
    return "a sample"
"""
DRAWN = "\x1b[?2026h\x1b[H"
SHOW = ("show", "4", "--sample", "--part=1")


@pytest.fixture(autouse=True)
def day(project: Project) -> None:
    project.day(4, DAY, TESTS)
    project.show(4, SHOWS)


def test_what_is_piped_is_all_frames_one_below_the_other(aoc: Aoc) -> None:
    done = aoc(*SHOW)
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "step 1 on a sample\n#..\n\nstep 2 on a sample\n##.\n\nstep 3 on a sample\n###\n\n"
    )


def test_it_is_of_ones_own_input_or_else_of_a_sample(aoc: Aoc, project: Project) -> None:
    bare = aoc("show", "4", "--part", "1")
    assert bare.out.startswith("step 1 on a sample\n")
    assert "so 2021/04 ran on a sample: " in bare.err
    project.remember("mine", day=4)
    mine = aoc("show", "4", "--part", "1")
    assert (mine.out.splitlines()[0], mine.err) == ("step 1 on mine", "")


def test_a_show_without_end_is_cut_off(aoc: Aoc, project: Project) -> None:
    endless = "for number in count():\n        yield str(number)"
    project.show(4, SHOWS.replace("# more", endless))
    done = aoc(*SHOW)
    assert (done.code, done.out.count("\n\n")) == (0, 600)
    said = "cut off after 600 frames: yield only some, such as every tenth\n"
    assert done.err == f"aoc: part 1 of 2021/04 is {said}"


@pytest.mark.windows
def test_an_error_is_shown_after_the_frames_before_it(aoc: Aoc, project: Project) -> None:
    project.show(4, SHOWS.replace("# more", "os._exit(3)"))
    done = aoc(*SHOW)
    assert done.code == 1
    assert done.out.count("step") == 3
    first, row, *_ = done.err.splitlines()
    assert first == "2021/04 Made Up"
    assert " ".join(row.split()).startswith("sample 0 part 1 ! exit: ")


def test_a_day_without_a_show_says_how_to_write_one(aoc: Aoc, project: Project) -> None:
    # One in the day itself is none, nor does it matter what else is in there.
    project.day(5, "def part1(text): ...\ndef show1(text):\n    yield text\n1 / 0\n")
    done = aoc("show", "5")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "aoc: 2021/05 has no show1: write `def show1(parsed)` in "
        "days/year2021/day05_show.py, which yields frames such as lists of lines\n"
    )


def test_a_show_imports_its_day_and_an_error_has_the_frames_of_both(
    aoc: Aoc, project: Project
) -> None:
    project.day(5, "def parse(text):\n    return [text]\ndef part1(texts):\n    return texts[9]\n")
    show = "from days.year2021.day05 import part1\ndef show1(texts):\n    yield texts\n"
    project.show(5, f"{show}    yield part1(texts)\n")
    project.remember("#.#", day=5)
    done = aoc("show", "days/year2021/day05_show.py")
    assert (done.code, done.out) == (1, "part 1: \n#.#\n\n")
    files = re.findall(r'File "(.+)", line (\d+)', done.err)
    assert [(os.path.basename(file), line) for file, line in files] == [
        ("day05_show.py", "4"),
        ("day05.py", "4"),
    ]
    project.show(5, "from days.year2021.day05 import nothing\n")
    broken = aoc("show", "5")
    assert "days/year2021/day05_show.py cannot be imported: ImportError" in broken.err


@needs_pillow
def test_out_writes_a_gif_in_place_of_playing(aoc: Aoc, project: Project) -> None:
    done = aoc(*SHOW, "--out", "a.gif")
    assert done.code == 0
    assert done.out.startswith("a.gif: 3 frames, ")
    assert (project.root / "a.gif").read_bytes().startswith(b"GIF89a")
    wrong = aoc(*SHOW, "--out", "a.svg")
    assert wrong.err == "aoc: --out a.svg: the file of a show ends in .gif\n"


@needs_pillow
@needs_signals
def test_ctrl_c_while_frames_are_made_leaves_no_file(aoc: Aoc, project: Project) -> None:
    pipe = Signal(project.root / "pipe")
    do = "open('pipe', 'w').close(); time.sleep(100)"
    project.show(4, SHOWS.replace("# more", do))
    process = aoc.start(*SHOW, "--out=a.gif")
    pipe.wait()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err.decode().splitlines()[-1]) == (130, "aoc: interrupted")
    assert not (project.root / "a.gif").exists()


def play(aoc: Aoc, *args: str) -> Terminal:
    """Play the first show in a terminal."""
    return aoc.terminal(*SHOW, *args, columns=60, env={"COLORTERM": "truecolor"})


@pytest.mark.slow
@needs_pty
def test_a_show_plays_to_its_end_and_leaves_the_last_frame(aoc: Aoc) -> None:
    shown = play(aoc).end()
    assert shown.code == 0
    frames = re.findall(r"\x1b\[H\x1b\[K([#.]+)", shown.raw)
    assert frames == ["#..", "##.", "###"]
    *_, picture, caption, last = ESCAPE.sub("", shown.raw.rpartition(DRAWN)[2]).split("\r\n")
    assert (picture, caption) == ("###", "step 3 on a sample")
    assert (last.partition(" ")[0], shown.raw.endswith("\r\x1b[K")) == ("3/3", True)


@pytest.mark.slow
@needs_pty
def test_keys_pause_and_step_and_quit_and_another_size_is_drawn_again(
    aoc: Aoc, project: Project
) -> None:
    from termios import tcsetwinsize

    project.show(4, SHOWS.replace("SIZE = 3", "SIZE = 30"))
    terminal = play(aoc, "--fps=0.5")
    terminal.read_until("1/30")
    for key, number in ((" ", 1), ("\x1b[C", 2), ("\x1b[C", 3), ("\x1b[D", 2)):
        terminal.write(key)
        terminal.read_until(f"{number}/30  paused")
    tcsetwinsize(terminal.ours, (10, 20))
    terminal.read_until("\x1b[K##" + "." * 17 + "…\r\n")
    terminal.write("q")
    shown = terminal.end()
    assert shown.code == 0
    last = shown.raw.rpartition(DRAWN)[2]
    assert last.startswith("\x1b[K##" + "." * 17 + "…\r\n")
    assert "step 2 on a sample" in last


@needs_pty
def test_the_terminal_is_restored_whatever_ends_the_show(aoc: Aoc) -> None:
    import termios

    terminal = play(aoc, "--fps=0.5")
    before = termios.tcgetattr(terminal.ours)[3]
    terminal.read_until("1/3")
    assert not termios.tcgetattr(terminal.ours)[3] & termios.ECHO
    terminal.process.send_signal(signal.SIGHUP)
    while terminal.read(20):
        pass
    assert terminal.process.wait(60) == -signal.SIGHUP
    # No mode of the terminal was set that would have to be set back: not even the cursor is hidden.
    assert {*re.findall(r"\x1b\[\?(\d+)[hl]", terminal.raw)} == {"2026"}
    assert before & termios.ECHO
    os.close(terminal.ours)


@needs_pty
def test_a_simple_terminal_gets_plain_text(aoc: Aoc) -> None:
    shown = aoc.shown("show", "4", "--sample", env={"TERM": "dumb"})
    assert (shown.code, "\x1b" in shown.raw) == (0, False)
    assert "step 1 on a sample\n#..\n" in shown.text
