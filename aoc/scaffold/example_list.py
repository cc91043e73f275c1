"""The list `EXAMPLES` of a test module: written as source, and given the answers of part 2.

A module is not run, but parsed. A change is kept if the module then has exactly the addition.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.files import line_end_of, overwrite, read_own
from aoc.model.inputs import Example, plain
from aoc.site.examples import find_examples

SOURCE_WIDTH = 100
"""Columns of a line of source; only a long text makes a longer line."""
NO_EXAMPLES = '[\n    # Example("the text of an example", part1=123),\n]'
FIELDS = ("text", "part1", "part2", "name", "params", "guessed")
"""The parameters of `Example`, in their order."""
GUESSED = "  # compare the text and these answers with the page, then delete this line"
"""The comment behind the argument `guessed`, and its comma."""


class UnclearSourceError(UsageError):
    """The source of a test module is not understood; the message says why."""


class WrittenExample(NamedTuple):
    """An example as it is written in a test module.

    `text` and `name` are `None` where they are no plain strings. `has_part2` says whether there is
    an argument `part2`, and `lacks_answer` whether this is `None`, or `...` as in a template.
    """

    text: str | None = None
    name: str | None = None
    has_part2: bool = False
    lacks_answer: bool = False


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
        items = [
            f"{value_source(name)}: {value_source(item)}"
            for name, item in value.items()
        ]
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


def update_tests(path: str, html: str) -> list[str]:
    """Add the answers and examples of part 2 on a puzzle page to the tests at `path`.

    Return the additions in words. Raises `UsageError` if the tests cannot be read or written, and
    `UnclearSourceError`.
    """
    source = read_own(path).encode()
    new_source, added = add_part2(source, find_examples(html))
    if added:
        overwrite(path, new_source)
    return added


def add_part2(source: bytes, page: Sequence[Example]) -> tuple[bytes, list[str]]:
    """Add to `EXAMPLES` the answers and examples of part 2 on the puzzle page.

    An empty list gets all examples. Return the new source, and the additions in words. Raises
    `UnclearSourceError` if it is not certain that the result is right.
    """
    texts = [plain(example.text) for example in page]
    was_empty = not ExampleList(source).examples
    added: list[str] = []
    for number, (text, example) in enumerate(zip(texts, page, strict=True)):
        # Parsed anew, since the source may have an addition now.
        listed = ExampleList(source)
        answer = example.part2
        if answer is None and not was_empty:
            continue
        places = listed.places_of(text)
        is_guess = 2 in example.guessed or len(places) > texts.count(text)
        # Of several examples with one text, the order says which one is which.
        earlier = texts[:number].count(text)
        place = places[earlier] if earlier < len(places) else None
        if place is None and listed.has_corrected(example):
            place = 0
            is_guess = True
        if place is None:
            source = listed.with_example(example)
            words = f"example {len(listed.examples) + 1}"
            is_guess = bool(example.guessed)
        elif answer is not None and listed.lacks_part2(place):
            argument = f"part2={value_source(answer)}"
            source = listed.with_part2(place, argument)
            if is_guess:
                source = ExampleList(source).with_guess(place)
            words = f"{argument} to {listed.label(place)}"
        else:
            continue
        added.append(f"{words} (a guess)" if is_guess else words)
    return source, added


class ExampleList:
    """The list `EXAMPLES` in the source of a test module. Raises `UnclearSourceError`."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.tree = parse_module(source)
        self.node = examples_node(self.tree)
        strings = named_strings(self.tree)
        self.examples = [read_example(element, strings) for element in self.node.elts]

    def places_of(self, text: str) -> list[int]:
        """Return the places of the examples with a text, from 0."""
        return [
            place for place, example in enumerate(self.examples) if example.text == text
        ]

    def label(self, place: int) -> str:
        """Return the name of an example on screen."""
        return self.examples[place].name or f"example {place + 1}"

    def lacks_part2(self, place: int) -> bool:
        """Return whether an example has no answer of part 2."""
        example = self.examples[place]
        return example.lacks_answer or not example.has_part2

    def has_corrected(self, example: Example) -> bool:
        """Return whether somebody has corrected the text of the one example, which was a guess.

        The answer of part 2 is then about the corrected text.
        """
        if len(self.examples) != 1 or self.examples[0].text is None:
            return False
        return 1 in example.guessed

    def with_example(self, example: Example) -> bytes:
        """Return the source with another example at the end of the list."""
        # One that is not understood may be the same.
        if any(written.text is None for written in self.examples):
            raise UnclearSourceError("has an example whose text is no plain string")
        if not any(map(imports_example, self.tree.body)):
            raise UnclearSourceError(
                "does not import Example: write `from aoc import Example`"
            )
        return insert(self.source, self.tree, self.node, example_source(example))

    def with_part2(self, place: int, argument: str) -> bytes:
        """Return the source with an argument of an example."""
        # To replace it would change a line that somebody has written.
        if self.examples[place].has_part2:
            raise UnclearSourceError(
                f"has no answer in {self.label(place)}: write {argument} there"
            )
        return insert(self.source, self.tree, self.node.elts[place], argument)

    def with_guess(self, place: int) -> bytes:
        """Return the source with part 2 of an example as a guess."""
        node = self.node.elts[place]
        assert isinstance(node, ast.Call)
        for keyword in node.keywords:
            if keyword.arg == "guessed":
                value = keyword.value
                start = offset_of(self.source, value.lineno, value.col_offset)
                end = offset_of(self.source, value.end_lineno, value.end_col_offset)
                # So far it was part 1.
                return self.source[:start] + b"(1, 2)" + self.source[end:]
        return insert(self.source, self.tree, node, "guessed=(2,)", comment=GUESSED)


