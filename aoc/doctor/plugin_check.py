"""The check of the installed solvers, `adventofcode.user` plugins: whether each can be loaded.

Each is loaded in a process of its own, because importing it may crash, never end, or do harm.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points

from aoc.doctor.findings import Finding, Status
from aoc.doctor.subject import Subject
from aoc.project import OWN
from aoc.running.launcher import environment
from aoc.worker import start_command

CHECK = "plugins"
PATIENCE = 20.0
"""Seconds that a plugin may take to load."""


def check(subject: Subject) -> Iterator[Finding]:
    """Load every plugin, and find those that fail; say so where there are several."""
    plugins = sorted(entry_points(group="adventofcode.user"), key=lambda plugin: plugin.name)
    failed = False
    for plugin in plugins:
        error = loading_error(plugin)
        if error:
            failed = True
            package = plugin.dist.name if plugin.dist else "its package"
            yield Finding(
                CHECK,
                Status.ERROR,
                f"the solver {plugin.name} ({plugin.value}) cannot be loaded: {error}",
                f"fix or uninstall {package}; until then aocd's runner fails as well",
            )
    names = [plugin.name for plugin in plugins]
    if len(names) > 1:
        chosen = OWN if OWN in names else names[0]
        yield Finding(
            CHECK,
            Status.WARNING,
            f"{len(names)} solvers are installed, {', '.join(names)}: aocd's Puzzle.solve() raises "
            '"Puzzle.solve is only available with unique entry point", and its runner runs all',
            f'use Puzzle.solve_for("{chosen}"), and the option -p {chosen} of its runner',
        )
    elif not failed:
        yield Finding(CHECK, Status.OK, f"solvers: {', '.join(names) or 'none'}")


def loading_error(plugin: EntryPoint) -> str | None:
    """Load a plugin in a child process, and return why that fails; `None` if it does not."""
    command = start_command(sys.executable, "aoc.doctor.plugin_child", plugin.value)
    # A file in place of a pipe, which what a plugin starts might hold open.
    with tempfile.TemporaryFile() as answer:
        child = subprocess.Popen(
            command,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=answer,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            code = child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return f"loading takes more than {PATIENCE:g} s"
        finally:
            end(child)
        answer.seek(0)
        text = answer.read()
    if not text:
        return f"loading ends Python ({ending(code)})"
    error: str | None = json.loads(text)
    return error


def end(child: subprocess.Popen[bytes]) -> None:
    """End a child process, and on systems like Unix what it has started."""
    if sys.platform == "win32":
        child.kill()
    else:
        from aoc.worker.orphans import kill_worker

        kill_worker(child.pid)
    child.wait()


def ending(code: int) -> str:
    """Return how a process ended, in words."""
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
