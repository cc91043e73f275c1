"""The list `EXAMPLES` of a test module: written as source, and given the answers of part 2.

A guess is marked behind its answer. A module is not run, but parsed. A change is kept if the module
then has exactly the addition.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import accumulate

from aoc.errors import UsageError
from aoc.files import line_end_of, overwrite, read_own
from aoc.model.examples import Example
from aoc.model.input_text import plain
from aoc.project.day_tests import Guess, doubt_about
from aoc.site.examples import PageExample, find_examples

WIDTH = 100
"""Columns of a line of source; only a long text makes a longer line."""
NO_EXAMPLES = '[\n    # Example("the text of an example", part1=123),\n]'
FIELDS = ("text", "part1", "part2", "name", "params")
"""The parameters of `Example`, in their order."""


class UnclearSourceError(UsageError):
    """The source of a test module is not understood; the message says why."""


def examples_source(examples: Sequence[PageExample]) -> str:
    """Return a list of examples as source; an empty list shows in a comment how to add one."""
    lines = "".join(f"    {example_source(one, one.guesses)},\n" for one in examples)
    return f"[\n{lines}]" if examples else NO_EXAMPLES


def example_source(example: Example, guesses: Mapping[int, Guess] = {}) -> str:
    """Return the call of `Example` as source, as in a list; `guesses` are by part."""
    arguments = [text_source(example.text)]
    marks = [""]
    for name in FIELDS[1:]:
        value = getattr(example, name)
        if value not in (None, {}):
            argument = f"{name}={value_source(value)}"
            guess = guesses.get({"part1": 1, "part2": 2}.get(name, 0))
            arguments.append(argument)
            marks.append(guess.mark(argument) if guess else "")
    line = f"Example({', '.join(arguments)})"
    if "\n" not in line and len(line) < WIDTH - len("    ,") and not any(marks):
        return line
    lines = zip(arguments, marks, strict=True)
    inner = "".join(f"        {argument},{mark}\n" for argument, mark in lines)
    return f"Example(\n{inner}    )"


def value_source(value: object) -> str:
    """Return an answer or the parameters as source."""
    if isinstance(value, Mapping):
        items = (
            f"{value_source(name)}: {value_source(one)}" for name, one in value.items()
        )
        return f"{{{', '.join(items)}}}"
    if isinstance(value, str):
        return '"' + escape_lines(value).replace("\n", "\\n").replace('"', '\\"') + '"'
    return repr(value)


def text_source(text: str) -> str:
    """Return the text of an example as source, on several lines if it has several lines."""
    return (
        f'"""\\\n{escape_quotes(escape_lines(text))}"""'
        if "\n" in text
        else value_source(text)
    )


def docstring_source(text: str) -> str:
    """Return one line of text as it is written inside a docstring, or as all of one."""
    return escape_quotes(escape_lines(" ".join(text.split())))


def escape_quotes(text: str) -> str:
    """Escape the quotes that would end a string in three quotes too early."""
    return re.sub(r'"{3,}|"+\Z', lambda quotes: '\\"' * len(quotes[0]), text)


def escape_lines(text: str) -> str:
    """Escape backslashes, and characters that editors hide or drop, such as a blank at an end."""
    escaped = "".join(
        character
        if character == "\n" or (character.isprintable() and character != "\\")
        else character.encode("unicode_escape").decode()
        for character in text
    )
    return re.sub(r" (?=\n|\Z)", r"\\x20", escaped)


def update_tests(
    path: str, html: str, *, certain: bool = False
) -> tuple[list[str], bool]:
    """Add the answers and examples of part 2 on a puzzle page to the tests at `path`.

    With `certain`, it is only an answer that is no guess, to the one example with its text. Return
    the additions in words, and whether the page has more of part 2. Raises `UsageError` if the
    tests cannot be read or written, and `UnclearSourceError`.
    """
    source, page = read_own(path).encode(), find_examples(html)
    made, added = add_part2(source, page, certain=certain)
    if added:
        overwrite(path, made)
    left = [one for one in page if one.part2 is not None] if certain else []
    return added, bool(add_part2(made, left)[1])


def add_part2(
    source: bytes, page: Sequence[PageExample], *, certain: bool = False
) -> tuple[bytes, list[str]]:
    """Add to `EXAMPLES` the answers and examples of part 2 on the puzzle page.

    An empty list gets all examples. With `certain`, only an answer is added that is no guess, and
    only if one example of the page and one in `EXAMPLES` have its text. Return the new source, and
    the additions in words. Raises `UnclearSourceError` if it is not certain that the result is
    right.
    """
    added: list[str] = []
    texts = [plain(example.text) for example in page]
    is_empty = not examples_node(parse_module(source)).elts
    for number, (text, example) in enumerate(zip(texts, page, strict=True)):
        tree = parse_module(source)
        listed = examples_node(tree)
        written = [*map(arguments_of, listed.elts)]
        same = [place for place, one in enumerate(written) if one.get("text") == text]
        guess = example.guesses.get(2)
        is_unclear = guess is not None or not len(same) == texts.count(text) == 1
        if (certain and is_unclear) or (example.part2 is None and not is_empty):
            continue
        argument = f"part2={value_source(example.part2)}"
        place = next(iter(same[texts[:number].count(text) :]), None)
        is_alone = len(written) == 1 and isinstance(written[0].get("text"), str)
        is_begun = example.part1 is not None and not example.is_checked
        if place is None and is_alone and is_begun and example.part2 is not None:
            # Somebody has corrected the text of the one example, and part 2 is about that.
            place = 0
            guess = Guess(guess.answers if guess else [example.part2], inputs=2)
        if place is None:
            if not all(isinstance(one.get("text"), str) for one in written):
                raise UnclearSourceError("has an example whose text is no plain string")
            if not any(map(has_example, tree.body)):
                raise UnclearSourceError(
                    "does not import Example: write `from aoc import Example`"
                )
            source = insert(
                source, tree, listed, example_source(example, example.guesses)
            )
            doubt = doubt_about([*example.guesses.values()])
            added.append(f"example {len(written) + 1}{doubt and f' ({doubt})'}")
        elif example.part2 is not None and written[place].get("part2") is None:
            label = written[place].get("name") or f"example {place + 1}"
            if "part2" in written[place]:
                raise UnclearSourceError(
                    f"has no answer in {label}: write {argument} there"
                )
            mark = guess.mark(argument) if guess else ""
            source = insert(source, tree, listed.elts[place], argument, mark)
            added.append(
                f"{argument} to {label}{' (a guess: check it)' if guess else ''}"
            )
    return source, added


def parse_module(source: bytes) -> ast.Module:
    """Parse the source of a module. Raises `UnclearSourceError`."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(source.decode("utf-8-sig"))
    except (SyntaxError, ValueError) as error:
        raise UnclearSourceError(f"is not valid Python: {error}") from None


