"""Runs on the machines of a Dask cluster.

`executor` is this side of it, `host` is the other, in a worker of Dask.
"""
