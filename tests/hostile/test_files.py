"""What is not a regular file is refused at once, wherever the program reads or writes a file."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from aoc import files
from aoc.commands.options import variants_of
from aoc.errors import AocError, SiteError, UsageError
from aoc.history.log import keep_file
from aoc.history.past_runs import read_records
from aoc.model import Puzzle
from aoc.project import find_project, read_settings
from aoc.scaffold.day_files import read_template
from aoc.scaffold.project_files import plan_project
from aoc.site.accounts import Accounts
from aoc.site.cache import Cache, read_answer
from aoc.site.recent_copies import read_copy
from aoc.site.stars import CALENDAR, copy_by_day
from aoc.year.readme import Readme
from tests.history.kept import RESULT, keep
from tests.marks import WINDOWS, needs_posix_permissions, needs_posix_shell
from tests.program import Project

pytestmark = pytest.mark.slow

PUZZLE = Puzzle(2021, 21)
USER = "github.alice.1"
needs_links = pytest.mark.skipif(WINDOWS, reason="links need permissions on Windows")


def make_link_to_pipe(path: Path) -> None:
    """Make a link to what is no regular file, and is nobody's if it is deleted, unlike a device."""
    pipe = path.parent.with_name("pipe")
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    path.symlink_to(pipe)


KINDS: dict[str, Callable[[Path], None]] = {"a folder": Path.mkdir}
if not WINDOWS:
    KINDS["a link to a pipe"] = make_link_to_pipe

