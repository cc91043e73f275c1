"""The list `EXAMPLES` of a test module: written as source, and given the answers of part 2.

A module is not run, but parsed. A change is kept if the module then has exactly the addition.
"""

from __future__ import annotations

import ast
import codecs
import os
import re
import warnings
from collections.abc import Sequence
from contextlib import suppress

from aoc.files import overwrite, read_own
from aoc.model import Example
from aoc.site.pages import find_examples, is_certain
from aoc.text import plain

WIDTH = 100
"""Columns of a line of source; only a long text makes a longer line."""
NO_EXAMPLES = """\
[
    # Example("the text of an example", part1=123),
]"""
FIELDS = ("text", "part1", "part2", "name", "params")
"""The parameters of `Example`, in their order."""


class UnclearSourceError(ValueError):
    """The source of a test module is not understood; the message says why."""


def examples_source(examples: Sequence[Example]) -> str:
    """Return a list of examples as source; an empty list shows in a comment how to add one."""
    lines = "".join(f"    {example_source(example)},\n" for example in examples)
    return f"[\n{lines}]" if examples else NO_EXAMPLES


def example_source(example: Example) -> str:
    """Return the call of `Example` as source, as in a list."""
    values = {name: getattr(example, name) for name in FIELDS[1:]}
    values["params"] = dict(example.params) or None
    arguments = [text_source(example.text)]
    arguments += [
        f"{name}={value_source(value)}" for name, value in values.items() if value is not None
    ]
    line = f"Example({', '.join(arguments)})"
    if "\n" not in line and len(line) < WIDTH - len("    ,"):
        return line
    inner = "".join(f"        {argument},\n" for argument in arguments)
    return f"Example(\n{inner}    )"


def value_source(value: object) -> str:
    """Return an answer or a parameter as source."""
    if isinstance(value, str):
        return '"' + escape_lines(value).replace("\n", "\\n").replace('"', '\\"') + '"'
    return repr(value)


def text_source(text: str) -> str:
    """Return the text of an example as source, on several lines if it has several lines."""
    return f'"""\\\n{escape_quotes(escape_lines(text))}"""' if "\n" in text else value_source(text)


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


def written_examples(source: bytes) -> list[dict[str, object]]:
    """Return the arguments of each example in a module by name. Raises `UnclearSourceError`."""
    return [*map(arguments_of, examples_node(parse_module(source)).elts)]


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
            case ast.Assign([ast.Name("EXAMPLES")], ast.List() as listed) | ast.AnnAssign(
                ast.Name("EXAMPLES"), _, ast.List() as listed
            ):
                return listed
    raise UnclearSourceError("has no plain list EXAMPLES: write EXAMPLES = [Example(...)]")


def arguments_of(node: ast.expr) -> dict[str, object]:
    """Return the arguments of an example by name: `...` for one that is not written as a value.

    There are none if the example is not written as `Example(...)`, or if some of its arguments
    come from elsewhere. The text is plain.
    """
    if not isinstance(node, ast.Call) or ast.unparse(node.func).split(".")[-1] != "Example":
        return {}
    given = dict(zip(FIELDS, node.args, strict=False))
    given |= {keyword.arg or "": keyword.value for keyword in node.keywords}
    if "" in given or any(isinstance(value, ast.Starred) for value in node.args):
        return {}
    values: dict[str, object] = {
        name: value.value if isinstance(value, ast.Constant) else ...
        for name, value in given.items()
    }
    if isinstance(text := values.get("text"), str):
        values["text"] = plain(text)
    return values


