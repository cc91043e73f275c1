"""Shows: the frames that a day yields, played in a terminal or written as a GIF."""
