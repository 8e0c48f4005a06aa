#!/usr/bin/env bash
# Build in $BUILD what the quick tests of one family of algorithms need, and run these tests.
# usage: check.sh FAMILY   a label of the tests (tests/programs.cmake); any other word lists them
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-build}
family=${1:-}

scripts/build.sh build.ninja >/dev/null # configures a new folder, and again if a list changed
families=$(ninja -C "$build" -t targets all | sed -n 's/^check_\([a-z0-9_]*\): phony$/\1/p' |
    grep -vxE 'quick|full|minutes|kernels' | sort)
if ! grep -qxF -- "$family" <<<"$families"; then
    {
        echo "afterburner: ${family:+no family is called \"$family\"; }make check FAMILY=..., one of:"
        while IFS= read -r name; do echo "    $name"; done <<<"$families"
        echo "CONTRIBUTING.md says what each covers."
    } >&2
    exit 2
fi
scripts/venv.sh tests/requirements.txt "$build/venv"
ninja -C "$build" --quiet "check_$family"
exec ctest --test-dir "$build" -L "^$family\$" -L '^quick$' --output-on-failure --no-tests=error -j "$(nproc)"
