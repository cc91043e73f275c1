"""The options that commands which run days have in common."""

from __future__ import annotations

import click

from aoc.commands.option_types import PARAM, PART, SECONDS, SEED, SIZE

__all__ = [
    "debug_option",
    "example_option",
    "force_option",
    "input_option",
    "memory_option",
    "params_option",
    "part_option",
    "sample_option",
    "timeout_option",
    "user_option",
    "variants_option",
    "verbose_option",
]

part_option = click.option("--part", type=PART, metavar="N", help="Run only this part.")
variants_option = click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="Run this variant, such as memo for part1_memo, or all.",
)
example_option = click.option(
    "--example", "examples", is_flag=True, help="Run only on the published examples."
)
force_option = click.option(
    "--force", is_flag=True, help="Replace files that aoc has not written, too."
)
input_option = click.option(
    "--input", "file", metavar="FILE", help="Run on this file, or - for stdin."
)
sample_option = click.option(
    "--sample",
    type=SEED,
    metavar="[SEED]",
    help="Run on a made-up input of full size, from sample(rng) in the tests; another SEED makes "
    "another one.",
)
user_option = click.option(
    "--user", metavar="NAME", help="The account to use; a part of its name is enough."
)
timeout_option = click.option(
    "--timeout",
    type=SECONDS,
    metavar="SECONDS",
    help="How long a part may take; 0 for no limit.  [default: 60]",
)
memory_option = click.option(
    "--memory",
    type=SIZE,
    metavar="SIZE",
    help="How much memory a part may use, such as 512M; 0 for no limit.  "
    "[default: half of the machine's memory]",
)
params_option = click.option(
    "--param",
    "params",
    type=PARAM,
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a keyword-only parameter of the parts.",
)
verbose_option = click.option("-v", "--verbose", is_flag=True, help="Also show what solvers log.")
debug_option = click.option(
    "--debug", is_flag=True, help="Show the traceback of an error in aoc itself."
)
