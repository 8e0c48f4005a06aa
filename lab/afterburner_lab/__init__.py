"""The lab: measure what Afterburner changes for an OpenSSL, side by side and against the limits of the processor."""
