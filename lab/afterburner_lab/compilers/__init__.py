"""One OpenSSL, many builds: sources, toolchains, variants, and the resulting installations."""
