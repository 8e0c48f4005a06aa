"""One OpenSSL, many builds: sources, toolchains, variants, and the installations made of them."""
