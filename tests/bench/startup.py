"""How long the program takes to start, against others, side by side in one run, and where it goes.

    python -m tests.bench.startup [RUNS]

Prints the whole-process wall times, and the median of the ratios of each pair of runs, for

- `aoc run 21` and `aoc run --all` from the cache, against advent-of-code-data's own runner on the
  same account and the same solver (to stay within 0.15 and 0.12);
- `aoc --help`, against `python -c "import click"` (to stay within 1.05);

then the milliseconds from the start of `aoc run 21` to each of its stages, and the modules of aoc
that all its processes import, each counted once (to be 45 at most).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, perf_counter
from typing import Any

from aoc.plugins.aocd import solve

ROOT = Path(__file__).parents[2]
USER, TOKEN = "github.alice.1", "ab" * 64
AOC = str(Path(sys.executable).with_name("aoc-days"))
AOCD = (sys.executable, "-c", "from aocd.runner import main; main()")
STAGES = (
    *("python up", "forkserver started", "command imported", "job sent", "first report"),
    *("last line", "exit"),
)
TRACE = """\
import os, sys
from time import monotonic

moments = {"python up": monotonic()}
end = os._exit

def note(stage):
    moments.setdefault(stage, monotonic())

def report(code):
    names = [name for name in sys.modules if name.partition(".")[0] == "aoc"]
    with open(os.environ["TRACE"], "a") as file:
        file.write(repr((moments, names)) + "\\n")
    end(code)

def noted(function, before, after):
    def call(*args):
        note(before)
        value = function(*args)
        if value or after == "job sent":
            note(after)
        return value
    return call

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == "aoc.cli":
            note("forkserver started")
            launcher = sys.modules["aoc.running.posix_launcher"].PosixLauncher
            launcher.start = noted(launcher.start, "command imported", "job sent")
            launcher.wait = noted(launcher.wait, "job sent", "first report")

sys.meta_path.insert(0, Watch())
os._exit = report
"""
"""What a Python runs first that tells the stages of a run; nothing of aoc is imported for it."""


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if sys.argv[1:] else 10
    with tempfile.TemporaryDirectory() as folder:
        fill_cache(Path(folder))
        environment = {**os.environ, "AOCD_DIR": folder, "AOC_YEAR": "2021"}
        environment.pop("AOC_SESSION", None)
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        theirs = (*AOCD, "-y", "2021", "-p", "days", "-s")
        day = (*theirs, "-d", "21")
        compare("aoc run 21", (AOC, "run", "21"), "aocd's runner", day, runs, environment)
        compare("aoc run --all", (AOC, "run", "--all"), "aocd's runner", theirs, runs, environment)
        click = (sys.executable, "-c", "import click")
        compare("aoc --help", (AOC, "--help"), "import click", click, runs, environment)
        show_stages(Path(folder), runs, environment)


def fill_cache(folder: Path) -> None:
    """Put a made-up account that has solved the whole year into aocd's folder."""
    user = folder / USER
    user.mkdir()
    (folder / "tokens.json").write_text(json.dumps({USER: TOKEN}))
    (folder / "token").write_text(TOKEN)
    (folder / "token2id.json").write_text(json.dumps({TOKEN: USER}))
    sys.path.insert(0, str(ROOT))
    for day in range(1, 26):
        text = import_module(f"tests.year2021.test_day{day:02d}").sample(Random(0))
        start = f"2021_{day:02d}"
        (user / f"{start}_input.txt").write_text(text)
        for part, answer in zip("ab", solve(2021, day, text), strict=True):
            if answer:
                (user / f"{start}{part}_answer.txt").write_text(answer)
        page = f"<article><h2>--- Day {day}: Solved ---</h2></article>"
        (user / f"{start}_prose.2.html").write_text(page)


def compare(
    name: str,
    command: tuple[str, ...],
    other_name: str,
    other: tuple[str, ...],
    runs: int,
    environment: dict[str, str],
) -> None:
    """Time two commands in turn, after one run of each that does not count."""
    times: tuple[list[float], list[float]] = ([], [])
    for run in range(runs + 1):
        for taken, each in zip(times, (command, other), strict=True):
            start = perf_counter()
            subprocess.run(
                each,
                cwd=ROOT,
                env=environment,
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
            if run:
                taken.append(perf_counter() - start)
    ours, theirs = map(median, times)
    ratio = median(one / other for one, other in zip(*times, strict=True))
    print(f"{name} {ours * 1e3:.0f} ms, {other_name} {theirs * 1e3:.0f} ms: {ratio:.3f}")


def show_stages(folder: Path, runs: int, environment: dict[str, str]) -> None:
    """Print the median moments of the stages of `aoc run 21`, and the modules that it imports."""
    (folder / "site").mkdir()
    (folder / "site" / "sitecustomize.py").write_text(TRACE)
    path = os.pathsep.join(filter(None, (f"{folder / 'site'}", environment.get("PYTHONPATH"))))
    traced = {**environment, "PYTHONPATH": path, "TRACE": str(folder / "trace")}
    found: dict[str, list[float]] = {stage: [] for stage in STAGES}
    for _ in range(runs):
        (folder / "trace").write_text("")
        start = monotonic()
        moments: dict[str, float] = {}
        with subprocess.Popen(
            (AOC, "run", "21"), cwd=ROOT, env=traced, stdout=subprocess.PIPE
        ) as run:
            assert run.stdout
            while os.read(run.stdout.fileno(), 1 << 16):
                moments["last line"] = monotonic()
        moments["exit"] = monotonic()
        processes: list[Any] = list(map(eval, (folder / "trace").read_text().splitlines()))
        for stages, _names in processes:
            moments |= stages if "job sent" in stages else {}
        for stage, moment in moments.items():
            found[stage].append((moment - start) * 1e3)
    print("aoc run 21, ms:", ", ".join(f"{name} {median(ms):.0f}" for name, ms in found.items()))
    names = [set(names) for _, names in processes]
    every = sorted(set().union(*names))
    print(
        f"{len(every)} modules in {len(names)} processes ({', '.join(map(str, map(len, names)))}):"
    )
    print(*every)


if __name__ == "__main__":
    main()
