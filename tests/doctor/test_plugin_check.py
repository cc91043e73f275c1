"""What `aoc doctor` says about solvers that are installed as plugins."""

from __future__ import annotations

import os
import select
from pathlib import Path

import pytest

from aoc.doctor import plugin_check
from aoc.doctor.findings import Finding, Status
from aoc.doctor.subject import Subject
from aoc.site.accounts import Accounts
from tests.marks import needs_signals

GOOD = "def solve(year, day, data):\n    return 1, 2\n"


class Plugins:
    """Solvers that are installed for the test, besides our own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, name: str, source: str, function: str = "solve") -> None:
        """Install a solver as a distribution of its own."""
        (self.folder / f"{name}_solver.py").write_text(source)
        info = self.folder / f"advent_{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: advent-{name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(
            f"[adventofcode.user]\n{name} = {name}_solver:{function}\n"
        )


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plugins:
    """A folder that is on the path of this process and of its children."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return Plugins(tmp_path)


def found() -> list[Finding]:
    return list(plugin_check.check(Subject(Accounts())))


def failure() -> str:
    """Return why the one plugin that fails does so."""
    [finding] = [finding for finding in found() if finding.status is Status.ERROR]
    return finding.message.partition(" cannot be loaded: ")[2]


def test_our_own_solver_loads() -> None:
    assert found() == [Finding("plugins", Status.OK, "solvers: days")]


def test_of_several_solvers_one_has_to_be_chosen(plugins: Plugins) -> None:
    plugins.install("wim", GOOD)
    [finding] = found()
    assert finding.status is Status.WARNING
    assert "2 solvers are installed, days, wim" in finding.message
    assert "Puzzle.solve is only available with unique entry point" in finding.message
    assert finding.remedy == ('use Puzzle.solve_for("days"), and the option -p days of its runner')


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import no_such_package\n", "ModuleNotFoundError: No module named 'no_such_package'"),
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
        ("def other(): pass\n", "AttributeError: module 'bad_solver' has no attribute 'solve'"),
        ("solve = 5\n", "bad_solver:solve is not a function"),
        ("import os\nos._exit(7)\n", "loading ends Python (exit code 7)"),
        ("import sys\nsys.exit()\n", "loading ends Python (exit code 0)"),
        ("raise ValueError('one\\ntwo')\n", "ValueError: one"),
        ("print('noise' * 10000)\n1 / 0\n", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_solver_that_does_not_load_is_wrong(plugins: Plugins, source: str, reason: str) -> None:
    plugins.install("bad", source)
    assert failure() == reason
    [finding] = [finding for finding in found() if finding.status is Status.ERROR]
    assert finding.message.startswith("the solver bad (bad_solver:solve) cannot be loaded")
    assert "uninstall advent-bad" in str(finding.remedy)


@needs_signals
def test_a_solver_may_crash(plugins: Plugins) -> None:
    plugins.install("bad", "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n")
    assert failure() == "loading ends Python (SIGSEGV)"


def test_a_solver_may_print_and_still_load(plugins: Plugins) -> None:
    plugins.install("loud", "print('loud' * 10000)\n" + GOOD)
    assert [finding.status for finding in found()] == [Status.WARNING]


@pytest.mark.slow
@needs_signals
def test_a_solver_that_never_loads_ends_with_all_that_it_started(
    plugins: Plugins, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugin_check, "PATIENCE", 5.0)
    held = plugins.folder / "held"
    os.mkfifo(held)
    plugins.install(
        "slow",
        "import os, subprocess, sys, time\n"
        f"held = os.open({str(held)!r}, os.O_WRONLY)\n"
        "child = [sys.executable, '-S', '-c', 'import time; time.sleep(600)']\n"
        "subprocess.Popen(child, pass_fds=[held])\n"
        "time.sleep(600)\n",
    )
    reader = os.open(held, os.O_RDONLY | os.O_NONBLOCK)
    assert failure() == "loading takes more than 5 s"
    # The pipe hangs up once nobody has it open any more, if anybody ever had.
    poll = select.poll()
    poll.register(reader, select.POLLHUP)
    assert poll.poll(20_000)
    os.close(reader)
