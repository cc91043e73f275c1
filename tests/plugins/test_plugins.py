"""Other people's solvers in `aoc`."""

from __future__ import annotations

from tests.program import Project

DAY = """\
def parse(text):
    return text.split()

def part1(words):
    return len(words)

def part2(words):
    return words[0]
"""


def test_another_solver_has_the_same_verdicts_and_its_input_in_a_file(project: Project) -> None:
    project.day(21, DAY)
    project.remember("x y z\n", a="5")
    (project.root / "other_solver.py").write_text(
        "def solve(year, day, data):\n    return len(open('input.txt').read()), ''\n"
    )
    info = project.root / "other_solver-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: other-solver\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[adventofcode.user]\nother = other_solver:solve\n")
    env = {"PYTHONPATH": str(project.root)}
    done = project.run("run", "21", "--solver", "other", "--solver", "days", "--json", env=env)
    assert [(r["solver"], r["part"], r["answer"], r["verdict"]) for r in done.results] == [
        ("other", 1, "5", "pass"),
        ("other", 2, None, "skipped"),
        ("days", 1, "3", "fail"),
        ("days", 2, "x", "unknown"),
    ]
    assert "other\tother_solver:solve" in project.run("solvers", env=env).out
