#!/usr/bin/env bash
# Run the matrix of applications with the module in $BUILD: each works $ROUNDS times (5) with the module, without, and
# without again, in random order. Print the table; --write also puts it into docs/applications.md. --companion instead
# runs each once without both, with the companion alone, and with companion and module. The exit status is 1 if an
# application failed or is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
    "" | --write | --companion) ;;
    *) echo "usage: [BUILD=build] [ROUNDS=5] $0 [--write | --companion]" >&2; exit 2 ;;
esac
build=$(realpath "${BUILD:-build}")
kept=$build/applications
status=0

scripts/venv.sh tests/requirements.txt "$build/venv"
for suite in libsrtp bind9 rust-openssl nginx; do
    tests/applications/build_suite.sh "$suite" >/dev/null || status=1
done
export PYTHONDONTWRITEBYTECODE=1 AB_BUILD=$build AB_ROUNDS=${ROUNDS:-5}
cd tests/applications
tests=("$build/venv/bin/python" -m pytest -p no:cacheprovider)
if [[ ${1:-} == --companion ]]; then
    "${tests[@]}" -v test_companion.py || status=1
    exit "$status"
fi
rm -rf "$kept"
mkdir -p "$kept"
"${tests[@]}" -q test_matrix.py test_exec.py || status=$?
"$build/venv/bin/python" table.py "$kept" "$@" || status=1
exit "$status"
