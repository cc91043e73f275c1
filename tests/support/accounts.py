"""Accounts made up for a test, with inputs in aocd's cache."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tests.support.program import Project


def remember_accounts(project: Project, texts: Mapping[str, str], *days: int) -> None:
    """Let accounts be all that there are, each with a text as its input of some days."""
    for user, text in texts.items():
        for day in days:
            project.remember(text, day=day, user=user)
    tokens = {user: f"{number:0128x}" for number, user in enumerate(texts, 1)}
    (project.cache / "tokens.json").write_text(json.dumps(tokens))
    owners = {token: user for user, token in tokens.items()}
    (project.cache / "token2id.json").write_text(json.dumps(owners))


def write_accounts(project: Project, **files: object) -> None:
    """Write aocd's files `token`, `tokens.json` and `token2id.json`, as texts or as objects."""
    project.cache.mkdir(exist_ok=True)
    for name, content in files.items():
        path = project.cache / (name if name == "token" else f"{name}.json")
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        path.chmod(0o600)
