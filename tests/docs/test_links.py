"""Checks that every link between the pages of the documentation leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.docs.pages import DOCS, PAGES, ROOT, anchors_in, links_in, name_of

README = ROOT / "README.md"
ELSEWHERE = re.compile(r"[a-z]+:|//")


def links_between(page: Path) -> list[tuple[str, int, Path, str]]:
    """Return each link to a place here: as it is written, its line, the file and the anchor."""
    found = []
    for link in links_in(page.read_text(encoding="utf-8")):
        if not ELSEWHERE.match(link.target):
            name, _, anchor = unquote(link.target).partition("#")
            found.append((link.target, link.line, page.parent / name if name else page, anchor))
    return found


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_to_a_file_of_the_repository(page: Path) -> None:
    links = links_between(page)
    lost = [
        f"line {line}: {target}"
        for target, line, path, _ in links
        if not (path.exists() and path.resolve().is_relative_to(ROOT))
    ]
    assert not lost, "\n".join(lost)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_to_a_section_has_the_name_of_a_heading(page: Path) -> None:
    lost = [
        f"line {line}: {target}; there are {sorted(anchors_in(path.read_text(encoding='utf-8')))}"
        for target, line, path, anchor in links_between(page)
        if anchor and path.is_file() and anchor not in anchors_in(path.read_text(encoding="utf-8"))
    ]
    assert not lost, "\n".join(lost)


def test_every_page_is_reached_from_the_readme() -> None:
    reached, new = {README}, [README]
    while new:
        for _, _, path, _ in links_between(new.pop()):
            path = path.resolve()
            if path.suffix == ".md" and path.is_file() and path not in reached:
                reached.add(path)
                new.append(path)
    assert {*map(name_of, DOCS)} <= {*map(name_of, reached)}
