"""Environments: what in a project belongs to Python, and the packages that a day lacks."""

from __future__ import annotations

import os
import sys

from aoc.program import DISTRIBUTION, NAME, install_hint, quoted

FRAMEWORK = os.path.join(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))), ""
)
"""The folder of our own `aoc`, with a slash at its end."""
INSTALLED = ("site-packages", "dist-packages")
"""The folders of installed packages."""
LIBRARY = os.path.join(os.path.dirname(os.__file__), "")
"""The folder of the standard library, with a slash at its end."""
OWN_ENVIRONMENT = ".venv"
"""The folder of a project with its environment, as `python -m venv` and uv are told to make it."""


def is_installed(path: str, root: str) -> bool:
    """Return whether a file is one of Python's library or of an installed package.

    An environment may lie in the folder of the project, `root`, and that in an environment.
    """
    return path.startswith(LIBRARY) or is_in_package(path, root)


def is_in_package(path: str, root: str) -> bool:
    """Return whether a file is one of an installed package."""
    return not set(INSTALLED).isdisjoint(path.removeprefix(root).split(os.sep))


def own_aoc_folder(root: str) -> str | None:
    """Return the folder of a project from which it imports an `aoc` of its own, if it has one.

    That is a module or a package in the folder of the project or in `src`.
    """
    for folder in (root, os.path.join(root, "src")):
        path = os.path.join(folder, "aoc")
        if os.path.exists(f"{path}.py"):
            return folder
        # Where this program itself is developed, it lies in the project.
        if not os.path.isdir(path) or os.path.samefile(path, FRAMEWORK):
            continue
        for _, _, names in os.walk(path):
            if any(name.endswith(".py") for name in names):
                return folder
    return None


def is_environment(folder: str) -> bool:
    """Return whether a folder is an environment of Python, or of conda."""
    # While a script runs, a file of any name without extension exists: its input.
    is_of_conda = os.path.isdir(os.path.join(folder, "conda-meta"))
    return is_of_conda or os.path.isfile(os.path.join(folder, "pyvenv.cfg"))


def is_of_python(folder: str, name: str) -> bool:
    """Return whether a folder in another one is an environment, or has installed packages."""
    return name in INSTALLED or is_environment(os.path.join(folder, name))


def may_have_code(folder: str, name: str) -> bool:
    """Return whether a folder in another one may have code of a project.

    It is neither hidden, nor made by a program, nor Python's own.
    """
    is_made = name.startswith((".", "__")) or name.lower() == "node_modules"
    return not is_made and not is_of_python(folder, name)


MOST_FOLDERS = 2000
"""Folders of a project in which a module is looked for."""


def missing_module(error: BaseException) -> str:
    """Return the name of a module that cannot be imported, if nothing of its package is there.

    It is empty for another error, and for a module of Python's own library.
    """
    if not isinstance(error, ModuleNotFoundError) or not error.name:
        return ""
    # With a dot in the name, its package is there.
    if "." in error.name:
        return ""
    if error.name == "aoc" or error.name in sys.stdlib_module_names:
        return ""
    return error.name


def module_hint(module: str, root: str) -> str:
    """Return the next step for a module that is missing in a project, as the end of a sentence."""
    folder = find_folder_of(module, root)
    if folder:
        if not {"setup.py", "pyproject.toml"}.isdisjoint(
            os.listdir(os.path.join(root, folder))
        ):
            return (
                f": it is in {folder}/, a package to install: do so, or write "
                f'path = ["{folder}"] into the layout of the day'
            )
        path = [*folder.split(os.sep), module]
        if all(name.isidentifier() for name in path):
            return f": it is in {folder}/, so write {'.'.join(path)}"
        return (
            f": it is in {folder}/, where Python does not look: move it beside the day"
        )
    elsewhere = environment_hint(root)
    if elsewhere:
        return elsewhere
    # No package is named: whoever publishes one under a name that is often mistyped, or that people
    # give to files of their own, could run code here.
    return f": put it beside the day, or install its package{install_hint('PACKAGE')}"


def environment_hint(root: str) -> str:
    """Return how to run days with the project's own environment, as the end of a sentence.

    It is empty if the project has none, or if this Python is its own. Nothing there is run to find
    this out: the project may come from anybody.
    """
    environment = os.path.join(root, OWN_ENVIRONMENT)
    scripts = os.path.join(environment, "Scripts" if os.name == "nt" else "bin")
    if not os.path.isdir(scripts) or os.path.samefile(environment, sys.prefix):
        return ""
    script = os.path.join(scripts, DISTRIBUTION)
    python = os.path.join(scripts, "python")
    if os.path.exists(os.path.join(root, "uv.lock")):
        program = f"uv run {DISTRIBUTION}"
    elif own_aoc_folder(root):
        # There, `-m aoc` would run the project's.
        program = quoted(script)
    else:
        program = f"{quoted(python)} -m {NAME}"
    has_program = any(name.startswith(DISTRIBUTION) for name in os.listdir(scripts))
    install = "" if has_program else f"install {DISTRIBUTION} there, and "
    return f": this is not the Python of {environment}: {install}write `{program}` for `{NAME}`"


def find_folder_of(module: str, root: str) -> str:
    """Return the folder in a project, relative to `root`, that has a module; empty if none has.

    The folder of the project itself does not count: what is there can be imported.
    """
    # Workers import this module, and hardly ever need this.
    from glob import escape, glob

    for count, (folder, folders, files) in enumerate(os.walk(root)):
        # A run must not take minutes because somebody keeps a data set in the project.
        if count == MOST_FOLDERS:
            break
        code = os.path.join(escape(os.path.join(folder, module)), "*.py")
        is_package = module in folders and bool(glob(code))
        if folder != root and (is_package or f"{module}.py" in files):
            return os.path.relpath(folder, root)
        folders[:] = sorted(
            name for name in folders if name != "inputs" and may_have_code(folder, name)
        )
    return ""
