"""`list`: what can be measured here."""
from __future__ import annotations

import pathlib
from typing import Annotated

import typer

from afterburner_lab import sides
from afterburner_lab.driver import Driver


def register(app: typer.Typer) -> None:
    app.command("list")(show_list)


def show_list(libcrypto: Annotated[str, typer.Option(help="libcrypto to load: a file or its folder")] = "libcrypto.so.3",
              module: Annotated[pathlib.Path, typer.Option(help="the module to measure")] = None) -> None:
    """Lists every algorithm and operation that OpenSSL offers here, and the provider that each side would take."""
    with Driver(sides.standard(module), libcrypto=libcrypto) as driver:
        for offer in driver.offers():
            print(offer.kind, offer.algorithm, offer.operation, offer.providers)
