"""The program of a repository that runs its days, such as `python main.py --day 5`.

It is found by its options, a day and perhaps a year, in its source: those of argparse, click and
typer, and the places in `sys.argv`. Nothing is run.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
from collections.abc import Iterable, Iterator

from aoc.project.functions import syntax_tree
from aoc.project.layout_survey import RUNS, Group, Survey, read_source, source_files
from aoc.text import is_printable

PARSER = re.compile(r"(\w+) = \w+\.add_parser\('([^']*)'")
"""A parser of a subcommand, with their names, in source as `ast.unparse` writes it."""
ADDED_OPTION = re.compile(r"(\w+)\.add_argument\('([^']*)'(?:, '([^']*)')?(.*)")
"""An option of argparse: its parser, its names, and its other arguments."""
CLICK_OPTION = re.compile(r"\.(?:option|argument)\('([^']*)'(?:, '([^']*)')?(.*)")
"""An option of click: its names, and its other arguments."""
TYPER_OPTION = re.compile(
    r"\b(year|day): (?:Annotated\[\w+, [\w.]*(Option|Argument)\b.*?\)\]|\w+)(?:=([\w.]+))?"
)
"""A parameter of a command of typer: its name, and what its annotation and its default are."""
ARGUMENT = re.compile(r"\b(year|day)(?:_\w+)? = [\w.(]*sys\.argv\[(\d)\]")
"""A year or a day that is taken from `sys.argv`, and its place there."""
ARGUMENTS = re.compile(
    r"^ *(?:_\w*, )?(year, day|day) = [\w.(, ]*sys\.argv(?!\[\d\])", re.MULTILINE
)
"""The names of what is taken from `sys.argv` together, or from the rest of it."""
COMMAND = re.compile(r"(\w+)\.command\b(?:\((?:name=)?'([^']*)')?")
"""A decorator that makes a function a command of click or typer, with its name."""
VALUES = {"year": "{year}", "day": "{day}", "part": "{part}", "input": "{input}"}
"""What takes the place of the value of an option, by its name."""
OTHER_TASK = re.compile(
    r".*(?:new|creat|init|fetch|download|setup|templat|stat|readme|generat|submit).*"
)
"""The names of programs and subcommands that do something else with a day."""
USUAL_NAMES = ("cli", "__main__", "aoc", "run", "main")
"""The usual names of such a program, the likeliest last."""


def with_program(root: str, solutions: Survey) -> Survey:
    """Return a survey in which days that do nothing when run have the program that runs them."""
    days = solutions.uncalled
    command = find_program(root, days) if days else None
    if days is None or command is None:
        return solutions
    paths = {file.path for file in days.files}
    return solutions._replace(
        groups=(
            *solutions.groups,
            Group(days.layout._replace(run=command), days.files),
        ),
        unclear={
            path: reason
            for path, reason in solutions.unclear.items()
            if path not in paths
        },
        uncalled=None,
    )


def find_program(root: str, days: Group) -> str | None:
    """Return the likeliest command that runs days, whose files do nothing when they are run."""
    years = {file.puzzle.year for file in days.files}
    candidates = []
    for path in source_files(root):
        name, ending = os.path.splitext(os.path.basename(path))
        # No other text can stand in the settings.
        if not is_printable(path) or ending != ".py":
            continue
        if OTHER_TASK.fullmatch(name) or days.layout.match(path):
            continue
        likely = USUAL_NAMES.index(name) if name in USUAL_NAMES else -1
        try:
            text = read_source(os.path.join(root, path))
        except OSError:
            continue
        tree = syntax_tree(text if RUNS.search(text) else "")
        if tree is None:
            continue
        for words in commands_in(tree):
            if "{day}" in words and ("{year}" in words or len(years) == 1):
                command = " ".join(["python", shlex.quote(path), *words])
                candidates.append((path.count("/"), -likely, command))
    return min(candidates)[-1] if candidates else None


def commands_in(tree: ast.Module) -> Iterator[list[str]]:
    """Yield the words of each command of a program: its subcommand, if any, and its options."""
    source = ast.unparse(tree)
    subcommands = dict(PARSER.findall(source))
    options: dict[str, list[tuple[str, str, str]]] = {}
    for parser, first, second, rest in ADDED_OPTION.findall(source):
        command = subcommands.get(parser, "")
        options.setdefault(command, []).append((first, second, rest))
    # The only command of typer has no name.
    is_alone = "typer" in source and source.count(".command(") == 1
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef):
            continue
        decorators = "\n".join(map(ast.unparse, node.decorator_list))
        match = COMMAND.search(decorators)
        if match is None and f"typer.run({node.name})" not in source:
            continue
        command = ""
        if match and match[1] != "click" and not is_alone:
            command = match[2] or node.name.replace("_", "-")
        options[command] = CLICK_OPTION.findall(decorators)
        for name, kind, default in TYPER_OPTION.findall(ast.unparse(node.args)):
            is_option = kind == "Option" or (default and "Argument" not in default)
            options[command].append((f"--{name}" if is_option else name, "", ""))
    for name, added in options.items():
        words = option_words(added)
        if words and not OTHER_TASK.fullmatch(name):
            yield [name, *words] if name else words
    yield argument_words(source)


def argument_words(source: str) -> list[str]:
    """Return the words of a command line for a program that takes them from `sys.argv`.

    There are none where it takes others too, before these.
    """
    together = ARGUMENTS.search(source)
    if together:
        return [VALUES[name] for name in together[1].split(", ")]
    places = {int(place): name for name, place in ARGUMENT.findall(source)}
    if max(places, default=0) != len(places):
        return []
    return [VALUES[places[place]] for place in sorted(places)]


def option_words(options: Iterable[tuple[str, str, str]]) -> list[str]:
    """Return the words of a command line with the year, the day, and what is required.

    There are none where something is required whose value nobody knows.
    """
    words: list[str] = []
    for first, second, rest in options:
        flag = max(first, second, key=len) if first.startswith("-") else ""
        name = (flag or first).strip("-")
        is_required = "required=True" in rest
        if not flag:
            is_required = not re.search("nargs|default|required", rest)
        if is_required and name not in VALUES:
            return []
        if is_required or name in ("year", "day"):
            words += [flag, VALUES[name]] if flag else [VALUES[name]]
    return words
