"""What the program promises, each promise asked of every way that leads to it."""
