#!/usr/bin/env bash
# Run one test of packaging/debian/tests with the command and the module of the build folder BUILD.
# usage: autopkgtest.sh SOURCE BUILD PROGRAM
set -euo pipefail
PATH=$2:$PATH:/usr/sbin
for tool in openssl "$3" $([ "$3" = openssl ] || echo curl nginx); do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
unset AFTERBURNER_MODULE OPENSSL_CONF
export PATH
exec "$1/packaging/debian/tests/$3"
