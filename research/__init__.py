"""The project's laboratory: training, tuning and measuring. It runs in a checkout only."""

import os

# Products of small matrices only wait for threads. It counts if NumPy is not loaded yet.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
