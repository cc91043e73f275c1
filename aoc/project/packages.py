"""Modules that a day cannot import: a file of the project, or a package, and how to install that.

Nobody may be told to install something that is unknown here: whoever publishes a package under a
name that is often mistyped, or that people give to files of their own, could run code there.
"""

from __future__ import annotations

import os
import sys
from glob import escape, glob

from aoc.program import IN_PROJECT, install_command, install_hint, own_tool
from aoc.project.environments import may_have_code

SAME_NAME = (
    "anytree bidict bitarray bitstring blessed boltons cachetools click colorama cvxpy "
    "cytoolz deap frozendict funcy galois gmpy2 graphviz httpx hypothesis icecream igraph imageio "
    "intervaltree jax joblib lark llist llvmlite loguru lxml matplotlib mip mpmath msgpack "
    "networkx numba numexpr numpy orjson ortools pandas parse parsimonious plotly polars portion "
    "primefac psutil pulp pydantic pygame pyinstrument pyparsing pyperclip pyrsistent pytest regex "
    "requests rich rustworkx scipy seaborn shapely simpleeval simpy sortedcontainers statsmodels "
    "sympy tabulate tatsu tcod tensorflow termcolor textual toolz torch tqdm typer ujson "
    "xxhash"
)
"""Well-known packages whose module has the name of the package, with blanks between them."""
OTHER_NAME = {
    "attr": "attrs",
    "bs4": "beautifulsoup4",
    "constraint": "python-constraint",
    "Crypto": "pycryptodome",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "distutils": "setuptools",
    "dotenv": "python-dotenv",
    "IPython": "ipython",
    "more_itertools": "more-itertools",
    "PIL": "Pillow",
    "pkg_resources": "setuptools",
    "pysat": "python-sat",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "typing_extensions": "typing-extensions",
    "yaml": "PyYAML",
    "z3": "z3-solver",
}
"""Well-known packages whose module has another name."""
UNSURE = "is it in another folder, or a package to install?"
MOST_FOLDERS = 2000
"""Folders of a project in which a module is looked for."""


def missing_module(error: BaseException) -> str:
    """Return the name of a module that cannot be imported, if nothing of its package is there.

    It is empty for another error, and for a module of Python's own library.
    """
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    # With a dot in the name, its package is there.
    is_top = bool(name) and "." not in str(name)
    return str(name) if is_top and name not in (*sys.stdlib_module_names, "aoc") else ""


def package_of(module: str, root: str) -> str:
    """Return the package to install for a module; empty if none is known, or it is the project's.

    `root` is the folder of the project.
    """
    package = known_package(module)
    # To look through the project takes longer.
    return package if package and not find_own(module, root) else ""


def known_package(module: str) -> str:
    """Return the well-known package that has a module; empty if none is known."""
    return module if module in SAME_NAME.split() else OTHER_NAME.get(module, "")


def module_hint(module: str, root: str) -> str:
    """Return the next step for a module that is missing in a project, as the end of a sentence."""
    if folder := find_own(module, root):
        names = [*folder.split(os.sep), module]
        if all(name.isidentifier() for name in names):
            return f": it is in {folder}/, so write {'.'.join(names)}"
        return (
            f": it is in {folder}/, where Python does not look: move it beside the day"
        )
    if package := known_package(module):
        return install_hint(package)
    # The tool has made an environment in which nobody would look for a package.
    way = (
        f" For a package, `{install_command('PACKAGE')}`{IN_PROJECT}"
        if own_tool()
        else ""
    )
    return f": {UNSURE}{way}"


def find_own(module: str, root: str) -> str:
    """Return the folder, relative to that of the project, with a module of the project.

    It is empty if there is none.
    """
    for number, (folder, folders, files) in enumerate(os.walk(root)):
        if number == MOST_FOLDERS:
            break
        code = os.path.join(escape(os.path.join(folder, module)), "*.py")
        is_package = module in folders and bool(glob(code))
        if folder != root and (is_package or f"{module}.py" in files):
            return os.path.relpath(folder, root)
        folders[:] = sorted(
            name for name in folders if name != "inputs" and may_have_code(folder, name)
        )
    return ""
