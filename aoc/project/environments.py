"""The folders of Python's own: environments, installed packages, the standard library."""

from __future__ import annotations

import os

TYPE_CHECKING = False

INSTALLED = ("site-packages", "dist-packages")
"""The folders of installed packages."""


ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")


OF_ENVIRONMENTS = {
    *(
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
    ),
    *("pkgs", "sbin", "scripts", "share", "ssl", "tools", "var"),
}
"""The folders of an environment, in small letters; `lib` may have code of the project as well."""


def is_of_python(folder: str, name: str) -> bool:
    """Return whether a folder in another one is Python's own, and has no code of a project.

    It has installed packages or the standard library; it is an environment and nothing else; or it
    belongs to the environment that `folder` is, as after `python -m venv .` in a project.
    """
    path = os.path.join(folder, name)
    if name in INSTALLED or os.path.exists(os.path.join(path, "os.py")):
        return True
    if name.lower() in OF_ENVIRONMENTS and is_environment(folder):
        return True
    if not is_environment(path):
        return False
    visible = {entry.lower() for entry in os.listdir(path) if not entry.startswith(".")}
    return visible <= OF_ENVIRONMENTS | {"lib", *ENVIRONMENT_MARKS}


def may_have_code(folder: str, name: str) -> bool:
    """Return whether a folder in another one may have code of a project.

    It is neither hidden, nor made by a program, nor Python's own.
    """
    is_made = name.startswith((".", "__")) or name.lower() == "node_modules"
    return not is_made and not is_of_python(folder, name)


def is_environment(folder: str) -> bool:
    """Return whether a folder is an environment of Python, or of conda."""
    return any(os.path.exists(os.path.join(folder, mark)) for mark in ENVIRONMENT_MARKS)
