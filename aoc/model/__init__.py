"""The values that all of the program shares: puzzles, examples, inputs, jobs, results, answers."""
