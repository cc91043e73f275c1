"""Worker processes on Windows: fresh interpreters, each in a Job Object of its own.

A Job Object holds a worker and all that it starts: it limits their memory, and ends them all when
it is closed, which the system does by itself when this program ends. A thread for each worker reads
its reports.
"""

from __future__ import annotations

import _winapi
import ctypes
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

from aoc.files import remove_folder
from aoc.model.jobs import Job
from aoc.running.launcher import (
    PIECE,
    Event,
    Launcher,
    NoRoomError,
    StartedWorker,
    environment,
    make_run_folder,
)
from aoc.worker import windows_memory
from aoc.worker.interpreter import start_command
from aoc.worker.reports import job_line

assert sys.platform == "win32"

PIECES = 256
"""Pieces that may wait in the queue, before the threads that read have to wait."""
LONGEST_END = 5.0
"""Seconds that a worker may take to end after its job."""
EXTENDED_LIMITS = 9
"""The number of `JobObjectExtendedLimitInformation`."""
LIMIT_PROCESS_MEMORY = 0x100
KILL_ON_JOB_CLOSE = 0x2000
KILLED = 1
"""The exit code of a worker that was killed."""
LIMIT_AND_END = 0x101
"""The rights to end a process, and to set its limits."""
READ_AND_WRITE = 0x1000_0000
APPEND = 0x4 | 0x80 | 0x10_0000
"""The rights to write at the end of a file, wherever others read, and to ask for its size."""
SHARED = 7
"""Others may read, write and delete the file meanwhile."""
CREATE_NEW = 1
DELETE_ON_CLOSE = 0x0400_0000


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


kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
# Without the types, ctypes would cut handles to 32 bits.
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


def open_output() -> tuple[int, int]:
    """Return two descriptors of a new file for a worker's output: to read it, and to write it.

    Each has a position of its own, and the file is gone when both are closed. Raises `OSError`.
    """
    name = f"aoc-{os.getpid()}-{time_ns():x}.out"
    path = os.path.join(tempfile.gettempdir(), name)
    # `os.open` cannot share a file that is deleted when it is closed.
    reading = _winapi.CreateFile(path, READ_AND_WRITE, SHARED, 0, CREATE_NEW, DELETE_ON_CLOSE, 0)
    # Where the output is cut off, the worker goes on at the new end.
    writing = _winapi.CreateFile(path, APPEND, SHARED, 0, _winapi.OPEN_EXISTING, 0, 0)
    flags = os.O_BINARY | os.O_NOINHERIT
    return (
        msvcrt.open_osfhandle(reading, flags | os.O_RDWR),
        msvcrt.open_osfhandle(writing, flags | os.O_WRONLY | os.O_APPEND),
    )


def base_interpreter() -> str:
    """Return the interpreter that the environment of this Python was made with.

    That of a virtual environment only starts another process, which would be outside of the Job
    Object. Nothing public says how to start that process at once: this is how `multiprocessing`
    does it, together with `__PYVENV_LAUNCHER__`.
    """
    return getattr(sys, "_base_executable", sys.executable)


def make_job_object(pid: int, limit: int | None) -> int:
    """Put a process that was just started into a Job Object, and return the handle of that.

    `limit` is how many bytes of memory the process may take.
    """
    # Its number belongs to no other process while `subprocess` has a handle of it.
    process = _winapi.OpenProcess(LIMIT_AND_END, False, pid)
    job_object = kernel32.CreateJobObjectW(None, None)
    limits = ExtendedLimits(flags=KILL_ON_JOB_CLOSE)
    if limit:
        limits.flags |= LIMIT_PROCESS_MEMORY
        limits.process_memory = limit
    size = ctypes.sizeof(limits)
    kernel32.SetInformationJobObject(job_object, EXTENDED_LIMITS, ctypes.byref(limits), size)
    kernel32.AssignProcessToJobObject(job_object, process)
    _winapi.CloseHandle(process)
    return int(job_object)


