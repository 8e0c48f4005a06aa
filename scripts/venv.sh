#!/bin/sh
# Create a Python environment from pinned requirements, and again only when they change, so that an existing one needs
# no network. A lock keeps two runs apart.
# usage: venv.sh REQUIREMENTS FOLDER
set -eu
requirements=$1
venv=$2
fail() { echo "afterburner: $*" >&2; exit 1; }
is_made() { [ -x "$venv/bin/python" ] && cmp -s "$requirements" "$venv/requirements.txt"; }

! is_made || exit 0
mkdir -p "$(dirname "$venv")"
exec 9>"$venv.lock"
flock 9
! is_made || exit 0 # made by another process meanwhile
python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
    fail "Python 3.11 or later with venv is wanted; fix: scripts/bootstrap.sh run"
echo "Making $venv from $requirements" >&2
rm -rf "$venv"
python3 -m venv "$venv" >"$venv.log" 2>&1 || fail "python3 -m venv $venv fails: $(tail -n 1 "$venv.log")"
"$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements" >"$venv.log" 2>&1 ||
    fail "pip cannot install $requirements: $(grep '^ERROR' "$venv.log" | tail -n 1); no network? All of it: $venv.log"
cp "$requirements" "$venv/requirements.txt"
