"""The output of the program: results, tables and messages, for people and for other programs."""
