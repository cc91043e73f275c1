"""Virtual environments made for a test, and the programs in them run as child processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.marks import WINDOWS

FOREIGN = (
    *("AOC", "COV", "MYPY", "PIPX_", "PYTEST", "PYTHON"),
    *("UV_PROJECT", "UV_PYTHON", "UV_TOOL", "VIRTUAL_ENV"),
)
"""What the names of variables begin with that would lead a child to another environment."""
TIMEOUT = 300


def clean(env: Mapping[str, str]) -> dict[str, str]:
    """Return an environment without what leads to this test run's own packages."""
    return {name: text for name, text in env.items() if not name.startswith(FOREIGN)}


def finish(
    *command: str | Path, cwd: Path, env: Mapping[str, str] | None = None, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end. `env` is its whole environment, by default ours, cleaned."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=clean(os.environ) if env is None else env,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        check=False,
    )


def run(
    *command: str | Path, cwd: Path, env: Mapping[str, str] | None = None, stdin: str = ""
) -> str:
    """Run a command that has to succeed, and return what it printed."""
    done = finish(*command, cwd=cwd, env=env, stdin=stdin)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class Environment:
    """A virtual environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scripts = folder / ("Scripts" if WINDOWS else "bin")
        self.python = self.scripts / ("python.exe" if WINDOWS else "python")

    @classmethod
    def make(cls, folder: Path, *requirements: str | Path, python: str = sys.executable) -> Self:
        """Make a new one in a folder, and install what is required with pip."""
        run(python, "-m", "venv", folder, cwd=folder.parent)
        made = cls(folder)
        if requirements:
            made.install(*requirements)
        return made

    def install(self, *requirements: str | Path, cwd: Path | None = None) -> None:
        """Install requirements, or options of pip."""
        run(self.python, "-m", "pip", "install", "-q", *requirements, cwd=cwd or self.folder)

    def script(self, name: str) -> Path:
        """Return the path of a script."""
        return self.scripts / (f"{name}.exe" if WINDOWS else name)

    def distributions(self) -> dict[str, str]:
        """Return the versions of what is installed, by name."""
        lines = run(self.python, "-m", "pip", "freeze", "--all", cwd=self.folder).splitlines()
        pairs = (line.replace(" @ ", "==").partition("==") for line in lines)
        return {name.lower(): version for name, _, version in pairs}
