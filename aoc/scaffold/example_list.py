"""The list `EXAMPLES` of a test module: written as source, and given the answers of part 2.

A module is not run, but parsed, and changed only if it then lists exactly the wanted examples. For
one in another form, the examples are printed, to be pasted.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from aoc.errors import SiteError, UsageError
from aoc.files import line_end_of, overwrite, read_own, shown_path
from aoc.model.inputs import Example, plain
from aoc.model.puzzles import Puzzle
from aoc.project.day_tests import tests_path
from aoc.project.project import Project
from aoc.render.terminal import print_line
from aoc.site.accounts import NOBODY, Accounts
from aoc.site.cache import Cache
from aoc.site.client import client_of
from aoc.site.examples import find_examples
from aoc.site.pages import parts_solved

SOURCE_WIDTH = 100
"""Columns of a line of source; only a long text makes a longer line."""
NO_EXAMPLES = '[\n    # Example("the text of an example", part1=123),\n]'
FIELDS = ("text", "part1", "part2", "name", "params", "guessed")
"""The parameters of `Example`, in their order."""
GUESSED = "  # compare the text and these answers with the page, then delete this line"
"""The comment behind the argument `guessed`, and its comma."""


class UnclearSourceError(UsageError):
    """A test module has no list `EXAMPLES = [Example("...", part1=7)]` of plain values."""

    def __init__(self) -> None:
        super().__init__("is no Python, or has its EXAMPLES in a form of its own")


class WrittenList(NamedTuple):
    """The list `EXAMPLES` as it is written, its elements as they are written, and as values."""

    source: str
    elements: list[str]
    examples: list[Example]


def examples_source(examples: Sequence[Example]) -> str:
    """Return a list of examples as source; an empty list shows in a comment how to add one."""
    if not examples:
        return NO_EXAMPLES
    lines = [f"    {example_source(example)},\n" for example in examples]
    return f"[\n{''.join(lines)}]"


def example_source(example: Example) -> str:
    """Return the call of `Example` as source, as in a list."""
    arguments = [text_source(example.text)]
    for name in FIELDS[1:]:
        value = getattr(example, name)
        if value is not None and value != {} and value != ():
            arguments.append(f"{name}={value_source(value)}")
    line = f"Example({', '.join(arguments)})"
    is_long = "\n" in line or len(line) >= SOURCE_WIDTH - len("    ,")
    if not is_long and not example.guessed:
        return line
    lines = [f"        {argument},\n" for argument in arguments]
    if example.guessed:
        # It comes last, and its comment ends the line.
        lines[-1] = f"        {arguments[-1]},{GUESSED}\n"
    return f"Example(\n{''.join(lines)}    )"


def value_source(value: object) -> str:
    """Return an answer or the parameters as source."""
    if isinstance(value, Mapping):
        items = [f"{value_source(name)}: {value_source(item)}" for name, item in value.items()]
        return f"{{{', '.join(items)}}}"
    if isinstance(value, str):
        # In double quotes, as formatters write it; `repr` takes single ones.
        text = escape_lines(value).replace("\n", "\\n").replace('"', '\\"')
        return f'"{text}"'
    return repr(value)


def text_source(text: str) -> str:
    """Return the text of an example as source, on several lines if it has several lines."""
    if "\n" not in text:
        return value_source(text)
    # The backslash keeps the first line end out of the text, so that lines stand below each other.
    return f'"""\\\n{escape_quotes(escape_lines(text))}"""'


def docstring_source(text: str) -> str:
    """Return one line of text as it is written inside a docstring, or as a whole one."""
    return escape_quotes(escape_lines(" ".join(text.split())))


def escape_quotes(text: str) -> str:
    """Escape the quotes that would end a string in three quotes too early."""
    return re.sub(r'"{3,}|"+\Z', lambda quotes: '\\"' * len(quotes[0]), text)


def escape_lines(text: str) -> str:
    """Escape backslashes, and characters that editors hide or drop, such as a blank at an end."""
    escaped = ""
    for character in text:
        if character == "\n" or (character.isprintable() and character != "\\"):
            escaped += character
        else:
            escaped += character.encode("unicode_escape").decode()
    return re.sub(r" (?=\n|\Z)", r"\\x20", escaped)


def update_from_page(project: Project, puzzle: Puzzle, user: str | None) -> None:
    """Add the answers and examples of part 2 on a puzzle page to its tests, and print which.

    The page comes from the cache or the site. Raises `UsageError`, after it has printed the
    examples to paste if the tests cannot be changed, and `SiteError`.
    """
    path = tests_path(project.root, *puzzle)
    shown = shown_path(path)
    if not os.path.exists(path):
        raise UsageError(f"{shown} does not exist: create it with `aoc new {puzzle}`")
    account = Accounts().find(user) or NOBODY
    # The public page has no part 2.
    account.require_token()
    page = client_of(account).page(puzzle, partial(Cache().read_page, solved=1))
    try:
        added = update_tests(path, page)
    except UnclearSourceError as error:
        for example in find_examples(page):
            print_line(f"    {example_source(example)},")
        raise UsageError(f"{shown} {error}; it was not changed: paste the lines above") from None
    if added:
        print_line(f"{shown}: added {', '.join(added)}")
    elif parts_solved(page):
        print_line(f"{shown}: nothing to add")
    else:
        raise SiteError(f"part 2 of {puzzle} is not open yet: solve part 1 first")


def update_tests(path: str, html: str) -> list[str]:
    """Add the answers and examples of part 2 on a puzzle page to the tests at `path`.

    Return the additions in words. Raises `UsageError` if the tests cannot be read or written, and
    `UnclearSourceError`.
    """
    source = read_own(path)
    try:
        new_source, added = add_part2(source, find_examples(html))
    except UnclearSourceError:
        # A list in a form of its own may have part 2 already.
        if "part2=" in source:
            return []
        raise
    if added:
        overwrite(path, new_source.encode())
    return added


def add_part2(source: str, page: Sequence[Example]) -> tuple[str, list[str]]:
    """Add to `EXAMPLES` the answers and examples of part 2 on the puzzle page.

    An empty list gets all examples. An example that gets an answer is written anew. Return the new
    source, and the additions in words. Raises `UnclearSourceError`.
    """
    line_end = line_end_of(source)
    source = source.replace(line_end, "\n")
    written = read_list(source)
    wanted = with_part2(written.examples, page)
    new_list = with_further(written, wanted[len(written.examples) :])
    added = []
    for number, new in enumerate(wanted, 1):
        words = f"example {number}"
        if number <= len(written.examples):
            old = written.examples[number - 1]
            element = written.elements[number - 1]
            if new is old:
                continue
            # A comment of somebody's own would be lost.
            if element.count("#") != example_source(old).count("#"):
                raise UnclearSourceError
            new_list = new_list.replace(element, example_source(new), 1)
            words = f"part2={value_source(new.part2)} to {new.label(number)}"
        added.append(f"{words} (a guess)" if new.guessed else words)
    new_source = source.replace(written.source, new_list, 1)
    if read_list(new_source).examples != wanted:
        raise UnclearSourceError
    return new_source.replace("\n", line_end), added


def with_further(written: WrittenList, further: Sequence[Example]) -> str:
    """Return the source of a list with further examples at its end."""
    if not further:
        return written.source
    inside = written.source[:-1].rstrip()
    if written.elements and inside.endswith(written.elements[-1]):
        inside += ","
    lines = [f"    {example_source(example)},\n" for example in further]
    return f"{inside}\n{''.join(lines)}]"


def with_part2(listed: Sequence[Example], page: Sequence[Example]) -> list[Example]:
    """Return the examples of a list with the answers of part 2, and then the new ones, of a page.

    An example without a new answer is the same object.
    """
    wanted = list(listed)
    texts = [plain(example.text) for example in listed]
    for example in page:
        if listed and example.part2 is None:
            continue
        text = plain(example.text)
        if text not in texts:
            wanted.append(example)
            continue
        place = texts.index(text)
        old = wanted[place]
        if old.part2 is None:
            # Of several examples with one text, the answer may belong to another one.
            is_guess = 2 in example.guessed or texts.count(text) > 1
            guessed = (*old.guessed, 2) if is_guess else old.guessed
            wanted[place] = Example(
                old.text, old.part1, example.part2, old.name, old.params, guessed
            )
    return wanted


def read_list(source: str) -> WrittenList:
    """Read the list `EXAMPLES` of a module. Raises `UnclearSourceError`."""
    try:
        # The last assignment is the one that Python keeps.
        for node in reversed(ast.parse(source).body):
            match node:
                case ast.Assign([ast.Name("EXAMPLES")], ast.List() as listed) | ast.AnnAssign(
                    ast.Name("EXAMPLES"), _, ast.List() as listed
                ):
                    elements = [source_of(source, node) for node in listed.elts]
                    examples = [read_example(node) for node in listed.elts]
                    return WrittenList(source_of(source, listed), elements, examples)
    except (SyntaxError, TypeError, ValueError):
        pass
    raise UnclearSourceError


def source_of(source: str, node: ast.expr) -> str:
    """Return the source of an expression."""
    segment = ast.get_source_segment(source, node)
    assert segment is not None
    return segment


def read_example(node: ast.expr) -> Example:
    """Return the example that a call makes. Raises `TypeError` and `ValueError`."""
    match node:
        case ast.Call(ast.Name("Example")):
            values = [ast.literal_eval(argument) for argument in node.args]
            named: dict[Any, Any] = {
                keyword.arg: ast.literal_eval(keyword.value) for keyword in node.keywords
            }
            return Example(*values, **named)
    raise ValueError("no call of Example")
