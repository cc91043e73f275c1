"""The child's side of a run: loads a day, reads its tests, runs and times its parts."""
