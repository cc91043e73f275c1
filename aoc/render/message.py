"""Sentences for people on stderr, apart from the results of a command."""

from __future__ import annotations

import sys

from aoc.program import message_line
from aoc.render.terminal import width_of, wrapped, write
from aoc.text import SURE_DIGITS, hide_tokens


def print_message(text: str) -> None:
    """Print a sentence for people on stderr; on a terminal it is broken between words.

    Where a session token was typed in place of something else, no more than its end is shown.
    """
    shown = hide_tokens(message_line(text), digits=SURE_DIGITS)
    write(sys.stderr, wrapped(shown, width_of(sys.stderr)), "\n")
