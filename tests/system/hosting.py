"""Configuration and environment for programs that load the module. CTest sets AB_BUILD, the build folder."""
import os
import pathlib
import subprocess

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
    taken = ("AFTERBURNER_CPU", "AFTERBURNER_COMPANION", "OPENSSL_ia32cap", "OPENSSL_MODULES", "NODE_OPTIONS")
    return {name: value for name, value in os.environ.items() if name not in taken}


class Host:
    """Run programs with or without the module, and collect what the module wrote to stderr."""

    def __init__(self, folder):
        self.folder = folder

    def config(self, settings="log = info"):
        path = self.folder / f"afterburner-{abs(hash(settings))}.cnf"
        path.write_text(configuration(BUILD / "afterburner.so", settings))
        return str(path)

    def environment(self, settings):
        """Return the environment. settings: lines of the module's section; None leaves the module out."""
        return clean_environment() | {"OPENSSL_CONF": "/dev/null" if settings is None else self.config(settings)}

    def run(self, command, settings="log = info", **options):
        """Run a command, which must succeed; return its stdout and its stderr."""
        done = subprocess.run(command, env=self.environment(settings), capture_output=True, text=True,
                              timeout=TIMEOUT, check=False, **options)
        assert done.returncode == 0, f"{command}: status {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout, done.stderr
