"""The installers besides pip, and the other Pythons of this computer."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.install.environment import clean, finish, run

UV = (sys.executable, "-m", "uv")
PIPX = (sys.executable, "-m", "pipx")


class Toolbox:
    """A folder in which uv or pipx installs programs, each in an environment of its own."""

    def __init__(self, folder: Path, installer: str) -> None:
        self.folder = folder
        self.installer = installer
        self.scripts = folder / "scripts"

    def install(self, wheel: Path, python: str | Path = sys.executable) -> None:
        """Install the programs of a wheel, to be run by a Python."""
        words = (*UV, "tool", "install") if self.installer == "uv" else (*PIPX, "install")
        run(*words, "--python", python, wheel, cwd=self.folder, env=self.variables())

    def variables(self) -> Mapping[str, str]:
        """Return the environment in which uv and pipx use this folder."""
        return clean(os.environ) | {
            "UV_TOOL_DIR": str(self.folder / "tools"),
            "UV_TOOL_BIN_DIR": str(self.scripts),
            "UV_PYTHON_DOWNLOADS": "never",
            "PIPX_HOME": str(self.folder / "tools"),
            "PIPX_BIN_DIR": str(self.scripts),
            "PIPX_MAN_DIR": str(self.folder / "man"),
        }


def other_python() -> str | None:
    """Return a Python of another version than this one that aoc supports, if there is any."""
    for minor in range(11, 16):
        if (3, minor) == sys.version_info[:2]:
            continue
        names = [shutil.which(f"python3.{minor}")]
        names += map(str, Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python"))
        for name in filter(None, names):
            # What pyenv puts on PATH only works for the versions that were chosen.
            if finish(name, "-c", "import venv", cwd=Path.cwd()).returncode == 0:
                return name
    return None
