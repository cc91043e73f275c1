"""The child's side of a run: loads a day, reads its tests, runs and times its parts."""

__all__ = ["OPTIONS"]

# Nothing that lies in the current folder may be imported in place of the standard library.
OPTIONS = ("-P", "-X", "faulthandler")
"""The options of an interpreter that is to be a worker, or to fork workers."""
