"""What is not a regular file is refused at once, wherever the program reads or writes a file."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from aoc import files
from aoc.commands.login import read_file as read_token_file
from aoc.commands.report_readme import Readme
from aoc.commands.variant_names import variants_of
from aoc.doctor.leaks import read as read_leak
from aoc.errors import AocError, SiteError, UsageError
from aoc.history.folder import append_text, new_signs
from aoc.history.log import HistoryError
from aoc.history.past_runs import read_records
from aoc.model import Puzzle, Verdict
from aoc.project import read_settings
from aoc.project_inputs import project_input_source
from aoc.registry import title_of
from aoc.scaffold.day_files import read_template
from aoc.scaffold.metadata import read_metadata
from aoc.scaffold.part2_update import read_source
from aoc.site.accounts import Accounts
from aoc.site.cache import Cache, read_answer
from aoc.site.copies import read_copy
from aoc.site.stars import count_stars
from aoc.worker.preload import imports_in
from tests.history.kept import RESULT, keep
from tests.marks import WINDOWS, needs_posix_permissions, needs_posix_shell
from tests.program import Project

pytestmark = pytest.mark.slow

PUZZLE = Puzzle(2021, 21)
USER = "github.alice.1"
needs_links = pytest.mark.skipif(WINDOWS, reason="links need permissions on Windows")
needs_root = pytest.mark.skipif(
    WINDOWS or os.geteuid() != 0, reason="only root can write for another owner"
)


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


def make_link_to_device(path: Path) -> None:
    path.symlink_to(os.devnull)


def make_device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except OSError as error:
        pytest.skip(f"devices cannot be made here: {error}")


def make_socket(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY)
    try:  # The path of a socket may have some hundred characters only.
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(f"/proc/self/fd/{folder}/{path.name}")
    except OSError as error:
        pytest.skip(f"sockets cannot be made here: {error}")
    finally:
        os.close(folder)


def make_loop(path: Path) -> None:
    path.symlink_to(path)


def make_link_to_fifo(path: Path) -> None:
    os.mkfifo(path.with_name("fifo"))
    path.symlink_to("fifo")


KINDS: dict[str, Callable[[Path], None]] = {"a folder": Path.mkdir}
if not WINDOWS:
    KINDS |= {
        "a FIFO": make_fifo,
        "a device": make_device,
        "a link to a device": make_link_to_device,
        "a link to a FIFO": make_link_to_fifo,
        "a link to itself": make_loop,
        "a socket": make_socket,
    }


def append(path: str) -> None:
    append_text(path, "line\n")


def lock(path: str) -> None:
    with files.locked(path.removesuffix(".lock")):
        raise AssertionError("it is locked")


WRITERS: dict[str, tuple[Callable[[str], None], type[Exception]]] = {
    "write_file": (lambda path: files.write_file(path, "new"), SiteError),
    "overwrite": (lambda path: files.overwrite(path, b"new"), UsageError),
    "check_writable": (files.check_writable, SiteError),
    "delete_file": (files.delete_file, SiteError),
    "append_text": (append, OSError),
    "locked": (lock, SiteError),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_neither_written_nor_deleted(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "place.lock"
    KINDS[kind](path)
    before = {name: os.lstat(tmp_path / name).st_ino for name in os.listdir(tmp_path)}
    for name, (write, expected) in WRITERS.items():
        with pytest.raises(expected) as raised:
            write(str(path))
        after = {name: os.lstat(tmp_path / name).st_ino for name in os.listdir(tmp_path)}
        assert after == before, name
        if issubclass(expected, AocError):
            assert str(path) in str(raised.value), name
            assert str(raised.value).endswith("): fix this, then try again"), name


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_not_read(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "place"
    KINDS[kind](path)
    if kind == "a FIFO":
        # Somebody who writes into it changes nothing.
        os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))
    with pytest.raises(OSError, match=r"regular file|directory|levels|denied") as raised:
        files.read_bytes(str(path))
    assert raised.value.strerror


# What reads a file of a user or of aocd: where it is in a project whose folder of aocd is `aocd`,
# how it is read, and what comes out where there is no regular file: a value, or an error.
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
    "metadata": ("pyproject.toml", read_metadata, UsageError),
    "README": (
        "README.md",
        lambda root: Readme(f"{root}/README.md", "README.md").read(),
        UsageError,
    ),
    "title of a day": ("days/year2021/day21.py", lambda root: title_of(root, PUZZLE), None),
    "variants of a day": ("days/year2021/day21.py", lambda root: variants_of(root, PUZZLE), []),
    "imports of a day": (
        "days/year2021/day21.py",
        lambda root: imports_in(f"{root}/days/year2021/day21.py"),
        [],
    ),
    "tests to add to": (
        "tests/year2021/test_day21.py",
        lambda root: read_source(f"{root}/tests/year2021/test_day21.py"),
        UsageError,
    ),
    "template": ("day.py", lambda root: read_template(root, ["day.py"]), UsageError),
    "history": (".aoc/runs.jsonl", read_records, HistoryError),
    "index": (".aoc/history.sqlite3", read_kept, 1),
    "signs": (".aoc/signs", lambda root: new_signs(root, [Verdict.PASS]), []),
    "personal file for leaks": ("leak", lambda root: read_leak(f"{root}/leak"), b""),
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
        lambda root: count_stars(USER, 2021),
        {},
    ),
    "board": ("aocd/board.json", lambda root: read_copy(f"{root}/aocd/board.json"), (None, None)),
}


def read_wrong(reader: str, root: Path, make: Callable[[Path], None]) -> str:
    """Put something in the place of a file and read it; return what is wrong with what comes."""
    name, read, expected = READERS[reader]
    place = root / name
    place.parent.mkdir(parents=True, exist_ok=True)
    make(place)
    try:
        found = read(str(root))
    except AocError as error:
        said = str(error)
        is_expected = isinstance(expected, type) and isinstance(error, expected)
        fits = is_expected and place.name in said and said.count("\n") == 0
        return "" if fits else repr(error)
    return "" if found == expected else repr(found)


@pytest.mark.parametrize("kind", ["a folder", "a link to a device"])
def test_what_is_in_place_of_a_file_is_one_sentence_or_a_missing_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    if kind not in KINDS:
        pytest.skip("Windows has no such links")
    monkeypatch.delenv("AOC_SESSION", raising=False)
    monkeypatch.delenv("AOCD_CONFIG_DIR", raising=False)
    for number, reader in enumerate(READERS):
        root = tmp_path / str(number)
        monkeypatch.setenv("AOCD_DIR", str(root / "aocd"))
        assert read_wrong(reader, root, KINDS[kind]) == "", reader


FIFOS = """
import os, sys
from pathlib import Path
from tests.hostile.test_files import READERS, make_fifo, read_wrong
for number, reader in enumerate(READERS):
    root = Path(sys.argv[1], str(number))
    os.environ["AOCD_DIR"] = str(root / "aocd")
    print(f"{reader}: ", end="", flush=True)
    print(read_wrong(reader, root, make_fifo) or "refused", flush=True)
