"""Sentences for people on stderr, apart from the results of a command."""

from __future__ import annotations

import click

from aoc.program import message_line

__all__ = ["print_message"]


def print_message(text: str) -> None:
    """Print a sentence for people on stderr."""
    click.echo(message_line(text), err=True)
