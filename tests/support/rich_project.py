"""A project with all that the page shows: stars, times, variants, trends, hostile text."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.histories import USER, keep_bench, keep_run
from tests.support.program import Project
from tests.support.repository import Repository

HOSTILE = "</script><img src=x onerror=alert(1)>'\"&{{ 7 * 7 }}"
"""A text that is put where titles, messages and names are."""
ANSWER = "271828182845"
SUBJECTS = (
    "Add the days",
    "Use a table for the rolls",
    f"Try {HOSTILE}",
    "Explain the idea",
)
WRONG = "That's not the right answer.  If you're stuck, look."
RIGHT = "That's the right answer!"


def make_rich_project(root: Path) -> Project:
    """Make a project with four commits, of which the second is faster and the third is slower.

    Day 1 has all times, a variant and another solver, day 2 only part 1, day 3 a hostile title and
    no time, and day 4 a time on a sample.
    """
    project = Project(root)
    for day, title in (
        (1, "Sonar Sweep"),
        (2, "Dive!"),
        (3, HOSTILE),
        (4, "Giant Squid"),
    ):
        project.day(day, f'"""Day {day}: {title}."""\ndef parse(text): return text\n')
    repository = Repository(root)
    seconds = 1e-3
    for number, subject in enumerate(SUBJECTS):
        (root / "note.txt").write_text(subject, encoding="utf-8")
        commit = repository.commit(subject)
        seconds *= {1: 0.5, 2: 2.0}.get(number, 1.0)
        keep_run(root, commit, (1, 1, seconds), (1, 2, 0.02), parse=2e-4)
        keep_run(root, commit, (2, 1, 5e-5), parse=None)
        for part in (1, 2):
            keep_bench(root, commit, seconds if part == 1 else 0.02, part=part)
    keep_run(root, commit, (1, 1, 4 * seconds), variant="simulate", parse=None)
    keep_run(root, commit, (1, 1, 0.0635), solver=f"other-{HOSTILE}", parse=None)
    keep_run(root, commit, (4, 1, 3e-4), (4, 2, 3.0), user="sample 0", digest="cd" * 32)
    for day, parts, sent in ((1, "ab", "07,08"), (2, "a", "06")):
        project.remember(
            "19919919\n20020020\n", day, USER, **dict.fromkeys(parts, ANSWER)
        )
        right = [
            (part, at, RIGHT) for part, at in zip(parts, sent.split(","), strict=True)
        ]
        posts = [
            {
                "part": part,
                "value": ANSWER,
                "when": f"2021-12-0{day} 00:{at}:30-05:00",
                "message": m,
            }
            for part, at, m in [("a", "03", WRONG)] * (day == 1) + right
        ]
        path = project.cache / USER / f"2021_{day:02d}_post.json"
        path.write_text(json.dumps(posts), encoding="utf-8")
    times = {"asked": 0, "value": {1: [450, 510], 2: [390, None]}}
    (project.cache / USER / "2021_times.json").write_text(
        json.dumps(times), encoding="utf-8"
    )
    return project
