"""Sentences for people on stderr, apart from the results of a command."""

from __future__ import annotations

import sys

import click

from aoc.program import message_line
from aoc.render.console import width_of, wrapped

__all__ = ["print_message"]


def print_message(text: str) -> None:
    """Print a sentence for people on stderr; on a terminal it is broken between words."""
    click.echo(wrapped(message_line(text), width_of(sys.stderr)), err=True)
