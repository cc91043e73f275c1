"""The files of a project: which are created, which are changed, and which are not."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from glob import escape, glob
from typing import Any, NamedTuple

from aoc.files import read_bytes
from aoc.model import current_year
from aoc.program import program_name
from aoc.scaffold.editors import editor_files
from aoc.scaffold.file_changes import FileChange
from aoc.scaffold.gitignore import add_patterns
from aoc.scaffold.metadata import METADATA, Metadata, add_settings, project_name, read_metadata
from aoc.scaffold.project_templates import align_comments, fill_project_template
from aoc.scaffold.requirement import Requirement
from aoc.scaffold.surroundings import check_folder, enclosing_project, enclosing_repository
from aoc.text import printable

README, GITIGNORE = "README.md", ".gitignore"
WORKFLOW = os.path.join(".github", "workflows", "ci.yml")
OTHER_BUILDS = ("setup.py", "setup.cfg")
"""Files by which setuptools builds a package, which a `[build-system]` would end."""
NO_YEAR = "# year = {}              # of days without a year, in December too"
OTHER_CI = (".circleci", ".forgejo", ".gitea", ".gitlab-ci.yml", ".travis.yml")


class ProjectPlan(NamedTuple):
    """What to do to make a folder a project.

    `notes` are sentences about what is left as it is. `was_project` says that the folder is one
    already, `installs` that its `pyproject.toml` will require aoc-days.
    """

    changes: list[FileChange]
    notes: list[str]
    was_project: bool
    installs: bool


class Planner:
    """Collects the changes in a folder, what is left, and the sentences about it."""

    def __init__(self, folder: str, requirement: Requirement, year: int | None) -> None:
        self.folder = folder
        self.requirement = requirement
        self.year = year
        self.changes: list[FileChange] = []
        self.left: list[str] = []
        self.notes: list[str] = []
        self.values = {
            "name": project_name(folder),
            "year": f"year = {year}" if year else NO_YEAR.format(current_year()),
            # A string of JSON is one of TOML.
            "requirement": json.dumps(printable(requirement.text, kept=""), ensure_ascii=False),
            "program": program_name(),
        }
        self.values["settings"] = self.fill("settings.toml").rstrip("\n")

    def fill(self, template: str, **values: str) -> str:
        """Fill a template."""
        return fill_project_template(template, self.values | values)

    def has(self, *names: str) -> bool:
        """Return whether the folder has a file or folder of this name."""
        return os.path.lexists(os.path.join(self.folder, *names))

    def read(self, name: str) -> bytes | None:
        """Return the content of a file; `None` if it cannot be read, as if it were a folder."""
        try:
            return read_bytes(os.path.join(self.folder, name))
        except OSError:
            return None

    def make(self, name: str, text: str) -> None:
        """Make a file, unless it exists."""
        if self.has(name):
            self.left.append(name)
        else:
            self.changes.append(FileChange(name, text))

    def plan_metadata(self, metadata: Metadata | None) -> bool:
        """Plan `pyproject.toml`; return whether it will be wholly ours."""
        if metadata is None:
            if any(map(self.has, OTHER_BUILDS)):
                self.make(METADATA, self.values["settings"] + "\n")
                self.note_requirement(b"")
                return False
            self.make(METADATA, self.fill("pyproject.toml", readme=self.readme_entry()))
            return True
        if metadata.settings is not None:
            self.left.append(METADATA)
            self.note_year(metadata.settings)
            return False
        text = add_settings(metadata, self.values["settings"] + "\n")
        if text is None:
            self.notes.append(f"{METADATA} is left as it is: add a table [tool.aoc] to it")
        else:
            self.changes.append(FileChange(METADATA, text, metadata.data, "added [tool.aoc]"))
        self.note_requirement(metadata.data)
        return False

    def note_year(self, settings: Mapping[str, Any]) -> None:
        """Add a note on where to write the year, if it is not in the settings of the project."""
        if self.year and settings.get("year") != self.year:
            self.notes.append(f"{METADATA} has [tool.aoc] already: write year = {self.year} there")

    def note_requirement(self, metadata: bytes) -> None:
        """Add a note that the project should require aoc-days, if it does not."""
        if b"aoc-days" not in metadata:
            name = '"aoc-days"' if self.requirement.is_local else self.values["requirement"]
            self.notes.append(
                f"add {name} to the dependencies of your project, so that "
                "aoc-days is installed with it"
            )

    def plan_packages(self) -> None:
        """Plan `days` and `tests`; in a folder with something in it, nothing is made."""
        has_days = bool(glob(os.path.join(escape(self.folder), "days", "year*", "day*.py")))
        for name in ("days", "tests"):
            path = os.path.join(self.folder, name)
            if os.path.isdir(path) and os.listdir(path):
                self.left.append(os.path.join(name, ""))
                continue
            self.make(os.path.join(name, "__init__.py"), "")
            # A day that was there before may have no tests.
            if name == "tests" and not has_days:
                self.make(os.path.join(name, "test_days.py"), self.fill("test_days.py"))

    def readme(self) -> str | None:
        """Return the name of the README that the folder has, in any format."""
        names = os.listdir(self.folder) if os.path.isdir(self.folder) else []
        found = sorted(name for name in names if name.lower().split(".")[0] == "readme")
        return README if README in found else next(iter(found), None)

    def readme_entry(self) -> str:
        """Return the line on the README in `pyproject.toml`; none for one that cannot be read."""
        if self.readme() in (None, README):
            with suppress(UnicodeDecodeError):
                (self.read(README) or b"").decode()
                return f'readme = "{README}"\n'
        return ""

    def plan_readme(self, *, installs: bool) -> None:
        """Plan the README; `installs` says that its `pyproject.toml` is ours."""
        name = self.readme()
        if name is None:
            packages = '-e ".[test]"' if installs else f"{self.values['requirement']} pytest"
            text = self.fill(
                "README.md",
                install=f"python -m pip install {packages}",
                uv=self.fill("uv") if installs else "",
                types=" `mypy` and `pyright` check all of it." if installs else "",
            )
            self.make(README, align_comments(text))
        elif b"<!-- days -->" not in (self.read(name) or b""):
            self.notes.append(
                f"{name} is left as it is: for `aoc report`, add the lines <!-- days --> and "
                "<!-- /days --> where the table of days should be, and <!-- pictures --> and "
                "<!-- /pictures --> where its pictures should be"
            )
        else:
            self.left.append(name)

    def plan_gitignore(self) -> None:
        """Plan `.gitignore`."""
        wanted = self.fill("gitignore")
        old = self.read(GITIGNORE)
        if old is None:
            self.make(GITIGNORE, wanted)
            return
        try:
            text, patterns = add_patterns(old.decode(), wanted)
        except UnicodeDecodeError:
            self.notes.append(
                f"{GITIGNORE} is left as it is, because it is not UTF-8 text: save it as UTF-8, "
                "and add inputs/ and .aoc/"
            )
            return
        if patterns:
            what = f"added {', '.join(patterns)}"
            self.changes.append(FileChange(GITIGNORE, text, old, what))
        else:
            self.left.append(GITIGNORE)

    def plan_ci(self) -> None:
        """Plan the workflow, unless the repository has one, or has CI elsewhere."""
        repository = enclosing_repository(self.folder)
        if repository is not None:
            self.notes.append(f"no CI workflow is created: GitHub reads only those in {repository}")
        elif self.has(os.path.dirname(WORKFLOW)):
            self.left.append(os.path.join(os.path.dirname(WORKFLOW), ""))
        elif not any(map(self.has, OTHER_CI)):
            check = self.fill("source_check.yml") if self.requirement.is_local else ""
            self.make(WORKFLOW, self.fill("ci.yml", source_check=check))

    def plan_editors(self, editors: Sequence[str]) -> None:
        """Plan the files of some editors."""
        for path, text in editor_files(self.folder, editors).items():
            self.make(path, text)
            configured = b'"module": "aoc"'
            if (
                path in self.left
                and configured in text.encode()
                and configured not in (self.read(path) or b"")
            ):
                self.notes.append(
                    f'add a configuration to {path}: module "aoc", args "run", "${{file}}", "--pdb"'
                )


def plan_project(
    folder: str, requirement: Requirement, year: int | None = None, editors: Sequence[str] = ()
) -> ProjectPlan:
    """Plan to make a folder a project, which may be new or have anything in it.

    `requirement` says where the project gets aoc-days from. In a folder that is a project
    already, only the files of the editors are made, if there are any. Raises `UsageError` if
    the folder cannot become one; nothing is written.
    """
    folder = os.path.abspath(folder)
    check_folder(folder)
    outer = enclosing_project(folder)
    planner = Planner(folder, requirement, year)
    metadata = read_metadata(folder)
    was_project = metadata is not None and metadata.settings is not None
    installs = False
    if metadata and metadata.settings is not None and editors:
        planner.note_year(metadata.settings)
    else:
        installs = planner.plan_metadata(metadata)
        planner.plan_packages()
        planner.plan_readme(installs=installs)
        planner.plan_gitignore()
        if installs:
            planner.plan_ci()
    planner.plan_editors(editors)
    notes = planner.notes
    if planner.left:
        notes = [f"left as they are: {', '.join(planner.left)}", *notes]
    if outer and not was_project:
        notes = [
            *notes,
            f"{folder} is in the project {outer}: commands in {folder} use the new project",
        ]
    return ProjectPlan(planner.changes, notes, was_project, installs)
