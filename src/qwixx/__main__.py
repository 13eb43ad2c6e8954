"""`python -m qwixx` is `qwixx`."""

import sys

from qwixx.cli import main

sys.exit(main())