def add_part2(source: bytes, page: Sequence[Example]) -> tuple[bytes, list[str]]:
    """Add to `EXAMPLES` the answers and examples of part 2 on the puzzle page.

    An empty list gets all examples. Return the new source, and the additions in words. Raises
    `UnclearSourceError` if it is not certain that the result is right.
    """
    tree = parse_module(source)
    listed = examples_node(tree)
    written = [*map(arguments_of, listed.elts)]
    matched: dict[int, Example] = {}
    new: list[Example] = []
    for example in page:
        same = (n for n, one in enumerate(written) if one.get("text") == plain(example.text))
        place = next((n for n in same if n not in matched), None)
        if place is not None:
            matched[place] = example
        elif example.part2 is not None or not written:
            new.append(example)
    added = [f"example {number}" for number, _ in enumerate(new, len(written) + 1)]
    # From the end to the start, so that the positions before a change stay right.
    if new:
        for node, one in zip(listed.elts, written, strict=True):
            if not isinstance(one.get("text"), str):
                raise UnclearSourceError(
                    f"has an example in line {node.lineno} whose text is no plain string"
                )
        imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
        if not any((one.asname or one.name) == "Example" for node in imports for one in node.names):
            raise UnclearSourceError("does not import Example: write `from aoc import Example`")
        source = insert(source, tree, listed, ",\n    ".join(map(example_source, new)))
    for place, example in sorted(matched.items(), reverse=True):
        if example.part2 is None or written[place].get("part2") is not None:
            continue
        argument = f"part2={value_source(example.part2)}"
        label = written[place].get("name") or f"example {place + 1}"
        if "part2" in written[place]:
            raise UnclearSourceError(f"has part2=None in {label}: write {argument} there")
        source = insert(source, tree, listed.elts[place], argument)
        added.insert(0, f"{argument} to {label}")
    return source, added


def insert(source: bytes, tree: ast.Module, node: ast.expr, text: str) -> bytes:
    """Add an argument to a call, or elements to a list, just before its closing bracket.

    `tree` is that of the source and gets the same addition. Raises `UnclearSourceError` if the
    new source would be that of another tree, as where a comment swallows a comma.
    """
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    bom = len(codecs.BOM_UTF8) if source.startswith(codecs.BOM_UTF8) else 0
    starts = [bom, *(match.end() for match in re.finditer(rb"\r\n|\r|\n", source))]
    bracket = starts[node.end_lineno - 1] + node.end_col_offset - 1
    inside = source[:bracket].rstrip()
    gap = source[len(inside) : bracket]
    line_end = b"\r\n" if b"\r\n" in source else b"\n"
    addition = text.encode().replace(b"\n", line_end)
    if b"\n" in gap or isinstance(node, ast.List):
        gap = gap if b"\n" in gap else line_end
        addition = gap + b"    " + addition + b"," + gap
    else:
        addition = b" " + addition + gap
    parsed = ast.parse(f"f({text})", mode="eval").body
    assert isinstance(parsed, ast.Call)
    if isinstance(node, ast.List):
        node.elts += parsed.args
    elif isinstance(node, ast.Call):
        node.keywords += parsed.keywords
    for comma in (b"", b","):
        made = inside + comma + addition + source[bracket:]
        with suppress(UnclearSourceError):
            if ast.dump(parse_module(made)) == ast.dump(tree):
                return made
    raise UnclearSourceError(f"is written in a way that hides the end of line {node.end_lineno}")


def add_certain_answers(path: str, html: str) -> tuple[list[str], bool]:
    """Add the answers of part 2 on a puzzle page to the examples in the tests at `path`.

    An answer is added if there is no doubt about it, and one example of the page and one of the
    tests have its text. Return the additions in words, and whether the page has more to add.
    Raises `UsageError` if the tests cannot be read or written.
    """
    found = find_examples(html)
    page = [one._replace(text=plain(one.text)) for one in found if one.part2 is not None]
    if not page or not os.path.exists(path):
        return [], False
    texts = [one.text for one in page]
    source = read_own(path).encode()
    try:
        written = written_examples(source)
        own = [one.get("text") for one in written]
        done = [one.get("text") for one in written if one.get("part2") is not None]
        lacking = [one for one in page if done.count(one.text) < texts.count(one.text)]
        unique = [one for one in lacking if texts.count(one.text) == own.count(one.text) == 1]
        certain = [one for one in unique if is_certain(html, one)]
        made, added = add_part2(source, certain)
    except UnclearSourceError:
        return [], True
    if added:
        overwrite(path, made)
    return added, len(certain) < len(lacking)
