"""The program of a repository that runs its days, such as `python main.py --day 5`.

It is found by its options in its source, which are those of argparse or click. Nothing is run.
"""

from __future__ import annotations

import ast
import os
import re
import shlex

from aoc.project.functions import read_source, syntax_tree
from aoc.scaffold.layout_survey import Group, Survey, source_files
from aoc.text import is_printable

OPTION = re.compile(r"\b(?:add_argument|argument|option)\(((?:'[^']*'(?:, )?)+)(.*)")
"""An option of argparse or click: its names, and what else is said of it."""
SUBCOMMANDS = re.compile(
    r"\.add_subparsers\(|^@[\w.]*group\b|\.command\((?s:.*)\.command\(", re.MULTILINE
)
"""What a program has that does several things."""
VALUES = {
    "y": "{year}",
    "year": "{year}",
    "d": "{day}",
    "day": "{day}",
    "days": "{day}",
    "p": "{part}",
    "part": "{part}",
}
"""What takes the place of the value of an option, by its name."""
NO_NUMBER = re.compile(r"action=|is_flag=|hoices?\W*'(?!.*\b1\b)")
"""What is said of an option that takes no value, or words such as `a` and `b`."""
OTHER_TASK = re.compile(
    r".*(?:new|creat|init|start|fetch|download|get_|input|scrap|setup|scaffold|templat|stat|readme"
    r"|generat|submit|add_|make|open|clean|delete|remove|prepar|bench|check|test|leaderboard|format"
    r"|time|plot|viz|visual).*"
)
"""The names of programs that do something else with a day."""
IMPORTS_DAYS = re.compile(r"\b(?:import_module|__import__|runpy|exec)\b|^ *from \.", re.MULTILINE)
"""How a program starts a day by its name, or imports from its own package."""
IMPORTED = re.compile(r"^ *(?:from|import) (\w+)", re.MULTILINE)
"""The first name of a module that is imported."""
USUAL_NAMES = ("cli", "__main__", "aoc", "solve", "run", "main")
"""The usual names of a program that runs days, the likeliest last."""
DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
SHEBANG = re.compile(r"#!.*python")
"""The first line of a program in Python whose name may have no ending."""


def with_program(root: str, solutions: Survey) -> Survey:
    """Return a survey in which days that do nothing when run have the program that runs them."""
    days = solutions.uncalled
    command = find_program(root, days) if days else None
    if days is None or command is None:
        return solutions
    paths = {file.path for file in days.files}
    return solutions._replace(
        groups=(*solutions.groups, Group(days.layout._replace(run=command), days.files)),
        unclear={path: reason for path, reason in solutions.unclear.items() if path not in paths},
        uncalled=None,
    )


def find_program(root: str, days: Group) -> str | None:
    """Return the likeliest command that runs days, whose files do nothing when they are run."""
    has_one_year = len({file.puzzle.year for file in days.files}) == 1
    without_ending = [name for name in os.listdir(root) if "." not in name]
    candidates = []
    for path in [*source_files(root), *without_ending]:
        # No other text can stand in the settings.
        if days.layout.match(path) or not is_printable(path):
            continue
        source = program_source(root, path)
        words = option_words(source)
        is_of_day = "{day}" in words and (has_one_year or "{year}" in words)
        if is_of_day and reaches_days(root, source):
            name = os.path.splitext(os.path.basename(path))[0]
            likely = USUAL_NAMES.index(name) if name in USUAL_NAMES else -1
            command = " ".join(["python", *program_words(root, path), *words])
            candidates.append((path.count("/"), -likely, command))
    return min(candidates)[-1] if candidates else None


def reaches_days(root: str, source: str) -> bool:
    """Return whether a program imports something of the repository: any other may do anything."""
    if IMPORTS_DAYS.search(source):
        return True
    for name in IMPORTED.findall(source):
        path = os.path.join(root, name)
        if os.path.isdir(path) or os.path.exists(f"{path}.py"):
            return True
    return False


def program_source(root: str, path: str) -> str:
    """Return the source of a program with options as `ast.unparse` has it; empty if it is none."""
    name, ending = os.path.splitext(os.path.basename(path))
    if ending not in ("", ".py") or OTHER_TASK.fullmatch(name):
        return ""
    try:
        text = read_source(os.path.join(root, path))
    except OSError:
        return ""
    is_python = ending or SHEBANG.match(text)
    takes_options = "argparse" in text or "click" in text
    tree = syntax_tree(text) if is_python and takes_options else None
    if not tree or not tree.body:
        return ""
    # A module that ends with a definition does nothing when it is run, unless another one does.
    if isinstance(tree.body[-1], DEFINITIONS) and not has_main(root, path):
        return ""
    return ast.unparse(tree)


def program_words(root: str, path: str) -> list[str]:
    """Return the words of a command line that start a program: a file, or `-m` and a package."""
    folder = os.path.dirname(path)
    if folder and has_main(root, path):
        return ["-m", folder.removeprefix("src/").replace("/", ".")]
    return [shlex.quote(path)]


def has_main(root: str, path: str) -> bool:
    """Return whether a file is in a package that Python can run."""
    folder = os.path.join(root, os.path.dirname(path))
    return {"__init__.py", "__main__.py"} <= {*os.listdir(folder)}


def option_words(source: str) -> list[str]:
    """Return the words of a command line with the year, the day, the part, and what is required.

    `source` is as `ast.unparse` writes it. There are none where something is required whose value
    nobody knows, or where they are of several commands.
    """
    if SUBCOMMANDS.search(source):
        return []
    words: list[str] = []
    for names, rest in OPTION.findall(source):
        flags = re.findall(r"(?<=')-[\w-]+", names)
        flag = max(flags, key=len, default="")
        value = VALUES.get(flag.strip("-") or names.strip("', "))
        if NO_NUMBER.search(rest):
            value = None
        is_required = "required=True" in rest
        if not flag:
            is_required = not re.search(r"nargs='[?*]'|default=|required=False", rest)
        if is_required and value is None:
            return []
        if value:
            words += [flag, value] if flag else [value]
    return words
