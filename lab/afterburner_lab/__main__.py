"""The program. SIGTERM ends it like Ctrl-C from the first moment on: everything that was started is cleaned up."""

import signal
import sys

signal.signal(signal.SIGTERM, signal.default_int_handler)
try:
    from afterburner_lab.cli import main

    main()
except KeyboardInterrupt:
    sys.exit(130)
