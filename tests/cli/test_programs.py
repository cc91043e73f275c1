"""Programs of the settings as solvers: a command line for a day, or for any puzzle."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.day21 import MINE
from tests.support.day21 import RIGHT as RIGHT_OF_DAY_21
from tests.support.marks import needs_linux, needs_signals
from tests.support.program import LIMIT, Project

INPUT = "10\n20\n31\n"
RIGHT = [(1, "61", "pass"), (2, "31", "pass")]
NODE = """\
import { readFileSync } from "node:fs";
const numbers = readFileSync(process.argv[2], "utf8").trim().split("\\n").map(Number);
console.log("Part 1:", numbers.reduce((a, b) => a + b));
console.log("Part 2:", Math.max(...numbers));
"""
SHELL = """\
sum=0
most=0
while read -r n; do
    sum=$((sum + n))
    if [ "$n" -gt "$most" ]; then most=$n; fi
done
[ "$1" = 2 ] || echo "Part 1: $sum"
[ "$1" = 1 ] || echo "Part 2: $most"
"""
PACKAGE = """\
import argparse
from .helper import largest

parser = argparse.ArgumentParser()
parser.add_argument("-y", "--year", type=int)
parser.add_argument("-d", "--day", type=int)
arguments = parser.parse_args()
with open(f"inputs/{arguments.year}/{arguments.day:02}.txt") as file:
    numbers = [int(line) for line in file]
