"""The commands of the program, one module each: parse options, call, print."""
