"""The project's laboratory: training, tuning and measuring. It runs in a checkout only."""

import os

# Threads slow products of small matrices down. NumPy reads this when it is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