def examples_node(tree: ast.Module) -> ast.List:
    """Return the list `EXAMPLES` of a module. Raises `UnclearSourceError`."""
    for node in reversed(tree.body):
        match node:
            case ast.Assign(
                [ast.Name("EXAMPLES")], ast.List() as listed
            ) | ast.AnnAssign(ast.Name("EXAMPLES"), _, ast.List() as listed):
                return listed
    raise UnclearSourceError(
        "has no plain list EXAMPLES: write EXAMPLES = [Example(...)]"
    )


def arguments_of(node: ast.expr) -> Mapping[str, object]:
    """Return the arguments of a call of `Example` by name: `...` for one that is no plain value.

    There are none for any other expression. The text is plain, and unknown where others hide.
    """
    if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith("Example"):
        return {}
    nodes = [*zip(FIELDS, node.args, strict=False)]
    nodes += [("text", one) for one in node.args if isinstance(one, ast.Starred)]
    nodes += [(one.arg or "text", one.value) for one in node.keywords]
    found = {
        name: one.value if isinstance(one, ast.Constant) else ... for name, one in nodes
    }
    for name, one in nodes:
        if (
            isinstance(one, ast.Constant) and one.value is ...
        ):  # which a template may leave
            found[name] = None
    text = found.get("text")
    return found | {"text": plain(text) if isinstance(text, str) else ...}


def has_example(node: ast.stmt) -> bool:
    """Return whether a statement imports a name `Example`."""
    names = node.names if isinstance(node, ast.ImportFrom) else []
    return any((one.asname or one.name) == "Example" for one in names)


def insert(
    source: bytes, tree: ast.Module, node: ast.expr, text: str, mark: str = ""
) -> bytes:
    """Add an argument to a call, or an element to a list, just before its closing bracket.

    A `mark` stands behind it, to the end of the line. `tree` is that of the source and gets the
    same addition. Raises `UnclearSourceError` if the new source would be that of another tree, as
    where a comment swallows a comma.
    """
    added = ast.parse(f"f({text})", mode="eval").body
    assert isinstance(added, ast.Call)
    if isinstance(node, ast.List):
        node.elts += added.args
    elif isinstance(node, ast.Call):
        node.keywords += added.keywords
    starts = [*accumulate(map(len, source.splitlines(keepends=True)), initial=0)]
    bracket = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0) - 1
    inside = source[:bracket].rstrip()
    gap = source[len(inside) : bracket]
    line_end = line_end_of(source.decode()).encode()
    addition = text.encode().replace(b"\n", line_end)
    if isinstance(node, ast.List) or b"\n" in gap or mark:
        if b"\n" not in gap:
            line = source[starts[node.lineno - 1] : bracket]
            gap = line_end + line[: len(line) - len(line.lstrip(b" \t"))]
        addition = gap + b"    " + addition + b"," + mark.encode() + gap
    else:
        addition = b" " + addition + gap
    for comma in (b"", b","):
        made = inside + comma + addition + source[bracket:]
        with suppress(UnclearSourceError):
            if ast.dump(parse_module(made)) == ast.dump(tree):
                return made
    raise UnclearSourceError(
        f"is written in a way that hides the end of line {node.end_lineno}"
    )
