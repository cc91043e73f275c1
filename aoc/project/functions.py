"""The functions of a module that solve the parts of a day, found in its source."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from aoc.files import read_bytes

FIRST_NAME = re.compile(
    r"((?:solve_?)?(?:part|star|task|puzzle|problem|solution|p)?_?)(1|one|One|a|first|silver)"
)
SECOND_ENDING = {
    "1": "2",
    "one": "two",
    "One": "Two",
    "a": "b",
    "first": "second",
    "silver": "gold",
}
"""How the name of the function of part 2 follows from the name of part 1."""
VARIANT = re.compile(
    r"^(?:(?:async )?def\s+)?part([12])_(\w+)\s*(?:\(|=[^=]|:)", re.MULTILINE
)
"""A variant in the source of a day: `part2_memo` is the variant `memo`."""
TEXT_METHODS = (
    "split",
    "splitlines",
    "strip",
    "rstrip",
    "lstrip",
    "replace",
    "removesuffix",
)


class PartNames(NamedTuple):
    """The names of the functions that solve the parts."""

    part1: str
    part2: str


def part_names(tree: ast.Module) -> PartNames | None:
    """Return the functions that solve the parts: of the text, or of what `parse` returns.

    `None` if there are none. The last day of an event has only the first of them.
    """
    functions = {
        node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)
    }
    for name in functions:
        first = FIRST_NAME.fullmatch(name)
        if first is None:
            continue
        names = PartNames(name, first[1] + SECOND_ENDING[first[2]])
        solvers = [functions[part] for part in names if part in functions]
        # A function of that name may as well be a helper, which takes something else.
        if "parse" in functions or all(map(takes_text, solvers)):
            return names
    return None


def takes_text(function: ast.FunctionDef) -> bool:
    """Return whether a function takes the text of the input, beyond doubt.

    Its only parameter without a default is annotated as `str`, or a method of texts is called on
    it before anything else is done with it.
    """
    arguments = function.args
    count = len(arguments.args) - len(arguments.defaults)
    if count != 1 or arguments.vararg:
        return False
    parameter = arguments.args[0]
    if parameter.annotation is not None:
        return ast.unparse(parameter.annotation).strip("'\"") == "str"
    body = function.body
    # A docstring may name the parameter too.
    if ast.get_docstring(function):
        body = body[1:]
    source = "\n".join(map(ast.unparse, body))
    first_use = re.search(rf"\b{parameter.arg}\b(?:\.(\w+)\()?", source)
    return first_use is not None and first_use[1] in TEXT_METHODS


def variants_in(path: str, parts: tuple[int, ...] = (1, 2)) -> list[str]:
    """Return the names of the variants of parts in the file of a day, which is not run.

    A file that cannot be read has none.
    """
    # A completion cannot wait for an import, and a day that fails has variants too.
    try:
        source = read_bytes(path).decode(errors="replace")
    except OSError:
        return []
    names = [name for part, name in VARIANT.findall(source) if int(part) in parts]
    return list(dict.fromkeys(names))
