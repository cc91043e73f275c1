"""A script leaves the files of its repository as they were, and its answer is that of the input."""

from __future__ import annotations

import multiprocessing
import os
import sys

import pytest

from tests.support.aoc import Aoc
from tests.support.program import Project
from tests.support.repositories import BARE, INPUT, LABELLED, Repository, adopt

LAYOUT = ("{year}/day{day}.py",)
OWN = "1\n1\n"
"""The input in the repository, which is that of an account of long ago."""
READ = 'text = open("input.txt").read()\n'
UNREAD = "did not read the input: "


def run_script(
    aoc: Aoc, project: Project, source: str, *words: str, files: dict[str, str] | None = None
) -> list[tuple[str | None, str, str | None]]:
    """Run a script, and return the answer, the verdict and the error of each of its parts.

    Checks that its files are as before, and that there are no others.
    """
    own = {"2021/input.txt": OWN} if files is None else files
    repository = Repository({"2021/day21.py": source, **own}, LAYOUT, ("2021/21",))
    adopt(aoc, repository)
    done = aoc("run", "21", "--json", *words)
    kept = {
        path.relative_to(project.root).as_posix(): path.read_text(encoding="utf-8")
        for path in project.root.rglob("*")
        if path.is_file() and not {"__pycache__", ".aoc"} & set(path.parts)
    }
    del kept["pyproject.toml"]
    assert kept == repository.files
    assert done.results, done.err
    return [
        (row["answer"], row["verdict"], row["error"] and row["error"]["message"])
        for row in done.results
    ]


RIGHT = [("16", "pass", None), ("8", "pass", None)]
CHANGED = 'text = open("input.txt").read()\nassert text == "7\\n9\\n", text\n'
WRITES = {
    "open": 'with open("input.txt", "w") as file:\n    file.write("7\\n9\\n")\n',
    "a path": 'import pathlib\npathlib.Path("input.txt").write_text("7\\n9\\n")\n',
}


@pytest.mark.windows
@pytest.mark.parametrize(("how", "is_there"), [("open", True), ("a path", False)])
def test_what_a_script_writes_in_the_place_of_its_input_goes_beside(
    aoc: Aoc, project: Project, how: str, is_there: bool
) -> None:
    first = READ.replace("text", "before")
    source = f"{first}{WRITES[how]}{CHANGED}text = before\n{BARE}"
    files = {"2021/input.txt": OWN} if is_there else {}
    assert run_script(aoc, project, source, files=files) == RIGHT


@pytest.mark.windows
def test_what_is_added_to_an_input_goes_beside(aoc: Aoc, project: Project) -> None:
    source = (
        'with open("input.txt", "a") as file:\n    file.write("100\\n")\n'
        'text = open("input.txt").read()\n'
        'assert text.endswith("100\\n")\ntext = text.removesuffix("100\\n")\n'
    )
    assert run_script(aoc, project, source + BARE) == RIGHT


@pytest.mark.windows
def test_an_input_that_would_be_made_is_there_already(aoc: Aoc, project: Project) -> None:
    source = (
        "try:\n"
        '    with open("input.txt", "x") as file:\n        file.write("7")\n'
        f"except FileExistsError:\n    {READ}"
    )
    assert run_script(aoc, project, source + BARE, files={}) == RIGHT


def test_an_input_that_a_helper_has_saved_is_not_the_example(aoc: Aoc, project: Project) -> None:
    source = (
        "from aocd import get_data\nfrom pathlib import Path\n"
        'path = Path(__file__).parent.parent / "inputs" / "2021" / "21.txt"\n'
        "path.write_text(get_data(year=2021, day=21))\ntext = path.read_text()\n"
    )
    files = {"inputs/2021/21.txt": OWN}
    assert run_script(aoc, project, source + BARE, files=files) == RIGHT


def test_an_own_input_is_kept_where_there_is_no_other(aoc: Aoc, project: Project) -> None:
    source = f'{READ}open("input.txt", "w").write("")\n{BARE}'
    adopt(aoc, Repository({"2021/day21.py": source, "2021/input.txt": OWN}, LAYOUT, ()))
    rows = aoc("run", "21", "--json").results
    assert [row["answer"] for row in rows] == ["2", "1"]
    assert (project.root / "2021" / "input.txt").read_text() == OWN


