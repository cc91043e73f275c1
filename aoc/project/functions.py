"""The source of a day, which is read and not run: whether it is a script, and its functions."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from errno import EFBIG
from typing import NamedTuple
from warnings import catch_warnings

from aoc.files import read_bytes

SOURCES = (".py", ".ipynb")
LARGEST_SOURCE = 1 << 20
"""Bytes of the largest file that may be a day."""
RUNS = re.compile(
    r"^(?:if (?!TYPE_CHECKING|typing|sys\.[vp])|try:\s+(?!\s|import |from )|for |while |with "
    r"|assert |async |match |raise |[\[(]|(?!sys\.(?:path|set))[\w.]+\(|\w+\.\w+ *=)"
)
"""The start of a statement that does something when a file is run."""
IDLE = "only defines functions or classes"
"""The reason why a file that does nothing when it is run is no script."""
FOREIGN = 'in another language: a layout says how it runs, as in run = "node {file}"'
PART_NAME = re.compile(
    r"""(?ix)(?:(?:solve|run|answer|day_?\d+(?!\d))_?)?
    (?:part|star|task|puzzle|problem|solution|p)?_?
    (?:(?P<first>1|one|a|first|silver)|2|two|b|second|gold)"""
)
"""The name of a function that solves a part: the first one if it has the group."""
PARSER_NAME = re.compile(
    r"(?i)(?:parse|load|read|get)(?:_?(?:puzzle|input|data|text|lines|file))*"
    r"|(?:prepare|process)_?(?:puzzle|input|data|text|lines|file)"
)
BOTH_ANSWERS = re.compile(
    r"(?im)^(?:def .*-> [\w.]*tuple\[| +return [(\[].*,| +raise NotImplementedError)"
)
"""What a function has that returns the answers of both parts, or is not written yet."""
ALIAS = re.compile(r"(?m)^(?:type )?(\w+)(?:: [\w.]+)? = ([\w.]+(?:\[.*\])?)$")
"""A name for a type, as in `Lines = list[str]`."""
FORMS = {
    # By its annotation,
    r"\w+: .*\bPath(?:Like)?\b": "Path",
    r"(\w*(?:path|file|file_?name)): str\n(?!(?s:.*)\b\1\.\w*(?:split|strip))": "path",
    r"\w+: (?:[\w.]*optional\[)?str\]?(?: \| none)?\n": "text",
    r"\w+: [\w.]*(?:list|tuple|sequence|iterable|iterator|collection)\[str\b": "lines",
    # or by its use,
    r"(\w+): \n(?s:.*)\b\1\.(?:open|read_text)\(": "Path",
    r"(\w+): \n(?s:.*)\b\1\.(?:split|splitlines|[lr]?strip|replace|removesuffix)\(": "text",
    r"(\w+): \n(?s:.*)\bfind(?:all|iter)\(.*, \1\)": "text",
    r"(\w+): \n(?s:.*)\bfor (?:\w+, )?(?:line|row|l) in (?:enumerate\()?\1\b": "lines",
    r"(\w+): \n(?s:.*)\bopen\(\1\b": "path",
    r"(inputs?|inp|data|puzzle_input): \n(?s:.*)\bfor (?!(?:c|ch|char)\b)\w+ in \1\b": "lines",
    # or else by its name.
    r"\w*(?:path|file|file_?name): \n": "path",
    r"(?:\w*lines|rows): (?:list)?\n": "lines",
    r"(?:\w+_)?(?:text|txt|inputs?|inp|raw)(?:_\w+)?: \n": "text",
}
"""The forms of an input, by what is known of the first parameter of a function that takes it.

