"""The option `--sample`, alone or with a seed, as `--sample=3` or after the days."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from aoc.errors import UsageError

__all__ = ["SampleCommand"]

OPTION = "--sample"
ALL = {"--all", "--all-years"}
"""Options in place of DAYS."""


class SampleCommand(click.Command):
    """A command whose `--sample` may stand alone, or have a seed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises `UsageError` where a number may be a seed or a day."""
        if OPTION in args and not ctx.resilient_parsing:
            args = self.with_seed(args)
        return super().parse_args(ctx, args)

    def with_seed(self, args: Sequence[str]) -> list[str]:
        """Return the arguments of a command in which every `--sample` has its seed, after `=`."""
        found: list[str] = []
        has_days = not ALL.isdisjoint(args)
        words = list(reversed(args))
        while words:
            word = words.pop()
            following = words[-1] if words else ""
            if word == "--":
                return [*found, word, *reversed(words)]
            if word == OPTION:
                is_number = re.fullmatch(r"\d+", following)
                if is_number and not has_days:
                    day = f"`aoc {self.name} {following} {OPTION}`"
                    raise UsageError(
                        f"{OPTION} {following} can be the day or the seed: write {day} for the "
                        f"day, {OPTION}={following} for the seed"
                    )
                found.append(f"{OPTION}={words.pop() if is_number else 0}")
            elif self.takes_value(word) and words:
                found += [word, words.pop()]
            else:
                found.append(word)
                has_days = has_days or not word.startswith("-")
        return found

    def takes_value(self, word: str) -> bool:
        """Return whether a word is an option whose value is the next word."""
        options = (param for param in self.params if isinstance(param, click.Option))
        return any(word in param.opts and not param.is_flag for param in options)
