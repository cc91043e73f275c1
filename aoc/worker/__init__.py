"""The child's side of a run: loads a day, reads its tests, runs and times its parts.

In reading order: `forkserver` forks workers, and `main` serves a job in one. `job_run` does the
job: `day_module` loads the day, and `units` say what is to run, and run it on an input, or
`show_run` does. `calls` calls the solver and takes the times, and `reports` go back. `failures`
describe errors; `scripts` runs days that are scripts.
"""
