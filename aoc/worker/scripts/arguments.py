"""The arguments of a script, as its source wants them: the path of its input, its part, or none.

They are words such as `{input}`, `--part` and `{part}`, with placeholders as in the settings
(`aoc.project.command_line`). What is not recognized here can be said there, as the `args` of a
layout. The source is that of `ast.unparse`, in which each statement is a line.
"""

from __future__ import annotations

import re

INPUT = "{input}"
PART = "{part}"
PART_NAME = re.compile(r"-*(?:aoc_?)?(?:part|star|level|p)", re.IGNORECASE)
"""The name of an argument or an option that takes a part."""
COUNTED = re.compile(
    r"len\((?:sys\.)?argv\)|'[^']*' (?:not )?in (?:sys\.)?argv\b(?!\[\d\])"
)
"""Arguments that are only counted, or looked for as flags."""
REST = re.compile(r"(\w+) = (?:sys\.)?argv\[1:\]")
"""A name for all arguments."""
SINGLE = re.compile(r"(\w+) = (?:\w+\()?(?:sys\.)?argv\[(\d)\]")
"""A name for a single argument."""
COMPARED = re.compile(
    r"argv\[(?P<position>\d)\][.\w()]* (?:[!=]=|(?:not )?in) [(\[{]?"
    r"(?:'(?P<prefix>-*(?:part|p)?_?))?(?:(?P<number>[12])|\w*)\b"
)
"""An argument that is compared with parts, or with other words, as a flag is."""
CONVERTED = re.compile(r"(?:int|float)\((?:sys\.)?argv\[(\d)\]\)")
"""An argument that is a number."""
READ = re.compile(
    r"""\bargv\b(?!\[0\])
    | \bfileinput\.
    | ^(?:import|from)\ (?:docopt|fire)\b
    | ^(?:import|from)\ typer\b(?s:.*)\bdef\ main\((?!part)\w+:\ [\w.]+[,)]""",
    re.MULTILINE | re.VERBOSE,
)
"""The arguments are read. With `typer`, that is where `main` needs one."""
DECLARED = re.compile(
    r"(?:add_argument|\bargument|\boption)\(((?:'[^']*'(?:, )?)+)(.*)"
)
"""An argument or an option of `argparse` or `click`: its names, and what else is said of it."""


def wanted_arguments(source: str) -> list[str]:
    """Return the words after the name of a script that it needs to solve its input."""
    words: list[str] = []
    for names, rest in DECLARED.findall(source):
        words += declared_words(re.findall("'([^']*)'", names)[-1], rest)
    return words or words_of_argv(source)


def declared_words(name: str, rest: str) -> list[str]:
    """Return the words for an argument or an option, with what is said of it beside its name."""
    is_option = name.startswith("-")
    is_needed = "required=True" in rest
    if not is_option:
        is_needed = "default=" not in rest and "nargs='?'" not in rest
    if PART_NAME.fullmatch(name) and "action=" not in rest:
        word = PART
    elif is_needed and "type=int" not in rest:
        word = INPUT
    else:
        return []
    return [name, word] if is_option else [word]


def words_of_argv(source: str) -> list[str]:
    """Return the words for a script that reads `sys.argv` itself."""
    source = with_positions(COUNTED.sub("", source))
    words: dict[int, str] = {}
    # Flags and numbers, by their positions.
    others = {int(position) for position in CONVERTED.findall(source)}
    for name, position in SINGLE.findall(source):
        if PART_NAME.fullmatch(name):
            words[int(position)] = PART
    for compared in COMPARED.finditer(source):
        position = int(compared["position"])
        if compared["number"]:
            words[position] = f"{compared['prefix'] or ''}{PART}"
        else:
            others.add(position)
    if words:
        last = max(words)
        if f"argv[{last + 1}]" in source:
            last += 1
        return [words.get(position, INPUT) for position in range(1, last + 1)]
    # A flag or a number is no path, and no script needs it.
    for position in others:
        source = source.replace(f"argv[{position}]", "")
    return [INPUT] if READ.search(source) else []


def with_positions(source: str) -> str:
    """Return the source of a script in which no argument has a name, but its position.

    Only where a name is given to it, this name is kept on the left side.
    """
    for name in REST.findall(source):
        source = re.sub(
            rf"\b{name}\[(\d)\]", lambda use: f"argv[{int(use[1]) + 1}]", source
        )
    for name, position in SINGLE.findall(source):
        source = re.sub(rf"\b{name}\b(?! = )", f"argv[{position}]", source)
    return source
