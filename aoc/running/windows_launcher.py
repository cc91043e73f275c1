"""Worker processes on Windows: fresh interpreters, each in a Job Object of its own.

A Job Object holds a worker and all that it starts: it limits their memory, and ends them all when
it is closed, which the system does by itself when this program ends. A thread for each worker reads
its reports.
"""

from __future__ import annotations

import _winapi
import ctypes
import json
import msvcrt
import os
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from ctypes import wintypes
from queue import Empty, Queue
from time import time_ns

from aoc.model.jobs import Job
from aoc.running.launcher import PIECE, Event, Launcher, NoRoomError, environment
from aoc.tokens import make_child_config, remove_child_config
from aoc.worker import windows_memory as memory
from aoc.worker.interpreter import start_command

assert sys.platform == "win32"

PIECES = 256
"""Pieces that may wait in the queue, before the threads that read have to wait."""
PATIENCE = 5.0
"""Seconds that a worker may take to end after its job."""
EXTENDED_LIMITS = 9
"""The number of `JobObjectExtendedLimitInformation`."""
LIMIT_PROCESS_MEMORY = 0x100
KILL_ON_JOB_CLOSE = 0x2000
KILLED = 1


class ExtendedLimits(ctypes.Structure):
    """The structure `JOBOBJECT_EXTENDED_LIMIT_INFORMATION`."""

    _fields_ = [
        ("process_time", ctypes.c_longlong),
        ("job_time", ctypes.c_longlong),
        ("flags", wintypes.DWORD),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("processes", wintypes.DWORD),
        ("affinity", ctypes.c_size_t),
        ("priority", wintypes.DWORD),
        ("scheduling", wintypes.DWORD),
        ("io_counters", ctypes.c_ulonglong * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    ]


GENERIC_ALL, READ_ATTRIBUTES, SYNCHRONIZE = 0x1000_0000, 0x80, 0x10_0000
APPEND = 4
"""The right to write at the end of a file, wherever others read."""
SHARED = 7
"""Others may read, write and delete the file meanwhile."""
CREATE, OPEN = 1, 3
DELETE_ON_CLOSE = 0x0400_0000

kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
kernel32.CreateJobObjectW.restype = wintypes.HANDLE
kernel32.CreateJobObjectW.argtypes = (wintypes.LPVOID, wintypes.LPCWSTR)
kernel32.SetInformationJobObject.argtypes = (
    wintypes.HANDLE,
    ctypes.c_int,
    wintypes.LPVOID,
    wintypes.DWORD,
)
kernel32.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
kernel32.TerminateJobObject.argtypes = (wintypes.HANDLE, wintypes.UINT)
kernel32.CloseHandle.argtypes = (wintypes.HANDLE,)


def open_output() -> tuple[int, int]:
    """Return two descriptors of a new file for a worker's output: to read it, and to write it.

    Each has a position of its own, and the file is gone when both are closed.
    """
    path = os.path.join(tempfile.gettempdir(), f"aoc-{os.getpid()}-{time_ns():x}.out")
    file = _winapi.CreateFile(path, GENERIC_ALL, SHARED, 0, CREATE, DELETE_ON_CLOSE, 0)
    rights = APPEND | READ_ATTRIBUTES | SYNCHRONIZE
    end = _winapi.CreateFile(path, rights, SHARED, 0, OPEN, 0, 0)
    flags = os.O_BINARY | os.O_NOINHERIT
    return (
        msvcrt.open_osfhandle(file, flags | os.O_RDWR),
        msvcrt.open_osfhandle(end, flags | os.O_WRONLY | os.O_APPEND),
    )


class Worker:
    """An interpreter that does a job, in a Job Object of its own, which may limit the memory.

    It has some `variables` besides ours.
    """

    def __init__(self, limit: int | None, variables: dict[str, str]) -> None:
        job_out, self.job = os.pipe()
        self.reports, reports_in = os.pipe()
        self.output, output_in = open_output()
        handles = [memory.handle_of(descriptor) for descriptor in (job_out, reports_in)]
        # The interpreter of a virtual environment only starts another one, which would be
        # outside of the Job Object; this is how to start that one at once.
        base = getattr(sys, "_base_executable", sys.executable)
        self.process = subprocess.Popen(
            start_command(base, "aoc.worker.main", *map(str, handles)),
            env=environment() | variables | {"__PYVENV_LAUNCHER__": sys.executable},
            stdin=subprocess.DEVNULL,
            stdout=output_in,
            stderr=subprocess.STDOUT,
            startupinfo=subprocess.STARTUPINFO(
                lpAttributeList={"handle_list": handles}
            ),
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
        )
        for descriptor in (job_out, reports_in, output_in):
            os.close(descriptor)
        handle = int(self.process._handle)  # type: ignore[attr-defined]
        self.job_object = kernel32.CreateJobObjectW(None, None)
        limits = ExtendedLimits(flags=KILL_ON_JOB_CLOSE)
        held = memory.memory_of(handle) if limit else None
        if limit and held:
            limits.flags |= LIMIT_PROCESS_MEMORY
            limits.process_memory = held.committed + limit
        size = ctypes.sizeof(limits)
        kernel32.SetInformationJobObject(
            self.job_object, EXTENDED_LIMITS, ctypes.byref(limits), size
        )
        kernel32.AssignProcessToJobObject(self.job_object, handle)

    def release(self) -> None:
        """Close the pipe of the job, after which nothing more comes through it."""
        job, self.job = self.job, -1
        if job >= 0:
            os.close(job)

    def kill(self) -> None:
        """End the worker and all processes that it started."""
        kernel32.TerminateJobObject(self.job_object, KILLED)

    def close(self) -> None:
        """End the processes that the worker has left behind, and release its handles."""
        self.kill()
        kernel32.CloseHandle(self.job_object)
        self.job_object = None
        self.release()


class WindowsLauncher(Launcher):
    """Starts workers, and reads their reports in threads."""

    def __init__(self) -> None:
        self.events: Queue[Event] = Queue(PIECES)
        self.workers: dict[int, Worker] = {}
        self.count = 0
        self.config = make_child_config()

    def start(self, job: Job) -> tuple[int, int]:
        """Start a worker for a job, and return its number and the file of its output."""
        try:
            worker = Worker(job.options.memory, self.config)
        except OSError as error:
            raise NoRoomError(error.errno) from None
        self.count += 1
        self.workers[self.count] = worker
        threading.Thread(
            target=self.attend, args=(self.count, worker), daemon=True
        ).start()
        # Only then, as the end of the worker closes the pipe of the job.
        with suppress(OSError), open(worker.job, "wb", closefd=False) as pipe:
            pipe.write(json.dumps(job.to_json()).encode() + b"\n")
        return self.count, worker.output

    def attend(self, number: int, worker: Worker) -> None:
        """Read a worker's reports, wait for its end and clean up after it; runs in a thread.

        No process that the worker starts inherits the pipe, so it ends with the worker.
        """
        with open(worker.reports, "rb", buffering=0) as pipe:
            while data := pipe.read(PIECE):
                self.events.put((number, data))
        status = worker.process.wait()
        worker.close()
        self.events.put((number, status))

    def wait(self, seconds: float) -> list[Event]:
        """Return the events that have come; wait for the first, but not longer than `seconds`."""
        events = []
        with suppress(Empty):
            events.append(self.events.get(timeout=max(0.0, seconds)))
            while True:
                events.append(self.events.get_nowait())
        for number, event in events:
            if isinstance(event, int):
                self.workers.pop(number, None)
        return events

    def release(self, worker: int) -> None:
        """Let a worker repeat calls for their times, once it has reported all answers."""
        if worker in self.workers:
            self.workers[worker].release()

    def kill(self, worker: int) -> None:
        """End a worker and all processes that it started."""
        if worker in self.workers:
            self.workers[worker].kill()

    def stop(self) -> None:
        """Begin to end all workers."""
        for worker in list(self.workers.values()):
            worker.kill()

    def close(self) -> None:
        """End all workers and all processes that they started, and wait until they are gone."""
        self.stop()
        while self.workers:
            self.wait(PATIENCE)
        remove_child_config(self.config)
