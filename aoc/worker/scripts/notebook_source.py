"""The statements of a script, or of the code cells of a notebook, one after the other.

What Jupyter would show of the last expression of a cell is printed. Lines for Jupyter, which begin
with `%`, `!` or `?` or end with `?`, are left out, but for the statement of `%time`.
"""

from __future__ import annotations

import ast
import builtins
import json
import linecache
import re
import sys
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from aoc.files import read_bytes
from aoc.worker.day_module import BrokenDayError

ENDING = ".ipynb"
MAGIC = re.compile(r"^([ \t]*)(?:%time\b[ \t]*(.*)|[%!?].*|[\w.]+\?+[ \t]*)$", re.MULTILINE)
"""A line for Jupyter: its indent, and the statement of one that only times it."""
OTHER_CELL = re.compile(r"\s*(?!%%time\b|%%capture)%%")
"""The start of a cell in another language, or of a file that it writes."""


def read_module(path: str) -> ast.Module:
    """Return a script as a syntax tree. Raises `BrokenDayError` for a notebook that cannot run.

    For a notebook, tracebacks will show its lines, and `IPython` can be imported from now on.
    """
    data = read_bytes(path)
    if not path.endswith(ENDING):
        return ast.parse(data, path)
    lines: list[str] = []
    statements: list[ast.stmt] = []
    for text in code_cells(data):
        source = cell_source(text)
        cell = cell_module(source)
        ast.increment_lineno(cell, len(lines))
        statements += cell.body
        lines += [f"{line}\n" for line in source.split("\n")]
    # Without a time of change, Python does not look into the file, which has other lines.
    linecache.cache[path] = (len(lines), None, lines, path)
    stand_in_for_jupyter()
    return ast.Module(statements, [])


def code_cells(data: bytes) -> list[str]:
    """Return the texts of the code cells of a notebook. Raises `BrokenDayError`."""
    try:
        cells = json.loads(data)["cells"]
        texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError):
        raise BrokenDayError(
            "is no notebook with cells: open it in Jupyter and save it again"
        ) from None
    return texts


def cell_source(text: str) -> str:
    """Return the source of a cell in Python, without its lines for Jupyter."""
    if OTHER_CELL.match(text):
        return ""
    try:
        ast.parse(text)
    except SyntaxError:
        return MAGIC.sub(lambda magic: f"{magic[1]}{magic[2] or 'pass'}", text)
    # In a text, such lines are an example.
    return text


def cell_module(source: str) -> ast.Module:
    """Return the syntax tree of a cell that shows the value of its last expression.

    Raises `BrokenDayError` if the source is no Python.
    """
    try:
        cell = ast.parse(source)
    except SyntaxError as error:
        step = f"correct {(error.text or '').strip()!r}"
        raise BrokenDayError(f"has a cell that is no Python ({error.msg}): {step}") from None
    # A semicolon at the end hides the value.
    if source.rstrip().endswith(";") or not cell.body:
        return cell
    last = cell.body[-1]
    if isinstance(last, ast.Expr):
        last.value = ast.Call(ast.Name("display", ast.Load()), [last.value], [])
        ast.fix_missing_locations(cell)
    return cell


def display(*values: Any, **options: Any) -> None:
    """Print values, as Jupyter shows them; texts without quotes, and `None` not at all."""
    for value in values:
        if value is not None:
            sys.stdout.write(f"{value}\n")


def stand_in_for_jupyter() -> None:
    """Let a notebook find what Jupyter has; `IPython` itself may not be installed."""
    jupyter = ModuleType("IPython")

    def ignore(*args: Any, **options: Any) -> None:
        """Do nothing, as there is no page to show anything on."""

    vars(jupyter).update(
        display=display, get_ipython=lambda: jupyter, __path__=[], __getattr__=lambda name: ignore
    )
    vars(builtins).update(display=display, get_ipython=lambda: jupyter)
    if "IPython" not in sys.modules and find_spec("IPython") is None:
        sys.modules["IPython"] = jupyter
        sys.modules["IPython.display"] = jupyter
        sys.modules["IPython.core.display"] = jupyter