def test_other_files_of_a_script_are_written(aoc: Aoc, project: Project) -> None:
    source = f'{READ}{BARE}open("grid.txt", "w").write(text)\n'
    adopt(aoc, Repository({"2021/day21.py": source}, LAYOUT, ("2021/21",)))
    assert aoc("run", "21").code == 0
    assert (project.root / "2021" / "grid.txt").read_text() == INPUT


def test_a_run_leaves_no_bytecode_in_a_repository(aoc: Aoc, project: Project) -> None:
    source = f"import helper\n{READ}{BARE}"
    files = {"2021/day21.py": source, "2021/helper.py": "x = 1\n"}
    adopt(aoc, Repository(files, LAYOUT, ("2021/21",)))
    done = aoc.process("run", "21", env={"PYTHONDONTWRITEBYTECODE": ""})
    assert done.code == 0, done.err
    assert list(project.root.rglob("__pycache__")) == []


CHILD = (
    "import subprocess, sys\n"
    'code = "print(open(0).read())"\n'
    'text = subprocess.run([sys.executable, "-c", code], stdout=-1, text=True).stdout\n'
)
READS = (
    "import sys\ntext = sys.stdin.read()\n",
    "import os\n"
    'assert os.path.exists("data2.txt") and os.path.isfile("data2.txt")\n'
    'text = open("data2.txt").read()\n',
    CHILD,
    "import subprocess, sys\npath = sys.argv[1]\n"
    'code = "import sys; print(open(sys.argv[1]).read())"\n'
    "text = subprocess.check_output([sys.executable, '-c', code, path], text=True)\n",
    "from aocd import data\ntext = data\n",
)


@pytest.mark.windows
def test_an_input_is_read_in_any_of_these_ways(aoc: Aoc, project: Project) -> None:
    files = {f"2021/day{n}.py": text + BARE for n, text in enumerate(READS, 1)}
    days = tuple(f"2021/{n:02}" for n, _ in enumerate(READS, 1))
    adopt(aoc, Repository(files, LAYOUT, days))
    rows = aoc("run", "all", "--json").results
    assert [row["verdict"] for row in rows] == ["pass"] * 2 * len(READS), rows
    assert "without reading" not in aoc("run", "all").out


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="it is not there")
def test_a_program_reads_standard_input_by_its_path(aoc: Aoc, project: Project) -> None:
    source = CHILD.replace("open(0)", "open('/dev/stdin')")
    assert run_script(aoc, project, source + BARE) == RIGHT
    # The known answers are right whether or not it was read.
    for path in project.cache.glob("*/2021_21?_answer.txt"):
        path.unlink()
    rows = aoc("run", "21", "--json").results
    assert [row["verdict"] for row in rows] == ["unknown", "unknown"]


POOL = (
    "import itertools, tempfile\n"
    "from multiprocessing import get_context\n"
    # Names of temporary files are random: these look as if they were of the day.
    "tempfile._get_candidate_names = lambda: (f'21-{n}' for n in itertools.count())\n"
    "def solve(part):\n    numbers = [int(line) for line in open('input.txt')]\n"
    "    return sum(numbers) if part == 1 else max(numbers)\n"
    "if __name__ == '__main__':\n"
    "    with get_context(METHOD).Pool(1) as pool:\n"
    "        print(*pool.map(solve, [1, 2]), sep='\\n')\n"
)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no forks")
@pytest.mark.parametrize("method", ["fork", None])
def test_a_fork_reads_an_input(aoc: Aoc, project: Project, method: str | None) -> None:
    assert run_script(aoc, project, POOL.replace("METHOD", repr(method))) == RIGHT


@pytest.mark.parametrize("method", ["forkserver", "spawn"])
def test_a_pool_of_new_processes_does_not_read_an_input(
    aoc: Aoc, project: Project, method: str
) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip("is not there on Windows")
    rows = run_script(aoc, project, POOL.replace("METHOD", repr(method)))
    assert [(answer, verdict) for answer, verdict, _ in rows] == [(None, "error")] * 2
    assert all(message.startswith(UNREAD) for _, _, message in rows if message)


