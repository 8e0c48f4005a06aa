"""Run the command `afterburner` that this package carries, with the same arguments."""
import os
import sys

from . import command


def main() -> None:
    try:
        os.execv(command, [str(command), *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"afterburner: cannot run {command}: {error.strerror}")


if __name__ == "__main__":
    main()
