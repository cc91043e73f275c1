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
from importlib.metadata import distribution
from string import Template
from typing import Any

from aoc.errors import UsageError
from aoc.files import line_end_of, names_in, overwrite, read_bytes, read_own
from aoc.program import DISTRIBUTION
from aoc.project.functions import PART_NAME, read_source
from aoc.project.layouts import LayoutPattern
from aoc.project.project import years_in
from aoc.scaffold.day_files import BUILT_IN, write_new_file
from aoc.scaffold.layout_survey import Group, Survey

METADATA = "pyproject.toml"
README = "README.md"
GITIGNORE = ".gitignore"
COMMANDS = {
    ".clj": "clojure -M",
    ".exs": "elixir",
    ".go": "go run",
    ".java": "java",
    ".jl": "julia",
    ".js": "node",
    ".lua": "lua",
    ".mjs": "node",
    ".php": "php",
    ".pl": "perl",
    ".rb": "ruby",
    ".sh": "sh",
    ".rs": "cargo run --quiet --release --bin",
    ".ts": "npx tsx",
}
"""The commands that run a file of a language, by its ending."""
FUNCTION = re.compile(r"def (\w+)\((?:self)?(?:, )?(\w+\b(?! *=))?")
"""A function or a method, and its first parameter if that has no default."""
CALL = "YOUR_CALL_HERE"
"""What stands in an adapter in place of an answer that nobody knows how to get."""


class ProjectPlan:
    """The files that make a folder a project.

    `files` are texts by their paths in the folder; `added` names the additions to existing ones,
    and `notes` are sentences about the rest. `settings` are those of the `pyproject.toml` that
    exists, `None` if it has none. `installs` says whether there is no such file.

    Raises `UsageError` if the `pyproject.toml` cannot be read.
    """

    def __init__(self, folder: str) -> None:
        self.folder = os.path.abspath(folder)
        self.files: dict[str, str] = {}
        self.added: dict[str, str] = {}
        self.notes: list[str] = []
        metadata = self.read(METADATA)
        self.settings = settings_in(os.path.join(self.folder, METADATA), metadata)
        self.installs = not self.has(METADATA)

    @property
    def is_project(self) -> bool:
        """Whether the folder has settings, or days in `days`."""
        return self.settings is not None or bool(years_in(self.folder))

    def has(self, *names: str) -> bool:
        """Return whether the folder has a file or folder of this name."""
        return os.path.lexists(os.path.join(self.folder, *names))

    def read(self, *names: str) -> str:
        """Return the text of a file, empty if it does not exist. Raises `UsageError`."""
        if not self.has(*names):
            return ""
        return read_own(os.path.join(self.folder, *names))

    def make(self, name: str, text: str) -> None:
        """Plan a new file, unless it exists."""
        if not self.has(name):
            self.files[name] = text

    def add(self, name: str, text: str, words: str) -> None:
        """Plan a text at the end of a file, after a blank line and with the line ends it has."""
        old = self.read(name)
        end = line_end_of(old)
        start = old
        # The last line may have no end.
        if old and not old.endswith("\n"):
            start += end
        if old.strip():
            start += end
        self.files[name] = start + text.replace("\n", end)
        if self.has(name):
            self.added[name] = f"added {words}"

    def add_settings(self, text: str) -> None:
        """Plan `[tool.aoc]` in `pyproject.toml`. Raises `UsageError` if it has no place there."""
        self.add(METADATA, text, "[tool.aoc]")
        # `tool` may be no table, or an inline one, to which nothing can be added.
        settings_in(f"{METADATA} with [tool.aoc]", self.files[METADATA])

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


def refuse_home(folder: str) -> None:
    """Raise `UsageError` for the home folder, which is no project, and has too much to survey."""
    # The home folder may be a link, as on Fedora Silverblue.
    if os.path.realpath(folder) == os.path.realpath(os.path.expanduser("~")):
        folder = os.path.abspath(folder)
        raise UsageError(f"{folder} is your home folder: name a folder in it, as in `aoc init DIR`")


def plan_project(folder: str, requirement: str) -> ProjectPlan:
    """Plan to make a folder a project, which may be new or have anything in it.

    `requirement` says where the project gets aoc-days from. Raises `UsageError` if the folder
    cannot become a project; nothing is written.
    """
    plan = ProjectPlan(folder)
    words = re.findall("[a-z0-9]+", os.path.basename(plan.folder).lower())
    values = {
        "name": "-".join(["my", *words]),
        # A string of JSON is one of TOML.
        "requirement": json.dumps(requirement),
    }
    values["settings"] = fill("settings.toml", values)
    values["packages"] = f"{values['requirement']} pytest"
    if plan.installs:
        values["packages"] = '-e ".[test]"  # with uv: uv sync'
    plan_packages(plan)
    # `readme.rst` is one too.
    stems = [name.lower().split(".")[0] for name in names_in(plan.folder)]
    if "readme" not in stems:
        plan.make(README, fill("README.md", values))
    plan_gitignore(plan)
    # The `pyproject.toml` comes last, since it makes the folder a project: what was interrupted
    # before can be done again.
    if plan.installs:
        plan.make(METADATA, fill("pyproject.toml", values))
    elif plan.settings is None:
        plan.add_settings(values["settings"])
        if DISTRIBUTION not in plan.read(METADATA):
            # Nobody's list of dependencies is rewritten: it has many forms.
            plan.notes.append(f'add "{requirement}" to the dependencies in {METADATA}')
    return plan


