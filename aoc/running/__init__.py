"""The parent's side of a run: which jobs there are, and the processes that do them.

In reading order: `inputs` and `plan` make the jobs. `local_executor` runs them, each as a
`running_job` with a worker that a `launcher` starts; its two systems are `posix_launcher` and
`windows_launcher`, and `prestart` begins early. `output_file` has what a worker prints, and
`crashes` says how it ended too early. `verdicts` judges the outcomes. `aoc.session` connects them.
"""
