"""Errors that a user can fix."""


class LabError(Exception):
    """One line that names what is wrong and how to fix it; the command prints it and exits with status 2."""
