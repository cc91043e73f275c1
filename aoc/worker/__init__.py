"""The child's side of a run: loads a day, reads its tests, runs and times its parts.

In reading order: `forkserver` forks workers, and `main` serves a job in one, a `worker_job`.
`job_run` does it: `day_module` loads the day, and `solvers` say what is to run on an input, and run
it. `calls` calls the solver and repeats calls, `measuring` measures them, and `reports` go back.
`failures` describe errors; `scripts` runs days that are scripts.
"""
