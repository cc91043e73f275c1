"""`aoc run --changed` and `--failed`: the days that they run, and how the others are shown."""

from __future__ import annotations

import json
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.emulator import Account, Site
from tests.support.accounts import remember_accounts
from tests.support.aoc import Aoc
from tests.support.guest import install_guest
from tests.support.marks import needs_signals
from tests.support.program import Finished, Project, Signal
from tests.support.repositories import REPOSITORIES, adopt

DAY = '''\
"""Day {day}: The {day}th Day."""

from days.helper import add


def parse(text):
    return int(text)


def part1(number):
    return add(number, {day})


def part2(number):
    return add(number, 100)
'''
HELPER = """\
from days.inner import ZERO


def add(first, second):
    return first + second + ZERO
"""
TESTS = """\
from aoc import Example

EXAMPLES = [Example("1", part1={right}, part2=101)]


def sample(rng):
    return "5"
"""


@pytest.fixture
def root(project: Project) -> Path:
    """A project with three days that use a helper; the inputs are 1, 2 and 3."""
    (project.root / "days" / "helper.py").write_text(HELPER)
    (project.root / "days" / "inner.py").write_text("ZERO = 0\n")
    for day in (1, 2, 3):
        project.day(day, DAY.format(day=day), TESTS.format(right=day + 1))
        project.remember(str(day), day=day, a=str(2 * day), b=str(day + 100))
    return project.root


def days_run(done: Finished) -> set[int]:
    """Return the days that a run has run; the others have to be marked."""
    assert {line["from"] for line in done.lines} <= {None, "log"}
    run = {line["day"] for line in done.lines if line["from"] is None}
    assert run.isdisjoint({line["day"] for line in done.lines if line["from"]})
    return run


