"""The Python that runs the days: that of the project if `aoc` has its own environment."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator

from aoc.errors import UsageError
from aoc.files import read_bytes
from aoc.project import Project

__all__ = ["OLDEST", "base_python", "python_of", "version_text"]

OLDEST = (3, 11)
"""The oldest Python that a worker runs on."""
RECEIPTS = ("pipx_metadata.json", "uv-receipt.toml")
"""Files of pipx and uv in an environment for a program, not for a project."""
CONFIG = "pyvenv.cfg"


def python_of(project: Project) -> str | None:
    """Return the path of the Python that runs the days of a project, `None` for this one.

    The setting `python` names an interpreter, or the folder of an environment. Without it, days run
    on this Python, unless its environment was made for a program by pipx or uv, or it has none.
    Then they run on that of `VIRTUAL_ENV`, or else on that of `.venv` in the project. Raises
    `UsageError` for a Python that does not exist or is too old.
    """
    setting = project.settings.get("python")
    if setting is not None:
        path = os.path.join(project.root, os.path.expanduser(setting))
        found = python_in(path) if os.path.isdir(path) else path
        if found is None or not os.path.isfile(found):
            raise UsageError(
                f"[tool.aoc] python in pyproject.toml is {setting!r}, and there is no Python at "
                f"{path}: fix the setting, or create that environment"
            )
    elif not holds_programs(sys.prefix):
        return None
    else:
        found = next(filter(None, map(python_in, environments_of(project))), None)
    if found is None or is_this(found):
        return None
    version = version_of(found)
    if version and version < OLDEST:
        raise UsageError(
            f"{found} is Python {'.'.join(map(str, version))}, and aoc needs "
            f"{'.'.join(map(str, OLDEST))} or newer: create the environment again with a newer "
            "Python, or set [tool.aoc] python in pyproject.toml to another one"
        )
    return found


def environments_of(project: Project) -> Iterator[str]:
    """Yield the folders of the environments that may be a project's, the likeliest first."""
    active = os.environ.get("VIRTUAL_ENV")
    if active:
        yield active
    yield os.path.join(project.root, ".venv")


def holds_programs(prefix: str) -> bool:
    """Return whether the Python at `prefix` is there for programs, and not for a project."""
    if prefix == sys.base_prefix and prefix != os.environ.get("CONDA_PREFIX"):
        return True
    if any(os.path.exists(os.path.join(prefix, name)) for name in RECEIPTS):
        return True
    # `uvx` makes environments in the cache of uv, which has this file.
    return os.path.exists(os.path.join(prefix, "..", "..", "CACHEDIR.TAG"))


def python_in(environment: str) -> str | None:
    """Return the path of the Python of an environment, if it has one."""
    names = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    path = os.path.join(environment, *names)
    return path if os.path.isfile(path) else None


def is_this(python: str) -> bool:
    """Return whether a path is that of this Python."""
    here = os.path.dirname(os.path.abspath(sys.executable))
    return os.path.dirname(os.path.abspath(python)) == here


def version_of(python: str) -> tuple[int, ...] | None:
    """Return the version of the Python of an environment, `None` if it is in none."""
    version = config_of(python).get("version") or config_of(python).get("version_info", "")
    match = re.match(r"(\d+)\.(\d+)", version)
    return (int(match[1]), int(match[2])) if match else None


def version_text(python: str | None) -> str:
    """Return the version of the Python of an environment, or of this one, as `3.11.7` or `3.11`."""
    if python is None:
        return ".".join(map(str, sys.version_info[:3]))
    version = version_of(python)
    return ".".join(map(str, version)) if version else "?"


def base_python(python: str) -> str:
    """Return the Python that an environment was made with; on Windows, its own only starts it."""
    config = config_of(python)
    base = config.get("executable") or os.path.join(config.get("home", ""), "python.exe")
    return base if os.path.isfile(base) else python


def config_of(python: str) -> dict[str, str]:
    """Read what made the environment of a Python: the lines of `pyvenv.cfg`."""
    path = os.path.join(os.path.dirname(os.path.dirname(python)), CONFIG)
    try:
        lines = read_bytes(path).decode(errors="replace").splitlines()
    except OSError:
        return {}
    pairs = (line.partition("=") for line in lines)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}
