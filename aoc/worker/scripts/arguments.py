"""The arguments of a script, as its source wants them: the path of its input, its part, or none.

They are words such as `{input}` and `--part {part}`, in which the path and the number of the part
are filled in for each run; `{letter}` is `a` or `b`. The source is that of `ast.unparse`, in which
each statement is a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

INPUT = "{input}"
PART_OF_NAME = re.compile(
    r"-*(?:aoc_?)?(?:part|star|level|p)(?P<number>_?[12])?", re.IGNORECASE
)
"""The name of an argument or an option that takes a part, or that is one, as `--part2`."""
COUNTED = re.compile(
    r"len\((?:sys\.)?argv\)|'[^']*' (?:not )?in (?:sys\.)?argv\b(?!\[\d\])"
)
"""Arguments that are only counted, or looked for as flags."""
TAIL = re.compile(r"(\w+) = (?:sys\.)?argv\[1:\]")
LONE = re.compile(r"(\w+) = (?:\w+\()?(?:sys\.)?argv\[(\d)\]")
"""A name for the arguments, and one for a single argument."""
COMPARED = re.compile(
    r"argv\[(?P<position>\d)\][.\w()]* (?:[!=]=|(?:not )?in) [(\[{]?"
    r"(?:'(?P<prefix>-*(?:part|p)?_?))?(?:(?P<number>[12])|(?P<letter>[ab])|\w*)\b"
)
"""An argument that is compared with parts, or with other words, as a flag is."""
CONVERTED = re.compile(r"(?:int|float)\((?:sys\.)?argv\[(\d)\]\)")
READ = re.compile(r"\bargv\b(?!\[0\])|\bfileinput\.")
DECLARED = re.compile(
    r"(?:add_argument|\bargument|\boption)\(((?:'[^']*'(?:, )?)+)(.*)"
)
"""An argument or an option of `argparse` or `click`: its names, and what else is said of it."""
COMMAND = re.compile(
    r"(?:typer\.run|Fire)\((?P<called>\w+)\)"
    r"|@\w+\.command\(.*\n(?:async )?def (?P<below>\w+)"
)
"""The function that `typer` or `fire` makes a command of."""
USAGE = re.compile(r"(?i)usage:\s*\S+([^\n]*)")
"""The line that `docopt` reads the arguments from."""


def wanted_arguments(source: str) -> list[str]:
    """Return the words after the name of a script that it needs to solve its input."""
    words: list[str] = []
    for names, rest in DECLARED.findall(source):
        words += declared_words(re.findall("'([^']*)'", names)[-1], rest)
    if re.search(r"^(?:import|from) docopt", source, re.MULTILINE):
        usage = USAGE.search(source)
        words += map(
            word_for, re.findall(r"(?<![=\[])<(\w+)>", usage[1] if usage else "")
        )
    if re.search(r"^(?:import|from) (?:typer|fire)", source, re.MULTILINE):
        words += command_words(source)
    return words or words_of_argv(source)


def wants_part(words: Sequence[str]) -> bool:
    """Return whether a script runs the part that its arguments say."""
    return any("{part}" in word or "{letter}" in word for word in words)


def filled_words(words: Sequence[str], input_path: str, part: int) -> list[str]:
    """Return the arguments for a part, or 0 for both, and for an input in a file."""
    letter = " ab"[part]
    return [word.format(input=input_path, part=part, letter=letter) for word in words]


def word_for(name: str) -> str:
    """Return the word for an argument with a name."""
    return "{part}" if PART_OF_NAME.fullmatch(name) else INPUT


def declared_words(name: str, rest: str) -> list[str]:
    """Return the words for an argument or an option, with what is said of it beside its name."""
    is_option = name.startswith("-")
    part = PART_OF_NAME.fullmatch(name)
    if part and part["number"]:
        # One word for both: the flag for part 1 may not be there.
        return [f"{name[:-1]}{{part}}"] if name.endswith("1") else []
    if part and "action=" not in rest:
        word = "{letter}" if "'a'" in rest else "{part}"
        return [name, word] if is_option else [word]
    is_needed = "required=True" in rest
    if not is_option:
        is_needed = "default=" not in rest and "nargs='?'" not in rest
    if not is_needed or "type=int" in rest:
        return []
    return [name, INPUT] if is_option else [INPUT]


def command_words(source: str) -> Iterator[str]:
    """Yield the words for the parameters without a default of a function that is a command."""
    command = COMMAND.search(source)
    if command is None:
        return
    name = command["called"] or command["below"]
    function = re.search(rf"def {name}\((.*)\)(?: ->.*)?:", source)
    for parameter in function[1].split(", ") if function else ():
        is_needed = "=" not in parameter or "Argument(...)" in parameter
        if parameter and is_needed:
            yield word_for(parameter.partition(":")[0])


def words_of_argv(source: str) -> list[str]:
    """Return the words for a script that reads `sys.argv` itself."""
    source = COUNTED.sub("", source)
    for name in TAIL.findall(source):
        source = re.sub(
            rf"\b{name}\[(\d)\]", lambda use: f"argv[{int(use[1]) + 1}]", source
        )
    words: dict[int, str] = {}
    others = {int(position) for position in CONVERTED.findall(source)}
    for name, position in LONE.findall(source):
        if PART_OF_NAME.fullmatch(name):
            words[int(position)] = "{part}"
        source = re.sub(rf"\b{name}\b", f"argv[{position}]", source)
    for compared in COMPARED.finditer(source):
        position = int(compared["position"])
        if compared["number"]:
            words[position] = f"{compared['prefix'] or ''}{{part}}"
        elif compared["letter"]:
            words[position] = "{letter}"
        else:
            others.add(position)
    if not words:
        # A flag or a number is no path, and no script needs it.
        for position in others:
            source = source.replace(f"argv[{position}]", "")
        return [INPUT] if READ.search(source) else []
    last = max(words)
    if f"argv[{last + 1}]" in source:
        last += 1
    return [words.get(position, INPUT) for position in range(1, last + 1)]