def without_costs(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line of JSON without its mark, and what no two runs have in common."""
    costs = ("seconds", "peak_memory_bytes", "first_call", "from")
    return {name: value for name, value in line.items() if name not in costs}


def rerun(aoc: Aoc, *args: str, code: int = 0) -> set[int]:
    """Run all days that have changed, or by other options, and return which ones did run."""
    done = aoc("run", "all", "--json", *(args or ["--changed"]))
    assert done.code == code, done
    return days_run(done)


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text in a file."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    # Python takes bytecode of the same second for that of the new text.
    shutil.rmtree(path.parent / "__pycache__", ignore_errors=True)


def day_file(root: Path, day: int) -> Path:
    """Return the path of a day."""
    return root / "days" / "year2021" / f"day{day:02}.py"


def examples_of(root: Path, day: int) -> Path:
    """Return the path of the tests of a day."""
    return root / "tests" / "year2021" / f"test_day{day:02}.py"


def log_file(root: Path) -> Path:
    """Return the path of the log."""
    return root / ".aoc" / "runs.jsonl"


def test_without_a_log_all_days_run_and_then_none(aoc: Aoc, root: Path) -> None:
    done = aoc("run", "all", "--changed", "--json")
    assert (done.code, days_run(done)) == (0, {1, 2, 3})
    again = aoc("run", "all", "--changed", "--json")
    assert (again.code, days_run(again), again.err) == (0, set(), "")
    # Examples are parsed too fast for anybody to look.
    first = [
        line for line in done.lines if line["part"] or line["input_kind"] == "personal"
    ]
    assert list(map(without_costs, again.lines)) == list(map(without_costs, first))
    costs = [
        line["seconds"] for line in again.lines if line["input_kind"] == "personal"
    ]
    assert costs == [
        line["seconds"] for line in first if line["input_kind"] == "personal"
    ]


def test_a_day_runs_again_where_it_or_its_input_or_its_tests_were_edited(
    aoc: Aoc, project: Project, root: Path
) -> None:
    assert rerun(aoc) == {1, 2, 3}
    edit(day_file(root, 2), "add(number, 100)", "add(100, number)")
    assert rerun(aoc) == {2}
    project.remember("13", day=3, a="16", b="113")
    assert rerun(aoc) == {3}
    edit(examples_of(root, 1), '"5"', '"6"')
    assert rerun(aoc) == {1}
    # A new right answer changes nothing, a wrong one does.
    project.remember("2", day=2, a="4", b="103")
    assert rerun(aoc, code=1) == {2}
    assert rerun(aoc, code=1) == {2}
    assert rerun(aoc, "--failed", code=1) == {2}


def test_a_helper_counts_for_all_days_that_import_it(aoc: Aoc, root: Path) -> None:
    plain = day_file(root, 3).read_text("utf-8").replace("from days.helper", "# ")
    day_file(root, 3).write_text(plain + "def add(a, b): return a + b\n", "utf-8")
    assert rerun(aoc) == {1, 2, 3}
    edit(root / "days" / "helper.py", "first + second", "second + first")
    assert rerun(aoc) == {1, 2}
    edit(root / "days" / "inner.py", "0", "1 - 1")
    assert rerun(aoc) == {1, 2}
    (root / "days" / "inner.py").unlink()
    assert rerun(aoc, code=1) == {1, 2}
    (root / "days" / "inner.py").write_text("ZERO = 1 - 1\n")
    # It has failed since, whatever was right before.
    assert rerun(aoc, "--failed") == {1, 2}
    assert rerun(aoc) == set()


def test_another_python_runs_everything(aoc: Aoc, root: Path) -> None:
    assert rerun(aoc) == {1, 2, 3}
    log = log_file(root)
    lines = []
    for line in filter(None, log.read_text("utf-8").splitlines()):
        fields = json.loads(line)
        if fields["results"][0]["day"] == 1:
            fields["python"] = "3.0.1"
        lines.append(json.dumps(fields))
    log.write_text("\n".join(lines), "utf-8")
    assert rerun(aoc) == {1}
    assert rerun(aoc) == set()


@pytest.mark.slow
def test_failed_runs_what_failed_or_lacks_an_answer(
    aoc: Aoc, project: Project, root: Path
) -> None:
    edit(day_file(root, 1), "return add(number, 100)", "return None")
    edit(examples_of(root, 2), "101", "102")
    project.remember("1", day=1, a="2")
    assert rerun(aoc, "--failed", code=1) == {1, 2, 3}
    edit(day_file(root, 3), "int(text)", "int(text) + 1")
    # What is not solved is as it was, and day 3 is wrong now.
    assert rerun(aoc, "--failed", code=1) == {1, 2}
    assert rerun(aoc, "--changed", code=1) == {2, 3}
    assert rerun(aoc, "--changed", "--failed", code=1) == {1, 2, 3}
    edit(examples_of(root, 2), "102", "101")
    assert rerun(aoc, "--failed", code=1) == {1, 2, 3}
    assert rerun(aoc, "--failed", code=1) == {1, 3}


@pytest.mark.parametrize("body", ["1 // 0", "__import__('os')._exit(3)", "exit()"])
def test_a_day_that_could_not_even_be_loaded_or_has_crashed_runs_again(
    aoc: Aoc, root: Path, body: str
) -> None:
    assert rerun(aoc) == {1, 2, 3}
    edit(day_file(root, 1), "def parse", f"{body}\n\n\ndef parse")
    edit(day_file(root, 2), "return int(text)", f"return {body}")
    assert rerun(aoc, "1,2", code=1) == {1, 2, 3}
    # The code is that of the last run, which has failed.
    assert rerun(aoc, code=1) == {1, 2}
    assert rerun(aoc, "--failed", code=1) == {1, 2}


def test_the_others_stand_in_the_table_dimmed_and_count(aoc: Aoc, root: Path) -> None:
    first = aoc("run", "all", "--changed", env={"FORCE_COLOR": "1"})
    edit(day_file(root, 2), "add(number, 100)", "add(100, number)")
    done = aoc("run", "all", "--changed", env={"FORCE_COLOR": "1"})
    days = done.out.split("2021/")[1:]
    before = first.out.split("2021/")[1:]
    for day, is_dim in ((1, True), (2, False), (3, True)):
        lines = days[day - 1].splitlines()
        assert "examples" in lines[1]
        assert "\x1b[2m" in days[day - 1] if is_dim else "\x1b[32m" in days[day - 1]
        assert "\x1b[32m" not in days[day - 1] or not is_dim
    plain = aoc("run", "all", "--changed").out.splitlines()
    counts, _, _, not_run = plain[-1].split("; ")
    assert (counts, not_run) == ("12 right", "3 days not run again")
    assert [line.split() for line in plain[:4]][1:3] == [
        ["examples", "✔", "2", "right"],
        ["github.alice.1", "parse", *plain[2].split()[2:]],
    ]
    assert "not run" not in before[-1]
    assert days[-1].endswith("; 2 days not run again\n")


def test_two_accounts_have_results_of_their_own(
    aoc: Aoc, project: Project, root: Path
) -> None:
    remember_accounts(project, {"github.a.1": "1", "github.b.2": "2"}, 1, 2, 3)
    everybody = ("--changed", "--user", "all")
    assert rerun(aoc, "--changed", "--user", "a.1") == {1, 2, 3}
    assert rerun(aoc, *everybody) == {1, 2, 3}
    assert rerun(aoc, *everybody) == set()
    project.remember("7", day=2, user="github.b.2")
    assert rerun(aoc, "--changed", "--user", "a.1") == set()
    assert rerun(aoc, *everybody) == {2}


def test_a_torn_log_costs_its_last_day_alone(aoc: Aoc, root: Path) -> None:
    assert rerun(aoc) == {1, 2, 3}
    log = log_file(root)
    log.write_bytes(log.read_bytes()[:-40])
    done = aoc("run", "all", "--changed", "--json")
    assert days_run(done) == {3}
    assert "was left out" in done.err


STOPS = """
import time


def part1(text):
    return 1


def part2(text):
    if {waits}:
        open({ready!r}, "w").close()
        time.sleep(1000)
    return 2
"""


@needs_signals
@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_a_run_that_is_cut_off_goes_on_where_it_was(
    aoc: Aoc, project: Project, root: Path, name: str
) -> None:
    assert rerun(aoc) == {1, 2, 3}
    ready = root / "ready"
    project.day(2, STOPS.format(waits=True, ready=str(ready)))
    edit(day_file(root, 1), "add(number, 100)", "add(100, number)")
    edit(day_file(root, 3), "add(number, 100)", "add(100, number)")
    signal_of_day2 = Signal(ready)
    running = aoc.start(
        "run", "all", "--changed", "--json", "-j", "1", "--timeout", "0"
    )
    signal_of_day2.wait()
    if name == "SIGINT":
        running.send_signal(signal.SIGINT)
    else:
        running.kill()
    running.communicate(timeout=60)
    ready.unlink()
    project.day(2, STOPS.format(waits=False, ready=""), TESTS.format(right=3))
    examples_of(root, 2).unlink()
    project.remember("2", day=2, a="1", b="2")
    # A killed run may lose what came in its first two seconds.
    left = {2, 3} if name == "SIGINT" else {1, 2, 3}
    assert rerun(aoc, "--changed") == left
    assert rerun(aoc, "--changed") == set()


def test_a_part_that_was_not_run_or_never_answered_lacks_its_answer(
    aoc: Aoc, root: Path
) -> None:
    assert aoc("run", "all", "--part", "1").code == 0
    assert rerun(aoc, "--changed", "--part", "1") == {1, 2, 3}
    assert rerun(aoc) == {1, 2, 3}
    assert rerun(aoc, "--changed", "--part", "2") == set()
    assert aoc("run", "1", "--part", "1").code == 0
    assert rerun(aoc) == {1}


def test_samples_depend_on_the_tests(aoc: Aoc, project: Project) -> None:
    project.day(
        5,
        "def part1(text): return len(text)\n",
        'def sample(rng):\n    return "5"\n',
    )
    for args in (["--changed", "--sample"], ["--changed", "--seed", "1"]):
        assert rerun(aoc, *args) == {5}
        assert rerun(aoc, *args) == set()
    # Without an input, the sample is what runs, and there are no examples.
    assert rerun(aoc, "--changed") == set()
    edit(examples_of(project.root, 5), '"5"', '"55"')
    assert rerun(aoc, "--changed") == {5}


LAYOUT = """layouts = [
    {{ days = "{{year}}/day{{day:02}}.py", {how} }},
    {{ days = "old/day{{day:02}}.py", run = "script", year = 2021 }},
]"""
SOLVE = """
import sys
from {helper} import double
def first(text): return double(len(text))
def second(text): return 7
if __name__ == "__main__":
    text = open("input.txt").read()
    print("Part 1:", first(text))
    print("Part 2:", second(text))
"""


@pytest.mark.parametrize(
    ("how", "helper", "path"),
    [
        ('run = "script"', "tools", "2021/tools.py"),
        ('run = "script"', "lib.tools", "lib/tools/__init__.py"),
        ('run = "script", path = ["deep/er"]', "aoc", "deep/er/aoc.py"),
        ('part1 = "first", part2 = "second"', "tools", "src/tools.py"),
        ('solver = "adapter:solve"', "tools", "2021/tools.py"),
    ],
)
def test_a_day_in_a_layout_counts_with_its_helpers_and_its_settings(
    aoc: Aoc, project: Project, how: str, helper: str, path: str
) -> None:
    root = project.root
    project.configure(LAYOUT.format(how=how))
    for name in ("2021", "old"):
        (root / name).mkdir()
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text("def double(n): return 2 * n\n")
    for day in (1, 2):
        (root / f"2021/day{day:02}.py").write_text(SOLVE.format(helper=helper))
        project.remember("12345", day=day)
    (root / "old/day03.py").write_text("print('Part 1:', len(input()))\n")
    project.remember("12345", day=3)
    (root / "adapter.py").write_text(
        "import importlib\ndef solve(year, day, text):\n"
        "    module = importlib.import_module(f'day{day:02}')\n"
        "    return module.first(text), module.second(text)\n"
    )
    assert rerun(aoc) == {1, 2, 3}
    assert rerun(aoc) == set()
    edit(root / path, "2 * n", "n + n")
    assert rerun(aoc) == {1, 2}
    edit(root / "2021/day02.py", "return 7", "return 8")
    assert rerun(aoc) == {2}
    if "adapter" in how:
        edit(root / "adapter.py", "module.second", "str(3) or module.second")
    else:
        args = 'args = "x"' if "run" in how else 'path = ["lib2"]'
        edit(root / "pyproject.toml", how, f"{how.partition(', path')[0]}, {args}")
    if "deep" not in path:
        assert rerun(aoc) == {1, 2}
        assert rerun(aoc) == set()


@pytest.mark.slow
def test_code_that_nobody_knows_runs_always(
    aoc: Aoc, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.configure(
        f"""layouts = [
    {{ days = "{{year}}/day{{day:02}}.py", run = "'{Path(sys.executable).as_posix()}' {{file}}" }},
    {{ days = "{{year}}/own{{day:02}}.py", run = "script" }},
]"""
    )
    (project.root / "2021").mkdir()
    (project.root / "2021/day01.py").write_text("print('Part 1:', len(input()))\n")
    # This one reads an input that nobody else knows of.
    (project.root / "2021/own02.py").write_text("print(1, open('x.bin').read())\n")
    (project.root / "2021/x.bin").write_text("2")
    project.remember("12345", day=1)
    project.variables |= install_guest(
        project, "def solve(year, day, data): return 1, 2\n"
    )
    monkeypatch.syspath_prepend(project.variables["PYTHONPATH"])
    for _ in range(2):
        assert rerun(aoc) == {1, 2}
    guest = ("1", "--solver", "guest", "--json")
    assert days_run(aoc("run", *guest)) == {1}
    assert days_run(aoc("run", *guest, "--changed")) == {1}
    # Whether it has failed is known, though.
    assert days_run(aoc("run", *guest, "--failed")) == set()


def test_an_adopted_repository_runs_what_changed(aoc: Aoc, project: Project) -> None:
    repository = REPOSITORIES["two styles"]
    adopt(aoc, repository)
    years = {"AOC_YEAR": ""}
    command = ("run", "all", "--changed", "--json")
    first = aoc(*command, env=years)
    assert {line["from"] for line in first.lines} == {None}
    assert {line["from"] for line in aoc(*command, env=years).lines} == {"log"}
    [name] = [name for name in repository.files if "2022" in name and "01" in name]
    edit(project.root / name, "\n", "\n\n")
    run = [line for line in aoc(*command, env=years).lines if not line["from"]]
    assert {(line["year"], line["day"]) for line in run} == {(2022, 1)}


@pytest.mark.parametrize("other", ["--submit", "--example", "--pdb", "--repeat=3"])
def test_runs_of_which_nothing_is_kept_are_no_choice(
    aoc: Aoc, root: Path, other: str
) -> None:
    for option in ("--changed", "--failed"):
        done = aoc("run", "1", option, other)
        assert done.code == 2
        name = other.partition("=")[0]
        assert f"{option} and {name} do not go together: leave out one" in done.err


def test_a_setting_sends_no_answer_of_the_log(
    aoc: Aoc, project: Project, site: Site, account: Account
) -> None:
    project.configure("submit = true")
    project.day(21, "def part1(text): return 5\n")
    for _ in range(2):
        assert aoc("run", "21", "--changed").code == 0
    assert site.count("POST") == 0
