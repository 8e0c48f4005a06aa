"""Configuration and environment for programs that load the module. CTest sets AB_BUILD, the build folder."""
import os
import pathlib

BUILD = pathlib.Path(os.environ.get("AB_BUILD", pathlib.Path(__file__).parents[2] / "build")).resolve()
TIMEOUT = 600

CONFIG = """\
nodejs_conf = init
openssl_conf = init
[init]
providers = providers
alg_section = algorithms
[providers]
default = default_section
afterburner = afterburner_section
[default_section]
activate = 1
[afterburner_section]
module = {module}
activate = 1
{settings}
[algorithms]
default_properties = ?provider=afterburner
"""


def configuration(module, settings):
    """Return the text of an openssl.cnf; settings: lines of the module's section."""
    return CONFIG.format(module=module, settings=settings)


def clean_environment():
    """Return this process's environment without variables that affect which provider is found."""
    taken = ("AFTERBURNER_CPU", "OPENSSL_ia32cap", "OPENSSL_MODULES", "NODE_OPTIONS")
    return {name: value for name, value in os.environ.items() if name not in taken}
