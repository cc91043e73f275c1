"""The forkserver as a process of this program: started, asked, and waited for.

`aoc.worker.forkserver` is what runs in it.
"""

from __future__ import annotations

import gc
import os
import sys

# `socket` takes 6 ms to import, and this is all that is needed of it.
from _socket import AF_UNIX, SCM_RIGHTS, SHUT_WR, SOCK_STREAM, SOL_SOCKET, socket, socketpair
from contextlib import suppress
from time import time_ns

from aoc.running.environment import ONE_THREAD, environment, has_secrets
from aoc.worker import start_command
from aoc.worker.fork_safety import is_single_threaded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, NoReturn

__all__ = ["MARK", "ForkserverProcess"]

PIECE = 1 << 16
"""Bytes that are read at once."""
SIGKILL = 9
MARK = "AOC_RUN"
"""The variable by which the processes of a run are known, though their parents have ended."""


class ForkserverProcess:
    """A forkserver, in a process group of its own, and the socket that leads to it.

    `python` is the path of its Python, by default this one. `is_clean` says that this process
    has not run or imported anything yet but what brought it here: then the forkserver is a fork
    of it, which takes a third of the time of a new interpreter. But a fork would show any session
    token that is in our environment.
    """

    def __init__(self, python: str | None = None, *, is_clean: bool = False) -> None:
        self.mark = f"{os.getpid()}.{time_ns():x}"
        self.socket, theirs = socketpair(AF_UNIX, SOCK_STREAM)
        self.errors, errors = os.pipe()
        self.unread = b""
        self.proven = False
        try:
            self.pid = self.start(theirs, errors, python, is_clean=is_clean)
        except BaseException:
            self.socket.close()
            os.close(self.errors)
            raise
        finally:
            theirs.close()
            os.close(errors)

    def start(self, theirs: socket, errors: int, python: str | None, *, is_clean: bool) -> int:
        """Start the process with its end of the socket and its stderr, and return its id."""
        with open(os.devnull, "r+b", buffering=0) as nothing:
            streams = (nothing.fileno(), nothing.fileno(), errors)
            if is_clean and not has_secrets() and is_single_threaded():
                pid = os.fork()
                if not pid:
                    unwanted = (*streams[1:], self.errors, self.socket.detach())
                    os.environ[MARK] = self.mark
                    become_forkserver(theirs.detach(), streams, unwanted)
                return pid
            os.set_inheritable(theirs.fileno(), True)
            main = "aoc.worker.forkserver"
            command = start_command(python or sys.executable, main, str(theirs.fileno()))
            return spawn(command, environment(python) | {MARK: self.mark}, streams)

    def fileno(self) -> int:
        """Return the descriptor that can be read from when there is an answer, or the end."""
        return self.socket.fileno()

    def request(self, message: dict[str, object], *descriptors: int) -> None:
        """Send a request; if the forkserver is dead, reading its answer shows it.

        Raises `OSError` where the system has no room for it.
        """
        import json
        from array import array

        rights = [(SOL_SOCKET, SCM_RIGHTS, array("i", descriptors))] if descriptors else []
        try:
            self.socket.sendmsg([json.dumps(message).encode() + b"\n"], rights)
        except (BrokenPipeError, ConnectionResetError):
            return

    def answers(self) -> list[dict[str, Any]] | None:
        """Read the answers that have come; `None` if the forkserver has ended."""
        import json

        try:
            data = self.socket.recv(PIECE)
        except ConnectionResetError:
            data = b""
        if not data:
            return None
        self.proven = True
        *lines, self.unread = (self.unread + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def stop(self) -> None:
        """Ask the forkserver to end all workers, and itself."""
        try:
            self.socket.shutdown(SHUT_WR)
        except OSError:
            return

    def has_answer_within(self, seconds: float) -> bool:
        """Wait until there is an answer, or the end, and return whether there is."""
        import select

        poll = select.poll()
        poll.register(self.fileno(), select.POLLIN)
        return bool(poll.poll(max(0.0, seconds) * 1000))

    def kill(self) -> None:
        """End the forkserver by force."""
        os.kill(self.pid, SIGKILL)

    def close(self) -> str:
        """Close the connection to a forkserver that has ended; return the last line it printed."""
        self.socket.close()
        with suppress(ChildProcessError):  # where SIGCHLD is ignored
            os.waitpid(self.pid, 0)
        with open(self.errors, "rb", buffering=0) as errors:
            os.set_blocking(errors.fileno(), False)
            printed = errors.read(PIECE) or b""
        lines = printed.decode(errors="replace").split("\n")
        return next((line for line in reversed(lines) if line), "no reason")


def spawn(command: list[str], variables: dict[str, str], streams: Sequence[int]) -> int:
    """Start a process in a process group of its own, and return its id.

    `streams` are the descriptors that become its stdin, stdout and stderr. Raises
    `WorkerStartError` where there is no program to start, and `OSError` where there is no room.
    """
    actions = [(os.POSIX_SPAWN_DUP2, fd, standard) for standard, fd in enumerate(streams)]
    try:
        return os.posix_spawn(command[0], command, variables, setpgroup=0, file_actions=actions)
    except OSError as error:
        from aoc.running.launcher import ROOM, WorkerStartError

        if error.errno in ROOM:
            raise
        raise WorkerStartError(f"{command[0]}: {error.strerror}") from None


def become_forkserver(connection: int, streams: Iterable[int], unwanted: Iterable[int]) -> NoReturn:
    """Turn this process, which was just forked, into a forkserver. It does not return."""
    try:
        os.setpgid(0, 0)
        for standard, descriptor in enumerate(streams):
            os.dup2(descriptor, standard)
        for descriptor in unwanted:
            # Where a standard stream was closed, another file has got its number.
            if descriptor > 2:
                os.close(descriptor)
        # Nothing in our environment is secret, or this process would not be a fork.
        for name, value in ONE_THREAD.items():
            os.environ.setdefault(name, value)
        if not sys.flags.safe_path:
            # The folder of the script, or the current one: see `aoc.worker.OPTIONS`.
            del sys.path[0]
        gc.disable()
        import faulthandler

        faulthandler.enable()
        from aoc.worker.forkserver import serve_requests

        serve_requests(connection)
    except KeyboardInterrupt:  # perhaps before stderr was replaced
        pass
    except BaseException:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    finally:
        os._exit(0)
