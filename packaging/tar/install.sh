#!/bin/sh
# Install Afterburner from this archive. Needs no rights but those to write to the folder, and no more than BusyBox.
set -eu
usage="usage: install.sh [--prefix FOLDER]     default: /usr/local; share/afterburner/uninstall.sh removes it again"
here=$(cd "$(dirname "$0")" && pwd)
prefix=/usr/local

fail() { echo "afterburner: $*" >&2; exit 1; }

while [ $# -gt 0 ]; do
    case $1 in
        --prefix=*) prefix=${1#*=} ;;
        --prefix) prefix=${2:?$usage}; shift ;;
        --help | -h) echo "$usage"; exit ;;
        *) echo "afterburner: $usage" >&2; exit 2 ;;
    esac
    shift
done
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac

[ "$(uname -sm)" = "Linux x86_64" ] || fail "this archive is for Linux on x86-64; this is $(uname -sm)"
"$here/bin/afterburner" --version >/dev/null || fail "the command does not run here; nothing was installed"

exec "$here/place.sh" "$here" "" "$prefix"
