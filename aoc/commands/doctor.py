"""Check the installation and the project."""

from __future__ import annotations

from aoc.commands.options import command, flag
from aoc.doctor import (
    Status,
    check_git,
    check_name,
    check_python,
    check_tokens,
    diagnose,
    find_subject,
)
from aoc.render.terminal import painted, print_line
from aoc.text import printable

CHECKS = {
    "name": check_name,
    "python": check_python,
    "tokens": check_tokens,
    "git": check_git,
}
SIGNS = {
    Status.OK: painted("✔", "32"),
    Status.WARNING: painted("!", "33"),
    Status.ERROR: painted("✘", "31"),
    Status.SKIPPED: "·",
}


@command
@flag("--offline", help="Do not contact the site.")
def doctor(offline: bool) -> int:
    """Check the installation and the project, and say how to fix what is wrong.

    Nothing is changed. The site is asked whether it knows your sessions. Exits with 1 if a check
    finds an error. Warnings and skipped checks do not count.
    """
    subject = find_subject(offline=offline)
    code = 0
    for name, check in CHECKS.items():
        for diagnostic in diagnose(check, subject):
            text = diagnostic.message
            if diagnostic.remedy:
                text += f": {diagnostic.remedy}"
            # Names of files may contain line ends.
            text = printable(text, kept="")
            print_line(SIGNS[diagnostic.status], f" {name:6}  {text}")
            if diagnostic.status is Status.ERROR:
                code = 1
    return code
