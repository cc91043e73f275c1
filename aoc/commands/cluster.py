"""The cluster of `aoc run --cluster`: connecting to it, and the project that it needs there."""

from __future__ import annotations

import os
from time import time_ns
from typing import TYPE_CHECKING

from aoc.commands.live_run import own_memory_limit
from aoc.errors import UsageError
from aoc.program import DISTRIBUTION
from aoc.project import Project
from aoc.project_inputs import inputs_folder
from aoc.render.screen import Screen

if TYPE_CHECKING:
    from aoc.cluster.dask_executor import DaskExecutor

__all__ = ["open_cluster"]


def open_cluster(
    project: Project,
    screen: Screen,
    address: str,
    *,
    ships: bool,
    timeout: float | None,
    memory: int | None,
) -> DaskExecutor:
    """Return the executor of the Dask cluster whose scheduler is at an address.

    The project is sent there if it `ships`. `timeout` is in seconds, for each step of a job;
    `memory` is what the option says, in bytes. Raises `AocError`.
    """
    try:
        import distributed
    except ImportError:
        raise UsageError(
            "--cluster needs Dask, here and on the workers: install "
            f"`{DISTRIBUTION}[cluster]` in place of `{DISTRIBUTION}`"
        ) from None
    del distributed
    from aoc.cluster.connection import connected
    from aoc.cluster.dask_executor import DaskExecutor
    from aoc.cluster.host import Terms, own_version
    from aoc.cluster.project_copy import file_digests, pack_project, project_files

    names = project_files(project.root, inputs_folder(project.settings))
    terms = Terms(
        run=f"aoc-{os.getpid()}-{time_ns():x}",
        version=own_version(),
        root=project.root,
        packed=pack_project(project.root, names) if ships else None,
        digests={} if ships else file_digests(project.root, names),
        timeout=timeout,
        halves_memory=own_memory_limit(project, memory) is None,
    )
    return DaskExecutor(connected(address), terms, screen, screen.problem)
