"""What a process pays once: processes with and without the module in turn, by phase."""
