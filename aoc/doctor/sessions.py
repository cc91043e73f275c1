"""The check of the session tokens: who can read them, and whether the site knows the sessions."""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Iterator
from pathlib import Path

from aoc.doctor.diagnostics import Diagnostic, Status, Subject, diagnostic_of
from aoc.errors import DeadSessionError
from aoc.model.inputs import lock_at
from aoc.render.format import counted
from aoc.site.client import Client
from aoc.tokens import TOKEN_FILES


def check_tokens(subject: Subject) -> Iterator[Diagnostic]:
    """Check the session tokens of all accounts, and ask the site whether it knows their sessions.

    No diagnostic shows a token. Raises `SiteError` for a file of aocd that cannot be read, and if
    the site fails.
    """
    accounts = subject.accounts
    paths = [accounts.path(name) for name in TOKEN_FILES]
    public = [path for path in paths if is_public(path)]
    if public:
        text = f"every user of this computer can read {', '.join(public)}"
        command = shlex.join(["chmod", "600", *public])
        yield Diagnostic(Status.ERROR, text, f"`{command}`")
    logged_in = accounts.logged_in()
    alive = []
    for name, account in logged_in.items():
        try:
            client = Client(account)
            if not subject.offline:
                client.fetch_user_id()
            alive.append(name)
        except DeadSessionError as error:
            # The other accounts may have sessions that the site knows.
            yield diagnostic_of(error)
    if alive:
        yield Diagnostic(Status.OK, f"logged in: {', '.join(alive)}")
    # Nobody has to log in, so this is no warning.
    if not logged_in:
        readable = [path for path in subject.personal_inputs() if not lock_at(path)]
        saved = counted(len(readable), "input")
        text = (
            f"no account is logged in ({saved} saved), "
            "so days without one run on made-up ones"
        )
        yield Diagnostic(Status.OK, text, "for your own inputs, `aoc login`")


def is_public(path: str) -> bool:
    """Return whether every user can read a file and pass all folders on the way to it.

    Windows has no such modes.
    """
    if os.name != "posix":
        return False
    real = Path(path).resolve()
    if not real.is_file() or not real.stat().st_mode & stat.S_IROTH:
        return False
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in real.parents)
