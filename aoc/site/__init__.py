"""Everything that talks to adventofcode.com, all of it through advent-of-code-data."""
