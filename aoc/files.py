"""Files: read, written whole or not at all, and locked; aocd's, with its tokens; and git.

A new text goes into a temporary file in the same folder, which then replaces the old file, so that
a reader sees the old or the new text, never a part of it. A link to a file stays a link: the file
that it leads to is replaced or deleted. Modes such as 0600 have no effect on Windows: there a file
has the permissions of its folder, and the folder of a user's settings is closed to other users.
"""

from __future__ import annotations

import errno
import io
import os
import time
from contextlib import contextmanager, suppress

from aoc.errors import AocError, SiteError, UsageError
from aoc.text import clean_token, decode_text, is_id, lock_of, parse_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

TOKEN_FILES = ("token", "tokens.json", "token2id.json")
"""The files of advent-of-code-data that have tokens."""
NO_TOKEN = "no-session-token-in-a-solver\N{HORIZONTAL ELLIPSIS}"
"""The start of what stands in the place of a token where processes of solvers look for it. Its last
character cannot stand in the header of a request, so whoever uses it sends nothing."""
CHILD_CONFIG = "AOC_CHILD_CONFIG_DIR"
"""The variable in which a worker finds the folder of aocd's token files for its own children."""
SHORTEST_TOKEN = 16
"""Characters of the shortest text that is looked for as a token, whatever it is made of."""
INSTALLED = ("site-packages", "dist-packages")
"""The folders of installed packages."""
ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")
OF_ENVIRONMENTS = {
    *(
        "bin",
        "conda-meta",
        "dlls",
        "envs",
        "etc",
        "include",
        "lib64",
        "library",
        "libs",
        "man",
    ),
    *("pkgs", "sbin", "scripts", "share", "ssl", "tools", "var"),
}
"""The folders of an environment, in small letters; `lib` may have code of the project as well."""
LARGEST = 64 << 20
"""More bytes than any file has that a user passes to the program."""
LOCK_PATIENCE = 70
"""Seconds to wait for another program that writes the same files, and may wait for the site."""
IN_USE_PATIENCE = 3.0
"""Seconds to wait on Windows for another program that has a file open."""
IN_USE_PAUSE = 0.02
MARK = "Written by aoc-days"
"""The mark of every picture, page and show, near its start or its end, in any form it can have."""
NEAR = 2000
"""Bytes; a GIF has its colors before the mark."""
NOT_FOR_GIT = {
    *("GIT_COMMON_DIR", "GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_WORK_TREE"),
    "AOC_SESSION",
}
"""The variables that git sets for a hook, which lead to the repository of the hook; and a token."""
SAFE_SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "log.showSignature": "false",  # `gpg.program`
    # A folder in a clone may be a bare repository, with settings that were cloned with it.
    "safe.bareRepository": "explicit",
}
"""The settings by which git runs no program that the repository of the folder names."""
GIT = (
    "git",
    *(word for setting in SAFE_SETTINGS.items() for word in ("-c", "=".join(setting))),
)
"""How every call of git begins."""


def is_of_python(folder: str, name: str) -> bool:
    """Return whether a folder in another one is Python's own, and has no code of a project.

    It has installed packages or the standard library; it is an environment and nothing else; or it
    belongs to the environment that `folder` is, as after `python -m venv .` in a project.
    """
    path = os.path.join(folder, name)
    if name in INSTALLED or os.path.exists(os.path.join(path, "os.py")):
        return True
    if name.lower() in OF_ENVIRONMENTS and is_environment(folder):
        return True
    if not is_environment(path):
        return False
    visible = {entry.lower() for entry in os.listdir(path) if not entry.startswith(".")}
    return visible <= OF_ENVIRONMENTS | {"lib", *ENVIRONMENT_MARKS}


def may_have_code(folder: str, name: str) -> bool:
    """Return whether a folder in another one may have code of a project.

    It is neither hidden, nor made by a program, nor Python's own.
    """
    is_made = name.startswith((".", "__")) or name.lower() == "node_modules"
    return not is_made and not is_of_python(folder, name)


