"""The program: its name as people type it, its streams, and its Python.

pipx and `uv tool` install a program into an environment of its own, in which a day cannot import
the packages of its project. So `aoc` looks for the project's environment before anything else.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "aoc"
OTHER_NAME = "aoc-days"
"""The script of ours with a name that no other package has."""
DISTRIBUTION = "aoc-days"
"""The name of the package that is installed."""
MODULE = f"python -m {NAME}"
COMPLETE = "_AOC_COMPLETE"
"""The variable with which a shell asks to complete a word, under any name of the program."""


def program_name() -> str:
    """Return how the program was started: `aoc`, `aoc-days` or `python -m aoc`."""
    folder, name = os.path.split(sys.argv[0])
    if name == "__main__.py" and os.path.basename(folder) == NAME:
        return MODULE
    return OTHER_NAME if name.lower() in (OTHER_NAME, f"{OTHER_NAME}.exe") else NAME


def as_typed(text: str) -> str:
    """Return a text with the name of the program in every command, such as `aoc run`."""
    return text.replace(f"`{NAME} ", f"`{program_name()} ")


def message_line(text: str) -> str:
    """Return a sentence for people as it is printed on stderr, after the name of its program."""
    name = OTHER_NAME if program_name() == OTHER_NAME else NAME
    return f"{name}: {as_typed(text)}"


def open_closed_streams() -> None:
    """Open the null device in place of each standard stream that is closed.

    Otherwise the next file, pipe or socket that is opened gets its descriptor, and the
    output goes there.
    """
    # In the order of their descriptors.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)  # the lowest descriptor that is free
            os.set_inheritable(null, True)
            setattr(sys, name, open(null, mode, closefd=False))  # noqa: SIM115


RECEIPTS = {"pipx_metadata.json": "pipx", "uv-receipt.toml": "uv tool"}
"""Files that tools leave in an environment that they made for one program."""
ENTERED = "AOC_ENTERED"
"""The variable that says to the next Python that it was chosen, and need not look for another."""
SCRIPT = ("Scripts", "aoc-days.exe") if os.name == "nt" else ("bin", "aoc-days")


def enter_project_python() -> None:
    """Replace this process by the `aoc-days` of the project's environment, if it has one.

    Only where this Python is not that of a project: from pipx, `uv tool` or uvx, or from no
    environment at all. The project's environment is the active one, or that in the nearest `.venv`
    at or above the current folder. Raises `UsageError` where its script does not start.
    """
    if os.environ.pop(ENTERED, None) or not is_apart():
        return
    for environment in environments():
        script = os.path.join(environment, *SCRIPT)
        if os.path.isfile(script):
            os.environ[ENTERED] = environment
            try:
                replace_process([script, *sys.argv[1:]])
            except OSError as error:
                from aoc.errors import UsageError

                raise UsageError(
                    f"{script} does not start ({error.strerror}): install aoc-days in that "
                    "environment again"
                ) from None


def is_apart() -> bool:
    """Return whether this Python is there for programs, and not for a project."""
    if sys.prefix == sys.base_prefix and sys.prefix != os.environ.get("CONDA_PREFIX"):
        return True
    # uvx makes environments in the cache of uv, which has the last of these files.
    marks = (*RECEIPTS, os.path.join("..", "..", "CACHEDIR.TAG"))
    return any(os.path.exists(os.path.join(sys.prefix, name)) for name in marks)


def environments() -> Iterator[str]:
    """Yield the folders that may be environments of the project, the likeliest first."""
    active = os.environ.get("VIRTUAL_ENV")
    if active:
        yield active
    folder = os.path.abspath(os.path.expanduser(os.environ.get("AOC_PROJECT", "")))
    while folder:
        yield os.path.join(folder, ".venv")
        above = os.path.dirname(folder)
        folder = above if above != folder else ""


def replace_process(command: list[str]) -> None:
    """Replace this process by another program; on Windows, run it as a child and end as it does."""
    if sys.platform != "win32":
        os.execv(command[0], command)
    import signal
    import subprocess

    # Both get Ctrl-C from the console, and the child's answer to it counts.
    for number in (signal.SIGINT, signal.SIGBREAK):
        signal.signal(number, signal.SIG_IGN)
    os._exit(subprocess.call(command))


def own_tool() -> str | None:
    """Return `pipx` or `uv tool`, if that made the environment of this Python."""
    for name, tool in RECEIPTS.items():
        if os.path.exists(os.path.join(sys.prefix, name)):
            return tool
    return None


def install_hint(module: str) -> str:
    """Return how to install a module that a day cannot import, as the end of a sentence.

    It is empty in a Python that is the project's own.
    """
    ways = {"pipx": "pipx inject aoc-days {}", "uv tool": "uv tool install --with {} aoc-days"}
    tool = own_tool()
    if tool is None:
        return ""
    way = ways[tool].format(module)
    return f": `{way}` installs it, or install aoc-days into the environment of your project"


def python_version() -> str:
    """Return the version of this Python, such as `3.11.7`."""
    return ".".join(map(str, sys.version_info[:3]))


def quoted(path: str) -> str:
    """Return a path as it is typed into a shell."""
    if os.name != "nt":
        import shlex

        return shlex.quote(path)
    import re

    # In double quotes, because cmd.exe does not know single ones.
    return path if re.fullmatch(r"[\w.:\\/-]+", path) else f'"{path}"'
