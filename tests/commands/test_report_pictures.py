"""Checks the pictures that `aoc report` writes, and how a README shows them."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.commands.report_days import (
    DAYS,
    PICTURES,
    SAMPLE,
    SOLVED,
    messages,
    picture_names,
    titled,
    with_readme,
)
from tests.program import Finished, Project

pytestmark = pytest.mark.slow


@pytest.fixture
def project(project: Project) -> Project:
    """A project with two days, one of them half solved."""
    project.day(3, titled(3, "Third"), SAMPLE)
    project.day(4, SOLVED.replace("return 2", "return None"), SAMPLE)
    return project


def names_in(folder: Path) -> list[str]:
    """Return the names of the files in a folder, sorted."""
    return sorted(path.name for path in folder.iterdir())


def texts_in(project: Project, name: str = "calendar-2021.svg") -> set[str]:
    """Return the texts that a picture shows."""
    tree = ElementTree.fromstring((project.root / "pictures" / name).read_text("utf-8"))
    texts = (element.text or "" for element in tree.iter() if element.tag.endswith("}text"))
    return {text.replace("\xa0", " ") for text in texts}


def test_pictures_are_written_beside_the_readme_that_shows_them(project: Project) -> None:
    readme = with_readme(project)
    done = project.run("report")
    assert (done.code, done.err) == (0, "")
    assert names_in(project.root / "pictures") == picture_names()
    text = readme.read_text("utf-8")
    for kind in ("calendar", "times"):
        assert f'src="pictures/{kind}-2021.svg">' in text
    assert "| 3 | Third |" in text
    assert re.match(r"# Mine\n\n<!-- pictures [^\n]* -->\n<img [^\n]*>\n\n<img ", text)


def test_the_account_can_be_named(project: Project) -> None:
    with_readme(project)
    project.remember("1\n", day=3, user="github.alice.1", a="1")
    project.remember("1\n", day=3, user="github.bob.2", a="1", b="2")
    done = project.run("report")
    assert done.code == 2
    assert "there are several accounts" in done.err
    assert project.run("report", "--user", "bob").code == 0
    assert "2 of 50 stars" in texts_in(project)
    done = project.run("report", "--user", "carol")
    assert done.code == 2
    assert "matches no account" in done.err


@pytest.mark.parametrize(("text", "has_pictures"), [(DAYS, False), (PICTURES, True)])
def test_either_section_may_be_missing(project: Project, text: str, has_pictures: bool) -> None:
    readme = with_readme(project, text)
    done = project.run("report")
    assert (done.code, done.err) == (0, "")
    assert (project.root / "pictures").exists() is has_pictures
    assert ("<img" in readme.read_text("utf-8")) is has_pictures
    assert ("| 3 | Third" in readme.read_text("utf-8")) is not has_pictures


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("# Mine\n", "<!-- pictures -->"),
        (f"{DAYS}<!-- pictures -->\n", "<!-- /pictures -->"),
        (f"{PICTURES}<!-- /days -->\n", "<!-- days -->"),
        ("<!-- /pictures -->\n<!-- pictures -->\n", "<!-- pictures -->"),
        ("<!-- pictures -->\nmine\n<!-- pictures -->\n<!-- /pictures -->\n", "<!-- /pictures -->"),
        ("<!-- pictures -->\n<!-- days -->\n<!-- /pictures -->\n<!-- /days -->\n", "/pictures"),
    ],
)
def test_a_marker_that_is_missing_is_named_before_anything_runs(
    project: Project, text: str, missing: str
) -> None:
    readme = with_readme(project, text)
    done = project.run("report")
    assert done.code == 2
    [line] = messages(done)
    assert line.startswith("aoc: README.md")
    assert missing in line
    assert "add" in line
    assert readme.read_text("utf-8") == text
    assert not (project.root / "pictures").exists()


def test_the_folder_can_be_set(project: Project) -> None:
    readme = with_readme(project)
    (project.root / "pyproject.toml").write_text('[tool.aoc]\npictures = "docs/my pics & \'art"\n')
    assert project.run("report").code == 0
    assert names_in(project.root / "docs" / "my pics & 'art") == picture_names()
    assert 'src="docs/my%20pics%20%26%20%27art/times-2021.svg"' in readme.read_text("utf-8")


def test_a_hostile_title_is_text_in_the_pictures(project: Project) -> None:
    readme = with_readme(project)
    project.day(5, titled(5, "<script>alert(1)</script> & ]]> <!-- /pictures --> --"), SAMPLE)
    assert project.run("report").code == 0
    for name in picture_names():
        tree = ElementTree.fromstring((project.root / "pictures" / name).read_text("utf-8"))
        assert not [element for element in tree.iter() if element.tag.endswith("script")]
    assert "<script" not in readme.read_text("utf-8")
    assert project.run("report", "--check").code == 0


def last(project: Project, *args: str) -> Finished:
    """Write the report of the last runs."""
    return project.run("report", "--last", *args)


def test_the_last_runs_are_shown_without_running_anything(project: Project) -> None:
    readme = with_readme(project)
    project.remember("1\n", day=3)
    project.day(3, titled(3, "Third") + "open('ran', 'a').write('x')\n", "")
    assert project.run("run", "3").code == 0
    ran = len((project.root / "ran").read_bytes())
    done = last(project)
    assert (done.code, done.err) == (0, "")
    assert len((project.root / "ran").read_bytes()) == ran
    assert done.out.startswith("README.md: 2021, 1 of 25 days solved; 1 day in ")
    assert done.out.endswith(" on my own inputs\n")
    rows = [line for line in readme.read_text("utf-8").splitlines() if line.startswith("| ")]
    assert re.fullmatch(r"\| 3 \| Third \| It is easy \|( [0-9.]+ .s \|){3}", rows[-2])
    assert rows[-1].endswith("|  | not run | not run |")
    shown = texts_in(project, "times-2021.svg")
    assert any(text.endswith(" · the last runs on my own inputs") for text in shown)
