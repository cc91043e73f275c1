"""The requirement of a new project on aoc-days, from where this one was installed.

Installers record that in `direct_url.json`, as PEP 610 says, unless it was a package index.
"""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit
from urllib.request import url2pathname

from aoc.files import git_output
from aoc.program import DISTRIBUTION

HOME = Path(__file__).parents[2]
"""The folder that `aoc` is imported from."""


class Requirement(NamedTuple):
    """A requirement as PEP 508 writes it; `is_local` if only this computer can meet it."""

    text: str
    is_local: bool = False


def find_requirement() -> Requirement:
    """Return the requirement on the aoc-days that is running."""
    try:
        installed = distribution(DISTRIBUTION)
    except PackageNotFoundError:
        if not (HOME / "pyproject.toml").exists():
            return Requirement(DISTRIBUTION)
        return recorded_requirement({"url": HOME.as_uri(), "dir_info": {}})
    record = installed.read_text("direct_url.json")
    if record is None:
        return Requirement(f"{DISTRIBUTION}>={installed.version}")
    return recorded_requirement(json.loads(record))


def recorded_requirement(record: dict[str, Any]) -> Requirement:
    """Return the requirement for what a `direct_url.json` says.

    A folder that is a git checkout with a remote stands for that remote. A git repository of this
    computer is taken as a folder: pip before 24.1 refuses `git+file:` in a requirement.
    """
    url = without_credentials(record["url"])
    if "dir_info" in record or (url.startswith("file:") and "vcs_info" in record):
        url = remote_of(folder_at(url)) or url
    elif "vcs_info" in record:
        vcs = record["vcs_info"]
        url = f"{vcs['vcs']}+{url}@{vcs['commit_id']}"
    if "subdirectory" in record:
        url = f"{url}#subdirectory={record['subdirectory']}"
    return Requirement(f"{DISTRIBUTION} @ {url}", "file://" in url)


def without_credentials(url: str) -> str:
    """Return an address without a name and password in it, which belong in no file."""
    scheme, host, *rest = urlsplit(url)
    if scheme == "ssh":  # Its name is that of an account which all share, as a rule `git`.
        return url
    return urlunsplit((scheme, host.rpartition("@")[2], *rest))


def folder_at(url: str) -> str:
    """Return the path of the folder that a `file:` address names."""
    parts = urlsplit(url)
    share = f"//{parts.netloc}" if parts.netloc not in ("", "localhost") else ""
    return url2pathname(share + parts.path)


def remote_of(folder: str) -> str | None:
    """Return the address of the remote of a git checkout, for pip; `None` if it has none.

    The address names the checked out commit if the remote has it.
    """
    if git_output(folder, "rev-parse", "--show-prefix") != "":
        return None
    names = (git_output(folder, "remote") or "").split()
    if not names:
        return None
    name = "origin" if "origin" in names else names[0]
    address = web_address(git_output(folder, "remote", "get-url", name) or "")
    if address is None:
        return None
    commit = git_output(folder, "rev-parse", "HEAD")
    branches = ("branch", "--remotes", "--list", f"{name}/*")
    has_commit = git_output(folder, *branches, "--contains", "HEAD")
    return f"git+{address}@{commit}" if has_commit else f"git+{address}"


def web_address(remote: str) -> str | None:
    """Return the https address of a git remote, which needs no key; `None` if it is local."""
    web = re.fullmatch(r"(https?)://(?:[^/@]*@)?([^/]+/.+)", remote)
    if web:
        return f"{web[1]}://{web[2]}"
    ssh = re.fullmatch(r"ssh://(?:[^/@]*@)?([^/:]+)(?::\d+)?/(.+)", remote)
    # As in git@example.org:name/repository; with a single letter it is a drive of Windows.
    ssh = ssh or re.fullmatch(r"(?:[^/@:]*@)?([^/@:]{2,}):(?!//)(.+)", remote)
    return f"https://{ssh[1]}/{ssh[2].lstrip('/')}" if ssh else None
