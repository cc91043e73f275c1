"""The connection to the scheduler of a Dask cluster, and what is said where there is none."""

from __future__ import annotations

import logging
import warnings

from distributed import Client

from aoc.errors import AocError, UsageError

__all__ = ["ClusterError", "cause_of", "connected"]

CONNECT = 5.0
"""Seconds to wait for the scheduler."""


class ClusterError(AocError):
    """The cluster cannot be reached, or has no worker that could run a job."""


def connected(address: str) -> Client:
    """Return a client of the scheduler at an address. Raises `UsageError` or `ClusterError`."""
    silence()
    try:
        with warnings.catch_warnings():
            # Which versions differ; that of Python may.
            warnings.simplefilter("ignore")
            return Client(address, timeout=CONNECT, set_as_default=False)
    except OSError as error:
        raise ClusterError(
            f"there is no Dask scheduler at {address} ({cause_of(error)}): start one with "
            "`dask scheduler`, or check the address that it prints"
        ) from None
    except (ValueError, TypeError) as error:
        raise UsageError(
            f"{address} is no address of a Dask scheduler ({error}): write it as in tcp://host:8786"
        ) from None


def silence() -> None:
    """Let Dask print nothing: what matters is said here, in a sentence."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def cause_of(error: BaseException) -> str:
    """Return what is at the bottom of an error, in a few words."""
    while error.__cause__:
        error = error.__cause__
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).partition("\n")[0] or type(error).__name__
