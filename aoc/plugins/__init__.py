"""Our days where others look for them: advent-of-code-data's runner, and pytest."""
