"""The configuration files of OpenSSL's tests, with the module and without, in a folder for each side."""

import pathlib
import re

# Those of apps/ and test/ that activate the default provider; side.sh replaces them by name.
NAMES = ("apps/openssl.cnf", "test/default.cnf", "test/default-and-legacy.cnf", "test/default-recordpadding.cnf")

SECTIONS = """
[afterburner_section]
module = {module}
activate = 1
log = info

[afterburner_algorithms]
default_properties = ?provider=afterburner
"""


def add_module(text: str, module: pathlib.Path) -> str:
    """Activate the module and prefer it. Then the default provider, too, has to be activated by name."""
    text = re.sub(r"^# activate = 1$", "activate = 1", text, flags=re.M)
    for section, line in (
        ("openssl_init", "alg_section = afterburner_algorithms"),
        ("provider_sect", "afterburner = afterburner_section"),
    ):
        text, found = re.subn(rf"^\[ ?{section} ?\]$", rf"\g<0>\n{line}", text, flags=re.M)
        if found != 1:
            raise ValueError(f"{found} sections [{section}] in a configuration file, not one")
    return text + SECTIONS.format(module=module)


def write(tree: pathlib.Path, folder: pathlib.Path, module: pathlib.Path | None) -> pathlib.Path:
    """Write the files of `tree` into `folder`, with `module` if there is one."""
    folder.mkdir(parents=True)
    for name in NAMES:
        if (tree / name).is_file():
            text = (tree / name).read_text()
            (folder / pathlib.Path(name).name).write_text(add_module(text, module) if module else text)
    return folder
