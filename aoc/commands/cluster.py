"""The cluster of `aoc run --cluster`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aoc.commands.live_run import own_memory_limit
from aoc.errors import UsageError
from aoc.program import DISTRIBUTION
from aoc.project import Project
from aoc.render.screen import Screen

if TYPE_CHECKING:
    from aoc.dask_cluster import DaskExecutor


def open_cluster(
    project: Project, screen: Screen, address: str, timeout: float | None, memory: int | None
) -> DaskExecutor:
    """Return the executor of the Dask cluster whose scheduler is at an address.

    `timeout` is in seconds, for each step of a job; `memory` is what the option says, in bytes.
    Raises `AocError`.
    """
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise UsageError(
            "--cluster needs Dask, here and on the workers: install "
            f"`{DISTRIBUTION}[cluster]` in place of `{DISTRIBUTION}`"
        ) from None
    from aoc.dask_cluster import DaskExecutor, Host, pack_project

    packed = pack_project(project.root, project.inputs)
    host = Host(packed, timeout, halves_memory=own_memory_limit(project, memory) is None)
    return DaskExecutor(address, host, screen)
