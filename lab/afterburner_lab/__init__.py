"""The lab: measures what Afterburner does to an OpenSSL, side by side and against the limit of the silicon."""
