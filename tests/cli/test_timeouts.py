"""How long a part may take, where there is no limit, and what allows more time."""

from __future__ import annotations

import signal

import pytest

from tests.support.aoc import Aoc
from tests.support.marks import needs_pty
from tests.support.program import Project

SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
ENDLESS = "def part1(text):\n    print('so far')\n    __import__('time').sleep(1000)\n"
SHORT = "import aoc.session\naoc.session.TIMEOUT = 1.0\n"
"""What the program runs first, so that without an option or a setting the limit is a second."""
RUN = ("run", "1", "--sample")


@pytest.mark.slow
@needs_pty
@pytest.mark.parametrize("command", ["run", "watch", "bench"])
def test_one_day_on_a_terminal_has_no_limit_and_ctrl_c_shows_where_it_is(
    aoc: Aoc, project: Project, command: str
) -> None:
    source = ENDLESS.replace("    print", "    if text == '1': return 1\n    print")
    example = "from aoc import Example\nEXAMPLES = [Example('1', part1=1)]\n"
    project.day(1, source, example)
    project.remember("x\n", day=1)
    terminal = aoc.terminal(command, "1", env=project.customize(SHORT))
    terminal.read_until(" 2 s")
    terminal.process.send_signal(signal.SIGINT)
    shown = terminal.end()
    assert shown.code == 130
    assert "longer than" not in shown.text
    assert ("so far" in shown.lines) == (command != "bench")
    assert 'day01.py", line 4 in part1' in shown.text
    assert shown.text.count("(most recent call first):") == 1
    assert not any(line.endswith(":") for line in shown.lines if "example 1" in line), "it waits"


@pytest.mark.slow
@needs_pty
@pytest.mark.parametrize(
    ("words", "setting", "limit"),
    [
        (RUN, "timeout = 1.5", "1.5 s; `aoc run --timeout 7.5`"),
        ((*RUN, "--timeout", "2"), "timeout = 1.5", "2 s; `aoc run --timeout 10`"),
        (("run", "1-2", "--sample"), "", "1 s; `aoc run --timeout 5`"),
    ],
    ids=["a setting", "an option", "several days"],
)
def test_a_limit_that_was_set_and_that_of_several_days_hold_on_a_terminal(
    aoc: Aoc, project: Project, words: tuple[str, ...], setting: str, limit: str
) -> None:
    project.configure(setting)
    for day in (1, 2):
        project.day(day, ENDLESS, SAMPLE)
    shown = aoc.shown(*words, env=project.customize(SHORT), columns=200)
    assert f"timeout: took longer than {limit}, or timeout in [tool.aoc], allows more" in shown.text


COMMANDS = {
    "run": ("run", "1", "--sample", "--timeout", "1"),
    "bench": ("bench", "1", "--sample"),
    "show": ("show", "1"),
}


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_a_timeout_names_the_option_and_the_setting_that_allows_more(
    aoc: Aoc, project: Project, words: tuple[str, ...]
) -> None:
    project.configure("timeout = 1")
    project.day(1, ENDLESS, SAMPLE)
    project.show(1, "def show1(text):\n    while True: pass\n    yield text\n")
    done = aoc(*words)
    sentence = (
        "timeout: took longer than 1 s; `aoc run --timeout 5`, or timeout in [tool.aoc], "
        "allows more"
    )
    assert sentence in " ".join((done.out + done.err).split())