print("Part 1:", sum(numbers))
print("Part 2:", largest(numbers))
"""
HELPER = "def largest(numbers):\n    return max(numbers)\n"


def write(project: Project, files: Mapping[str, str]) -> None:
    """Write files by their paths in the project."""
    for name, text in files.items():
        path = project.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def solvers(project: Project, **commands: str) -> None:
    """Write programs into the settings."""
    lines = [f"{name} = '''{command}'''" for name, command in commands.items()]
    project.configure("\n".join(["[tool.aoc.solvers]", *lines]))


def rows(aoc: Aoc, *args: str) -> list[tuple[int | None, str | None, str]]:
    """Return the part, the answer and the verdict of each row of a run of day 1."""
    done = aoc("run", "1", "--json", *args)
    return [(row["part"], row["answer"], row["verdict"]) for row in done.results]


@pytest.fixture(autouse=True)
def remember(project: Project) -> None:
    """Remember the input of day 1, and its answers."""
    project.remember(INPUT, day=1, a="61", b="31")


@pytest.mark.parametrize(
    ("files", "command"),
    [
        ({"solve.sh": SHELL}, "sh solve.sh"),
        ({"a b/solve.sh": SHELL}, "sh 'a b/solve.sh' {part}"),
        ({"01.mjs": NODE}, "node {day:02}.mjs {input}"),
        (
            {
                "src/pack/__init__.py": "",
                "src/pack/__main__.py": PACKAGE,
                "src/pack/helper.py": HELPER,
            },
            "python -m pack --year {year} --day {day}",
        ),
        (
            {"main.py": PACKAGE.replace(".helper", "helper"), "helper.py": HELPER},
            "main.py -y {year} -d {day}",
        ),
    ],
    ids=["shell", "parts", "node", "package", "Python"],
)
@pytest.mark.windows
def test_a_program_in_any_language_is_a_solver(
    aoc: Aoc, project: Project, files: dict[str, str], command: str
) -> None:
    program = command.partition(" ")[0]
    if program in ("sh", "node") and not shutil.which(program):
        pytest.skip(f"needs {program}")
    write(project, files)
    solvers(project, mine=command)
    assert rows(aoc, "--solver", "mine") == RIGHT


def test_a_layout_runs_its_days_by_a_program(aoc: Aoc, project: Project) -> None:
    command = "sh solve.sh {part} {file}"
    write(project, {"solve.sh": SHELL, "src/y2021/day01.rs": ""})
    project.configure(
        f"layouts = [{{ days = 'src/y{{year}}/day{{day:02}}.rs', run = '{command}' }}]"
    )
    assert rows(aoc) == RIGHT
    assert rows(aoc, "--part", "2") == RIGHT[1:]
    named = aoc("run", "src/y2021/day01.rs", "--json")
    assert [row["verdict"] for row in named.results] == ["pass", "pass"], named.err


@pytest.mark.parametrize("command", ["{file} {part}", "python {file} {part}"])
def test_a_program_in_python_is_the_file_of_the_day(
    aoc: Aoc, project: Project, command: str
) -> None:
    text = "import sys\nnumbers = list(map(int, open('input.txt')))\n"
    text += "print([sum, max][int(sys.argv[1]) - 1](numbers))\n"
    write(project, {"a b/day01.py": text})
    project.configure(
        f"layouts = [{{ days = 'a b/day{{day:02}}.py', year = 2021, run = '{command}' }}]"
    )
    assert rows(aoc) == RIGHT


def test_its_time_is_said_to_be_that_of_a_process(aoc: Aoc, project: Project) -> None:
    write(project, {"solve.sh": SHELL})
    solvers(project, mine="sh solve.sh")
    shown = aoc("run", "1", "--solver", "mine").out
    assert [line.split()[0] for line in shown.splitlines()[1:3]] == ["github.alice.1", "part"]
    assert "process" in shown.splitlines()[1]


@pytest.mark.slow
def test_it_stands_beside_the_days_in_all_that_compares(aoc: Aoc, project: Project) -> None:
    day = "def parse(text):\n    return [int(x) for x in text.split()]\n"
    day += "def part1(x):\n    return sum(x)\ndef part2(x):\n    return max(x)\n"
    tests = "from aoc import Example\nEXAMPLES = [Example('1\\n2\\n', part1=3, part2=2)]\n"
    tests += "def sample(rng):\n    return '\\n'.join(str(rng.randint(1, 99)) for _ in range(9))\n"
    tests += "small = sample\n"
    project.day(1, day, tests)
    write(project, {"solve.sh": SHELL})
    write(project, {"wrong.sh": SHELL.replace("-gt", "-lt")})
    solvers(project, shell="sh solve.sh", wrong="sh wrong.sh")
    done = aoc("run", "1", "--json", "--example", "--solver", "all")
    assert [(r["solver"], r["answer"]) for r in done.results] == [
        ("days", "3"),
        ("days", "2"),
        ("shell", "3"),
        ("shell", "2"),
        ("wrong", "3"),
        ("wrong", "0"),
    ]
    same = aoc("fuzz", "1", "--against", "shell", "--runs", "5")
    assert same.code == 0, same.out + same.err
    found = aoc("fuzz", "1", "--against", "wrong", "--runs", "5")
    assert found.code == 1, found.out + found.err
    assert "part 2 by wrong" in found.out


def test_its_answer_is_submitted(aoc: Aoc, site: Site, account: Account, project: Project) -> None:
    site.expect("*")
    project.remember(MINE.input, user=account.id)
    # The example of the page is checked first.
    is_mine = '[ "$(cat)" = "$(cat mine.txt)" ]'
    answers = f"echo Part 1: {RIGHT_OF_DAY_21} || echo Part 1: 739785"
    write(project, {"mine.txt": MINE.input, "solve.sh": f"{is_mine} && {answers}\n"})
    solvers(project, mine="sh solve.sh")
    done = aoc("run", "21", "--solver", "mine", "--submit")
    assert done.code == 0, done.out + done.err
    assert "is right" in done.err


FAILURES = (
    ("nonesuch {day}", "exception", "there is no program nonesuch: install it, or correct"),
    ("./solve.txt", "exception", "./solve.txt is no program: make it one with `chmod +x "),
    ("sh -c 'cat >&2'", "answer", "printed nothing to standard output: let the program"),
    ("sh -c 'echo Part 1: 61; exit 3'", "exit", "ended with exit code 3"),
    ("sh -c 'kill -SEGV $$'", "crash", "was killed by SIGSEGV"),
    ("sh -c 'sleep 60'", "timeout", f"took longer than {LIMIT} s"),
    ("missing.py {day}", "exception", "is run by 'missing.py {day}', but missing.py is not"),
)


@pytest.mark.slow
@needs_signals
def test_it_fails_as_any_solver_does(aoc: Aoc, project: Project) -> None:
    write(project, {"solve.txt": "no program\n"})
    commands = {}
    options = []
    for number, (command, _, _) in enumerate(FAILURES):
        commands[f"solver{number}"] = command
        options += ["--solver", f"solver{number}"]
    solvers(project, **commands)
    done = aoc("run", "1", *options, "--json", "--timeout", LIMIT)
    errors = {row["solver"]: row["error"] for row in done.results if row["error"]}
    for number, (command, kind, message) in enumerate(FAILURES):
        error = errors[f"solver{number}"]
        assert error["kind"] == kind, command
        assert message in error["message"], command
    assert done.code == 1


@needs_linux
def test_a_run_does_not_wait_for_a_server_that_it_has_started(aoc: Aoc, project: Project) -> None:
    # A build server keeps the standard output of the program that has started it.
    # The fixture looks for processes that are left.
    write(project, {"start.sh": f"{SHELL}setsid sleep 60 &\n"})
    solvers(project, mine="sh start.sh")
    assert rows(aoc, "--solver", "mine", "--timeout", "30") == RIGHT


def test_it_prints_as_a_solver_does_and_has_no_token(
    aoc: Aoc, account: Account, project: Project
) -> None:
    project.remember(INPUT, day=1, user=account.id)
    text = 'env | grep -i session; echo note; echo warning >&2; echo "Part 1: 61"\n'
    write(project, {"solve.sh": text})
    solvers(project, mine="sh solve.sh")
    done = aoc("run", "1", "--solver", "mine", "--json")
    lines = done.results[0]["output"].splitlines()
    # Which of the two streams comes first is not certain.
    assert sorted(lines) == ["Part 1: 61", "note", "warning"]


def test_a_program_that_has_not_read_its_input_has_no_answer(aoc: Aoc, project: Project) -> None:
    text = SHELL.replace("done", "done <mine.txt")
    write(project, {"mine.txt": "1\n2\n", "solve.sh": text})
    solvers(project, mine="sh solve.sh")
    for row in aoc("run", "1", "--solver", "mine", "--json").results:
        assert "did not read the input: write {input}" in row["error"]["message"]
    # With the input of the account it is right, which the known answers say.
    write(project, {"mine.txt": INPUT})
    assert rows(aoc, "--solver", "mine") == RIGHT


@pytest.mark.slow
def test_much_output_is_bounded(aoc: Aoc, project: Project) -> None:
    write(project, {"solve.py": "for _ in range(2000):\n    print('x' * 1000)\n"})
    python = Path(sys.executable).as_posix()
    solvers(project, mine=f"'{python}' -u solve.py")
    row, *_ = aoc("run", "1", "--solver", "mine", "--json").results
    assert len(row["output"]) < 300_000


@pytest.mark.parametrize(
    "settings",
    [
        "[tool.aoc.solvers]\nmine = 'run \"x'",
        "[tool.aoc.solvers]\nmine = 3",
        "[tool.aoc.solvers]\ndays = 'run {day}'",
        "[tool.aoc.solvers]\nmine = 'run {file}'",
        "layouts = [{ days = '{year}/{day}.py', run = 'run {month}' }]",
    ],
)
def test_a_wrong_command_is_a_wrong_setting(aoc: Aoc, project: Project, settings: str) -> None:
    project.configure(settings)
    done = aoc("run", "1")
    assert done.code == 2
    assert "[tool.aoc]" in done.err
    assert "write" in done.err


def test_a_script_has_the_arguments_of_its_layout(aoc: Aoc, project: Project) -> None:
    write(
        project,
        {
            "2021/01.py": "import sys\n"
            "numbers = [int(line) for line in open(sys.argv[3])]\n"
            "print([sum, max][int(sys.argv[2]) - 1](numbers))\n"
        },
    )
    args = "--part {part} {input}"
    project.configure(
        f"layouts = [{{ days = '{{year}}/{{day:02}}.py', run = 'script', args = '{args}' }}]"
    )
    assert rows(aoc) == RIGHT
