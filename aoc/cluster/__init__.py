"""Runs on the machines of a Dask cluster: which worker gets which jobs, and what it does with them.

`dask_executor` and `placement` are this side of it, `host` is the other, in a worker of Dask.
"""
