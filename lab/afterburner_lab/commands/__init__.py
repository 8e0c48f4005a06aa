"""One file a subcommand. Each has register(app), which adds it to the Typer application."""
from afterburner_lab.commands import compare, driver_list, limits, report, speed, threads

ALL = (compare, driver_list, limits, report, speed, threads)
