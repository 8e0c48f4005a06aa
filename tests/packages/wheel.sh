#!/usr/bin/env bash
# The wheel: made twice with the same bytes, installed into a clean environment without network, used, removed.
# usage: wheel.sh SOURCE BUILD
set -euo pipefail
cd "$1"
built=$2
for tool in xz openssl python3; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
python3 -c 'import venv, ensurepip' 2>/dev/null || { echo "skipped: python3 has no venv"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }
unset AFTERBURNER_MODULE OPENSSL_CONF SOURCE_DATE_EPOCH PYTHONPATH

packaging/tar.sh "$built" "$work" >/dev/null
mkdir "$work/one" "$work/two"
for out in one two; do
    packaging/wheel.py "$work"/*.tar.xz "$work/$out" "$(packaging/epoch.sh)" >/dev/null
done
wheel=$(basename "$work"/one/*.whl)
cmp "$work/one/$wheel" "$work/two/$wheel" || fail "the same archive gave two wheels"

python3 -m venv "$work/clean"
python=$work/clean/bin/python
files() { (cd "$work/clean" && find . ! -name '*.pyc' ! -name __pycache__ | sort); }
before=$(files)
"$python" -m pip install --quiet --disable-pip-version-check --no-index "$work/one/$wheel"
[ "$("$work/clean/bin/afterburner" --version)" = "afterburner $(packaging/version.sh)" ] || fail "bin/afterburner"
seq 100000 >"$work/text"
expected=$(openssl dgst -sha256 -r "$work/text")
found=$("$python" -m afterburner exec -- openssl dgst -sha256 -r "$work/text")
[ "$found" = "$expected" ] || fail "a wrong digest: $found"
case $("$python" -m afterburner exec -- openssl list -providers) in
    *fterburner*) ;;
    *) fail "python -m afterburner exec does not load the module" ;;
esac
case $("$python" -m afterburner status) in
    *"$work/clean/"*) ;;
    *) fail "python -m afterburner takes the module from elsewhere" ;;
esac
status=0
"$python" -m afterburner exec -- sh -c 'exit 7' || status=$?
[ "$status" = 7 ] || fail "exit status $status instead of 7"
"$python" -m pip uninstall --quiet --disable-pip-version-check --yes afterburner
[ "$(files)" = "$before" ] || fail "pip uninstall left: $(diff <(echo "$before") <(files))"
echo "$wheel: $(stat -c %s "$work/one/$wheel") bytes"
