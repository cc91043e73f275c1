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
PART_NAME = re.compile(
    r"(?!(?:one|two|first|second|.)$)(?:(?:solve|run|answer|day_?\d+)_?)?(?:part|star|task|puzzle|problem|solution|p)?_?"
    r"(?:(1|one|a|first|silver)|2|two|b|second|gold)",
    re.IGNORECASE,
)
"""The name of a function that solves a part: the first one if it has the group."""
NAMES_OF_ONE_PART = ("run", "solve", "main", "answer", "part", "solution")
"""The names of the function that solves the part that a file is for."""
PARSER_NAME = re.compile(
    r"(?:parse|load|read|prepare|process)_?(?:input|data|text|puzzle|lines|file)?"
)
FORMS = {
    "text": r"str|(?:\w+_)?(?:text|inputs?)|input_data|raw(?:_\w+)?|inp|txt",
    "lines": r"(?:list|sequence|iterable)\[str\]|\w*lines|rows",
    "path": r"(?:pathlib\.)?path|\w*path|\w*file|file_?name|fn",
}
"""The forms of an input that a function takes, by the annotation or the name of its parameter."""
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


class InputFunction(NamedTuple):
    """A function that takes the input in a form, which is a key of `FORMS`.

    Without a form, it takes the value of another function.
    """

    name: str
    form: str


def uncalled_solvers(tree: ast.Module, part: int = 0) -> dict[int, list[InputFunction]]:
    """Return the functions to call for each part where a script prints nothing, by their names.

    A parser goes first, if there is one. A file of one `part` may have other names for it. Empty
    if there are no such functions.
    """
    functions: dict[str, ast.FunctionDef] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and has_one_parameter(node):
            functions[node.name] = node
    source = ast.unparse(tree)
    parser: InputFunction | None = None
    for name, function in functions.items():
        form = form_of(function, source)
        if form and parser is None and PARSER_NAME.fullmatch(name):
            parser = InputFunction(name, form)
    solvers: dict[int, list[InputFunction]] = {}
    for name, function in functions.items():
        named_part = part_of_name(name) or (part if name in NAMES_OF_ONE_PART else 0)
        if not named_part or named_part in solvers or part not in (0, named_part):
            continue
        form = form_of(function, source)
        if parser is None and form:
            solvers[named_part] = [InputFunction(name, form)]
        elif parser and f"{parser.name}(" in ast.unparse(function):
            # It parses the input itself.
            solvers[named_part] = [InputFunction(name, parser.form)]
        elif parser:
            solvers[named_part] = [parser, InputFunction(name, "")]
    return solvers


def part_of_name(name: str) -> int:
    """Return the part that a function with a name solves, or 0."""
    named = PART_NAME.fullmatch(name)
    if named is None:
        return 0
    return 1 if named[1] else 2


def has_one_parameter(function: ast.FunctionDef) -> bool:
    """Return whether a function has one parameter without a default."""
    arguments = function.args
    is_free = arguments.vararg or None in arguments.kw_defaults or arguments.posonlyargs
    return not is_free and len(arguments.args) - len(arguments.defaults) == 1


def form_of(function: ast.FunctionDef, source: str) -> str:
    """Return the form of the input that the first parameter of a function takes; empty if none.

    `source` is that of the module, which may have a name for a type.
    """
    if takes_text(function):
        return "text"
    parameter = function.args.args[0]
    word = parameter.arg
    if parameter.annotation:
        word = ast.unparse(parameter.annotation).strip("'\"")
        alias = re.search(
            rf"^(?:type )?{re.escape(word)} = (.+)$", source, re.MULTILINE
        )
        word = alias[1] if alias else word
    elif re.search(rf"for (?:line|row) in {word}\b", ast.unparse(function)):
        return "lines"
    for form, names in FORMS.items():
        if re.fullmatch(names, word, re.IGNORECASE):
            return form
    return "text" if function.name == "parse" else ""


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
