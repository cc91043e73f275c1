"""What to type instead of a word that is not a command: a mistyped one, or one of other tools."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from aoc.errors import UsageError

WORDS = {
    "aoc run": "solve exec execute start check time times all part part1 part2 go work compile",
    "aoc run --example": "test tests example examples",
    "aoc bench": "benchmark perf speed measure",
    "aoc run DAY --profile": "profile profiler flamegraph pyinstrument",
    "aoc run --sample": "sample samples",
    "aoc run --sample --variant all": "compare variant variants",
    "aoc fuzz DAY": "fuzzing fuzzer hypothesis shrink property",
    "aoc watch DAY": "auto autorun follow live loop reload rerun",
    "aoc new DAY": "create add generate gen scaffold make template begin day next today prepare",
    "aoc new DAY --update": "update",
    "aoc submit DAY": "answer answers send post hand-in handin",
    "aoc fetch DAY": "download get pull input inputs",
    "aoc read DAY": "puzzle puzzles text description prose show view print",
    "aoc open DAY": "browse browser web url page link site",
    "aoc status": "stars calendar progress event events stats summary list ls year years",
    "aoc leaderboard ID": "board boards lb rank ranking ranks score scores private",
    "aoc report": "table readme picture pictures svg badge",
    "aoc report --html FILE": "html page dashboard chart charts",
    "aoc show DAY": "animate animation play visualize visualise gif",
    "aoc init DIR": "setup project config configure init-project",
    "aoc doctor": "diagnose fix health env solvers solver plugins plugin",
    "aoc login": "token tokens session sessions auth signin sign-in credentials cookie credential",
    "aoc login --list": "user users account accounts me who whoami",
    "aoc login --remove NAME": "logout log-out signout sign-out",
    "aoc completion": "completions complete autocomplete shell",
    "aoc --version": "version",
    "aoc --help": "commands usage man info",
}
"""For each line to type, the words of other tools, and of people, that mean it."""
DAYS = re.compile(r"all|(?:\d{4}/)?\d{1,2}(?:-\d{1,2})?(?:,.+)?|\d{4}(?:/all)?")


def full_name(word: str, args: Sequence[str], names: Sequence[str], *, completes: bool) -> str:
    """Return the one of the commands `names` that starts with a word; `args` follow the word.

    Raises `UsageError` if there is none or several, or if the word is a command of other tools.
    If it `completes` a line, the word itself is returned instead.
    """
    found = [name for name in names if word and name.startswith(word)]
    is_other = word == "help" or DAYS.fullmatch(word) or line_for(word) is not None
    if len(found) == 1 and not is_other:
        return found[0]
    if completes:
        return word
    if found and not is_other:
        lines = either([f"aoc {name}" for name in found])
        raise UsageError(f"{word!r} can be {lines}: write more of it")
    raise UsageError(unknown_text(word, args, names))


def line_for(word: str) -> str | None:
    """Return the line to type for a word of another tool, if it is one."""
    return next((line for line, words in WORDS.items() if word in words.split()), None)


def unknown_text(word: str, args: Sequence[str], names: Sequence[str]) -> str:
    """Return the sentence about a word that is none of the commands `names`.

    `args` are the words after it on the command line.
    """
    if word == "help":
        topic = next((f"{arg} " for arg in args if arg in names), "")
        lines = [f"aoc {topic}--help"]
    elif DAYS.fullmatch(word):
        lines = [f"aoc run {word}"]
    else:
        line = line_for(word)
        close = get_close_matches(word.lower(), names, n=2)
        lines = [line] if line else [f"aoc {name}" for name in close]
    start = f"there is no command {word!r}"
    if not lines:
        return f"{start}: `aoc --help` lists them all"
    return f"{start}: did you mean {either(lines)}?"


def either(lines: Sequence[str]) -> str:
    """Return lines to type as a choice: `a`, `b` or `c`, in backquotes."""
    *first, last = (f"`{line}`" for line in lines)
    return f"{', '.join(first)} or {last}" if first else last
