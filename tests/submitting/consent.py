"""The consent of the user to the setting `submit = true` of a project."""

from __future__ import annotations

import json
import os
from pathlib import Path


def consent(project: Path, cache: Path) -> None:
    """Let the user have said that a project may submit."""
    cache.mkdir(exist_ok=True)
    word = {os.path.realpath(project): True}
    (cache / "aoc_consent.json").write_text(json.dumps(word), encoding="utf-8")
