"""`aoc doctor`: check the installation and the project, and make `aoc` this program."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence

import click

from aoc.doctor.checks import CHECKS, make_checks
from aoc.doctor.findings import Finding, Status
from aoc.doctor.script_fix import Change, fix_scripts, undo_fix
from aoc.doctor.scripts import Owner
from aoc.doctor.subject import find_subject
from aoc.program import as_typed
from aoc.render.console import wants_color
from aoc.render.message import print_message

SIGNS = {Status.OK: "✔", Status.WARNING: "!", Status.ERROR: "✘", Status.SKIPPED: "·"}
COLORS = {Status.OK: "green", Status.WARNING: "yellow", Status.ERROR: "red"}
WIDTH = max(map(len, CHECKS))


@click.command()
@click.option("--fix", is_flag=True, help="Make the script `aoc` this program's.")
@click.option("--undo", is_flag=True, help="Put back what --fix replaced.")
@click.option("--offline", is_flag=True, help="Ask nobody: leave out what needs the site.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per finding.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def doctor(fix: bool, undo: bool, offline: bool, as_json: bool, debug: bool) -> int:
    """Check the installation and the project, and say what to do about what is wrong.

    Another package brings a script called `aoc` too: advent-of-code-data. With --fix, `aoc` is
    this program where it is installed, and --undo takes that back; both change nothing else.

    Exits with 1 if something is wrong. A warning is not, nor what could not be checked.
    """
    if fix and undo:
        raise click.UsageError("choose one of --fix and --undo")
    if undo:
        report_changes(undo_fix(), "nothing to undo")
        return 0
    if fix:
        report_changes(fix_scripts(), "nothing to fix")
    names = ("name",) if fix else tuple(CHECKS)
    code = 0
    for finding in make_checks(find_subject(offline=offline), names, debug=debug):
        sys.stdout.write(f"{to_json(finding) if as_json else to_line(finding)}\n")
        sys.stdout.flush()
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
        return f"our `aoc` is gone from {folder}, where none was before"
    if change.before is Owner.OURS:
        return f"`aoc` in {folder} is {change.after} again"
    text = f"`aoc` in {folder} is ours now"
    if change.before is Owner.NOBODY:
        return f"{text}; none was there, and `aoc doctor --undo` removes it"
    return f"{text}; {change.before} is kept beside it, and `aoc doctor --undo` puts that back"


def to_line(finding: Finding) -> str:
    """Return a finding as a line for people: a sign, the check, the sentence and what to do."""
    sign = SIGNS[finding.status]
    if wants_color(sys.stdout) and finding.status in COLORS:
        sign = click.style(sign, fg=COLORS[finding.status])
    remedy = f": {finding.remedy}" if finding.remedy else ""
    text = as_typed(f"{finding.message}{remedy}")
    # Names of files may have line ends in them, and what else a terminal takes for a command.
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    return f"{sign} {finding.check:{WIDTH}}  {shown}"


def to_json(finding: Finding) -> str:
    """Return a finding as JSON."""
    about = {name: value and as_typed(value) for name, value in finding._asdict().items()}
    return json.dumps(about)
