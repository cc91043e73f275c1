"""What a worker is like when a day begins, and what happens to it while others go on."""

from __future__ import annotations

import os

from aoc.model import BENCH, STEADY, Kind
from tests.marks import WINDOWS, needs_linux
from tests.program import Project
from tests.running.executions import day_source, execute, jobs_of


@needs_linux
def test_a_day_finds_no_open_file_but_its_streams_and_the_socket_of_its_worker(
    project: Project,
) -> None:
    seen = "return ' '.join(os.readlink(f'/proc/self/fd/{fd}').partition(':')[0] "
    seen += "for fd in range(64) if os.path.lexists(f'/proc/self/fd/{fd}'))"
    sample = "def sample(rng):\n    return 'x'\n"
    for day in (1, 2):
        project.day(day, day_source(seen), sample)
    done = project.run("run", "1-2", "--sample", "--json", "--part", "1", "--jobs", "2")
    assert len(done.results) == 2
    for result in done.results:
        stdin, *others = result["answer"].split()
        assert stdin == os.devnull
        # Stdout, stderr and another one of their file, the socket of the job and the reports, and
        # the null device for later calls.
        assert sorted(others) == [os.devnull, *["/memfd"] * 3, "socket"]


def test_a_day_finds_no_arguments_of_its_worker(project: Project) -> None:
    project.day(1, day_source("return repr((sys.argv, os.getcwd()))"))
    [result] = execute(jobs_of(project, [1]))
    assert result.answer == repr(([""], os.path.realpath(project.root)))


@needs_linux
def test_a_worker_whose_time_is_up_is_gone_while_the_next_one_runs(project: Project) -> None:
    wait = "open('pid', 'w').write(str(os.getpid())); import time; time.sleep(1000)"
    project.day(1, day_source(wait))
    gone = "pid = open('pid').read()\nwhile os.path.exists(f'/proc/{pid}'): pass\nreturn pid"
    project.day(2, day_source(gone))
    first, second = execute(jobs_of(project, [1, 2]), timeout=1)
    assert first.error
    assert first.error.kind is Kind.TIMEOUT
    assert second.error is None
    assert second.answer == (project.root / "pid").read_text(encoding="utf-8")


def test_days_run_at_the_same_time(project: Project) -> None:
    meet = "open('{mine}', 'w').close()\nwhile not os.path.exists('{other}'): pass\nreturn 1"
    project.day(1, day_source(meet.format(mine="one", other="two")))
    project.day(2, day_source(meet.format(mine="two", other="one")))
    results = execute(jobs_of(project, [1, 2]), workers=2, timeout=60 if WINDOWS else 20)
    assert [result.answer for result in results] == ["1", "1"]


def test_no_cache_of_python_itself_is_emptied_to_time_a_day(project: Project) -> None:
    caches = "import functools, gc\nkind = type(functools.cache(len))\n"
    caches += "return sum(type(one) is kind for one in gc.get_objects())"
    project.day(1, day_source(caches))
    for effort in (STEADY, BENCH):
        [job] = jobs_of(project, [1])
        [result] = execute([job._replace(effort=effort)])
        assert result.answer == "0"
