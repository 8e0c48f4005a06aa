#!/usr/bin/env bash
# Install Afterburner from this archive. Needs no rights but those to write to the folder.
set -euo pipefail
usage="usage: install.sh [--prefix FOLDER]     default: /usr/local; share/afterburner/uninstall.sh removes it again"
here=$(cd "$(dirname "$0")" && pwd)
prefix=/usr/local

fail() { echo "afterburner: $*" >&2; exit "${status:-1}"; }

while [ $# -gt 0 ]; do
    case $1 in
        --prefix=*) prefix=${1#*=} ;;
        --prefix) prefix=${2:?$usage}; shift ;;
        --help | -h) echo "$usage"; exit ;;
        *) status=2 fail "$usage" ;;
    esac
    shift
done
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
prefix=$(realpath -ms "$prefix")

[ "$(uname -sm)" = "Linux x86_64" ] || fail "this archive is for Linux on x86-64; this is $(uname -sm)"
needed=$(cat "$here/share/afterburner/glibc")
found=$(getconf GNU_LIBC_VERSION 2>/dev/null) ||
    fail "the command needs glibc $needed, and this system has another C library; README says how to use the module"
found=${found#glibc }
[ "$(printf '%s\n' "$needed" "$found" | sort -V | head -n 1)" = "$needed" ] ||
    fail "this archive needs glibc $needed; this system has $found"
"$here/bin/afterburner" --version >/dev/null || fail "the command does not run here; it needs libcrypto.so.3 of OpenSSL"

exec "$here/place.sh" "$here" "" "$prefix"
