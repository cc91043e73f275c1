"""`aoc doctor`: check the installation and the project; make `aoc` start this program."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from aoc.commands.options import check_one_of, debug_option
from aoc.doctor.checks import CHECKS, make_checks
from aoc.doctor.findings import Finding, Status
from aoc.doctor.script_fix import Change, fix_scripts, undo_fix
from aoc.doctor.scripts import Owner
from aoc.doctor.subject import find_subject
from aoc.program import as_typed
from aoc.render.json_lines import write_json
from aoc.render.message import print_message
from aoc.render.terminal import Piece, painted, print_line
from aoc.text import printable

SIGNS = {Status.OK: "✔", Status.WARNING: "!", Status.ERROR: "✘", Status.SKIPPED: "·"}
COLORS = {Status.OK: "32", Status.WARNING: "33", Status.ERROR: "31"}
WIDTH = max(map(len, CHECKS))


@click.command()
@click.option("--fix", is_flag=True, help="Make the script `aoc` start this program.")
@click.option("--undo", is_flag=True, help="Put back what --fix replaced.")
@click.option(
    "--offline", is_flag=True, help="Do not contact the site; skip the checks that need it."
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per finding.")
@debug_option
def doctor(fix: bool, undo: bool, offline: bool, as_json: bool, debug: bool) -> int:
    """Check the installation and the project, and say how to fix what is wrong.

    The package advent-of-code-data also has a script called `aoc`. With --fix, the script `aoc`
    starts this program in the environment where it is installed. --undo takes this back.

    Exits with 1 if a check finds an error. Warnings and skipped checks do not count.
    """
    check_one_of({"--fix": fix, "--undo": undo})
    for change in [name for name, is_set in (("--fix", fix), ("--undo", undo)) if is_set]:
        if offline:
            raise click.UsageError(f"--offline does nothing with {change}: leave out --offline")
    if undo:
        report_changes(undo_fix(), "nothing to undo")
        return 0
    if fix:
        report_changes(fix_scripts(), "nothing to fix")
    names = ("name",) if fix else tuple(CHECKS)
    code = 0
    for finding in make_checks(find_subject(offline=offline), names, debug=debug):
        if as_json:
            write_json(sys.stdout, to_object(finding))
        else:
            print_line(*to_line(finding))
        if finding.status is Status.ERROR:
            code = 1
    return code


def report_changes(changes: Sequence[Change], nothing: str) -> None:
    """Print which scripts were changed on stderr, or `nothing` if none was."""
    for change in changes:
        print_message(change_text(change))
    if not changes:
        print_message(nothing)


def change_text(change: Change) -> str:
    """Return what was done to a script, as a sentence."""
    folder = os.path.dirname(change.path)
    if change.after is Owner.NOBODY:
        return f"`aoc` is removed from {folder}, where there was none before"
    if change.before is Owner.OURS:
        return f"`aoc` in {folder} is {change.after} script again"
    text = f"`aoc` in {folder} starts this program now"
    if change.before is Owner.NOBODY:
        return f"{text}; there was none before, and `aoc doctor --undo` removes it"
    return f"{text}; {change.before} script is kept, and `aoc doctor --undo` puts it back"


def to_line(finding: Finding) -> tuple[Piece, ...]:
    """Return a finding as a line for people: a sign, the check, the sentence and what to do."""
    sign, code = SIGNS[finding.status], COLORS.get(finding.status)
    remedy = f": {finding.remedy}" if finding.remedy else ""
    # Names of files may contain line ends.
    text = printable(as_typed(f"{finding.message}{remedy}"), kept="")
    shown = painted(sign, code) if code else (sign,)
    return *shown, f" {finding.check:{WIDTH}}  {text}"


def to_object(finding: Finding) -> dict[str, object]:
    """Return a finding as the object that JSON has."""
    return {name: value and as_typed(value) for name, value in finding._asdict().items()}
