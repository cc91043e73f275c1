"""The arguments that a script may want: the path of its input, its part, or none.

They are words with placeholders, as in the settings. What a script wants instead can be said there,
as the `args` of a layout. The source is that of `ast.unparse`, in which each statement is a line.
"""

from __future__ import annotations

import re

INPUT = "{input}"
STEM = "input"
"""The name of the input without its ending, which some scripts add."""
PART_NAME = re.compile(r"-*(?:aoc_?)?(?:part|star|level|p)", re.IGNORECASE)
"""The name of an argument or an option that takes a part."""
READ = re.compile(
    r"\bargv\b(?!\[0\])|^(?:import|from) (?:docopt|fileinput|fire|getopt|typer)\b", re.MULTILINE
)
"""The arguments are read."""
DECLARED = re.compile(r"(?:add_argument|\bargument|\boption)\(((?:'[^']*'(?:, )?)+)(.*)")
"""An argument or an option of `argparse` or `click`: its names, and what else is said of it."""


def possible_arguments(source: str) -> list[list[str]]:
    """Return the words after the name of a script that may be right, in the order to try them.

    The right one is that with which it reads its input.
    """
    possible: list[list[str]] = []
    declared = DECLARED.findall(source)
    if declared:
        words: list[str] = []
        for names, rest in declared:
            words += declared_words(re.findall("'([^']*)'", names)[-1], rest)
        possible.append(words)
    if declared or READ.search(source):
        possible += [[INPUT], [], [STEM]]
    return possible or [[]]


def declared_words(name: str, rest: str) -> list[str]:
    """Return the words for an argument or an option, with what is said of it beside its name."""
    is_option = name.startswith("-")
    is_needed = "required=True" in rest
    if not is_option:
        is_needed = "default=" not in rest and "nargs='?'" not in rest
    if PART_NAME.fullmatch(name) and "action=" not in rest:
        word = "{part}"
    elif is_needed and "type=int" not in rest:
        word = INPUT
    else:
        return []
    return [name, word] if is_option else [word]
