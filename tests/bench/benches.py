"""Whether `aoc bench` says what is true, on the year's days in a repository of their own.

    python -m tests.bench.benches same [RUNS [DAYS]]
    python -m tests.bench.benches planted [RUNS [DAYS]]

- `same`: how many of the year's 74 times are said to be faster or slower than those of the very
  same commit, in ten benches (to stay 0).
- `planted`: in how many of ten benches a part is found slower which does all that the commit does
  and then waits for a tenth of the time that it took; each bench has another day (to be 9 at
  least).

All of this is meant for a machine that does nothing else.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.program import ROOT
from tests.repository import Repository

AOC = (sys.executable, "-m", "aoc")
RUNS = 10
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
Row = dict[str, Any]


def main() -> int:
    """Do what the first argument says."""
    name, *rest = sys.argv[1:] or [""]
    checks = {"same": same, "planted": planted}
    if name not in checks:
        print(__doc__)
        return 2
    runs = int(rest[0]) if rest else RUNS
    with tempfile.TemporaryDirectory() as folder:
        make_repository(Path(folder))
        return int(not checks[name](Path(folder), runs, *rest[1:]))


def make_repository(folder: Path) -> None:
    """Put the year's days and tests into a repository of their own, and commit them."""
    for name in ("days", "tests/year2021"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("tests/__init__.py", "tests/year2021/__init__.py"):
        (folder / name).touch()
    (folder / ".gitignore").write_text(".aoc/\n__pycache__/\naocd/\n", encoding="utf-8")
    Repository(folder).commit("days")


def bench(folder: Path, *args: str) -> list[Row]:
    """Return the lines of JSON that a bench prints."""
    environment = {**os.environ, "AOCD_DIR": str(folder / "aocd"), "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        (*AOC, "bench", *args, "--json", "--seed=0"),
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def name_of(row: Row) -> str:
    """Return what a line is about."""
    return f"{row['year']}/{row['day']:02d} {row['what']}"


def same(folder: Path, runs: int, days: str = "all") -> bool:
    """Bench a commit against itself, and print what is said to differ."""
    alarms = 0
    for run in range(runs):
        rows = [row for row in bench(folder, days, "--against", "HEAD") if "ratio" in row]
        different = [row for row in rows if row["verdict"] in ("faster", "slower")]
        alarms += len(different)
        shown = ", ".join(f"{name_of(row)} {row['ratio']:.3f}" for row in different)
        print(f"bench {run + 1}: {len(rows)} comparisons, {len(different)} differences {shown}")
    return not alarms


def planted(folder: Path, runs: int, days: str = "all") -> bool:
    """Make a part slower by a tenth, and print whether a bench of that day finds it, and no more.

    With `days`, the bench is of these days as well.
    """
    found = false = 0
    for run in range(runs):
        day, part = 2 * run % 25 + 1, run % 2 + 1
        path = folder / "days" / "year2021" / f"day{day:02d}.py"
        before = path.read_text(encoding="utf-8")
        # Both sides have the same code: a module with more names may be a tenth faster.
        path.write_text(before + SLOW.format(part=part, share=0), encoding="utf-8")
        Repository(folder).commit("days")
        path.write_text(before + SLOW.format(part=part, share=0.1), encoding="utf-8")
        chosen = str(day) if days == "all" else days
        rows = [row for row in bench(folder, chosen, "--against", "HEAD") if "ratio" in row]
        path.write_text(before, encoding="utf-8")
        different = {name_of(row): row for row in rows if row["verdict"] in ("faster", "slower")}
        hit = different.pop(f"2021/{day:02d} part {part}", None)
        found += hit is not None and hit["verdict"] == "slower"
        false += len(different)
        ratio = next(r["ratio"] for r in rows if (r["day"], r["part"]) == (day, part))
        print(
            f"bench {run + 1}: day {day} part {part} {'found' if hit else 'missed'} "
            f"({ratio:.3f}), {len(different)} others of {len(rows)}"
        )
    print(f"found {found} of {runs}, {false} false")
    return found >= 0.9 * runs and not false


if __name__ == "__main__":
    sys.exit(main())
