"""Checks the parsing of `EXAMPLES` in a test module."""

from __future__ import annotations

import pytest

from aoc.scaffold.examples_parser import UnclearSourceError, parse_examples_list


def test_source_that_is_not_utf_8_is_refused() -> None:
    with pytest.raises(UnclearSourceError, match="not valid Python"):
        parse_examples_list("# coding: latin-1\nEXAMPLES = ['ä']".encode("latin-1"))


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_ranges_are_bytes_of_the_source(mark: str, line_end: str) -> None:
    text = '# ä\nEXAMPLES = [\n    Example("ö", part2=None),\n    Example(make()),\n]\n'
    source = (mark + text.replace("\n", line_end)).encode()
    found = parse_examples_list(source)
    first, second = found.calls
    assert source[slice(*found.span)].startswith(b"[")
    assert source[slice(*found.span)].endswith(b"]")
    assert source[slice(*first.span)] == 'Example("ö", part2=None)'.encode()
    assert first.none is not None
    assert source[slice(*first.none)] == b"None"
    assert (first.text, first.has_part2, first.line) == ("ö", False, 3)
    assert (second.text, second.none) == (None, None)