class Worker:
    """An interpreter that does a job, in a Job Object of its own, which may limit the memory."""

    def __init__(self, limit: int | None, folder: str) -> None:
        job_out, self.job = os.pipe()
        self.reports, reports_in = os.pipe()
        self.output, output_in = open_output()
        handles = [windows_memory.handle_of(job_out), windows_memory.handle_of(reports_in)]
        words = map(str, handles)
        self.process = subprocess.Popen(
            start_command(base_interpreter(), "aoc.worker.main", *words),
            env=environment(folder) | {"__PYVENV_LAUNCHER__": sys.executable},
            stdin=subprocess.DEVNULL,
            stdout=output_in,
            stderr=subprocess.STDOUT,
            # It inherits these alone, and no other worker's.
            startupinfo=subprocess.STARTUPINFO(lpAttributeList={"handle_list": handles}),
            # Ctrl-C in a console does not reach it.
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
        )
        for descriptor in (job_out, reports_in, output_in):
            os.close(descriptor)
        # It runs nothing of the solver before it has its job.
        self.job_object: int | None = make_job_object(self.process.pid, limit)

    def release(self) -> None:
        """Close the pipe of the job, after which nothing more comes through it."""
        # The thread that attends to the worker may do this at the same time.
        job = self.job
        self.job = -1
        if job >= 0:
            os.close(job)

    def kill(self) -> None:
        """End the worker and all processes that it started."""
        kernel32.TerminateJobObject(self.job_object, KILLED)

    def close(self) -> None:
        """End the processes that the worker has left behind, and release its handles."""
        self.kill()
        if self.job_object:
            _winapi.CloseHandle(self.job_object)
        # The number may soon be that of another handle, which nobody may end.
        self.job_object = None
        self.release()


class WindowsLauncher(Launcher):
    """Starts workers, and reads their reports in threads."""

    def __init__(self) -> None:
        self.events: Queue[Event] = Queue(PIECES)
        self.workers: dict[int, Worker] = {}
        self.count = 0
        self.folder = make_run_folder()

    def start(self, job: Job) -> StartedWorker:
        """Start a worker for a job. Raises `NoRoomError`."""
        try:
            worker = Worker(job.options.memory, self.folder)
        except OSError as error:
            raise NoRoomError(error.errno) from None
        self.count += 1
        self.workers[self.count] = worker
        # A daemon does not keep the program from ending.
        thread = threading.Thread(target=self.attend, args=(self.count, worker), daemon=True)
        thread.start()
        # Only now: where the worker ends before it has read the job, the thread closes the pipe.
        with suppress(OSError), open(worker.job, "wb", closefd=False) as pipe:
            pipe.write(job_line(job))
        return StartedWorker(self.count, worker.output)

    def attend(self, number: int, worker: Worker) -> None:
        """Read a worker's reports, wait for its end and clean up after it; runs in a thread.

        No process that the worker starts inherits the pipe, so it ends with the worker.
        """
        with open(worker.reports, "rb", buffering=0) as pipe:
            data = pipe.read(PIECE)
            while data:
                self.events.put(Event(number, data))
                data = pipe.read(PIECE)
        status = worker.process.wait()
        worker.close()
        folder = os.path.join(self.folder, str(worker.process.pid))
        remove_folder(folder)
        self.events.put(Event(number, status=status))

    def wait(self, seconds: float) -> list[Event]:
        """Return the events that have come; wait for the first, but not longer than `seconds`."""
        events = []
        with suppress(Empty):
            events.append(self.events.get(timeout=max(0.0, seconds)))
            # And all others that are there already.
            while True:
                events.append(self.events.get_nowait())
        for event in events:
            if event.status is not None:
                self.workers.pop(event.worker, None)
        return events

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
            self.wait(LONGEST_END)
        remove_folder(self.folder)