"""


@needs_posix_shell
def test_a_fifo_in_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("AOC")}
    command = [sys.executable, "-c", FIFOS, str(tmp_path)]
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.splitlines() == [f"{reader}: refused" for reader in READERS], done.stderr


@needs_posix_shell
def test_a_fifo_in_place_of_an_input_is_a_red_line(project: Project) -> None:
    project.day(21, "def parse(text): return text\ndef part1(text): return 1\n")
    project.remember("x")
    os.unlink(project.cache / USER / "2021_21_input.txt")
    os.mkfifo(project.cache / USER / "2021_21_input.txt")
    done = project.run("run", "21", "--json")
    [error] = [result["error"] for result in done.results if result["error"]]
    assert done.code == 1
    assert error["kind"] == "input"
    assert error["message"].endswith("2021_21_input.txt cannot be read: not a regular file")


def test_a_fifo_in_the_project_is_a_refused_input(tmp_path: Path) -> None:
    path = tmp_path / "inputs" / "2021" / "21.txt"
    path.parent.mkdir(parents=True)
    KINDS["a folder" if WINDOWS else "a link to a device"](path)
    source = project_input_source(str(tmp_path), {}, PUZZLE)
    assert source is not None
    assert source.problem
    name = os.path.join("inputs", "2021", "21.txt")
    assert source.problem.startswith(f"{name} cannot be read: ")


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
def test_an_input_that_never_ends_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OSError, match="larger than 1 MB"):
        files.read_any("/dev/zero", 1 << 20)
    with pytest.raises(OSError, match="larger than 1 MB"), open("/dev/zero", "rb") as stdin:
        files.read_within(stdin, "stdin", 1 << 20)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with open(path, "wb") as file:
        file.truncate((1 << 20) + 1)
    with pytest.raises(OSError, match="larger than 1 MB"):
        files.read_bytes(str(path), 1 << 20)
    assert len(files.read_bytes(str(path), (1 << 20) + 1)) == (1 << 20) + 1


@needs_links  # and holes in files
def test_a_file_without_end_takes_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with open(path, "wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(OSError, match="larger than 64 MB"):
        files.read_bytes(str(path))
    with pytest.raises(UsageError, match=r"^--token-file .* cannot be read: larger than 1 MB$"):
        read_token_file(str(path))


@needs_links
def test_a_chain_of_links_leads_to_the_file_and_stays(tmp_path: Path) -> None:
    target, inner, outer = (tmp_path / name for name in ("target", "inner", "outer"))
    inner.symlink_to(target)
    outer.symlink_to(inner.name)
    for text in ("new", "newer"):  # The first time, the links lead nowhere.
        files.write_file(str(outer), text)
        assert target.read_bytes() == text.encode()
    files.delete_file(str(outer))
    assert sorted(os.listdir(tmp_path)) == ["inner", "outer"]
    files.delete_file(str(outer))


@needs_links
@pytest.mark.parametrize("write", [files.check_writable, lambda path: files.write_file(path, "x")])
def test_a_link_in_place_of_the_temporary_file_leads_nowhere(
    tmp_path: Path, write: Callable[[str], None]
) -> None:
    victim, path = tmp_path / "victim", tmp_path / "file"
    victim.write_text("precious", encoding="utf-8")
    Path(files.temporary_path(str(path))).symlink_to(victim)
    write(str(path))
    assert victim.read_text(encoding="utf-8") == "precious"


@needs_links
def test_a_link_in_place_of_the_lock_empties_nothing(tmp_path: Path) -> None:
    victim, path = tmp_path / "victim", tmp_path / "file"
    victim.write_text("precious", encoding="utf-8")
    (tmp_path / "file.lock").symlink_to(victim)
    with pytest.raises(SiteError, match=r"file\.lock cannot be written"), files.locked(str(path)):
        pass
    assert victim.read_text(encoding="utf-8") == "precious"


@needs_links
def test_a_link_in_place_of_the_gitignore_of_the_history_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious", encoding="utf-8")
    (tmp_path / ".aoc").mkdir()
    (tmp_path / ".aoc" / ".gitignore").symlink_to(victim)
    assert new_signs(str(tmp_path), [Verdict.PASS]) == [Verdict.PASS]
    assert victim.read_text(encoding="utf-8") == "precious"


@needs_root
def test_a_file_that_root_writes_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old", encoding="utf-8")
    os.chown(path, 1234, 1234)
    files.write_file(str(path), "new", private=True)
    about = path.stat()
    assert (about.st_uid, about.st_gid, stat.S_IMODE(about.st_mode)) == (1234, 1234, 0o600)


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
    assert "pyproject.toml cannot be read (Permission denied)" in settings