That is its name and its annotation, and in the lines after these the source that uses it. Of the
patterns that match, the first counts.
"""
Function = ast.FunctionDef | ast.Lambda


class InputFunction(NamedTuple):
    """A function that takes the input in a form, which is a value in `FORMS`.

    Without a form, it takes the value of another function.
    """

    name: str
    form: str


def read_source(path: str) -> str:
    """Return the text of a file. Raises `OSError` if it cannot be read, or is too large."""
    if os.path.getsize(path) > LARGEST_SOURCE:
        raise OSError(EFBIG, f"it is larger than {LARGEST_SOURCE >> 20} MB")
    return read_bytes(path).decode("utf-8-sig", errors="replace")


def why_no_script(root: str, path: str, part: int = 0) -> str:
    """Return why a file is no script of a day; empty if it is one, or has functions to call.

    `part` is the one that it is for, or 0.
    """
    if not path.endswith(SOURCES):
        return FOREIGN
    try:
        text = read_source(os.path.join(root, path))
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if path.endswith(".ipynb"):
        return ""
    try:
        tree = syntax_tree(text)
        if tree is None:
            return "is no Python 3"
        lines = (
            ast.unparse(node)
            for node in tree.body
            if not isinstance(node, ast.FunctionDef | ast.ClassDef)
        )
        # A script that prints nothing has its functions called.
        if is_blank(tree) and os.path.basename(path) != "__init__.py":
            # It is of a day that is not begun.
            return ""
        if any(map(RUNS.match, lines)) or uncalled_solvers(tree, part):
            return ""
    except (RecursionError, MemoryError):
        return "is nested too deep for Python"
    return IDLE


def uncalled_solvers(tree: ast.Module, part: int = 0) -> dict[int, list[InputFunction]]:
    """Return the functions to call for each part where a script prints nothing.

    A parser goes first, if there is one. `part` is the only one that the file is for, or 0. Part 0
    stands for a function that returns both answers. Empty if there are no such functions.
    """
    functions = {name: node for name, node in functions_in(tree).items() if node}
    if not functions:
        return {}
    aliases = dict(ALIAS.findall(ast.unparse(tree)))
    sources = {name: ast.unparse(node) for name, node in functions.items()}
    names = [name for name in functions if takes_one_value(functions[name])]
    parser = None
    solvers: dict[int, list[InputFunction]] = {}
    for name in filter(PARSER_NAME.fullmatch, names):
        form = form_of(functions[name], sources[name], aliases)
        # The last one takes what one before it has read, or calls that.
        if form or name.startswith("parse"):
            parser = InputFunction(name, form or "text")
    for name in names:
        solved = part_solved_by(name, sources[name], part)
        if solved is None:
            continue
        # What it does may be done by functions that it calls.
        source = sources[name]
        for called in re.findall(r"\w+(?=\()", source):
            source += f"\n{sources.get(called, '')}"
        form = form_of(functions[name], source, aliases)
        calls = calls_for(InputFunction(name, form), source, parser)
        if calls[0].form:
            solvers.setdefault(solved, calls)
    # A function of both parts calls those of the parts, which may take something else.
    return {0: solvers[0]} if 0 in solvers else solvers


def calls_for(
    function: InputFunction, source: str, parser: InputFunction | None
) -> list[InputFunction]:
    """Return the functions to call in turn for the answer of one, whose source is known.

    What it takes itself is what its parser takes, if it calls that.
    """
    if parser is None:
        return [function]
    name = function.name
    parses = rf"def {name}\((\w+)\b(?s:.*)\b{parser.name}\(\1\)"
    if re.search(parses, source):
        return [InputFunction(name, parser.form)]
    if f"{parser.name}(" in source:
        return [function]
    return [parser, InputFunction(name, "")]


def part_solved_by(name: str, source: str, part: int) -> int | None:
    """Return the part that a function solves by its name, or 0 if it returns both answers.

    `part` is the only one that its file is for, or 0. `None` if it solves none of the file.
    """
    named = PART_NAME.fullmatch(name)
    if named:
        named_part = 1 if named["first"] else 2
        return named_part if part in (0, named_part) else None
    if name in ("solve", "run") and (part or BOTH_ANSWERS.search(source)):
        return part
    return None


def form_of(function: Function, source: str, aliases: Mapping[str, str]) -> str:
    """Return the form of the input that the first parameter of a function takes; empty if none.

    `source` uses the parameter. `aliases` are names for types, with what they stand for.
    """
    if not function.args.args:
        return ""
    parameter = function.args.args[0]
    annotation = ""
    if parameter.annotation:
        annotation = ast.unparse(parameter.annotation).strip("'")
    known = f"{parameter.arg}: {aliases.get(annotation, annotation)}\n{source}"
    for pattern, form in FORMS.items():
        if re.match(pattern, known, re.IGNORECASE):
            return form
    return ""


def variants_in(path: str, parts: Iterable[int] = (1, 2)) -> list[str]:
    """Return the names of the variants of parts in the file of a day, which is not run.

    A function with the name of a part and a suffix is a variant if it can be called as the part is,
    as far as its source says; `aoc.worker.day_module` decides. A file that cannot be read has none.
    """
    tree = None
    with suppress(OSError):
        tree = syntax_tree(read_bytes(path))
    functions = functions_in(tree) if tree else {}
    variants: dict[str, None] = {}
    for name, function in functions.items():
        stem, _, variant = name.partition("_")
        is_of_part = stem in [f"part{part}" for part in parts]
        if is_of_part and variant and (function is None or takes_one_value(function)):
            variants[variant] = None
    return list(variants)


def syntax_tree(source: bytes | str) -> ast.Module | None:
    """Return the syntax tree of a module; `None` if it cannot be compiled. Nothing is printed."""
    with catch_warnings(action="ignore"):
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError):
            return None


def is_blank(tree: ast.Module) -> bool:
    """Return whether a module has nothing in it so far, but perhaps a docstring."""
    return all(
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in tree.body
    )


def functions_in(tree: ast.Module) -> dict[str, Function | None]:
    """Return what may be a function in a module, by name; `None` if its source is elsewhere."""
    functions: dict[str, Function | None] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = node
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                functions[alias.asname or alias.name] = None
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            value = node.value
            if not isinstance(value, ast.Lambda | ast.Name | ast.Attribute | ast.Call):
                continue
            function = value if isinstance(value, ast.Lambda) else None
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                functions[ast.unparse(target)] = function
    return functions


def takes_one_value(function: Function) -> bool:
    """Return whether a function can be called with one value, as parts are."""
    arguments = function.args
    positional = arguments.posonlyargs + arguments.args
    needed = len(positional) - len(arguments.defaults)
    is_enough = bool(positional or arguments.vararg) and needed < 2
    # A keyword without a default has `None` for it.
    return is_enough and None not in arguments.kw_defaults
