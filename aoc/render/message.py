"""Sentences for people, beside what a command prints."""

from __future__ import annotations

import click

__all__ = ["tell"]


def tell(text: str) -> None:
    """Tell people something, on stderr."""
    click.echo(f"aoc: {text}", err=True)
