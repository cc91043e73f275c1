"""A solver of somebody else, installed for a test."""

from __future__ import annotations

from tests.program import Project

POINTS = "[adventofcode.user]\nguest = guest:solve\n"


def install_guest(project: Project, source: str) -> dict[str, str]:
    """Install a solver called `guest`, and return the variables with which Python finds it."""
    site = project.root / "site"
    info = site / "guest-1.dist-info"
    info.mkdir(parents=True)
    (site / "guest.py").write_text(source, encoding="utf-8")
    (info / "METADATA").write_text("Name: guest\nVersion: 1\n", encoding="utf-8")
    (info / "RECORD").write_text("guest.py,,\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    return {"PYTHONPATH": str(site)}
