"""Frames as moving pictures: in a terminal, and in files of several formats."""
