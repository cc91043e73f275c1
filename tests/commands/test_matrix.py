"""Many inputs: they are read as they are needed, and summed up."""

from __future__ import annotations

import signal

import pytest

from aoc.history.past_runs import read_records
from tests.accounts import remember_accounts
from tests.marks import needs_signals
from tests.program import Project, Signal

USERS = [f"github.user{number}.{number}" for number in range(1, 9)]
DAY = """\
def parse(text):
    return int(text)

def part1(number):
    return number * 10

def part2(number):
    return number * 100
"""
UTF8 = {"PYTHONIOENCODING": "utf-8"}
WAITS = DAY.replace(
    "    return number * 100",
    "    import time\n    while number == 5:\n"
    "        open({!r}, 'w').close()\n        time.sleep(1000)\n    return number * 100",
)


@pytest.fixture
def project(project: Project) -> Project:
    """A project with two days, and eight accounts whose inputs are the numbers 1 to 8."""
    project.day(1, DAY)
    project.day(2, DAY)
    texts = {user: f"{number}\n" for number, user in enumerate(USERS, 1)}
    remember_accounts(project, texts, 1, 2)
    return project


def test_many_inputs_have_a_row_per_puzzle(project: Project) -> None:
    project.remember("3\n", 2, USERS[2], a="31")
    done = project.run("run", "--all", "--user", "all", env=UTF8, encoding="utf-8")
    lines = [line for line in done.out.splitlines() if line.startswith(("2021", "  "))]
    assert [line.split()[:2] for line in lines[1:]] == [
        ["2021/01", "16"],
        ["2021/02", "1"],
        ["✘", "part"],
    ]
    assert lines[3] == f"      ✘ part 1 on {USERS[2]}: 30, expected 31"
    assert done.out.splitlines()[-1].startswith("1 wrong, 31 unknown; ")
    assert done.code == 1


def test_all_results_can_be_seen(project: Project) -> None:
    done = project.run("run", "1", "--user", "all", "-v")
    words = [line.split() for line in done.out.splitlines()]
    assert [line[0] for line in words if "parse" in line[1:2]] == USERS


def test_few_inputs_have_a_line_for_each_part(project: Project) -> None:
    remember_accounts(project, dict.fromkeys(USERS[:4], "1\n"), 1)
    out = project.run("run", "1", "--user", "all").out
    assert sum("part 1" in line for line in out.splitlines()) == 4


def test_an_input_is_read_when_its_job_begins(project: Project) -> None:
    # The last input is only written by the first job.
    path = project.cache / USERS[-1] / "2021_01_input.txt"
    path.unlink()
    writes = f"    open({str(path)!r}, 'w').write('8')\n    return number * 10"
    project.day(1, DAY.replace("    return number * 10\n", writes + "\n"))
    done = project.run("run", "1", "--user", "all", "--json", "-j", "1")
    assert [r["answer"] for r in done.results][-2:] == ["80", "800"]


def kept(project: Project) -> list[tuple[int, str | None, int | None]]:
    """Return day, input and part of all results in the history."""
    return [(one.day, one.input, one.part) for one in read_records(str(project.root))]


