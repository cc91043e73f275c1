"""The check of the session tokens: whether they are valid, and only you can read them."""

from __future__ import annotations

import os
import re
import shlex
import stat
from collections.abc import Collection, Iterator
from pathlib import Path

from aoc.doctor.findings import Finding, Status, from_error
from aoc.doctor.subject import Subject
from aoc.errors import SiteError
from aoc.files import TOKEN_FILES
from aoc.site.accounts import Account, Accounts

CHECK = "tokens"
SESSION = re.compile(r"[0-9a-f]{96}|[0-9a-f]{128}")
"""The session tokens of the site, in the past and today."""
LOGIN = "copy the value of the cookie `session` again, then `aoc login`"


def check(subject: Subject) -> Iterator[Finding]:
    """Check aocd's token files and `AOC_SESSION`. No finding shows a token."""
    accounts = subject.accounts
    findings = [*check_content(accounts), *check_permissions(accounts)]
    yield from findings
    if any(finding.status is Status.ERROR for finding in findings):
        return
    names = list(accounts.logged_in())
    if names:
        yield Finding(CHECK, Status.OK, f"logged in: {', '.join(names)}")
    else:
        what = "no account is logged in, so days run on made-up inputs"
        yield Finding(CHECK, Status.OK, what, "for your own inputs, `aoc login`")


def stored_tokens(accounts: Accounts) -> set[str]:
    """Return all session tokens that can be read, from all places where they are stored."""
    found = set(filter(None, [session_variable()]))
    for name in TOKEN_FILES:
        try:
            found.update(tokens_in(accounts, name))
        except SiteError:
            continue
    return found


def tokens_in(accounts: Accounts, name: str) -> Collection[str]:
    """Return the tokens in one of aocd's files. Raises `SiteError` if it cannot be read."""
    if name == "tokens.json":
        return accounts.tokens().values()
    if name == "token2id.json":
        return accounts.ids().keys()
    token = accounts.token_in_file()
    return [token] if token else []


def session_variable() -> str:
    """Return the token in `AOC_SESSION`, empty if there is none."""
    return os.environ.get("AOC_SESSION", "").strip()


def check_content(accounts: Accounts) -> Iterator[Finding]:
    """Find files that cannot be read, and tokens that the site cannot have made."""
    if session_variable():
        yield from check_token("AOC_SESSION", session_variable())
    for name in TOKEN_FILES:
        path = accounts.path(name)
        try:
            tokens = tokens_in(accounts, name)
        except SiteError as error:
            yield from_error(CHECK, error)
            continue
        if name == "token" and os.path.exists(path) and not tokens:
            what = f"{path} is empty, so aocd fails"
            yield Finding(CHECK, Status.ERROR, what, "delete it, or `aoc login`")
        for token in tokens:
            yield from check_token(path, token)


def check_token(place: str, token: str) -> Iterator[Finding]:
    """Find out whether a token looks like one of the site."""
    if not SESSION.fullmatch(token):
        hint = Account(None, token).hint
        what = f"the token {hint} in {place} is not 128 hex digits, as session tokens are"
        yield Finding(CHECK, Status.WARNING, what, LOGIN)


def check_permissions(accounts: Accounts) -> Iterator[Finding]:
    """Find token files that every user of this computer can read. Windows has no such modes."""
    paths = [accounts.path(name) for name in TOKEN_FILES]
    if os.name != "posix" or not (found := [path for path in paths if is_public(path)]):
        return
    what = f"every user of this computer can read {', '.join(found)}"
    yield Finding(CHECK, Status.ERROR, what, f"`{shlex.join(['chmod', '600', *found])}`")


def is_public(path: str) -> bool:
    """Return whether every user can read a file and pass all folders on the way to it."""
    real = Path(path).resolve()
    try:
        return bool(real.stat().st_mode & stat.S_IROTH) and all(
            folder.stat().st_mode & stat.S_IXOTH for folder in real.parents
        )
    except OSError:
        return False
