"""The site of the docs: `sphinx-build -W -c docs . site`; each page is plain Markdown too.

It has README.md as its first page, then the pages that this lists below "The docs", in its groups.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).parents[1]
META = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
GROUP = re.compile(r"^- (.+?): (.+(?:\n  .+)*)", re.MULTILINE)
"""A group of pages in the list of README.md."""
CONTENTS = """
```{{toctree}}
:hidden:
:caption: {caption}

{pages}
```
"""

project = "aoc"
author = META["authors"][0]["name"]
project_copyright = f"2026, {author}"
release = META["version"]
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = ["*.md", "docs/*.md", "days/README.md"]
html_theme = "furo"
html_title = f"aoc {release}"
html_copy_source = False
html_theme_options = {"source_repository": META["urls"].get("Repository", "")}
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]  # an output may be cut by `...`


def add_contents(_: Sphinx, name: str, source: list[str]) -> None:
    """Add the contents to the first page, in groups, which Markdown has no word for."""
    if name != root_doc:
        return
    listed = source[0].partition("\n## The docs\n")[2]
    for caption, text in GROUP.findall(listed):
        pages = re.findall(r"\]\(([\w./-]+)\.md\)", text)
        source[0] += CONTENTS.format(caption=caption, pages="\n".join(pages))


def finish(app: Sphinx, error: Exception | None) -> None:
    """Copy the pictures that HTML in a page shows, and the first page to where a site has it."""
    if error is None:
        for folder in ("docs/pictures", "days/pictures"):
            shutil.copytree(ROOT / folder, app.outdir / folder, dirs_exist_ok=True)
        shutil.copy(app.outdir / f"{root_doc}.html", app.outdir / "index.html")


def setup(app: Sphinx) -> None:
    """Call both when it is their turn."""
    app.connect("source-read", add_contents)
    app.connect("build-finished", finish)
