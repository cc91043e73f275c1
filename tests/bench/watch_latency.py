"""How long `aoc watch` takes from a save to the verdict, above the solver's own time.

    python -m tests.bench.watch_latency [SAVES]

A day is saved again and again while it is watched in a pseudo-terminal, as `vim` saves, at moments
that do not depend on the steps in which watchfiles looks. Prints, for the verdict of an example and
for the end of the run on a whole input, the median and the longest time in milliseconds

- while nothing runs;
- while the run of the save before loops for ever, so that it has to be ended.

The solver's own time is some microseconds. To stay within: 150 ms.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, sleep

from tests.program import Project
from tests.watching.watcher import DAY, HINT, TESTS, Typed, day_file, typed

LOOP = "[0 for _ in iter(int, 1)]"
VERDICT = "✔"


def main() -> None:
    """Measure and print."""
    saves = int(sys.argv[1]) if sys.argv[1:] else 40
    random = Random(0)
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        project.day(1, DAY, TESTS)
        with typed(project, "1", env={"PYTHONDONTWRITEBYTECODE": ""}) as watcher:
            watcher.until(HINT)
            idle = [measure(watcher, day_file(project), number) for number in range(saves)]
            busy = []
            for number in range(saves):
                save(day_file(project), day_with(f"len(words) and {LOOP}"))
                watcher.until("example 1, ")
                sleep(random.random() / 10)
                busy.append(measure(watcher, day_file(project), number))
                sleep(random.random() / 10)
    for name, times in (("while nothing runs", idle), ("while a run loops", busy)):
        verdicts, ends = zip(*times, strict=True)
        print(f"{name}: verdict {text_of(verdicts)}, whole input {text_of(ends)}")


def measure(watcher: Typed, path: Path, number: int) -> tuple[float, float]:
    """Save a day that is right, and return the seconds to its first verdict and to the end."""
    sleep(Random(number).random() / 10)
    start = perf_counter()
    save(path, day_with(f"len(words) + 0 * {number}"))
    watcher.until(VERDICT)
    verdict = perf_counter() - start
    watcher.until(HINT)
    return verdict, perf_counter() - start


def day_with(answer: str) -> str:
    """Return a day whose part 1 returns the value of an expression."""
    return DAY.replace("len(words)", answer)


def save(path: Path, text: str) -> None:
    """Save a file as `vim` does: the old one becomes a backup, and a new one is written."""
    backup = path.with_name(f"{path.name}~")
    path.rename(backup)
    path.write_text(text, encoding="utf-8")
    backup.unlink()


def text_of(times: tuple[float, ...]) -> str:
    """Return the median and the longest of some times."""
    return f"{median(times) * 1e3:.0f} ms (at most {max(times) * 1e3:.0f})"


if __name__ == "__main__":
    main()
