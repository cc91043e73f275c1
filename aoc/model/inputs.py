"""Inputs and examples: their kind, their text and how it is decoded, or how it is made."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from aoc.text import decode_text


class InputKind(StrEnum):
    """What an input is."""

    EXAMPLES = "examples"
    """All examples in the tests of the day; the worker makes an `EXAMPLE` of each."""
    EXAMPLE = "example"
    PERSONAL = "personal"
    FILE = "file"
    STDIN = "stdin"
    SAMPLE = "sample"
    """Made by `sample` of the tests: of full size."""
    SMALL = "small"
    """Made by `small` of the tests: a little one, perhaps an odd one."""
    CHANGED = "changed"
    """A text that fuzzing has changed: it may be no input of the puzzle."""
    ALONE = "alone"
    """The personal input, on which part 2 is called without part 1: a check before sending."""
    PUBLISHED = "published"
    """An example of the puzzle page: a check before sending."""

    @property
    def is_whole(self) -> bool:
        """Whether inputs of this kind are of full size."""
        return self in WHOLE

    @property
    def is_generated(self) -> bool:
        """Whether the tests of the day make such inputs: samples, or small ones."""
        return self in (InputKind.SAMPLE, InputKind.SMALL)

    @property
    def is_check(self) -> bool:
        """Whether such inputs only check an answer before it is sent, and are not shown."""
        return self in (InputKind.ALONE, InputKind.PUBLISHED)


WHOLE = (InputKind.PERSONAL, InputKind.SAMPLE, InputKind.FILE, InputKind.STDIN)
EXAMPLE_NAMES = "test|sampl|ex[ae]mp|beispiel|ejempl|esempi|voorbeeld|przyk|eksemp"
"""The words in the names of files with examples, also in other languages."""


class Example:
    """One published example: an input, and the answers that the puzzle prints for it.

    `text` is the input as the site would serve it. `part1` and `part2` are the answers, `None`
    if the puzzle prints none. `name` is shown on screen in place of a number. `params` are
    values for keyword-only parameters of the functions of the day. `guessed` are the parts, 1 or
    2, whose answer, or the text for it, was read from a page and not looked at by anybody. Raises
    `TypeError` for a wrong call. An example is not changed once it is made.
    """

    # A plain class: a tuple would equal a bare one, and `dataclasses` takes long to import.
    __slots__ = ("guessed", "name", "params", "part1", "part2", "text")

    def __init__(
        self,
        text: str,
        part1: int | str | None = None,
        part2: int | str | None = None,
        name: str | None = None,
        params: Mapping[str, Any] = {},
        guessed: Collection[int] = (),
    ) -> None:
        if is_unwritten(text):
            raise TypeError("Example(...) has no text: write the input of the example in quotes")
        self.text = text
        # A template may leave `part2=...`, which `day_tests_in` then refuses.
        self.part1 = "..." if is_unwritten(part1) else part1
        self.part2 = "..." if is_unwritten(part2) else part2
        self.name = name
        self.params = params
        self.guessed = guessed

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self._fields().items())
        return f"Example({fields})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Example) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((self.text, self.part1, self.part2, self.name))

    def _fields(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "part1": self.part1,
            "part2": self.part2,
            "name": self.name,
            "params": self.params,
            "guessed": self.guessed,
        }

    def label(self, number: int) -> str:
        """Return the name of the example on screen; `number` counts from 1."""
        return str(self.name or f"example {number}")

    def expected(self, part: int) -> str | None:
        """Return the printed answer of a part as it would be submitted."""
        answer = self.part1 if part == 1 else self.part2
        if answer is None:
            return None
        from aoc.model.answers import answer_text

        text = answer_text(answer)
        if text is None:
            # It is no answer, and is refused.
            return str(answer)
        return text.strip("\n")

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts that the example is for: those with an answer, or both if none has."""
        answered = tuple(part for part in (1, 2) if self.expected(part) is not None)
        return answered or (1, 2)


def is_unwritten(value: object) -> bool:
    """Return whether a value of an example is `...`, as a template may have it."""
    return value is ...


class Input(NamedTuple):
    """An input of a job: its text, or the seed that it is made from.

    `label` is its name on screen. `expected` has the answers to parts 1 and 2 that are known.
    No solver may see an input with a `problem`. An `optional` one is left out where the tests
    cannot make it. `first_example` is the text of the first published example, for a script
    whose file of it is missing, and `ending` has the line ends at the end of the input, which are
    not in its text. An example itself is for some `parts`, with its `params`; of these parts, some
    may be `guessed`.
    """

    kind: InputKind
    label: str = ""
    text: str | None = None
    expected: tuple[str | None, str | None] = (None, None)
    seed: int = 0
    optional: bool = False
    problem: str = ""
    first_example: str | None = None
    ending: str = "\n"
    parts: tuple[int, ...] = (1, 2)
    params: tuple[tuple[str, Any], ...] = ()
    guessed: tuple[int, ...] = ()

    def is_guess(self, part: int | None) -> bool:
        """Return whether the answer of a part is a guess; without a part, those of all parts."""
        parts = self.parts if part is None else (part,)
        return set(parts) <= set(self.guessed)

    @property
    def is_to_make(self) -> bool:
        """Whether the tests of the day have still to make the text."""
        return self.kind.is_generated and self.text is None and not self.problem

    @property
    def digest(self) -> str | None:
        """The digest of the text, where it is known."""
        if not self.text or self.kind is InputKind.CHANGED:
            # Fuzzing makes thousands of texts, and nobody looks one up.
            return None
        return digest_of(self.text)


REFUSED_STARTS = {
    "Puzzle inputs differ by user.": "the site's request to log in",
    "Please don't repeatedly request": "the site's answer before the puzzle unlocks",
}
"""The starts of pages that the site may send instead of an input, and names for them."""
HTML = r"<(!--|!doctype\b|\?xml\b|(?!v+[\s>])[a-z][a-z0-9]*[\s/>])"
"""The start of a page. Some inputs begin with `<` too: moves `<vv>`, brackets, `<x=-1, y=0>`."""
JSON = r'\{\s*"[^"]{2}'
"""The start of a JSON object of a server. One input is JSON too, with keys of one letter."""


# The results of an input ask for its digest one after the other.
@lru_cache(maxsize=16)
def digest_of(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, as 64 hex digits."""
    # It loads OpenSSL, and most commands need no digest.
    from hashlib import sha256

    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class RefusedTextError(ValueError):
    """The text cannot be a puzzle input; the message says why."""


def plain(text: str) -> str:
    r"""Return text without a BOM, with `\n` as line ends, and with no line end at the end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")


def decode(data: bytes) -> str:
    """Decode an input, and return its plain text.

    Raises `RefusedTextError` for bytes that cannot be a puzzle input.
    """
    try:
        text = decode_text(data)
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise RefusedTextError(f"is not text: byte {error.start} is {byte:#04x}") from None
    start = text.lstrip()
    if not start:
        raise RefusedTextError("is empty")
    if "\0" in text:
        raise RefusedTextError("is not text: it has NUL bytes")
    # To compile a pattern takes longer than to look at a character.
    if start[0] == "<" and re.match(HTML, start, re.IGNORECASE):
        raise RefusedTextError("is an HTML page")
    if start[0] == "{" and re.match(JSON, start):
        raise RefusedTextError("is a JSON page")
    for sentence, what in REFUSED_STARTS.items():
        if start.startswith(sentence):
            raise RefusedTextError(f"is {what}")
    return plain(text)
