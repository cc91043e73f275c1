"""What is kept between runs, in the `.aoc/` folder of a project."""
