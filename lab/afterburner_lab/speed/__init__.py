"""The command `speed`: plans, measures, summarises, shows and compares the speed of algorithms side by side."""
