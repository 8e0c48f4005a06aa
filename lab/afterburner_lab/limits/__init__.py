"""What the processor allows: its measured limits, and the least cycles that each algorithm needs on it."""