WRITERS: dict[str, tuple[Callable[[str], None], type[AocError]]] = {
    "write_file": (lambda path: files.write_file(path, "new"), SiteError),
    "overwrite": (lambda path: files.overwrite(path, b"new"), UsageError),
    "delete_file": (files.delete_file, SiteError),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_neither_written_nor_deleted(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "place"
    KINDS[kind](path)
    before = os.stat(path).st_ino
    for name, (write, expected) in WRITERS.items():
        with pytest.raises(expected) as raised:
            write(str(path))
        assert os.stat(path).st_ino == before, name
        assert os.listdir(tmp_path) == ["place"], name
        assert str(raised.value).startswith(f"{path} cannot be written ("), name
        assert str(raised.value).endswith("): fix this, then try again"), name


# What reads a file of a user or of aocd: where it is in a project whose folder of aocd is `aocd`,
# how it is read, and what comes out where there is a folder: a value, or an error.
def read_kept(root: str) -> int:
    """Keep a run, and return how many are read."""
    keep(Path(root), RESULT)
    return len(read_records(root))


READERS: dict[str, tuple[str, Callable[[str], object], object]] = {
    "settings": (
        "pyproject.toml",
        lambda root: read_settings(f"{root}/pyproject.toml"),
        UsageError,
    ),
    "metadata": (
        "pyproject.toml",
        lambda root: plan_project(root, "aoc-days"),
        UsageError,
    ),
    "README": (
        "README.md",
        lambda root: Readme(f"{root}/README.md", "pictures").read(),
        UsageError,
    ),
    "title of a day": (
        "days/year2021/day21.py",
        lambda root: find_project(root).title_of(PUZZLE),
        None,
    ),
    "variants of a day": (
        "days/year2021/day21.py",
        lambda root: variants_of(find_project(root), PUZZLE),
        [],
    ),
    "template": ("day.py", lambda root: read_template(root, ["day.py"]), UsageError),
    "history": (".aoc/runs.jsonl", read_records, AocError),
    "index": (".aoc/history.sqlite3", read_kept, 1),
    "token": ("aocd/token", lambda root: Accounts().default_token(), SiteError),
    "tokens.json": ("aocd/tokens.json", lambda root: Accounts().tokens(), SiteError),
    "token2id.json": ("aocd/token2id.json", lambda root: Accounts().ids(), SiteError),
    "input": (
        f"aocd/{USER}/2021_21_input.txt",
        lambda root: Cache().usable_input(USER, PUZZLE),
        None,
    ),
    "answer": (
        f"aocd/{USER}/2021_21a_answer.txt",
        lambda root: read_answer(Cache().answer_path(USER, PUZZLE, 1)),
        None,
    ),
    "page": ("aocd/prose/2021_21_prose.0.html", lambda root: Cache().read_page(USER, PUZZLE), None),
    "calendar": (
        f"aocd/{USER}/2021_calendar.json",
        lambda root: copy_by_day(USER, 2021, CALENDAR),
        {},
    ),
    "board": ("aocd/board.json", lambda root: read_copy(f"{root}/aocd/board.json"), (None, None)),
}
if not WINDOWS:
    from aoc.worker.forkserver import imports_in

    READERS["imports of a day"] = (
        "days/year2021/day21.py",
        lambda root: imports_in(f"{root}/days/year2021/day21.py"),
        [],
    )


def read_wrong(reader: str, root: Path) -> str:
    """Make a folder in the place of a file and read it; return what is wrong with what comes."""
    name, read, expected = READERS[reader]
    place = root / name
    place.mkdir(parents=True)
    try:
        found = read(str(root))
    except AocError as error:
        said = str(error)
        is_expected = isinstance(expected, type) and isinstance(error, expected)
        fits = is_expected and place.name in said and said.count("\n") == 0
        return "" if fits else repr(error)
    return "" if found == expected else repr(found)


def test_a_folder_in_place_of_a_file_is_one_sentence_or_a_missing_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AOC_SESSION", raising=False)
    monkeypatch.delenv("AOCD_CONFIG_DIR", raising=False)
    for number, reader in enumerate(READERS):
        root = tmp_path / str(number)
        monkeypatch.setenv("AOCD_DIR", str(root / "aocd"))
        assert read_wrong(reader, root) == "", reader


@needs_posix_shell
def test_an_input_may_come_out_of_a_fifo_where_it_was_named(project: Project) -> None:
    project.day(21, "def parse(text): return text\ndef part1(text): return len(text)\n")
    script = f'printf hello | "{sys.executable}" -m aoc run 21 --input /dev/stdin --json'
    done = subprocess.run(
        ["/bin/sh", "-c", script],
        cwd=project.root,
        env=project.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert '"answer": "5"' in done.stdout, done.stderr


@needs_posix_shell
def test_an_input_that_never_ends_is_one_sentence(project: Project) -> None:
    project.day(21, "def part1(text): return len(text)\n")
    done = project.run("run", "21", "--input", "/dev/zero")
    assert done.code == 2
    assert done.err == "aoc: --input /dev/zero cannot be read: larger than 64 MB\n"


@needs_links
def test_a_link_in_place_of_the_gitignore_of_the_history_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious", encoding="utf-8")
    (tmp_path / ".aoc").mkdir()
    (tmp_path / ".aoc" / ".gitignore").symlink_to(victim)
    keep_file(str(tmp_path), "fuzz", "2021-07.txt", "1,2\n")
    assert victim.read_text(encoding="utf-8") == "precious"


UNREADABLE = """
import os, sys
from pathlib import Path
from aoc.errors import AocError
from aoc.site.accounts import Accounts
from aoc.project import read_settings
os.setgid(12345)
os.setuid(12345)
os.environ["AOCD_DIR"] = sys.argv[1]
for read in (lambda: Accounts().tokens(), lambda: read_settings(sys.argv[1] + "/pyproject.toml")):
    try:
        print(read())
    except AocError as error:
        print(error)
"""


@needs_posix_permissions
@pytest.mark.skipif(not WINDOWS and os.geteuid() != 0, reason="needs root, to be somebody else")
def test_a_file_of_somebody_else_is_one_sentence() -> None:
    # Outside of pytest's folders, which only their owner can enter.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        for name in ("tokens.json", "pyproject.toml"):
            Path(folder, name).write_text("{}", encoding="utf-8")
            Path(folder, name).chmod(0o600)
        command = [sys.executable, "-c", UNREADABLE, folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    tokens, settings = done.stdout.splitlines()
    assert tokens.endswith(
        "tokens.json cannot be read (Permission denied): fix or delete it, then `aoc login`"
    )
    assert "pyproject.toml cannot be read as TOML (Permission denied)" in settings
