"""Whether real shells complete words: bash and zsh at a terminal, fish by itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.aoc import Aoc
from tests.support.launchers import PROGRAM, python_launcher, write_launcher
from tests.support.marks import needs_posix_shell, needs_pty
from tests.support.program import Project
from tests.support.terminal import Terminal
from tests.support.watcher import CONTROLLED

pytestmark = needs_posix_shell
DAY = "def part1(text):\n    return 1\n"
CLEAR = "\x15"
"""The key that clears a line."""


@pytest.fixture
def project(project: Project) -> Project:
    """A project with a day, and our two scripts in a folder `bin`."""
    project.day(21, DAY)
    for name in ("aoc", "aoc-days"):
        write_launcher(project.root / "bin" / name, python_launcher(PROGRAM))
    return project


def variables(project: Project) -> dict[str, str]:
    """Return the environment of a shell in which our scripts are on the path."""
    path = os.pathsep.join((str(project.root / "bin"), os.environ["PATH"]))
    shown = {"PS1": "$ ", "TERM": "dumb", "INPUTRC": os.devnull, "HOME": str(project.root)}
    return project.environment() | shown | {"PATH": path}


def save_script(aoc: Aoc, shell: str) -> str:
    """Save what `aoc completion` prints, and return the name of the file."""
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    done = aoc("completion", shell)
    assert (done.code, done.err) == (0, "")
    (aoc.project.root / f"completion.{shell}").write_text(done.out, encoding="utf-8")
    return f"completion.{shell}"


@needs_pty
@pytest.mark.parametrize(
    ("shell", "options", "first"),
    [
        ("bash", ["--norc", "--noprofile", "-i"], "true"),
        ("zsh", ["-f", "-i"], "autoload -U compinit; compinit -u"),
    ],
)
def test_words_are_completed_at_a_terminal(
    aoc: Aoc, project: Project, shell: str, options: list[str], first: str
) -> None:
    script = save_script(aoc, shell)
    command = [sys.executable, "-c", CONTROLLED, str(shutil.which(shell)), *options]
    terminal = Terminal(command, project.root, variables(project))
    # The quotes keep the word from being found in the echo of the line itself.
    terminal.write(f"{first}; source ./{script}; echo read''y\n")
    terminal.read_until("ready")
    for typed, shown in (
        ("aoc lea", "derboard "),
        ("~/bin/aoc-days lea", "derboard "),
        ("aoc run --exa", "mple "),
        ("aoc run --input bi", "n/"),
    ):
        # A second tab lists what there is to choose from, where that is more than one.
        terminal.write(f"{typed}\t\t")
        terminal.read_until(shown)
        terminal.write(CLEAR)
    terminal.process.kill()
    terminal.process.wait()
    os.close(terminal.ours)


def ask_fish(project: Project, script: str, line: str) -> list[str]:
    """Return what fish completes a line to, without the descriptions."""
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source ./{script}; complete -C '{line}'"],
        cwd=project.root,
        env=variables(project),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    return [found.split("\t")[0] for found in done.stdout.splitlines()]


def test_fish_completes_words_and_never_runs_another_program_that_is_called_aoc(
    aoc: Aoc, project: Project
) -> None:
    script = save_script(aoc, "fish")
    other = project.root / "bin" / "aoc"
    other.write_text('#!/bin/sh\ntouch "$HOME/it-ran"\n', encoding="utf-8")
    for line, words in (
        ("aoc lea", ["leaderboard"]),
        ("aoc-days lea", ["leaderboard"]),
        ("~/bin/aoc lea", ["leaderboard"]),
        ("aoc run 2", ["21", "2021"]),
        ("aoc run --input bi", ["bin/"]),
    ):
        assert ask_fish(project, script, line) == words
    assert not (project.root / "it-ran").exists()


def test_the_lines_of_the_help_set_completion_up(aoc: Aoc, project: Project) -> None:
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    text = aoc("completion", "--help").out
    lines = [line.strip() for line in text.splitlines() if ".bash" in line]
    assert len(lines) == 2
    env = variables(project)
    subprocess.run(["bash", "-c", "\n".join(lines)], env=env, check=True, timeout=60)
    asked = "source ~/.bashrc; complete -p aoc aoc-days"
    shown = subprocess.check_output(["bash", "-c", asked], env=env, text=True, timeout=60)
    assert shown.count("-F _aoc_completion") == 2
    assert Path(project.root, ".aoc-completion.bash").exists()
