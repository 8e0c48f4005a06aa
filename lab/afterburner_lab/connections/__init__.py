"""What the module changes for a TLS server: the cost of a connection, side by side, in memory and in real servers."""
