#!/usr/bin/env bash
# Build and run the quick tests of one family of algorithms in $BUILD.
# usage: check.sh FAMILY   aes, hash, mac, ec, curve25519, curve448, mlkem, bignum, ffc, rsa, cpu, batch, threads
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-build}
family=${1:-}
families=$(ninja -C "$build" -t targets all | sed -n 's/^check_\([a-z0-9]*\): phony$/\1/p' |
    grep -vxE 'quick|full|minutes|kernels' | sort | tr '\n' ' ')
case " $families" in
*" $family "*) [ -n "$family" ] ;;
*) false ;;
esac || { echo "afterburner: make check FAMILY=..., one of: $families" >&2; exit 2; }
scripts/venv.sh tests/requirements.txt "$build/venv"
ninja -C "$build" "check_$family"
exec ctest --test-dir "$build" -L "^$family\$" -L '^quick$' --output-on-failure --no-tests=error -j "$(nproc)"
