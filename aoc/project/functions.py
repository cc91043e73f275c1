"""The functions of a module that solve the parts of a day, found in its source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple
from warnings import catch_warnings

from aoc.files import read_bytes

PART_NAME = re.compile(
    r"""(?:(?:solve|run|answer|day_?\d+(?!\d))_?)?
    (?:part|star|task|puzzle|problem|solution|p)?_?
    (?:(?P<first>1|one|a|first|silver)|2|two|b|second|gold)""",
    re.IGNORECASE | re.VERBOSE,
)
"""The name of a function that solves a part: the first one if it has the group."""
SECOND = {
    "1": "2",
    "one": "two",
    "One": "Two",
    "a": "b",
    "A": "B",
    "first": "second",
    "silver": "gold",
}
"""How the name of the function of part 2 ends, by the end of the name of part 1."""
NAMES_OF_ALL = ("run", "solve", "main", "answer", "part", "solution", "solver")
"""The names of the function that solves the part that a file is for, or returns both answers."""
PARSER_NAME = re.compile(
    r"(?:parse|load|read|prepare|process)_?(?:input|data|text|puzzle|lines|file)?"
)
FORMS = {
    "text": r"str|(?:\w+_)?(?:text|inputs?)|input_data|raw(?:_\w+)?|inp|txt",
    "lines": r"(?:list|sequence|iterable)\[str\]|\w*lines|rows",
    "path": r"(?:pathlib\.)?path|\w*path|\w*file|file_?name|fn",
}
"""The forms of an input that a function takes, by the annotation or the name of its parameter."""
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
        named = PART_NAME.fullmatch(name)
        ending = named["first"] if named else None
        if ending not in SECOND:
            continue
        names = PartNames(name, name.removesuffix(ending) + SECOND[ending])
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


class InputFunction(NamedTuple):
    """A function that takes the input in a form, which is a key of `FORMS`.

    Without a form, it takes the value of another function.
    """

    name: str
    form: str


def uncalled_solvers(tree: ast.Module, part: int = 0) -> dict[int, list[InputFunction]]:
    """Return the functions to call for each part where a script prints nothing, by their names.

    A parser goes first, if there is one. A file of one `part` may have other names for it. Part 0
    stands for a function that returns both answers. Empty if there are no such functions.
    """
    functions = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and has_one_parameter(node)
    ]
    parser = find_parser(functions)
    solvers: dict[int, list[InputFunction]] = {}
    for function in functions:
        solved = part_solved_by(function, part)
        if solved is None or solved in solvers:
            continue
        calls = calls_of(function, parser)
        if calls:
            solvers[solved] = calls
    # A function of both parts calls those of the parts, which may take something else.
    return {0: solvers[0]} if 0 in solvers else solvers


def part_solved_by(function: ast.FunctionDef, part: int) -> int | None:
    """Return the part that a function solves by its name, or 0 if it returns both answers.

    `part` is the only one that its file is for, or 0. `None` if it solves none of the file.
    """
    named = PART_NAME.fullmatch(function.name)
    if named:
        named_part = 1 if named["first"] else 2
        return named_part if part in (0, named_part) else None
    if function.name not in NAMES_OF_ALL:
        return None
    if part or returns_pair(function) or ends_unwritten(function):
        return part
    return None


def ends_unwritten(function: ast.FunctionDef) -> bool:
    """Return whether a function ends with `raise NotImplementedError`."""
    last = function.body[-1]
    return isinstance(last, ast.Raise) and "NotImplementedError" in ast.unparse(last)


def returns_pair(function: ast.FunctionDef) -> bool:
    """Return whether a function returns two values."""
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and isinstance(
            node.value, ast.Tuple | ast.List
        ):
            return len(node.value.elts) == 2
    return False


def find_parser(functions: Iterable[ast.FunctionDef]) -> InputFunction | None:
    """Return the first function that parses the input, by its name; `None` if there is none."""
    for function in functions:
        if not PARSER_NAME.fullmatch(function.name):
            continue
        # Only now, as this reads the whole function.
        form = form_of(function)
        if form:
            return InputFunction(function.name, form)
    return None


def calls_of(
    function: ast.FunctionDef, parser: InputFunction | None
) -> list[InputFunction]:
    """Return the functions to call in turn for the answer of one that solves a part.

    Empty if it is not known what it takes.
    """
    if parser is None:
        form = form_of(function)
        return [InputFunction(function.name, form)] if form else []
    if f"{parser.name}(" in ast.unparse(function):
        # It parses the input itself.
        return [InputFunction(function.name, parser.form)]
    return [parser, InputFunction(function.name, "")]


def has_one_parameter(function: ast.FunctionDef) -> bool:
    """Return whether a function has one parameter without a default."""
    arguments = function.args
    has_others = (
        arguments.vararg or arguments.posonlyargs or None in arguments.kw_defaults
    )
    return not has_others and len(arguments.args) - len(arguments.defaults) == 1


def form_of(function: ast.FunctionDef) -> str:
    """Return the form of the input that the first parameter of a function takes; empty if none."""
    if takes_text(function):
        return "text"
    parameters = function.args.posonlyargs + function.args.args
    if not parameters:
        return ""
    parameter = parameters[0]
    word = parameter.arg
    if parameter.annotation:
        word = ast.unparse(parameter.annotation).strip("'\"")
    elif re.search(rf"for (?:line|row) in {word}\b", ast.unparse(function)):
        return "lines"
    for form, names in FORMS.items():
        if re.fullmatch(names, word, re.IGNORECASE):
            return form
    return "text" if function.name == "parse" else ""


def variants_in(path: str, parts: Iterable[int] = (1, 2)) -> list[str]:
    """Return the names of the variants of parts in the file of a day, which is not run.

    A function with the name of a part and a suffix is a variant if it can be called as the part is,
    as far as its source says; `aoc.worker.day_module` decides. A file that cannot be read has none.
    """
    tree = None
    with suppress(OSError):
        tree = syntax_tree(read_bytes(path))
    functions = parameters_in(tree) if tree else {}
    variants: dict[str, None] = {}
    for name, parameters in functions.items():
        stem, _, variant = name.partition("_")
        is_of_part = stem in [f"part{part}" for part in parts]
        if is_of_part and variant and may_take_one_value(parameters):
            variants[variant] = None
    return list(variants)


def syntax_tree(source: bytes | str) -> ast.Module | None:
    """Return the syntax tree of a module; `None` if it cannot be compiled. Nothing is printed."""
    with catch_warnings(action="ignore"):
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError):
            return None


def parameters_in(tree: ast.Module) -> dict[str, ast.arguments | None]:
    """Return the parameters of what may be a function in a module; `None` if they are not known."""
    functions: dict[str, ast.arguments | None] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = node.args
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                functions[alias.asname or alias.name] = None
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            value = node.value
            if not isinstance(value, ast.Lambda | ast.Name | ast.Attribute | ast.Call):
                continue
            parameters = value.args if isinstance(value, ast.Lambda) else None
            for target in ast.walk(node):
                if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store):
                    functions[target.id] = parameters
    return functions


def may_take_one_value(parameters: ast.arguments | None) -> bool:
    """Return whether a function can be called with one value, as parts are.

    Where its `parameters` are not known, it may be.
    """
    if parameters is None:
        return True
    positional = parameters.posonlyargs + parameters.args
    needed = len(positional) - len(parameters.defaults)
    is_enough = bool(positional or parameters.vararg) and needed < 2
    # A keyword without a default has `None` for it.
    return is_enough and None not in parameters.kw_defaults
