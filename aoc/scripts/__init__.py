"""Scripts that were written without this framework: where they lie, how they run, their answers."""