@pytest.mark.slow
class TestResume:
    """A run that was cut off goes on; no repository is needed for that."""

    def test_what_has_run_is_left_out_and_counted(self, project: Project) -> None:
        project.run("run", "1", "--user", "all")
        before = len(kept(project))
        done = project.run("run", "--all", "--user", "all", "--resume")
        rows = [line.split()[:2] for line in done.out.splitlines() if line.startswith("2021")]
        assert rows == [["2021/01", "16"], ["2021/02", "16"]]
        assert done.out.splitlines()[-1].startswith("32 unknown; ")
        assert "16 parts had run with this code, and were left out" in done.err
        assert [day for day, _, _ in kept(project)[before:]] == [2] * 16

    def test_an_answer_is_judged_by_what_is_known_now(self, project: Project) -> None:
        project.run("run", "1", "--user", "all")
        project.remember("3\n", 1, USERS[2], a="30", b="299")
        args = ("run", "1", "--user", "all", "--resume")
        done = project.run(*args, env=UTF8, encoding="utf-8")
        assert done.out.splitlines()[1].split()[1:4] == ["1", "1", "14"]
        assert f"✘ part 2 on {USERS[2]}: in an earlier run" in done.out
        assert done.code == 1

    def test_another_input_of_an_account_runs(self, project: Project) -> None:
        project.run("run", "1", "--user", "all")
        project.remember("99\n", 1, USERS[2])
        done = project.run("run", "1", "--user", "all", "--resume", "--json")
        assert [(r["input"], r["answer"]) for r in done.results] == [
            (USERS[2], "990"),
            (USERS[2], "9900"),
        ]

    def test_examples_run_again(self, project: Project) -> None:
        tests = "from aoc import Example\n\nEXAMPLES = [Example('1', part1=11)]\n"
        project.day(1, DAY, tests)
        project.run("run", "1", "--user", "all")
        done = project.run("run", "1", "--user", "all", "--resume", "--json")
        assert [(r["input"], r["verdict"]) for r in done.results] == [("example 1", "fail")]
        assert done.code == 1

    def test_a_part_or_a_variant_that_has_not_run_runs(self, project: Project) -> None:
        project.day(1, DAY + "\ndef part2_slow(number):\n    return number * 100\n")
        project.run("run", "1", "--user", "all", "--part", "1")
        for args, parts in ((["--part", "1"], []), ([], [1, 2]), (["--variant", "all"], [1, 2, 2])):
            done = project.run("run", "1", "--user", USERS[0], "--resume", "--json", *args)
            assert [r["part"] for r in done.results] == parts

    def test_a_plugin_of_another_version_runs_again(
        self, project: Project, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        folder = tmp_path_factory.mktemp("guest")
        (folder / "guest.py").write_text("def solve(year, day, data):\n    return 1, 2\n")
        info = folder / "guest-1.dist-info"
        info.mkdir()
        (info / "entry_points.txt").write_text("[adventofcode.user]\nguest = guest:solve\n")

        def count(version: str) -> int:
            (info / "METADATA").write_text(f"Name: guest\nVersion: {version}\n")
            args = ("run", "1", "--solver", "guest", "--user", USERS[0], "--resume", "--json")
            return len(project.run(*args, env={"PYTHONPATH": str(folder)}).results)

        assert [count(version) for version in ("1", "1", "2")] == [2, 0, 2]

    @needs_signals
    def test_a_long_run_that_is_interrupted_says_how_to_go_on(self, project: Project) -> None:
        project.day(1, WAITS.format(str(project.root / "ready")))
        remember_accounts(project, {f"github.user{n}.{n}": f"{n}\n" for n in range(101)}, 1)
        came = Signal(project.root / "ready")
        running = project.start("run", "1", "--user", "all", "-j", "1")
        came.wait()
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=20)
        text = "aoc: interrupted; the same command with --resume goes on from here"
        assert err.decode().splitlines()[-1] == text

    def test_only_days_whose_code_has_changed_run_again(self, project: Project) -> None:
        helper = project.root / "days" / "helper.py"
        helper.write_text("FACTOR = 10\n", encoding="utf-8")
        project.day(2, "from days.helper import FACTOR\n" + DAY.replace("10\n", "FACTOR\n"))
        args = ("run", "--all", "--user", USERS[0], "--json")
        project.run(*args)
        helper.write_text("FACTOR = 20\n", encoding="utf-8")
        done = project.run(*args, "--resume")
        assert [(r["day"], r["answer"]) for r in done.results] == [(2, "20"), (2, "100")]
        helper.write_text("FACTOR = 10\n", encoding="utf-8")
        done = project.run(*args, "--resume")
        assert (done.results, done.err.count("4 parts had run with this code")) == ([], 1)

    def test_where_nothing_has_run_it_says_so(self, project: Project) -> None:
        done = project.run("run", "1", "--user", USERS[0], "--resume")
        assert "nothing of this had run with this code yet, so nothing was left out" in done.err

    @needs_signals
    @pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
    def test_a_run_that_is_cut_off_goes_on(self, project: Project, name: str) -> None:
        ready = project.root / "ready"
        # A run that is killed may lose what came in its first two seconds.
        slow = "    import time\n    time.sleep(2.1 * (number == 1))\n    return number * 10\n"
        project.day(1, DAY.replace("    return number * 10\n", slow))
        project.day(2, WAITS.format(str(ready)))
        came = Signal(ready)
        args = ("run", "--all", "--user", "all")
        running = project.start(*args, "-j", "1", "--timeout", "0")
        came.wait()
        running.send_signal(getattr(signal, name))
        running.communicate(timeout=20)
        assert len(kept(project)) in (24, 25)
        ready.unlink()
        (project.cache / USERS[4] / "2021_02_input.txt").write_text("50\n")
        done = project.run("run", "--all", "--user", "all", "--resume", "--json")
        assert [r["answer"] for r in done.results] == [
            *("500", "5000", "60", "600", "70", "700", "80", "800")
        ]