def parse_module(source: bytes) -> ast.Module:
    """Parse the source of a module. Raises `UnclearSourceError`."""
    try:
        # An escape such as `\d` in somebody's tests is no matter here.
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(source.decode("utf-8-sig"))
    except (SyntaxError, ValueError) as error:
        raise UnclearSourceError(f"is not valid Python: {error}") from None


def examples_node(tree: ast.Module) -> ast.List:
    """Return the list `EXAMPLES` of a module. Raises `UnclearSourceError`."""
    # The last assignment is the one that Python keeps.
    for node in reversed(tree.body):
        match node:
            case ast.Assign(
                [ast.Name("EXAMPLES")], ast.List() as listed
            ) | ast.AnnAssign(ast.Name("EXAMPLES"), _, ast.List() as listed):
                return listed
    raise UnclearSourceError(
        "has no plain list EXAMPLES: write EXAMPLES = [Example(...)]"
    )


def named_strings(tree: ast.Module) -> dict[str, str]:
    """Return the strings of a module that have a name, as `TEXT` in `Example(TEXT, part1=7)`."""
    strings = {}
    assignments = Counter(
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)], ast.Constant(str(text))) | ast.AnnAssign(
                ast.Name(name), _, ast.Constant(str(text))
            ) if assignments[name] == 1:
                strings[name] = text
    return strings


def read_example(node: ast.expr, strings: Mapping[str, str]) -> WrittenExample:
    """Return an example of the list as far as it can be read, without running the module.

    `strings` are those that have a name in the module.
    """
    if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith("Example"):
        return WrittenExample()
    arguments = dict(zip(FIELDS, node.args, strict=False))
    hides_some = any(isinstance(argument, ast.Starred) for argument in node.args)
    for keyword in node.keywords:
        if keyword.arg is None:
            hides_some = True
        else:
            arguments[keyword.arg] = keyword.value
    text = string_in(arguments.get("text"), strings)
    part2 = arguments.get("part2")
    return WrittenExample(
        # `*` and `**` may change it.
        text=None if text is None or hides_some else plain(text),
        name=string_in(arguments.get("name"), strings),
        has_part2=part2 is not None,
        lacks_answer=isinstance(part2, ast.Constant) and part2.value in (None, ...),
    )


def string_in(node: ast.expr | None, strings: Mapping[str, str]) -> str | None:
    """Return the string that an argument is or names; `None` if it is something else."""
    if isinstance(node, ast.Name):
        return strings.get(node.id)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def imports_example(node: ast.stmt) -> bool:
    """Return whether a statement imports a name `Example`."""
    if not isinstance(node, ast.ImportFrom):
        return False
    return any((alias.asname or alias.name) == "Example" for alias in node.names)


def insert(
    source: bytes, tree: ast.Module, node: ast.expr, text: str, comment: str = ""
) -> bytes:
    """Add an argument to a call, or an element to a list, just before its closing bracket.

    A `comment` stands behind it, to the end of the line. `tree` is the parsed source and gets the
    same addition. Raises `UnclearSourceError` if the new source would be that of another tree, as
    where a comment swallows a comma.
    """
    # Parsed as an argument, which may have a name.
    call = ast.parse(f"f({text})", mode="eval").body
    assert isinstance(call, ast.Call)
    if isinstance(node, ast.List):
        node.elts += call.args
    elif isinstance(node, ast.Call):
        node.keywords += call.keywords
    wanted = ast.dump(tree)
    bracket = offset_of(source, node.end_lineno, node.end_col_offset) - 1
    inside = source[:bracket].rstrip()
    gap = source[len(inside) : bracket]
    line_end = line_end_of(source.decode()).encode()
    addition = text.encode().replace(b"\n", line_end)
    if isinstance(node, ast.List) or b"\n" in gap or comment:
        if b"\n" not in gap:
            # The bracket gets a line of its own, below the start of the list or the call.
            line = source[offset_of(source, node.lineno, 0) : bracket]
            gap = line_end + line[: len(line) - len(line.lstrip(b" \t"))]
        addition = gap + b"    " + addition + b"," + comment.encode() + gap
    else:
        addition = b" " + addition + gap
    # There may be a comma before the bracket already.
    for comma in (b"", b","):
        new_source = inside + comma + addition + source[bracket:]
        with suppress(UnclearSourceError):
            if ast.dump(parse_module(new_source)) == wanted:
                return new_source
    raise UnclearSourceError(
        f"is written in a way that hides the end of line {node.end_lineno}"
    )


def offset_of(source: bytes, line: int | None, column: int | None) -> int:
    """Return the offset of a position in a syntax tree: a line from 1, and bytes in it."""
    lines = source.splitlines(keepends=True)
    return sum(map(len, lines[: (line or 1) - 1])) + (column or 0)
