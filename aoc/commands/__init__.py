"""The commands of the program, a module for each family: parse options, call, render."""
