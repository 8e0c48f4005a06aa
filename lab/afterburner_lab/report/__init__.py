"""Results as one HTML page that needs nothing else, with each chart as SVG and PNG beside it."""

from afterburner_lab.report.report import add, write, write_folder

__all__ = ["add", "write", "write_folder"]
