"""The import of `Example` in the source of a test module, added if it is missing.

The module is not run: the statements before `EXAMPLES` show which names they define.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence

from aoc.scaffold.examples_parser import (
    Positions,
    UnclearSourceError,
    example_callees,
    line_end,
    parse_module,
)

EXAMPLE, AOC, OTHER = "Example of aoc", "the package aoc", "something else"
"""What a name can stand for."""
IMPORTS = {"Example": (EXAMPLE, "from aoc import Example"), "aoc": (AOC, "import aoc")}
"""What the names that examples are written with stand for, and how to import it."""
EXAMPLE_MODULES = ("aoc", "aoc.model")
COMPOUND = (ast.For, ast.AsyncFor, ast.While, ast.Match)
"""Statements whose bodies may not run at all."""


def with_imports(source: bytes, *, trusted: frozenset[str] = frozenset()) -> tuple[bytes, str]:
    """Return the source with the import that its `EXAMPLES` needs, and that import, if any.

    Names that are `trusted` may stand for anything, because examples were made with them before.
    Raises `UnclearSourceError` if an import would not help.
    """
    tree = parse_module(source)
    for name in dict.fromkeys(callee.split(".")[0] for callee in example_callees(tree)):
        meaning = bindings(before_examples(tree)).get(name)
        if meaning is None and name not in IMPORTS:
            raise UnclearSourceError(
                f"uses the name {name}, which is not defined before EXAMPLES: import it there"
            )
        if meaning is None or (meaning == OTHER and name in IMPORTS and name not in trusted):
            return add_import(source, tree, name, is_free=meaning is None)
    return source, ""


def add_import(source: bytes, tree: ast.Module, name: str, *, is_free: bool) -> tuple[bytes, str]:
    """Return the source with the import of a name, and that import.

    A name that is not free has another meaning, which must not change where it is used.
    """
    meaning, statement = IMPORTS[name]
    for place, text in places(source, tree, statement, last_resort=is_free):
        made = source[:place] + text.encode().replace(b"\n", line_end(source)) + source[place:]
        try:
            found = bindings(before_examples(parse_module(made)))
        except UnclearSourceError:
            continue
        if found.get(name) == meaning:
            return made, statement
    raise UnclearSourceError(
        f"uses the name {name} for something else before EXAMPLES: rename that, or put "
        f"`{statement}` just before EXAMPLES"
    )


def places(
    source: bytes, tree: ast.Module, statement: str, *, last_resort: bool
) -> Iterator[tuple[int, str]]:
    """Yield the positions in the source where an import may go, the best first, with its text.

    The last resort is just before `EXAMPLES`.
    """
    starts = Positions(source).starts
    statements = before_examples(tree)
    imports = [node for node in statements if isinstance(node, ast.Import | ast.ImportFrom)]
    if imports and (line := imports[-1].end_lineno) is not None and line < len(starts):
        gap = "\n" if is_standard(imports[-1]) else ""
        yield starts[line], f"{gap}{statement}\n"
    first = next((node for node in tree.body if not is_heading(node)), None)
    if first is not None:
        yield starts[first.lineno - 1], f"{statement}\n\n"
    if last_resort:
        yield starts[tree.body[len(statements)].lineno - 1], f"{statement}\n"


def is_heading(node: ast.stmt) -> bool:
    """Return whether a statement is a docstring or an import from `__future__`."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_standard(node: ast.Import | ast.ImportFrom) -> bool:
    """Return whether an import is of the standard library; others stand apart from these."""
    name = node.names[0].name if isinstance(node, ast.Import) else node.module or ""
    return name.split(".")[0] in sys.stdlib_module_names and not getattr(node, "level", 0)


def before_examples(tree: ast.Module) -> Sequence[ast.stmt]:
    """Return the statements of a module before the one that makes `EXAMPLES`."""
    for index, node in enumerate(tree.body):
        if isinstance(node, ast.Assign | ast.AnnAssign) and "EXAMPLES" in stored_names(node):
            return tree.body[:index]
    return tree.body


def bindings(statements: Iterable[ast.stmt]) -> dict[str, str]:
    """Return the names that are certain to be defined after statements, and what they stand for."""
    found: dict[str, str] = {}
    for node in statements:
        if isinstance(node, ast.Delete):
            for target in node.targets:
                found.pop(ast.unparse(target), None)
        else:
            found.update(bindings_of(node))
    return found


def bindings_of(node: ast.stmt) -> dict[str, str]:
    """Return the names that one statement is certain to define, and what they stand for."""
    if isinstance(node, ast.Import):
        names = [(alias.asname or alias.name.split(".")[0], alias) for alias in node.names]
        return {
            name: AOC if name == alias.name.split(".")[0] == "aoc" else OTHER
            for name, alias in names
        }
    if isinstance(node, ast.ImportFrom):
        ours = node.module in EXAMPLE_MODULES and not node.level
        return {
            alias.asname or alias.name.replace("*", "Example"): EXAMPLE
            if ours and alias.name in ("Example", "*")
            else OTHER
            for alias in node.names
            if ours or alias.name != "*"
        }
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name: OTHER}
    if isinstance(node, ast.If):
        condition = ast.unparse(node.test).removeprefix("typing.")
        if condition in ("TYPE_CHECKING", "not TYPE_CHECKING"):
            return bindings(node.orelse if condition == "TYPE_CHECKING" else node.body)
        first, second = bindings(node.body), bindings(node.orelse)
        return {name: first[name] for name in first if first[name] == second.get(name)}
    if isinstance(node, ast.Try | ast.TryStar):
        return bindings([*node.body, *node.orelse, *node.finalbody])
    if isinstance(node, ast.With | ast.AsyncWith):
        return bindings(node.body)
    if isinstance(node, COMPOUND) or (isinstance(node, ast.AnnAssign) and node.value is None):
        return {}
    return dict.fromkeys(stored_names(node), OTHER)


def stored_names(node: ast.AST) -> list[str]:
    """Return the names that an expression or a simple statement assigns to."""
    names = (found for found in ast.walk(node) if isinstance(found, ast.Name))
    return [name.id for name in names if isinstance(name.ctx, ast.Store)]
