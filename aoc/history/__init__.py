"""The results and times of earlier runs."""