def plan_layouts(folder: str, solutions: Survey) -> ProjectPlan | None:
    """Plan to write the layouts of solutions into `pyproject.toml`, and nothing else.

    Nothing is planned where layouts are written already. Returns `None` where there are no
    solutions, or the folder is a project without layouts. Raises `UsageError`.
    """
    plan = ProjectPlan(folder)
    if plan.settings and "layouts" in plan.settings:
        return plan
    if plan.is_project or not solutions.groups:
        return None
    lines = [f"    {layout_source(group.layout)},\n" for group in solutions.groups]
    plan.add_settings(f"[tool.aoc]\nlayouts = [\n{''.join(lines)}]\n")
    return plan


def layout_source(layout: LayoutPattern) -> str:
    """Return a layout of the settings as it is written in TOML, without the usual values."""
    usual = LayoutPattern(layout.days)._asdict()
    settings = []
    for name, value in layout._asdict().items():
        if name == "days" or value != usual[name]:
            settings.append(f"{name} = {json.dumps(value, ensure_ascii=False)}")
    return f"{{ {', '.join(settings)} }}"


def command_for(layout: LayoutPattern) -> str:
    """Return a command that runs the files of a layout, in any language."""
    stem, ending = os.path.splitext(layout.days)
    # What cargo runs has the name of the file; other languages need a script of the user's own.
    file = os.path.basename(stem) if ending == ".rs" else "{file}"
    return f"{COMMANDS.get(ending, 'sh run.sh')} {file}"


def adapter_source(folder: str, group: Group) -> str:
    """Return the text of an adapter for files that do nothing when they are run.

    It has the names in the first of them: of a class and its methods, or of functions.
    """
    file = group.files[0]
    source = read_source(os.path.join(folder, file.path))
    solution = "module"
    answers = {1: CALL, 2: CALL}
    # The functions of the module, then those of each class.
    pieces = ["", *re.split(r"^class (\w+)", source, flags=re.MULTILINE)]
    for name, body in zip(pieces[::2], pieces[1::2], strict=True):
        arguments = {}
        for function, parameter in FUNCTION.findall(body):
            arguments[function] = "text" if parameter else ""
        parts = {}
        for function, argument in arguments.items():
            named = PART_NAME.fullmatch(function)
            if named:
                parts[1 if named["first"] else 2] = f"solution.{function}({argument})"
        if not parts:
            continue
        answers = {1: "None", 2: "None"} | parts
        if name:
            solution = f"module.{name}({arguments.get('__init__', '')})"
    # An f-string of `year` and `day`.
    path = group.layout.days.replace("{yy}", "{year % 100:02}")
    values = {
        "path": path.replace("{part}", "*"),
        "solution": solution,
        "answer1": answers[1],
        "answer2": answers[2],
    }
    return fill("adapter.py", values)


def plan_packages(plan: ProjectPlan) -> None:
    """Plan `days` and `tests`; in a folder with something in it, nothing is made."""
    for name in ("days", "tests"):
        path = os.path.join(plan.folder, name)
        if os.path.isdir(path) and os.listdir(path):
            continue
        plan.make(os.path.join(name, "__init__.py"), "")
        # A day that was there before may have no tests.
        if name == "tests" and not years_in(plan.folder):
            plan.make(os.path.join(name, "test_days.py"), fill("test_days.py", {}))


def plan_gitignore(plan: ProjectPlan) -> None:
    """Plan `.gitignore`: a new one, or the lines that are missing at the end of the old one."""
    wanted = fill("gitignore", {})
    if not plan.has(GITIGNORE):
        plan.make(GITIGNORE, wanted)
        return
    existing = [line.strip() for line in plan.read(GITIGNORE).splitlines()]
    missing = [
        line for line in wanted.splitlines() if line and line[0] != "#" and line not in existing
    ]
    if missing:
        lines = [f"{line}\n" for line in missing]
        plan.add(GITIGNORE, "".join(lines), ", ".join(missing))


def fill(template: str, values: dict[str, str]) -> str:
    """Return the text of a template with its placeholders replaced; any other `$` stays."""
    text = read_bytes(os.path.join(BUILT_IN, "project", f"{template}.txt")).decode()
    return Template(text).safe_substitute(values)


def settings_in(path: str, text: str) -> dict[str, Any] | None:
    """Return `[tool.aoc]` in the text of a `pyproject.toml`, if any. Raises `UsageError`."""
    try:
        # Windows' editors may write a mark of UTF-8 before it, which is no TOML.
        tool = tomllib.loads(text.removeprefix("\ufeff")).get("tool")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is not valid TOML ({error}): fix it, then try again") from None
    return tool.get("aoc") if isinstance(tool, dict) else None


def find_requirement() -> str:
    """Return the requirement on the aoc-days that is running, as PEP 508 writes it.

    Installers record in `direct_url.json`, as PEP 610 says, where they got it from, unless that was
    a package index. A git repository of this computer is taken as a folder, because pip before 24.1
    refuses `git+file:` in a requirement.
    """
    installed = distribution(DISTRIBUTION)
    record = json.loads(installed.read_text("direct_url.json") or "{}")
    if not record:
        return f"{DISTRIBUTION}>={installed.version}"
    # A name with a password belongs in no file.
    url = re.sub("(?<=//)[^/@]*:[^/@]*@", "", record["url"])
    vcs = record.get("vcs_info")
    if vcs and not url.startswith("file:"):
        url = f"{vcs['vcs']}+{url}@{vcs['commit_id']}"
    return f"{DISTRIBUTION} @ {url}"
