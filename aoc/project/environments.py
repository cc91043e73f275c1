"""The folders of Python's own: environments, installed packages, the standard library.

There are two questions. `is_of_python` is about a folder, which may be of any Python, and looks
into it. `is_installed` is about the file of a module that this Python has imported: a worker asks
for some hundred modules, so it only compares paths.
"""

from __future__ import annotations

import os
import sys

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
