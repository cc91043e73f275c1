"""The output of a worker: written at once, counted, marked, and dropped where it is repeated."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from aoc.worker.output import CountedFile, Output, text_stream
from aoc.worker.reports import MARK
from tests.marks import WINDOWS
from tests.worker.scripts import run_script

needs_posix_pipes = pytest.mark.skipif(WINDOWS, reason="needs pipes that do not block, as in POSIX")

WORKER = """\
import json, os, sys
from aoc.worker.output import WorkerOutput, prepare_streams

ends = {1: os.pipe(), 2: os.pipe()}
shown = os.dup(1)
for standard, (_, end) in ends.items():
    os.dup2(end, standard)
    os.close(end)
prepare_streams()
output = WorkerOutput()

def show(*found):
    '''Show what was found out, and all that was written into both pipes.'''
    output.flush()
    os.close(output.pipe)
    os.dup2(shown, 1)
    os.dup2(shown, 2)
    for end, _ in ends.values():
        with open(end, "rb") as file:
            found += (file.read().decode("latin-1"),)
    os.write(shown, json.dumps(found).encode())
    os._exit(0)
"""


def shown_by(code: str) -> list[object]:
    """Run code with the output of a worker, and return what it shows."""
    found = run_script(f"{WORKER}\n{code}")
    assert isinstance(found, list)
    return found


class Pipe:
    """A pipe that does not block."""

    def __init__(self) -> None:
        self.out, self.end = os.pipe()
        os.set_blocking(self.out, False)

    def read(self) -> bytes:
        """Return what has come."""
        try:
            return os.read(self.out, 1 << 20)
        except BlockingIOError:
            return b""


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """A pipe that does not block."""
    made = Pipe()
    yield made
    os.close(made.out)
    os.close(made.end)


@needs_posix_pipes
def test_a_line_is_written_at_once_whatever_is_in_it(pipe: Pipe) -> None:
    stream = text_stream(pipe.end)
    stream.write("é\udcff\n")
    assert pipe.read() == "é\\udcff\n".encode()
    stream.write("no end")
    assert pipe.read() == b""
    stream.flush()
    assert pipe.read() == b"no end"


@needs_posix_pipes
def test_a_stream_that_a_solver_closes_leaves_the_descriptor_open(pipe: Pipe) -> None:
    stream = text_stream(pipe.end)
    stream.write("last")
    stream.close()
    del stream
    os.write(pipe.end, b" words")
    assert pipe.read() == b"last words"


@needs_posix_pipes
def test_only_what_was_really_written_is_counted(pipe: Pipe) -> None:
    file = CountedFile(pipe.end)
    assert file.written == 0
    assert [file.write(b"abc"), file.write(b"de")] == [3, 2]
    assert file.written == 5
    os.set_blocking(pipe.end, False)
    while file.write(bytes(1 << 12)):
        pass
    assert file.written == len(pipe.read())


def test_output_that_goes_to_a_terminal_itself_is_never_dropped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = Output()
    assert output.has_grown()
    with output.dropped():
        print("here")  # noqa: T201
    assert output.has_grown()
    assert capsys.readouterr().out == "here\n"


@needs_posix_pipes
def test_output_has_grown_once_for_what_either_stream_was_written() -> None:
    code = """
found = [output.has_grown()]
print("one", end="")
found += [output.has_grown(), output.has_grown()]
print("two", file=sys.stderr, end="")
found += [output.has_grown(), output.has_grown()]
show(*found)
"""
    assert shown_by(code) == [False, True, False, True, False, "one", "two"]


@needs_posix_pipes
def test_only_what_is_printed_in_a_block_is_dropped() -> None:
    code = """
print("before", end="")
with output.dropped():
    print("x", end="")
    with output.dropped():
        os.write(1, b"x")
    print("x", file=sys.stderr)
    os.write(2, b"x")
try:
    with output.dropped():
        raise ValueError
except ValueError:
    pass
print(" after", end="")
sys.stdout.flush()
print(" both", file=sys.stderr, end="")
show()
"""
    # In a worker, both streams are one pipe.
    assert shown_by(code) == ["before after both", ""]


@needs_posix_pipes
def test_a_mark_comes_after_what_was_printed_before_it_though_streams_are_closed() -> None:
    code = """
print("one", end="")
output.mark()
sys.stderr.close()
print("two", end="")
output.mark()
with output.dropped():
    output.mark()
show()
"""
    mark = MARK.decode("latin-1")
    assert shown_by(code) == [f"one{mark}two{mark}{mark}", ""]


@needs_posix_pipes
def test_a_mark_is_whole_though_the_pipe_takes_a_byte_at_a_time() -> None:
    code = """
from aoc.worker import output as room
room.write = lambda descriptor, data: os.write(descriptor, data[:1])
output.mark()
show()
"""
    assert shown_by(code) == [MARK.decode("latin-1"), ""]
