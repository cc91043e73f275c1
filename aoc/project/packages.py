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
    if not isinstance(error, ModuleNotFoundError) or not error.name:
        return ""
    # With a dot in the name, its package is there.
    if "." in error.name:
        return ""
    if error.name == "aoc" or error.name in sys.stdlib_module_names:
        return ""
    return error.name


def package_of(module: str, root: str) -> str:
    """Return the package to install for a module; empty if none is known, or it is the project's.

    `root` is the folder of the project.
    """
    package = known_package(module)
    # To look through the project takes longer, so that comes second.
    if package and not find_folder_of(module, root):
        return package
    return ""


def known_package(module: str) -> str:
    """Return the well-known package that has a module; empty if none is known."""
    if module in SAME_NAME.split():
        return module
    return OTHER_NAME.get(module, "")


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
    package = known_package(module)
    if package:
        return install_hint(package)
    hint = f": {UNSURE}"
    # The tool has made an environment in which nobody would look for a package.
    if own_tool():
        hint += f" For a package, `{install_command('PACKAGE')}`{IN_PROJECT}"
    return hint


def find_folder_of(module: str, root: str) -> str:
    """Return the folder in a project, relative to `root`, that has a module; empty if none has.

    The folder of the project itself does not count: what is there can be imported.
    """
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