def is_environment(folder: str) -> bool:
    """Return whether a folder is an environment of Python, or of conda."""
    return any(os.path.exists(os.path.join(folder, mark)) for mark in ENVIRONMENT_MARKS)


def read_bytes(path: str) -> bytes:
    """Return the content of a file. Raises `OSError` if it cannot be read, or is a pipe."""
    check_regular(path)
    with open(path, "rb") as file:
        return file.read()


def read_text(path: str) -> str:
    r"""Return the text of a file, with its line ends made `\n`.

    Raises `OSError` if it cannot be read, and `UnicodeDecodeError` if it is not text.
    """
    return decode_text(read_bytes(path)).replace("\r\n", "\n").replace("\r", "\n")


def lock_at(path: str) -> str | None:
    """Return what is said of a file that is encrypted, see `lock_of`; `None` for any other."""
    try:
        return lock_of(read_bytes(path))
    except OSError:
        return None


def read_object(path: str) -> dict[str, Any]:
    """Return the JSON object in a file; an empty one if there is none, or it is broken."""
    try:
        found = parse_json(read_text(path))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def read_own(path: str) -> str:
    """Read a text of the user, with its line ends. Raises `UsageError` if it cannot be read."""
    try:
        return read_bytes(path).decode()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(
            f"{path} is not UTF-8 text: save it as UTF-8, then try again"
        ) from None


def read_any(path: str) -> bytes:
    """Return the content of a file that the user has named, which may be a pipe; `-` is stdin.

    Raises `OSError` if it cannot be read, or if more than `LARGEST` bytes come.
    """
    stdin = path == "-"
    with open(0 if stdin else path, "rb", closefd=not stdin) as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, f"larger than {LARGEST >> 20} MB", path)
    return data


def line_end_of(text: str) -> str:
    """Return the line end that a text has, and that lines added to it get too."""
    return "\r\n" if "\r\n" in text else "\n"


@contextmanager
def writing(path: str, wrong: type[AocError] = SiteError) -> Iterator[None]:
    """Raise `wrong`, with a sentence about a file to write, for an `OSError` in the block."""
    try:
        yield
    except OSError as error:
        text = f"{path} cannot be written ({error.strerror}): fix this, then try again"
        raise wrong(text) from None


def write_file(path: str, text: str, *, private: bool = False) -> None:
    """Write a text file, in place of the one at `path` if there is one.

    Only the owner can read a `private` file (mode 0600). Raises `SiteError` if the file cannot be
    written, and then leaves the old one as it is.
    """
    check_writable(path)
    with writing(path):
        replace_file(path, text.encode(), private=private)


