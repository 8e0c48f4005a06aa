"""Real servers with and without the module, driven over loopback."""
