"""Checks that a test module can be imported after examples were added to it."""

from __future__ import annotations

from typing import Any

import pytest

from aoc.model import Example
from aoc.scaffold.examples_parser import UnclearSourceError
from aoc.scaffold.part2_update import add_part2

PAGE = [Example("1\n2\n", 3, 4)]
IMPORT = "from aoc import Example\n"
FUTURE = "from __future__ import annotations\n"
GUARDED = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from aoc import Example\n"

LACKING = {
    "nothing": "EXAMPLES = []\n",
    "a docstring": '"""Day 1."""\n\nEXAMPLES = []\n',
    "the future alone": f'"""Day 1."""\n\n{FUTURE}\nEXAMPLES: list[Example] = []\n',
    "a comment first": "#!/usr/bin/env python3\n# é\nEXAMPLES = []\n",
    "other imports": f"{FUTURE}\nimport random\nimport re  # é\n\nEXAMPLES = []\n",
    "an import over lines": "from random import (\n    Random,\n)\nEXAMPLES = []\n",
    "two imports on a line": "import re; import os\nEXAMPLES = []\n",
    "the list beside an import": "import re; EXAMPLES = []\n",
    "for type checkers only": f"{FUTURE}{GUARDED}\nEXAMPLES: list[Example] = []\n",
    "another name": "from aoc import Example as E\nEXAMPLES = []\n",
    "a function's own": f"def f():\n    {IMPORT}\nEXAMPLES = []\n",
    "too late": f"EXAMPLES = []\n{IMPORT}",
    "deleted": f"{IMPORT}del Example\nEXAMPLES = []\n",
    "on one side alone": f"import sys\nif sys.maxsize < 0:\n    {IMPORT}EXAMPLES = []\n",
    "another's": "from pathlib import Path as Example\nEXAMPLES = []\n",
    "only announced": f"{FUTURE}Example: type\nEXAMPLES = []\n",
    "an example that lacks it": "EXAMPLES = [Example('1\\n2\\n', 3)]\n",
    "a package that lacks": "EXAMPLES = [aoc.Example('1\\n2\\n', 3)]\n",
    "a decorated function first": "@staticmethod\ndef f(): pass\nEXAMPLES = []\n",
    "a warning": "X = '\\d'\nEXAMPLES = []\n",
}
HAVING = {
    "the import": f"{IMPORT}EXAMPLES = []\n",
    "the module": "from aoc.model import Example\nEXAMPLES = []\n",
    "everything": "from aoc import *\nEXAMPLES = []\n",
    "a try": f"try:\n    {IMPORT}except ImportError:\n    raise\nEXAMPLES = []\n",
    "both sides": f"import sys\nif sys.argv:\n    {IMPORT}else:\n    {IMPORT}EXAMPLES = []\n",
    "not for type checkers": (
        f"from typing import TYPE_CHECKING\nif not TYPE_CHECKING:\n    {IMPORT}EXAMPLES = []\n"
    ),
    "the package": "import aoc\nEXAMPLES = [aoc.Example('5', 1)]\n",
    "a part of the package": "import aoc.model\nEXAMPLES = [aoc.Example('5', 1)]\n",
    "a maker of one's own": (
        "import aoc\ndef Example(*args, **kw): return aoc.Example(*args, **kw)\n"
        "EXAMPLES = [Example('5', 1)]\n"
    ),
}


def run(source: bytes) -> list[Example]:
    """Run a module from its source, as an import does; return its examples."""
    names: dict[str, Any] = {"__name__": "test_day01"}
    exec(compile(source, "test_day01.py", "exec", dont_inherit=True), names)
    return list(names["EXAMPLES"])


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("source", LACKING.values(), ids=LACKING)
def test_the_import_is_added_where_it_is_missing(source: str, mark: str, line_end: str) -> None:
    given = (mark + source.replace("\n", line_end)).encode()
    update = add_part2(given, PAGE, [])
    assert run(update.source) == PAGE
    assert update.imported in ("from aoc import Example", "import aoc")
    rest = iter(update.source)
    assert all(byte in rest for byte in given), "all that was there is still there"
    if "\r" in line_end:
        assert update.source.count(b"\r") == update.source.count(b"\n")


@pytest.mark.parametrize("source", HAVING.values(), ids=HAVING)
def test_no_import_is_added_where_there_is_one(source: str) -> None:
    update = add_part2(source.encode(), PAGE, [])
    assert run(update.source)[-1] == PAGE[0]
    assert update.imported == ""
    assert update.source.decode().startswith(source.split("EXAMPLES", maxsplit=1)[0])


def test_the_import_stands_apart_from_the_standard_library() -> None:
    source = f'"""Day 1."""\n\n{FUTURE}\nimport re\n\nEXAMPLES = [Example("1\\n2\\n", 3, 4)]\n'
    made = add_part2(source.encode(), PAGE, []).source.decode()
    assert made == source.replace("import re\n", f"import re\n\n{IMPORT}")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("Example = 5\nEXAMPLES = []\n", "uses the name Example for something else"),
        ("class Example: pass\nEXAMPLES = []\n", "or put `from aoc import Example` just before"),
        ("EXAMPLES = [lib.Example('1\\n2\\n', 3)]\n", "uses the name lib, which is not defined"),
        ("return\nEXAMPLES = []\n", "is not valid Python"),
    ],
)
def test_what_an_import_would_not_help_is_left_alone(source: str, sentence: str) -> None:
    with pytest.raises(UnclearSourceError, match=sentence):
        add_part2(source.encode(), PAGE, [])
