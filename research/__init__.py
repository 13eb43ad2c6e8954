"""The project's laboratory: training, tuning and measuring. It runs in a checkout only."""
