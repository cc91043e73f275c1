"""The Python of the project, in which a command goes on that runs days.

pipx and `uv tool` install a program into an environment of its own, in which a day cannot import
the packages of its project. So such a command first looks for the project's environment.
"""

from __future__ import annotations

import os
import sys

from aoc.errors import UsageError
from aoc.program import COMPLETE, command_of, own_tool

ENTERED = "AOC_ENTERED"
"""The variable that says to the next Python that it was chosen, and need not look for another."""
SCRIPT = ("Scripts", "aoc-days.exe") if os.name == "nt" else ("bin", "aoc-days")
RUNS_DAYS = ("bench", "fuzz", "report", "run", "show", "submit", "watch")
"""The commands that run days, which may need the packages of their project."""


def enter_project_python() -> None:
    """Replace this process by the `aoc-days` of the project's environment, if it has one.

    Only for a command that runs days, and only where this Python is no project's: from pipx,
    `uv tool` or uvx, or from no environment at all. Raises `UsageError` where the script does
    not start, or the settings of the project are wrong.
    """
    # The variable is not for the programs that this one starts.
    is_entered = os.environ.pop(ENTERED, None)
    if is_entered or not is_apart() or not runs_days(sys.argv[1:]):
        return
    environment = active_environment() or project_environment()
    if environment is None:
        return
    script = os.path.join(environment, *SCRIPT)
    os.environ[ENTERED] = environment
    try:
        replace_process([script, *sys.argv[1:]])
    except OSError as error:
        raise UsageError(
            f"{script} does not start ({error.strerror}): install aoc-days in that "
            "environment again"
        ) from None


def runs_days(args: list[str]) -> bool:
    """Return whether a command line runs days: its command does, and it does not ask for help."""
    asks_help = "-h" in args or "--help" in args
    if asks_help or COMPLETE in os.environ:
        return False
    command = command_of(args)
    return command in RUNS_DAYS or (command == "new" and "--watch" in args)


def is_apart() -> bool:
    """Return whether this Python is there for programs, and not for a project."""
    is_environment = sys.prefix != sys.base_prefix
    # An environment of conda is a Python of its own.
    if not is_environment and sys.prefix != os.environ.get("CONDA_PREFIX"):
        return True
    # uvx makes environments in the cache of uv, which has this file.
    if os.path.exists(os.path.join(sys.prefix, "..", "..", "CACHEDIR.TAG")):
        return True
    return own_tool() is not None


def active_environment() -> str | None:
    """Return the active environment, if it has an `aoc-days`."""
    active = os.environ.get("VIRTUAL_ENV")
    if active and has_script(active):
        return active
    return None


def project_environment() -> str | None:
    """Return the nearest `.venv` with an `aoc-days`, from the current folder up to the project's.

    `None` if there is none, or if it may have the code of another user, since nobody has activated
    it; a message says so. Raises `UsageError` if the settings of the project are wrong.
    """
    folder = os.path.abspath(os.path.expanduser(os.environ.get("AOC_PROJECT", "")))
    while not has_script(os.path.join(folder, ".venv")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    # Imported only now: most projects have no such environment.
    from aoc.project.project import NoProjectError, find_project
    from aoc.render.terminal import print_message

    try:
        root = find_project().root
    except NoProjectError:
        return None
    # An environment above the project is not the project's.
    if os.path.commonpath([root, folder]) != root:
        return None
    environment = os.path.join(folder, ".venv")
    foreign = foreign_path(root, os.path.join(environment, *SCRIPT))
    if foreign is None:
        return environment
    # On a computer of several people, anybody may make a `.venv` in a shared folder.
    print_message(
        f"{environment} is not used, since {foreign} belongs to another user: if you trust it, "
        "activate that environment first"
    )
    return None


def has_script(environment: str) -> bool:
    """Return whether an environment has an `aoc-days`."""
    return os.path.isfile(os.path.join(environment, *SCRIPT))


def foreign_path(root: str, script: str) -> str | None:
    """Return the script, or a folder from there up to `root`, if it belongs to another user.

    A link belongs to the owner of its target. On Windows, every path passes.
    """
    if sys.platform == "win32":
        return None
    path = script
    while os.stat(path).st_uid == os.geteuid():
        if path == root:
            return None
        path = os.path.dirname(path)
    return path


def replace_process(command: list[str]) -> None:
    """Replace this process by another program; on Windows, run it as a child and end as it does."""
    if sys.platform != "win32":
        os.execv(command[0], command)
    import signal
    import subprocess

    # Both get Ctrl-C from the console, and the child's answer to it counts.
    for number in (signal.SIGINT, signal.SIGBREAK):
        signal.signal(number, signal.SIG_IGN)
    sys.exit(subprocess.call(command))
