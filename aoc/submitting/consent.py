"""Whether the user lets a project submit by its setting `submit = true`.

A project that was cloned brings its settings along, and whoever wrote them is not the one whose
answers they send. So the user's word is kept in the folder of aocd's tokens, for the folder of the
project and what it was cloned from.
"""

from __future__ import annotations

import json
import os
from typing import Any

from aoc.files import git_output, locked, read_text, write_file
from aoc.text import parse_json
from aoc.tokens import config_folder

__all__ = ["consent_path", "has_consent", "keep_consent"]

PATIENCE = 5.0
"""Seconds to wait until git says where a project was cloned from."""


def consent_path() -> str:
    """Return the path of the file with what the user has said about each project."""
    return os.path.join(config_folder(), "aoc_consent.json")


def has_consent(root: str) -> bool | None:
    """Return what the user has said about the project at `root`, `None` if nothing."""
    found = read_consents().get(os.path.realpath(root))
    if not isinstance(found, dict) or found.get("origin") != origin_of(root):
        return None
    return found.get("submit") is True


def keep_consent(root: str, *, submit: bool) -> None:
    """Keep what the user has said about a project. Raises `SiteError` if it cannot be written."""
    path = consent_path()
    with locked(path):
        consent = {"origin": origin_of(root), "submit": submit}
        consents = read_consents() | {os.path.realpath(root): consent}
        write_file(path, json.dumps(consents, indent=1))


def read_consents() -> dict[str, Any]:
    """Return what the file has, by folder; nothing if it cannot be read, so the user is asked."""
    try:
        found = parse_json(read_text(consent_path()))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def origin_of(root: str) -> str:
    """Return where a project was cloned from, empty if it was not."""
    return git_output(root, "config", "--get", "remote.origin.url", seconds=PATIENCE) or ""
