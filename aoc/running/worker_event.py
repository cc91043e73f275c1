"""What comes from a worker, or happens to it."""

from __future__ import annotations

__all__ = ["Event"]


class Event:
    """Something that came from a worker, or happened to it.

    `kind` is `report`, with the bytes in `data`; `silent`, when it can report no
    more; `ended`, with its exit code in `status` (below 0, the number of the signal that killed
    it); `lost`, where it was ended because of another worker; or `refused`, where the system did
    not let it start, with the system's error number in `status`. After `ended`, `lost` or
    `refused`, nothing more comes from that worker.
    """

    __slots__ = ("data", "kind", "status", "worker")

    def __init__(self, worker: int, kind: str, data: bytes = b"", status: int = 0) -> None:
        self.worker = worker
        self.kind = kind
        self.data = data
        self.status = status
