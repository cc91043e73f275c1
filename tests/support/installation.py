"""Virtual environments made for a test, by pip, uv or pipx, and the programs in them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from tests.support.environment import environment_of_installers
from tests.support.marks import WINDOWS

UV = (sys.executable, "-m", "uv")
PIPX = (sys.executable, "-m", "pipx")
TIMEOUT = 300


def finish(
    *command: str | Path, cwd: Path, env: Mapping[str, str] | None = None, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end. `env` is its whole environment, by default that of installers."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment_of_installers() if env is None else env,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        check=False,
    )


def run(*command: str | Path, cwd: Path, **options: Any) -> str:
    """Run a command that has to succeed, and return what it printed."""
    done = finish(*command, cwd=cwd, **options)
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

    def evaluate(self, code: str, value: str, cwd: Path | None = None) -> str:
        """Return what a value is after some code, by this Python."""
        return run(self.python, "-c", f"{code}; print({value})", cwd=cwd or self.folder).strip()

    def script(self, name: str) -> Path:
        """Return the path of a script."""
        return self.scripts / (f"{name}.exe" if WINDOWS else name)


class Toolbox:
    """A folder in which uv or pipx installs a wheel's programs, in an environment of its own."""

    def __init__(self, folder: Path, installer: str, wheel: Path) -> None:
        self.scripts = folder / "scripts"
        self.env = environment_of_installers() | {
            "UV_TOOL_DIR": str(folder / "tools"),
            "UV_TOOL_BIN_DIR": str(self.scripts),
            "UV_PYTHON_DOWNLOADS": "never",
            "PIPX_HOME": str(folder / "tools"),
            "PIPX_BIN_DIR": str(self.scripts),
            "PIPX_MAN_DIR": str(folder / "man"),
        }
        self.uses_uv = installer == "uv"
        self.wheel = wheel
        words = (*UV, "tool", "install") if self.uses_uv else (*PIPX, "install")
        run(*words, "--python", sys.executable, wheel, cwd=folder, env=self.env)

    def add(self, package: Path) -> None:
        """Install a package for the days, as the docs say."""
        words: tuple[str | Path, ...] = (*PIPX, "inject", "aoc-days", package)
        if self.uses_uv:
            words = (*UV, "tool", "install", "--with", package, self.wheel)
        run(*words, cwd=self.scripts, env=self.env)
