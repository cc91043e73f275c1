"""The time that a solver spends on imports of what is not its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import _bootstrap, import_module, invalidate_caches
from pathlib import Path
from threading import Thread
from traceback import format_exception
from types import ModuleType

import pytest

from aoc.worker import import_clock
from aoc.worker.import_clock import ImportClock

Write = Callable[[str, str], None]


class Watch(ModuleType):
    """A clock that the modules of a test turn on by hand."""

    now = 0.0


@pytest.fixture(autouse=True)
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The clock that imports are timed with; a module says `watch.now += 1`."""
    made = Watch("watch")
    monkeypatch.setitem(sys.modules, "watch", made)
    monkeypatch.setattr(import_clock, "perf_counter", lambda: made.now)
    return made


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Write a module of the solver, or one that is installed: in `site-packages`."""
    before = {*sys.modules}
    for folder in (tmp_path / "site-packages", tmp_path):
        monkeypatch.syspath_prepend(str(folder))

    def write_one(path: str, text: str) -> None:
        module = tmp_path.joinpath(*path.split("/"))
        module.parent.mkdir(parents=True, exist_ok=True)
        module.write_text(f"import watch\n{text}\n", encoding="utf-8")
        invalidate_caches()

    yield write_one
    for name in sys.modules.keys() - before:
        del sys.modules[name]


def seconds_of(*names: str) -> float:
    """Return the seconds that importing modules takes; `mine` is the solver's own package."""
    with ImportClock({"mine"}) as clock:
        for name in names:
            import_module(name)
    return clock.seconds


def test_imports_of_installed_packages_add_up(write: Write) -> None:
    write("site-packages/theirs.py", "watch.now += 3")
    write("site-packages/other/__init__.py", "watch.now += 4")
    write("site-packages/other/part.py", "watch.now += 5")
    assert seconds_of("theirs", "other.part") == 12


def test_the_standard_library_counts(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdlib_module_names", {"standard"})
    write("standard.py", "watch.now += 3")
    assert seconds_of("standard") == 3


def test_what_an_installed_package_imports_counts_once(write: Write) -> None:
    write("site-packages/theirs.py", "watch.now += 3\nimport other\nwatch.now += 5")
    write("site-packages/other.py", "watch.now += 4")
    assert seconds_of("theirs") == 12


@pytest.mark.parametrize("folder", ["", "site-packages/"])
def test_the_solvers_own_package_does_not_count(write: Write, folder: str) -> None:
    write(f"{folder}mine/__init__.py", "watch.now += 3")
    write(f"{folder}mine/part.py", "watch.now += 4")
    assert seconds_of("mine.part") == 0


def test_its_own_package_does_not_count_though_the_standard_library_has_that_name(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdlib_module_names", {"mine"})
    write("mine.py", "watch.now += 3")
    assert seconds_of("mine") == 0


def test_what_its_own_package_imports_counts(write: Write) -> None:
    write("mine.py", "watch.now += 3\nimport theirs\nwatch.now += 5")
    write("site-packages/theirs.py", "watch.now += 4")
    assert seconds_of("mine") == 4


def test_a_module_that_is_not_installed_does_not_count(write: Write) -> None:
    write("solution.py", "watch.now += 3")
    assert seconds_of("solution") == 0


def test_an_import_that_fails_counts_and_shows_no_frame_of_the_clock(write: Write) -> None:
    write("site-packages/theirs.py", "watch.now += 3\nraise OSError('no')")
    with ImportClock(()) as clock, pytest.raises(OSError, match="no") as caught:
        exec(compile("import theirs", "day01.py", "exec"))
    assert clock.seconds == 3
    shown = "".join(format_exception(caught.value))
    assert "theirs.py" in shown
    assert str(import_clock.__file__) not in shown


def test_a_package_without_an_init_can_be_imported(write: Write) -> None:
    write("space/inside.py", "watch.now += 3")
    assert seconds_of("space", "space.inside") == 0


def test_a_module_may_put_something_else_in_its_place(write: Write) -> None:
    write("site-packages/odd.py", "import sys\nwatch.now += 3\nsys.modules[__name__] = object()")
    assert seconds_of("odd") == 3


def test_imports_of_other_threads_do_not_count(write: Write) -> None:
    write("site-packages/theirs.py", "watch.now += 3")
    with ImportClock(()) as clock:
        thread = Thread(target=import_module, args=["theirs"])
        thread.start()
        thread.join()
    assert "theirs" in sys.modules
    assert clock.seconds == 0


def test_imports_are_timed_no_more_when_the_clock_is_left(write: Write) -> None:
    before = vars(_bootstrap)["_find_and_load"]
    write("site-packages/theirs.py", "watch.now += 3")
    with ImportClock(()) as clock:
        assert vars(_bootstrap)["_find_and_load"] is not before
    import_module("theirs")
    assert clock.seconds == 0
    assert vars(_bootstrap)["_find_and_load"] is before
