#!/usr/bin/env bash
# Run the matrix of applications with the module in $BUILD: each works $ROUNDS times (5) with the module, without, and
# without again, in random order. Print the table; --write also puts it into docs/applications.md. The exit status is 1
# if an application failed or is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${BUILD:-build}")
kept=$build/applications
status=0

scripts/venv.sh tests/requirements.txt "$build/venv"
rm -rf "$kept"
mkdir -p "$kept"
for suite in libsrtp bind9 rust-openssl nginx; do
    tests/applications/build_suite.sh "$suite" >/dev/null || status=1
done
export PYTHONDONTWRITEBYTECODE=1 AB_BUILD=$build AB_ROUNDS=${ROUNDS:-5}
cd tests/applications
"$build/venv/bin/python" -m pytest -q -p no:cacheprovider test_matrix.py test_exec.py || status=$?
"$build/venv/bin/python" table.py "$kept" "$@" || status=1
exit "$status"
