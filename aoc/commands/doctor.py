"""Check the installation and the project."""

from __future__ import annotations

import sys

import click

from aoc.commands.options import command, flag, shared_options
from aoc.doctor import CHECKS, Status, find_subject, make_check
from aoc.program import as_typed
from aoc.render.terminal import painted, print_line, write_json
from aoc.text import printable

SIGNS = {Status.OK: ("✔", "32"), Status.WARNING: ("!", "33"), Status.ERROR: ("✘", "31")}
"""The signs of results, and their colors."""
WIDTH = max(map(len, CHECKS))


@command
@flag("--offline", help="Do not contact the site; skip the checks that need it.")
@shared_options("as_json")
def doctor(offline: bool, as_json: bool) -> int:
    """Check the installation and the project, and say how to fix what is wrong.

    Nothing is changed. The site is asked for its time, and whether it knows your sessions. Exits
    with 1 if a check finds an error. Warnings and skipped checks do not count.
    """
    subject = find_subject(offline=offline)
    code = 0
    for name in CHECKS:
        for found in make_check(
            name, subject, debug=bool(click.get_current_context().obj)
        ):
            if as_json:
                fields = {"check": name, **found._asdict()}
                texts = {
                    key: value and as_typed(value) for key, value in fields.items()
                }
                write_json(sys.stdout, texts)
            else:
                sign = painted(*SIGNS[found.status]) if found.status in SIGNS else "·"
                remedy = f": {found.remedy}" if found.remedy else ""
                # Names of files may contain line ends.
                text = printable(as_typed(f"{found.message}{remedy}"), kept="")
                print_line(sign, f" {name:{WIDTH}}  {text}")
            if found.status is Status.ERROR:
                code = 1
    return code