def check_writable(path: str) -> None:
    """Create the folder of a file that is to be written, before the site is asked for its text.

    Raises `SiteError` if it cannot be created, or nothing can be written there.
    """
    folder = os.path.dirname(os.path.realpath(path))
    with writing(path):
        os.makedirs(folder, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def overwrite(path: str, data: bytes) -> None:
    """Write a file of the user, which keeps its mode if it exists.

    Raises `UsageError` if it cannot be written, and then leaves the old content as it is.
    """
    with writing(path, UsageError):
        replace_file(path, data)


def replace_file(path: str, data: bytes, *, private: bool = False) -> None:
    """Write a temporary file and let it replace the one at `path`. Raises `OSError`.

    It has the mode of the file that it replaces, or 0600 if `private`. A device, such as
    `/dev/null`, is not replaced.
    """
    mode = 0o600 if private else 0o666
    target = os.path.realpath(path)
    check_regular(target)
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        with open(
            temporary, "wb", opener=lambda name, flags: os.open(name, flags, mode)
        ) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # On Windows a mode says only "read-only", and a read-only file cannot be replaced.
        if os.name == "posix" and not private and os.path.exists(target):
            os.chmod(temporary, os.stat(target).st_mode & 0o7777)
        replace_free(temporary, target)
    except BaseException:
        discard(temporary)
        raise


def check_regular(path: str) -> None:
    """Raise `OSError` if a device or a pipe is there; for a folder the system does so itself."""
    if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
        raise OSError(errno.EINVAL, "not a regular file", path)


def replace_free(temporary: str, target: str) -> None:
    """Let a file replace another, which other programs often have open on Windows for a moment."""
    deadline = time.monotonic() + IN_USE_PATIENCE
    while True:
        try:
            return os.replace(temporary, target)
        except PermissionError:
            if os.name != "nt" or time.monotonic() > deadline:
                raise
        time.sleep(IN_USE_PAUSE)


def delete_file(path: str) -> None:
    """Delete a file if it exists; of a link, the file that it leads to, and the link stays.

    So the content of the file is gone, and the next one is written where the link leads. Raises
    `SiteError` if the file cannot be deleted.
    """
    target = os.path.realpath(path)
    with writing(path), suppress(FileNotFoundError):
        check_regular(target)
        os.unlink(target)


def discard(path: str) -> None:
    """Delete a file, or a link itself, if it exists and can be deleted."""
    with suppress(OSError):
        os.unlink(path)


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Keep other programs that call this from changing a file until the `with` block ends.

    Raises `SiteError` if another program does not end its block in time, or if the lock, a file
    beside the other, cannot be made.
    """
    from filelock import FileLock, Timeout

    with writing(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        try:
            lock = FileLock(f"{path}.lock", mode=0o600).acquire(LOCK_PATIENCE)
        except Timeout:
            raise SiteError(
                f"another program has been writing {path} for {LOCK_PATIENCE} s: try again later"
            ) from None
    with lock:
        yield


def check_own(path: str, shown: str, *, force: bool) -> None:
    """Raise `UsageError` if a file is there that must not be replaced.

    That is one without the mark, unless it is empty or with `force`, and one that is not regular.
    """
    with writing(shown, UsageError):
        check_regular(path)
        data = read_bytes(path) if os.path.exists(path) else b""
    if data and not force and MARK.encode() not in data[:NEAR] + data[-NEAR:]:
        raise UsageError(
            f"{shown} is a file that aoc has not written: choose another name, or replace it with "
            "--force"
        )


def data_folder() -> str:
    """Return the folder of aocd's inputs and answers: `AOCD_DIR`, or `~/.config/aocd`."""
    return os.path.expanduser(
        os.environ.get("AOCD_DIR") or os.path.join("~", ".config", "aocd")
    )


def config_folder() -> str:
    """Return the folder of aocd's `TOKEN_FILES`: `AOCD_CONFIG_DIR`, or that of its data."""
    return os.path.expanduser(os.environ.get("AOCD_CONFIG_DIR") or data_folder())


def token_in_environment() -> str:
    """Return the token of `AOC_SESSION`, as `clean_token` does; an empty text if there is none."""
    return clean_token(os.environ.get("AOC_SESSION", ""))


def token_in_file(path: str) -> str:
    """Return the token in a file, as `clean_token` does. Raises `OSError` if it cannot be read."""
    return clean_token(decode_text(read_bytes(path), "replace"))


def known_tokens() -> set[str]:
    """Return the tokens of `AOC_SESSION` and of aocd's files.

    The files are not parsed, since they may be broken or swapped: every long text in them counts.
    """
    found = {token_in_environment()}
    for name in TOKEN_FILES:
        with suppress(OSError):
            text = decode_text(
                read_bytes(os.path.join(config_folder(), name)), "replace"
            )
            # In the JSON files, what is between quotes; the rest of them is short.
            found.update(text.split() if name == "token" else text.split('"'))
    return {
        token
        for token in found
        if len(token.strip()) >= SHORTEST_TOKEN and not is_id(token)
    }


def make_child_config() -> dict[str, str]:
    """Copy aocd's token files without the tokens, for processes that a solver starts.

    There aocd finds the cached inputs of each account, but can send nothing. Returns the variable
    with the new folder, which the caller removes; none if there are no tokens to hide.
    """
    paths = [os.path.join(config_folder(), name) for name in TOKEN_FILES]
    if not any(map(os.path.exists, paths)):
        return {}
    parent = os.environ.get("TMPDIR") or os.environ.get("TEMP") or "/tmp"
    # `tempfile` takes several ms to import.
    folder = os.path.join(
        os.path.abspath(parent), f"aoc-{os.getpid()}-{time.time_ns():x}"
    )
    try:
        os.mkdir(folder, 0o700)
        for name, text in tokenless_texts(*paths).items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
    except OSError:
        folder = os.devnull  # which has no files
    return {CHILD_CONFIG: folder}


def tokenless_texts(token_path: str, tokens_path: str, ids_path: str) -> dict[str, str]:
    """Return the texts of aocd's token files by name, with a text for each token that is none."""
    import json

    names: dict[str, str] = {}
    texts: dict[str, str] = {}
    with suppress(OSError):
        if token := token_in_file(token_path):
            texts["token"] = names[token] = f"{NO_TOKEN}0"
    # Where tokens and names were swapped, neither is copied.
    secret = known_tokens()
    accounts = {
        account: names.setdefault(clean_token(token), f"{NO_TOKEN}{len(names)}")
        for account, token in read_object(tokens_path).items()
        if account not in secret and isinstance(token, str)
    }
    users = {clean_token(token): user for token, user in read_object(ids_path).items()}
    ids = {names[token]: user for token, user in users.items() if token in names}
    shown = {
        name: user
        for name, user in ids.items()
        if isinstance(user, str) and is_id(user)
    }
    texts["token2id.json"] = json.dumps(shown)
    return texts | ({"tokens.json": json.dumps(accounts)} if accounts else {})


def remove_child_config(variables: Mapping[str, str]) -> None:
    """Remove the folder that `make_child_config` has made, if it is in these variables."""
    folder = variables.get(CHILD_CONFIG, os.devnull)
    if folder == os.devnull:
        return
    try:
        for name in os.listdir(folder):
            os.unlink(os.path.join(folder, name))
        os.rmdir(folder)
    except OSError:  # a solver may have made a folder there
        import shutil

        shutil.rmtree(folder, ignore_errors=True)


def git_environment() -> dict[str, str]:
    """Return the environment for git: this repository, no network, and no session token.

    Without a network, no program runs that a repository names for its remotes; git would ask these
    for objects that a partial clone lacks.
    """
    kept = {
        name: value for name, value in os.environ.items() if name not in NOT_FOR_GIT
    }
    return kept | {"GIT_ALLOW_PROTOCOL": "none"}


def run_git(folder: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run git in a folder, and return its exit code and output.

    Raises `OSError` where there is no git, or no folder.
    """
    import subprocess

    return subprocess.run(
        (*GIT, *arguments),
        cwd=folder,
        env=git_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def read_objects(folder: str, names: Iterable[str]) -> list[bytes | None]:
    """Return the objects that git has by these names, in their order, such as contents of files.

    `None` stands for one that it lacks. Raises `OSError` where there is no git, or no folder.
    """
    import subprocess

    listed = [*names]
    done = subprocess.run(
        (*GIT, "cat-file", "--batch"),
        cwd=folder,
        env=git_environment(),
        input="".join(f"{name}\n" for name in listed).encode("utf-8", "replace"),
        capture_output=True,
        check=False,
    )
    output = io.BytesIO(done.stdout)
    found: list[bytes | None] = []
    for _ in listed:
        # A line is `ID blob SIZE`, followed by the content; or `NAME missing` or `ID submodule`.
        *_, last = output.readline().split() or [b"missing"]
        found.append(output.read(int(last) + 1)[:-1] if last.isdigit() else None)
    return found


def git_output(folder: str, *arguments: str) -> str | None:
    """Return the output of git, without the line's end; `None` if it fails, or there is no git."""
    try:
        done = run_git(folder, *arguments)
    except OSError:
        return None
    return None if done.returncode else done.stdout.strip()
