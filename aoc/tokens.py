"""Session tokens in any text, and the files in which aocd keeps them."""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress

from aoc.files import (
    read_bytes,
    read_object,
)
from aoc.text import (
    decode_text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
if TYPE_CHECKING:
    from collections.abc import Mapping

SURE_DIGITS = 96
"""Hex digits in a row that are a token: today it has 128 of them, in former years 96."""


TOKEN_LENGTHS = (128, SURE_DIGITS)


HEX_DIGITS = "0123456789abcdef"


TOKEN = r"(?<![0-9A-Za-z])([0-9a-f]{128}|[0-9a-f]{96})\1*(?![0-9A-Za-z])"
"""A session token in a text; perhaps pasted twice by mistake."""


COMMENT = r"(?m)^[\ufeff \t]*#(?!HttpOnly_).*"
"""A line that is a comment; in a file of cookies, `#HttpOnly_` begins a line with a cookie."""


LIKELY_DIGITS = 32
"""Hex digits in a row that may be the rest of a token, and that no name or title has."""


def is_id(text: str) -> bool:
    """Return whether a text has the form of aocd's id of an account: `github.alice.1001`."""
    return re.fullmatch(r"[^.]+\..+\.\d+", text) is not None


def holds_token(
    text: str, known: Collection[str] = (), *, digits: int = SURE_DIGITS
) -> bool:
    """Return whether a text has a token in it: a known one, or `digits` hex digits in a row."""
    if any(token in text for token in known):
        return True
    return (
        len(text) >= digits and re.search(f"[0-9A-Fa-f]{{{digits}}}", text) is not None
    )


def hide_tokens(text: str, *, digits: int = LIKELY_DIGITS) -> str:
    """Return a text with `...` and the last four in place of so many hex digits in a row."""
    return re.sub(
        f"[0-9A-Fa-f]{{{digits},}}", lambda found: f"...{found[0][-4:]}", text
    )


def is_token(text: str) -> bool:
    """Return whether a text is a session token, and nothing else."""
    return len(text) in TOKEN_LENGTHS and not text.strip(HEX_DIGITS)


def tokens_in(text: str) -> list[str]:
    """Return the session tokens in a text that was pasted somewhere, each once.

    The text may be the token alone, with blanks, quotes or line ends anywhere, or whatever a
    browser copies: `session=...`, all cookies of a request, a row of its table of cookies. Each
    `COMMENT` is left out.
    """
    text = re.sub(
        COMMENT, "", text.replace("\0", "")
    )  # PowerShell writes files as UTF-16.
    # A long line that was copied from a terminal or a mail may have been broken.
    found = re.findall(TOKEN, text) or re.findall(TOKEN, "".join(text.split()))
    return list(dict.fromkeys(found))


def clean_token(text: str) -> str:
    """Return the first session token in a text of a file or a variable.

    Where there is none, it is the text without the blanks around it, for which `is_token` is false.
    """
    text = text.strip()
    # Most often it is the token alone. To compile the pattern takes longer than to see that.
    if not text or is_token(text):
        return text
    return next(iter(tokens_in(text)), text)


TOKEN_FILES = ("token", "tokens.json", "token2id.json")
"""The files of advent-of-code-data that have tokens."""


NO_TOKEN = "no-session-token-in-a-solver\N{HORIZONTAL ELLIPSIS}"
"""The start of what stands in the place of a token where processes of solvers look for it. Its last
character cannot stand in the header of a request, so whoever uses it sends nothing."""


CHILD_CONFIG = "AOC_CHILD_CONFIG_DIR"
"""The variable in which a worker finds the folder of aocd's token files for its own children."""


SHORTEST_TOKEN = 16
"""Characters of the shortest text that is looked for as a token, whatever it is made of."""


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
