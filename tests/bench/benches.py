"""Whether `aoc bench` says what is true, on the year's days in a repository of their own.

    python -m tests.bench.benches same [RUNS [DAYS]]
    python -m tests.bench.benches planted [RUNS [DAYS]]

- `same`: how many of the year's 74 times are said to be faster or slower than those of the very
  same commit, in ten benches (to stay 0).
- `planted`: in how many of ten benches a part is found slower which does all that the commit does
  and then waits for a tenth of the time that it took; each bench has another day (to be 9 at
  least), or all of DAYS.

All of this is meant for a machine that does nothing else.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.environment import clean_environment
from tests.support.program import AOC, ROOT, Project
from tests.support.repository import Repository

Bench = dict[str, tuple[float, str]]
"""The ratio and the verdict of each part."""
LINE = re.compile(
    r"^  (parse|part \d(?: \w+)?) of HEAD .*  (?:now (\S+) times )?(faster|slower|same|unclear)\b"
)
"""A line that compares a part with that of the commit."""
SLOW = """

from time import perf_counter as _clock

_fast = part{part}


def part{part}(value):
    start = _clock()
    answer = _fast(value)
    end = _clock()
    end += (end - start) * {share}
    while _clock() < end:
        pass
    return answer
"""


def main() -> int:
    """Do what the first argument says."""
    name, *rest = sys.argv[1:] or [""]
    checks = {"same": same, "planted": planted}
    if name not in checks:
        print(__doc__)
        return 2
    runs = int(rest[0]) if rest else 10
    clean_environment()
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        project.take_ours(*range(1, 26))
        (project.root / ".gitignore").write_text(".aoc/\n__pycache__/\naocd/\n", encoding="utf-8")
        Repository(project.root).commit("days")
        return int(not checks[name](project, runs, *rest[1:]))


def bench(project: Project, days: str) -> Bench:
    """Bench days against the last commit, which takes its time."""
    done = subprocess.run(
        (*AOC, "bench", days, "--against", "HEAD", "--seed=0"),
        cwd=project.root,
        env=project.environment({"PYTHONPATH": str(ROOT)}),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: Bench = {}
    day = ""
    for line in done.stdout.splitlines():
        if line[:1].isdigit():
            day = str(int(line[5:7]))
        match = LINE.search(line)
        if match:
            name, ratio, verdict = match.groups()
            found[f"{day} {name}"] = (float(ratio or 1), verdict)
    return found


def different(found: Bench) -> Bench:
    """Return what is said to be faster or slower."""
    return {name: row for name, row in found.items() if row[1] in ("faster", "slower")}


def same(project: Project, runs: int, days: str = "all") -> bool:
    """Bench a commit against itself, and print what is said to differ."""
    alarms = 0
    for run in range(runs):
        found = bench(project, days)
        alarms += len(different(found))
        print(f"bench {run + 1}: {len(found)} comparisons, differences: {different(found)}")
    return not alarms


def planted(project: Project, runs: int, days: str = "") -> bool:
    """Make a part slower by a tenth, and print whether a bench of that day finds it, and no more.

    With `days`, the bench is of these days as well.
    """
    hits = false = 0
    for run in range(runs):
        day, part = 2 * run % 25 + 1, run % 2 + 1
        path = project.root / "days" / "year2021" / f"day{day:02d}.py"
        before = path.read_text(encoding="utf-8")
        # Both sides have the same code: a module with more names may be a tenth faster.
        path.write_text(before + SLOW.format(part=part, share=0), encoding="utf-8")
        Repository(project.root).commit("days")
        path.write_text(before + SLOW.format(part=part, share=0.1), encoding="utf-8")
        found = bench(project, days or str(day))
        path.write_text(before, encoding="utf-8")
        others = different(found)
        name = f"{day} part {part}"
        is_hit = others.pop(name, (0, ""))[1] == "slower"
        hits += is_hit
        false += len(others)
        print(
            f"bench {run + 1}: day {name} {'found' if is_hit else 'missed'} "
            f"({found[name][0]:.3f}), {len(others)} others of {len(found)}"
        )
    print(f"found {hits} of {runs}, {false} false")
    return hits >= 0.9 * runs and not false


if __name__ == "__main__":
    sys.exit(main())
