"""The fix of the name: our script replaces another `aoc`, which is kept beside it.

The files beside it say what `undo_fix` puts back. A script is replaced at once, so that a shell
finds the old or the new one, never none or a part of one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from aoc.doctor.scripts import (
    SCRIPT,
    SURE_SCRIPT,
    Owner,
    exposed_folders,
    is_same,
    owner_of,
    scripts_folder,
)
from aoc.errors import UsageError
from aoc.files import discard

KEPT = f".{SCRIPT}.before-fix"
"""The script that was replaced."""
ADDED = f".{SCRIPT}.added-by-fix"
"""An empty file, which says that there was no script."""
NOT_INSTALLED = (
    f"there is no script {SURE_SCRIPT} in this environment: install aoc-days here first "
    "(`pip install aoc-days`)"
)


class Change(NamedTuple):
    """A script that was replaced or put back: its path, and its owner before and now."""

    path: str
    before: Owner
    after: Owner


def fix_scripts() -> list[Change]:
    """Make `aoc` ours where this program is installed; return what was changed.

    Raises `UsageError` if that folder is unknown or cannot be written.
    """
    folder = installed_folder()
    changes = []
    for place in (folder, *exposed_folders(folder)):
        with writing(place):
            changes.append(replace(place, folder))
    return [change for change in changes if change]


def undo_fix() -> list[Change]:
    """Put back what `fix_scripts` replaced, and remove what it added; return what was changed.

    Raises `UsageError` if the folder of our scripts is unknown or cannot be written.
    """
    folder = installed_folder()
    changes = []
    for place in (*exposed_folders(folder), folder):
        with writing(place):
            changes.append(put_back(place, folder))
    return [change for change in changes if change]


def installed_folder() -> str:
    """Return the folder of our scripts. Raises `UsageError` if there is none."""
    folder = scripts_folder()
    if folder is None:
        raise UsageError(NOT_INSTALLED)
    return folder


def replace(folder: str, home: str) -> Change | None:
    """Replace the `aoc` in a folder by ours; `home` is that of our scripts. Raises `OSError`.

    Other folders, such as ~/.local/bin, are not ours alone: there only advent-of-code-data's is
    replaced.
    """
    path, kept, added = (os.path.join(folder, name) for name in (SCRIPT, KEPT, ADDED))
    before = owner_of(path)
    if before is Owner.OURS or leads_home(path, home):
        return None
    if before is Owner.OTHER and folder != home:
        return None
    if os.path.lexists(path):
        with replacing(kept) as temporary:
            shutil.copy2(path, temporary, follow_symlinks=False)
    else:
        with replacing(added) as temporary:
            open(temporary, "xb").close()
        discard(kept)
    with replacing(path) as temporary:
        if folder == home:
            shutil.copy2(os.path.join(home, SURE_SCRIPT), temporary)
        else:
            copy_exposed(folder, temporary)
    return Change(path, before, Owner.OURS)


def copy_exposed(folder: str, copy: str) -> None:
    """Make our `aoc` reachable in a folder in the way in which our `aoc-days` is."""
    exposed = os.path.join(folder, SURE_SCRIPT)
    if os.path.islink(exposed):
        os.symlink(os.path.join(os.path.dirname(os.readlink(exposed)), SCRIPT), copy)
    else:
        shutil.copy2(exposed, copy)


def leads_home(path: str, home: str) -> bool:
    """Return whether a script in another folder is a link to the one in `home`."""
    own = os.path.join(home, SCRIPT)
    return path != own and os.path.islink(path) and is_same(path, own)


def put_back(folder: str, home: str) -> Change | None:
    """Put back what was replaced in a folder; `home` is that of our scripts. Raises `OSError`.

    If neither our script is there any more nor a link to it, nothing is put back.
    """
    path, kept, added = (os.path.join(folder, name) for name in (SCRIPT, KEPT, ADDED))
    if not os.path.lexists(kept) and not os.path.exists(added):
        return None
    is_ours = owner_of(path) is Owner.OURS or leads_home(path, home)
    if is_ours and os.path.lexists(kept):
        os.replace(kept, path)
    elif is_ours:
        os.unlink(path)
    discard(kept)
    discard(added)
    return Change(path, Owner.OURS, owner_of(path)) if is_ours else None


@contextmanager
def replacing(path: str) -> Iterator[str]:
    """Yield the name under which to make a file that then replaces the one at `path`."""
    temporary = f"{path}.{os.getpid()}.tmp"
    discard(temporary)
    try:
        yield temporary
        os.replace(temporary, path)
    except BaseException:
        discard(temporary)
        raise


@contextmanager
def writing(folder: str) -> Iterator[None]:
    """Raise `UsageError` for an `OSError` in the `with` block, which writes into a folder."""
    try:
        yield
    except OSError as error:
        remedy = "run this as the user who installed aoc-days there, or type `aoc-days`"
        if os.name == "nt":
            remedy = "type `aoc-days doctor`, because Windows cannot replace a running program"
        raise UsageError(
            f"{folder} cannot be written ({error.strerror or error}): {remedy}"
        ) from None
