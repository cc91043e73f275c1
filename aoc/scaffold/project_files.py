"""The files of a project: which are created, which are added to, and which are left.

Nothing of a file that exists is changed or lost. Each file is written whole or not at all, and
`pyproject.toml`, which makes the folder a project, comes last. It requires aoc-days from where this
one was installed.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from string import Template
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit
from urllib.request import url2pathname

from aoc.errors import UsageError
from aoc.files import git_output, line_end_of, overwrite, read_bytes, read_own
from aoc.model import current_year
from aoc.program import DISTRIBUTION, program_name
from aoc.project import names_in, read_settings, years_in
from aoc.scaffold.day_files import BUILT_IN, write_new_file
from aoc.text import printable

METADATA, README, GITIGNORE = "pyproject.toml", "README.md", ".gitignore"
WORKFLOWS = os.path.join(".github", "workflows")
CI = (WORKFLOWS, ".circleci", ".forgejo", ".gitea", ".gitlab-ci.yml", ".travis.yml")
OTHER_BUILDS = ("setup.py", "setup.cfg")
"""Files by which setuptools builds a package, which a `[build-system]` would end."""
HOME = Path(__file__).parents[2]
"""The folder that `aoc` is imported from."""


class Requirement(NamedTuple):
    """A requirement as PEP 508 writes it; `is_local` if only this computer can meet it."""

    text: str
    is_local: bool = False


class ProjectPlan:
    """The files that make a folder a project, and sentences about those that are left as they are.

    `files` are texts by their paths in the folder; `added` names the additions to existing ones.
    `was_project` is true for a folder that is a project already, `installs` if its
    `pyproject.toml` will be ours, and `requires_aoc` if the one that exists names aoc-days.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.files: dict[str, str] = {}
        self.added: dict[str, str] = {}
        self.left: list[str] = []
        self.notes: list[str] = []
        self.was_project = self.installs = self.requires_aoc = False

    def has(self, *names: str) -> bool:
        """Return whether the folder has a file or folder of this name."""
        return os.path.lexists(os.path.join(self.folder, *names))

    def read(self, name: str) -> str | None:
        """Return the text of a file, if it exists. Raises `UsageError` if it cannot be read."""
        return read_own(os.path.join(self.folder, name)) if self.has(name) else None

    def make(self, name: str, text: str) -> None:
        """Plan a new file, unless it exists."""
        if self.has(name):
            self.left.append(name)
        else:
            self.files[name] = text

    def create(self) -> Iterator[str]:
        """Write the files, and yield the path of each one in the folder after it was written.

        Raises `UsageError` if a file cannot be written.
        """
        for name, text in self.files.items():
            path = os.path.join(self.folder, name)
            if name in self.added:
                overwrite(path, text.encode())
            else:
                write_new_file(path, text)
            yield name


def plan_project(folder: str, requirement: Requirement, year: int | None = None) -> ProjectPlan:
    """Plan to make a folder a project, which may be new or have anything in it.

    `requirement` says where the project gets aoc-days from. Raises `UsageError` if the folder
    cannot become a project; nothing is written.
    """
    folder = os.path.abspath(folder)
    if os.path.realpath(folder) == os.path.realpath(os.path.expanduser("~")):
        raise UsageError(f"{folder} is your home folder: name a folder in it, as in `aoc init DIR`")
    check_surroundings(folder)
    plan = ProjectPlan(folder)
    old = plan.read(METADATA)
    settings = settings_in(os.path.join(folder, METADATA), old or "")
    plan.was_project = settings is not None
    plan.requires_aoc = "aoc-days" in (old or "")
    plan.installs = old is None and not any(map(plan.has, OTHER_BUILDS))
    no_year = f"# year = {current_year()}              # of days without a year, in December too"
    values = {
        "name": "-".join(["my", *re.findall("[a-z0-9]+", os.path.basename(folder).lower())]),
        "year": f"year = {year}" if year else no_year,
        # A string of JSON is one of TOML.
        "requirement": json.dumps(printable(requirement.text, kept=""), ensure_ascii=False),
        "program": program_name(),
    }
    values["settings"] = fill("settings.toml", values)
    plan_packages(plan)
    plan_readme(plan, values)
    plan_gitignore(plan)
    if plan.installs:
        # GitHub reads no workflow of an inner folder.
        is_inner = any((path / ".git").exists() for path in Path(folder).parents)
        if not any(map(plan.has, CI)) and (plan.has(".git") or not is_inner):
            plan.make(os.path.join(WORKFLOWS, "ci.yml"), fill("ci.yml", {}))
        plan.make(METADATA, fill("pyproject.toml", values))
    elif settings is None:
        plan_settings(plan, old or "", values["settings"])
        if not plan.requires_aoc:
            name = '"aoc-days"' if requirement.is_local else values["requirement"]
            plan.notes.append(
                f"add {name} to the dependencies of your project, so that "
                "aoc-days is installed with it"
            )
    elif year and settings.get("year") != year:
        plan.notes.append(f"{METADATA} has [tool.aoc] already: write year = {year} there")
    if plan.left:
        plan.notes.insert(0, f"left as they are: {', '.join(plan.left)}")
    return plan


