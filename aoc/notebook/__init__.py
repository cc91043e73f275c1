"""A puzzle in a notebook or a script: its input, a run with a table of results, and its shows."""
