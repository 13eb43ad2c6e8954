"""What the load test is made of: an echo to compare with, and players who check what they see."""
