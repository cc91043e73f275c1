"""The output of a worker: written at once, measured, and dropped where it is repeated."""

from __future__ import annotations

import os

import pytest

from aoc.worker.reports import Output
from tests.worker.scripts import run_script

WORKER = """\
import json, os, subprocess, sys, tempfile
from aoc.worker.reports import WorkerOutput

shown = os.dup(1)
file = tempfile.TemporaryFile(buffering=0)
for standard in (1, 2):
    os.dup2(file.fileno(), standard)
output = WorkerOutput()

def show(*found):
    '''Show what was found out, and all that was written into the file.'''
    found += (output.size,)
    file.seek(0)
    os.write(shown, json.dumps((*found, file.read().decode("latin-1"))).encode())
    os._exit(0)
"""


def shown_by(code: str) -> list[object]:
    """Run code with the output of a worker, and return what it shows."""
    found = run_script(f"{WORKER}\n{code}")
    assert isinstance(found, list)
    return found


def test_a_line_is_written_at_once_whatever_is_in_it() -> None:
    code = r"""
sys.stdout.write("\xe9\udcff\n")
found = [os.fstat(output.file).st_size]
sys.stdout.write("no end")
found.append(os.fstat(output.file).st_size)
show(*found)
"""
    first, again, whole, text = shown_by(code)
    assert first == again == len("xx\\udcff" + os.linesep)
    assert (whole, text) == (int(str(again)) + 6, f"\xc3\xa9\\udcff{os.linesep}no end")


def test_a_stream_that_a_solver_closes_leaves_the_descriptor_open() -> None:
    code = """
sys.stdout.write("last")
sys.stdout.close()
os.write(1, b" words")
show()
"""
    assert shown_by(code) == [10, "last words"]


def test_output_that_goes_to_a_terminal_itself_is_never_dropped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = Output()
    with output.dropped():
        print("here")  # noqa: T201
    assert capsys.readouterr().out == "here\n"


def test_the_size_is_that_of_what_either_stream_was_written() -> None:
    code = """
found = [output.size]
print("one", end="")
found.append(output.size)
print("two", file=sys.stderr, end="")
show(*found)
"""
    assert shown_by(code) == [0, 3, 6, "onetwo"]


def test_the_size_is_also_that_of_what_a_child_process_or_a_library_writes() -> None:
    code = """
subprocess.run([sys.executable, "-c", "print('one', end='')"])
found = [output.size]
os.write(1, b"two")
show(*found)
"""
    assert shown_by(code) == [3, 6, "onetwo"]


def test_only_what_is_printed_in_a_block_is_dropped() -> None:
    code = """
print("before", end="")
with output.dropped():
    print("x", end="")
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
    assert shown_by(code) == [17, "before after both"]


def test_the_size_is_that_of_all_that_was_printed_though_a_stream_is_closed() -> None:
    code = """
print("one", end="")
found = [output.size]
sys.stderr.close()
print("two", end="")
with output.dropped():
    print("dropped")
    found += [output.size]
show(*found)
"""
    assert shown_by(code) == [3, 6, 6, "onetwo"]
