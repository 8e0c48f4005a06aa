"""Tables of the available toolchains, variants and builds."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table

from afterburner_lab.compilers import builds, toolchains, variants, zig
from afterburner_lab.compilers.builds import Build


def show(console: Console) -> None:
    found = Table("toolchain", "version", "cannot make", box=box.SIMPLE, title="Toolchains", title_justify="left")
    for toolchain in toolchains.find():
        cannot = [why for v in variants.VARIANTS.values() if (why := v.obstacle(toolchain)) is not None]
        found.add_row(toolchain.name, toolchain.version, "; ".join(dict.fromkeys(cannot)))
    if not zig.is_fetched():
        found.add_row("zig", f"{zig.VERSION}, fetched from PyPI when it is named", "")
    console.print(found)
    known = Table("variant", "flags", box=box.SIMPLE, title="Variants", title_justify="left")
    for variant in variants.VARIANTS.values():
        known.add_row(variant.name, variant.about)
    console.print(known)
    show_builds(builds.find(), console)


def show_builds(found: list[Build], console: Console) -> None:
    made = Table("build", "compiler", "CFLAGS", "seconds", box=box.SIMPLE, title="Builds", title_justify="left")
    for build in found:
        made.add_row(build.id, build.compiler, build.cflags, f"{build.seconds:.0f}")
    console.print(made)
    console.print(f"They are in {builds.folder()}", soft_wrap=True)
