"""The child's side of a run: loads a day, reads its tests, runs and times its parts.

In reading order: `forkserver` forks workers, and `main` serves a job in one. `job_run` does the
job: `day_module` and `units` say what is to run, `parts_run`, `plugin_run` or `show_run` runs it on
an input, `calls` calls the solver and takes the times, and `reports` go back. `failures` and
`tracebacks` describe errors; `scripts` runs days that are scripts.
"""