NOT_READ = (
    'text = "1\\n2\\n"\n',
    'import glob\ntext = "".join(open(name).read() for name in glob.glob("nothing*.txt")) + "4"\n',
    "import subprocess, sys\n"
    "code = \"print(open('input.txt').read())\"\n"
    "text = subprocess.check_output([sys.executable, '-c', code], text=True)\n",
)


def test_a_script_that_has_not_read_the_input_is_an_error(aoc: Aoc, project: Project) -> None:
    files = {f"2021/day{n}.py": text + BARE for n, text in enumerate(NOT_READ, 1)}
    days = tuple(f"2021/{n:02}" for n, _ in enumerate(NOT_READ, 1))
    adopt(aoc, Repository({**files, "2021/input.txt": OWN}, LAYOUT, days))
    rows = aoc("run", "all", "--json").results
    assert [row["answer"] for row in rows] == [None] * 2 * len(NOT_READ)
    for row in rows:
        message = row["error"]["message"]
        assert message.startswith(UNREAD)
        assert "write an adapter" in message


def test_a_right_answer_of_a_script_with_its_input_in_the_source_stands(
    aoc: Aoc, project: Project
) -> None:
    source = f"text = {INPUT!r}\n{LABELLED}"
    assert run_script(aoc, project, source) == RIGHT
    rows = aoc("run", "21").out
    assert rows.count("(printed without reading the input)") == 2


def test_another_file_has_to_be_read_too(
    aoc: Aoc, project: Project, tmp_path: os.PathLike[str]
) -> None:
    other = os.path.join(tmp_path, "other.txt")
    with open(other, "w", encoding="utf-8") as file:
        file.write(INPUT)
    source = f"text = {INPUT!r}\n{LABELLED}"
    rows = run_script(aoc, project, source, "--input", other)
    assert [verdict for _, verdict, _ in rows] == ["error", "error"]


@pytest.mark.windows
@pytest.mark.parametrize("ending", ["", "\n\n"])
def test_an_input_ends_as_that_of_the_account(aoc: Aoc, project: Project, ending: str) -> None:
    text = INPUT.rstrip("\n") + ending
    source = f"{READ}assert text == {text!r}, text\n{BARE}"
    files = {"2021/day21.py": source, "inputs/2021/21.txt": text}
    adopt(aoc, Repository(files, LAYOUT, ()))
    answers = [row["answer"] for row in aoc("run", "21", "--json").results]
    assert answers == ["16", "8"]


def test_an_input_in_the_place_of_another_ends_as_that(aoc: Aoc, project: Project) -> None:
    source = f"{READ}assert text.endswith('\\n\\n'), text\n{BARE}"
    own = {"2021/input.txt": "1\n1\n\n"}
    assert run_script(aoc, project, source, files=own) == RIGHT


def test_a_missing_file_that_is_no_input_is_not_there(aoc: Aoc, project: Project) -> None:
    names = ["result.txt", "cache", ".session", "debug"]
    source = f"import os\nassert not any(map(os.path.exists, {names}))\n{READ}"
    assert run_script(aoc, project, f"{source}{BARE}") == RIGHT


def test_a_script_that_asks_is_told_to_read_its_arguments(aoc: Aoc, project: Project) -> None:
    source = f'{READ}part = input("Which part? ")\n{BARE}'
    [(_, _, message)] = run_script(aoc, project, source)
    assert message
    assert "nobody is there: let it read an argument, such as args = " in message


def test_a_folder_called_io_leaves_python_as_it_is(aoc: Aoc, project: Project) -> None:
    source = 'from pathlib import Path\ntext = Path("../io/input.txt").read_text()\n'
    files = {"io/input.txt": OWN}
    assert run_script(aoc, project, f"{source}{BARE}", files=files) == RIGHT


def test_a_temporary_file_is_not_there_before_it_is_written(aoc: Aoc, project: Project) -> None:
    source = (
        "import os, shutil, tempfile\n"
        "with tempfile.TemporaryDirectory() as folder:\n"
        '    copy = os.path.join(folder, "copy")\n'
        "    assert not os.path.exists(copy)\n"
        '    shutil.copy("input.txt", copy)\n'
        "    text = open(copy).read()\n"
    )
    assert run_script(aoc, project, f"{source}{BARE}") == RIGHT
