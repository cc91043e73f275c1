"""Environments: the folders of Python's own in a project, and the packages that it lacks.

There are two questions. `is_of_python` is about a folder, which may be of any Python, and looks
into it. `is_installed` is about the file of a module that this Python has imported: a worker asks
for some hundred modules, so it only compares paths.
"""

from __future__ import annotations

import os
import sys

from aoc.program import install_hint

FRAMEWORK = os.path.join(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))), ""
)
"""The folder of our own `aoc`, with a slash at its end."""
INSTALLED = ("site-packages", "dist-packages")
"""The folders of installed packages."""
THIS_PYTHON = [
    os.path.join(folder, "")
    for folder in (os.path.dirname(os.__file__), sys.prefix, sys.base_prefix)
]
"""The folders of the standard library, of the environment, and of Python itself."""
ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")
ENVIRONMENT_FOLDERS = {
    "bin",
    "conda-meta",
    "dlls",
    "envs",
    "etc",
    "include",
    "lib64",
    "library",
    "libs",
    "man",
    "pkgs",
    "sbin",
    "scripts",
    "share",
    "ssl",
    "tools",
    "var",
}
"""The folders of an environment, in small letters; `lib` may have code of the project as well."""


def is_installed(path: str, root: str) -> bool:
    """Return whether a file is one of this Python or of an installed package, and not of a project.

    An environment, or Python itself, may lie in the folder of the project, `root`.
    """
    if not set(INSTALLED).isdisjoint(path.removeprefix(root).split(os.sep)):
        return True
    # The project may lie in an environment, as after `python -m venv .`, which then counts only
    # for its packages.
    outside = [folder for folder in THIS_PYTHON if not root.startswith(folder)]
    return path.startswith(tuple(outside))


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


def is_of_python(folder: str, name: str) -> bool:
    """Return whether a folder in another one is Python's own, and has no code of a project."""
    path = os.path.join(folder, name)
    is_library = os.path.exists(os.path.join(path, "os.py"))
    if is_library or name in INSTALLED:
        return True
    # After `python -m venv .` the project is an environment too.
    if is_environment(folder) and name.lower() in ENVIRONMENT_FOLDERS:
        return True
    if not is_environment(path):
        return False
    # An environment with anything else in it is a project, as above.
    visible = {entry.lower() for entry in os.listdir(path) if not entry.startswith(".")}
    return visible <= ENVIRONMENT_FOLDERS | {"lib", *ENVIRONMENT_MARKS}


def may_have_code(folder: str, name: str) -> bool:
    """Return whether a folder in another one may have code of a project.

    It is neither hidden, nor made by a program, nor Python's own.
    """
    is_made = name.startswith((".", "__")) or name.lower() == "node_modules"
    return not is_made and not is_of_python(folder, name)


def is_environment(folder: str) -> bool:
    """Return whether a folder is an environment of Python, or of conda."""
    return any(os.path.exists(os.path.join(folder, mark)) for mark in ENVIRONMENT_MARKS)


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
        path = [*folder.split(os.sep), module]
        if all(name.isidentifier() for name in path):
            return f": it is in {folder}/, so write {'.'.join(path)}"
        return (
            f": it is in {folder}/, where Python does not look: move it beside the day"
        )
    # No package is named: whoever publishes one under a name that is often mistyped, or that people
    # give to files of their own, could run code here.
    return f": put it beside the day, or install its package{install_hint('PACKAGE')}"


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