def plan_packages(plan: ProjectPlan) -> None:
    """Plan `days` and `tests`; in a folder with something in it, nothing is made."""
    for name in ("days", "tests"):
        path = os.path.join(plan.folder, name)
        if os.path.isdir(path) and os.listdir(path):
            plan.left.append(os.path.join(name, ""))
            continue
        plan.make(os.path.join(name, "__init__.py"), "")
        # A day that was there before may have no tests.
        if name == "tests" and not years_in(plan.folder):
            plan.make(os.path.join(name, "test_days.py"), fill("test_days.py", {}))


def plan_readme(plan: ProjectPlan, values: dict[str, str]) -> None:
    """Plan the README, unless the folder has one of any format."""
    found = sorted(name for name in names_in(plan.folder) if name.lower().split(".")[0] == "readme")
    if not found:
        packages = '-e ".[test]"  # with uv: uv sync'
        packages = packages if plan.installs else f"{values['requirement']} pytest"
        install = f"python -m pip install {packages}"
        plan.make(README, fill("README.md", values | {"install": install}))
        return
    name = README if README in found else found[0]
    if b"<!-- days -->" in read_bytes(os.path.join(plan.folder, name)):
        plan.left.append(name)
    else:
        plan.notes.append(
            f"{name} is left as it is: for `aoc report`, add the lines <!-- days --> and "
            "<!-- /days --> where the table of days should be, and <!-- pictures --> and "
            "<!-- /pictures --> where its pictures should be"
        )


def plan_gitignore(plan: ProjectPlan) -> None:
    """Plan `.gitignore`: a new one, or the lines that are missing at the end of the old one.

    A line that the old one has with other slashes, or takes back as `!inputs/` does, is not added.
    """
    wanted = fill("gitignore", {})
    old = plan.read(GITIGNORE)
    if old is None:
        plan.make(GITIGNORE, wanted)
        return
    known = {line.strip().strip("!*/") for line in old.splitlines()}
    lines = [line for line in wanted.split("\n") if line and not line.startswith("#")]
    missing = [line for line in lines if line.strip("!*/") not in known]
    if missing:
        plan.files[GITIGNORE] = with_lines(old, "\n".join([*missing, ""]))
        plan.added[GITIGNORE] = f"added {', '.join(missing)}"
    else:
        plan.left.append(GITIGNORE)


def plan_settings(plan: ProjectPlan, old: str, table: str) -> None:
    """Plan a table `[tool.aoc]` at the end of the text of a `pyproject.toml`, if that can be."""
    text = with_lines(old, table)
    with suppress(UsageError):  # as where `tool` is an inline table
        if settings_in(METADATA, text) is not None:
            plan.files[METADATA] = text
            if plan.has(METADATA):
                plan.added[METADATA] = "added [tool.aoc]"
            return
    plan.notes.append(f"{METADATA} is left as it is: add a table [tool.aoc] to it")


def fill(template: str, values: dict[str, str]) -> str:
    """Return the text of a template with its placeholders replaced; any other `$` stays."""
    text = read_bytes(os.path.join(BUILT_IN, "project", f"{template}.txt")).decode()
    return Template(text).safe_substitute(values)


def with_lines(old: str, new: str) -> str:
    """Return a text with lines added to it, after a blank line and with the line ends it has."""
    end = line_end_of(old)
    text = old if not old or old.endswith("\n") else old + end
    return text + (end if old.strip() else "") + new.replace("\n", end)


def settings_in(path: str, text: str) -> dict[str, Any] | None:
    """Return `[tool.aoc]` in the text of a `pyproject.toml`, if any. Raises `UsageError`."""
    try:
        tool = tomllib.loads(text.removeprefix("\ufeff")).get("tool")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is not valid TOML ({error}): fix it, then try again") from None
    return tool.get("aoc") if isinstance(tool, dict) else None


def check_surroundings(folder: str) -> None:
    """Raise `UsageError` if a folder lies in the `days` or `tests` of a project."""
    for parent in map(str, Path(folder).parents):
        inner = os.path.relpath(folder, parent).split(os.sep)[0]
        settings = os.path.join(parent, METADATA)
        if inner in ("days", "tests") and (years_in(parent) or read_settings(settings) is not None):
            raise UsageError(
                f"{folder} is inside {inner}/ of the project {parent}: name another folder"
            )


def find_requirement() -> Requirement:
    """Return the requirement on the aoc-days that is running, from where this one was installed.

    Installers record that in `direct_url.json`, as PEP 610 says, unless it was a package index.
    """
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
    """Return the requirement that fits a `direct_url.json`.

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
