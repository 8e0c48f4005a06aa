"""How a result of `connections` is shown."""
