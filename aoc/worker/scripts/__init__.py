"""Running scripts: the input where they look for it, their answers as they submit or print them."""
