"""The days of this repository; each is also a script, as `python -m days.year2021.day21 FILE`."""

import sys

# Python looks for the module that it was started for with `-m`.
if sys.argv[:1] == ["-m"]:
    from days import script

    script.run_asked_for()
