"""Results as one self-contained HTML page, with each chart as SVG and PNG beside it."""

from afterburner_lab.report.report import add, write, write_folder

__all__ = ["add", "write", "write_folder"]
