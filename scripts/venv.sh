#!/bin/sh
# Makes a Python environment from pinned requirements; made again only when they change. One at a time.
# usage: venv.sh REQUIREMENTS FOLDER
set -eu
requirements=$1
venv=$2
! cmp -s "$requirements" "$venv/requirements.txt" || exit 0

mkdir -p "$(dirname "$venv")"
exec 9>"$venv.lock"
flock 9
! cmp -s "$requirements" "$venv/requirements.txt" || exit 0 # made by another meanwhile
echo "Making $venv from $requirements" >&2
rm -rf "$venv"
python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements" >&2 || {
    echo "afterburner: pip cannot install $requirements into $venv (see above)" >&2
    exit 1
}
cp "$requirements" "$venv/requirements.txt"
