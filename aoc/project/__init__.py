"""The project: its settings, its days and where they lie, their tests, its solvers."""
