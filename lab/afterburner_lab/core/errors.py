"""Errors that a user can fix."""


class LabError(Exception):
    """One line that names what is wrong and the mend; the command prints it and ends with exit status 2."""
