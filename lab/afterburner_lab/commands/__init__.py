"""One file per subcommand. Each has register(app), which adds it to the Typer application."""

from afterburner_lab.commands import (
    compare,
    compilers,
    connections,
    limits,
    list_offers,
    markdown,
    report,
    speed,
    startup,
    threads,
)

ALL = (compare, compilers, connections, limits, list_offers, markdown, report, speed, startup, threads)
