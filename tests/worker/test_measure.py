"""Times and memory are those of the call itself, whatever ran before or beside it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.marks import WINDOWS, needs_linux, not_on_wine
from tests.program import Project

SAMPLE = "def sample(rng):\n    return 'x'\n"
DAY = """\
import os, time

def parse(text):
    return text

def part1(text):
    {part1}
    return 1

def part2(text):
    {part2}
    return 2
"""
BIG = "blocks = [bytearray(100_000) for _ in range(1000)]"
MEDIUM = "blocks = [bytearray(100_000) for _ in range(300)]"


def results(project: Project, *args: str) -> list[dict[str, Any]]:
    """Run day 1 on a sample."""
    return project.run("run", "1", "--sample", "--json", *args).results


@needs_linux
def test_the_memory_of_a_part_does_not_depend_on_what_ran_before(project: Project) -> None:
    project.day(1, DAY.format(part1=BIG, part2=MEDIUM), SAMPLE)
    _, after_another = results(project)
    [alone] = results(project, "--part", "2")
    assert alone["peak_memory_bytes"] == pytest.approx(30e6, rel=0.1)
    assert after_another["peak_memory_bytes"] == pytest.approx(30e6, rel=0.1)


@pytest.mark.skipif(WINDOWS, reason="Windows counts every page")
def test_memory_that_is_too_little_to_be_measured_is_not_shown(project: Project) -> None:
    project.day(1, DAY.format(part1="pass", part2="list(range(1000))"), SAMPLE)
    assert [r["peak_memory_bytes"] for r in results(project)] == [None, None]
    assert "kB" not in project.run("run", "1", "--sample").out


ONCE = "if not os.path.exists('once'): open('once', 'w').close(); {}"


@pytest.mark.parametrize("option", [[], ["--all"]])
def test_a_first_call_that_is_far_off_is_not_the_time(project: Project, option: list[str]) -> None:
    project.day(1, DAY.format(part1=ONCE.format("time.sleep(0.1)"), part2="pass"), SAMPLE)
    project.day(2, DAY.format(part1="pass", part2="pass"), SAMPLE)
    first, *_ = project.run("run", *(option or ["1"]), "--sample", "--json").results
    assert first["seconds"] < 0.1


def test_repeat_says_how_often_a_part_is_called(project: Project) -> None:
    part1 = "open('calls', 'a').write('x')"
    project.day(1, DAY.format(part1=part1, part2="pass"), SAMPLE)
    results(project, "--repeat", "7")
    assert (project.root / "calls").read_text() == "x" * 7


@needs_linux
def test_the_limit_for_the_memory_holds_in_every_call(project: Project) -> None:
    note = "import resource; limit = resource.getrlimit(resource.RLIMIT_DATA)[0]"
    note += "; open('calls', 'a').write(f'{limit >= 0} ')"
    project.day(1, DAY.format(part1=note, part2="pass"), SAMPLE)
    results(project, "--repeat", "3")
    assert (project.root / "calls").read_text().split() == ["True"] * 3


def test_there_is_a_limit_for_the_memory_by_default(project: Project) -> None:
    limit = "import resource; print(resource.getrlimit(resource.RLIMIT_DATA)[0])"
    project.day(1, DAY.format(part1=limit, part2="pass"), SAMPLE)
    if WINDOWS:
        pytest.skip("there it is the limit of a Job Object")
    from aoc.worker.posix_memory import machine_memory

    printed = int(results(project)[0]["output"])
    memory = machine_memory()
    assert memory
    assert memory / 2 < printed < memory / 2 + 1e9
    assert int(results(project, "--memory", "0")[0]["output"]) == -1
    (project.root / "pyproject.toml").write_text("[tool.aoc]\nmemory = '1G'\n")
    assert 1e9 < int(results(project)[0]["output"]) < 2e9


@not_on_wine("does not enforce the memory limit of a Job Object")
def test_too_little_memory_says_how_much_there_was(project: Project) -> None:
    grow = "blocks = []\n    while True: blocks.append(bytearray(1 << 20))"
    project.day(1, DAY.format(part1=grow, part2="pass"), SAMPLE)
    error = results(project, "--memory", "300M")[0]["error"]
    if not WINDOWS:
        assert error["kind"] == "memory"
        assert error["message"] == ("out of memory, with a limit of 0.3 GB: --memory changes it")


@pytest.mark.parametrize("seed", ["0", "1"])
def test_a_call_that_imports_what_is_not_the_projects_is_made_again(
    project: Project, seed: str
) -> None:
    for name in "abcdef":
        (project.root / "days" / f"{name}.py").write_text("")
    helpers = "from days import a, b, c, d, e, f\n"
    imports = (
        "import colorsys, netrc, plistlib, tomllib, wave, zipapp; open('calls', 'a').write('x')"
    )
    project.day(1, helpers + DAY.format(part1=imports, part2="pass"), SAMPLE)
    arguments = ("run", "1", "--sample", "--part", "1", "--repeat", "5")
    project.run(*arguments, env={"PYTHONHASHSEED": seed})
    assert (project.root / "calls").read_text() == "x" * 5
