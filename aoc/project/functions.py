"""The functions of a module that solve the parts of a day, found in its source."""

from __future__ import annotations

import ast
import re

FIRST = re.compile(
    r"((?:solve_?)?(?:part|star|task|puzzle|problem|solution|p)?_?)(1|one|One|a|first|silver)"
)
SECOND = {
    "1": "2",
    "one": "two",
    "One": "Two",
    "a": "b",
    "first": "second",
    "silver": "gold",
}
"""How the name of the function of part 2 follows from that of part 1."""
TEXT_METHODS = (
    "split",
    "splitlines",
    "strip",
    "rstrip",
    "lstrip",
    "replace",
    "removesuffix",
)

Names = tuple[str, str] | None


def part_names(tree: ast.Module) -> Names:
    """Return the names of functions that solve the parts: of the text, or of what `parse` returns.

    `None` if there are none.
    """
    functions = {
        node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)
    }
    for part1, first in zip(functions, map(FIRST.fullmatch, functions), strict=True):
        part2 = first and first[1] + SECOND[first[2]]
        parts = [functions[name] for name in (part1, part2) if name in functions]
        if part2 and ("parse" in functions or all(map(takes_text, parts))):
            return part1, part2
    return None


def takes_text(function: ast.FunctionDef) -> bool:
    """Return whether a function takes the text of the input, beyond doubt.

    Its only parameter without a default is annotated as `str`, or a method of texts is called on
    it before anything else is done with it.
    """
    arguments = function.args
    needed = arguments.args[: len(arguments.args) - len(arguments.defaults)]
    if len(needed) != 1 or arguments.vararg:
        return False
    [parameter] = needed
    if parameter.annotation is not None:
        return ast.unparse(parameter.annotation).strip("'\"") == "str"
    body = function.body[1:] if ast.get_docstring(function) else function.body
    first = re.search(
        rf"\b{parameter.arg}\b(?:\.(\w+)\()?", "\n".join(map(ast.unparse, body))
    )
    return bool(first and first[1] in TEXT_METHODS)
