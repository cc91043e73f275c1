"""Environments: what in a project belongs to Python, and the version and packages that it lacks."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress

from aoc.files import read_text
from aoc.program import DISTRIBUTION, install_hint

FRAMEWORK = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
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


def may_have_code(folder: str, name: str) -> bool:
    """Return whether a folder in another one may have code of a project.

    It is neither hidden, nor made by a program, nor an environment of Python or conda.
    """
    if name.startswith((".", "__")) or name.lower() == "node_modules":
        return False
    path = os.path.join(folder, name)
    # While a script runs, a file of any name without extension exists: its input.
    is_of_conda = os.path.isdir(os.path.join(path, "conda-meta"))
    is_environment = os.path.isfile(os.path.join(path, "pyvenv.cfg"))
    return name not in INSTALLED and not is_of_conda and not is_environment


MOST_FOLDERS = 2000
"""Folders of a project in which a module is looked for."""
REQUIRED = r"""(?m)^requires-python\s*=\s*(["'])(.*?(?:>|>=|==|~=)\s*(\d+(?:\.\d+)*).*?)\1"""
"""A requirement such as `>=3.12,<4`, and the lowest version in it."""


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
        return (
            f': it is in {folder}/, where Python does not look: write path = ["{folder}"] into '
            "the layout of the day in [tool.aoc], or move it beside the day"
        )
    environment = os.path.join(root, OWN_ENVIRONMENT)
    if os.path.isdir(environment) and not os.path.samefile(environment, sys.prefix):
        return (
            f": this is not the Python of {environment}: install {DISTRIBUTION} there, and "
            "activate it"
        )
    # No package is named: whoever publishes one under a name that is often mistyped, or that people
    # give to files of their own, could run code here.
    return f": put it beside the day, or install its package{install_hint('PACKAGE')}"


def find_folder_of(module: str, root: str) -> str:
    """Return the folder in a project, relative to `root`, that has a module; empty if none has.

    The folder of the project itself does not count: what is there can be imported.
    """
    for count, (folder, folders, files) in enumerate(os.walk(root)):
        # A run must not take minutes because somebody keeps a data set in the project.
        if count == MOST_FOLDERS:
            break
        is_package = os.path.isfile(os.path.join(folder, module, "__init__.py"))
        if folder != root and (is_package or f"{module}.py" in files):
            return os.path.relpath(folder, root)
        folders[:] = sorted(name for name in folders if may_have_code(folder, name))
    return ""


def required_version(root: str) -> str:
    """Return that a project needs a newer Python by its settings; empty if this one will do.

    `root` is the folder of the project.
    """
    settings = ""
    with suppress(OSError):
        settings = read_text(os.path.join(root, "pyproject.toml"), "replace")
    required = re.search(REQUIRED, settings)
    if required and sys.version_info < tuple(map(int, required[3].split("."))):
        return (
            f"the project needs Python {required[2]}, and this is {sys.version.split()[0]}: "
            "install aoc in an environment of a newer Python"
        )
    return ""
