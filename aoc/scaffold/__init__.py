"""Files to begin with: those of a day, and those of a whole project."""
