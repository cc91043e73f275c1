"""A solver of somebody else, installed for a test."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.program import Project

POINTS = "[adventofcode.user]\nguest = guest:solve\n"


def install_guest(project: Project, source: str, modules: Mapping[str, str] = {}) -> dict[str, str]:
    """Install a solver called `guest`, and return the variables with which Python finds it.

    It may have more modules, by their paths.
    """
    site = project.root / "site"
    info = site / "guest-1.dist-info"
    info.mkdir(parents=True)
    for name, text in {"guest.py": source, **modules}.items():
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_text(text, encoding="utf-8")
    (info / "METADATA").write_text("Name: guest\nVersion: 1\n", encoding="utf-8")
    (info / "RECORD").write_text("guest.py,,\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    return {"PYTHONPATH": str(site)}
