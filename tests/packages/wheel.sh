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
[[ $wheel == *-manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_2_x86_64.whl ]] || fail "the name $wheel"
cmp "$work/one/$wheel" "$work/two/$wheel" || fail "the same archive gave two wheels"

python3 -m venv "$work/clean"
python=$work/clean/bin/python
files() { (cd "$work/clean" && find . ! -name '*.pyc' ! -name __pycache__ | sort); }
before=$(files)
"$python" -m pip install --quiet --disable-pip-version-check --no-index "$work/one/$wheel"
[ "$("$work/clean/bin/afterburner" --version)" = "afterburner $(packaging/version.sh)" ] || fail "bin/afterburner"
tests/packages/check_module.sh "$("$python" -c "import afterburner; print(afterburner.module)")"
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
[ "$("$python" -m afterburner -- openssl dgst -sha256 -r "$work/text")" = "$expected" ] || fail "-- without exec"
status=0
"$python" -m afterburner exec -- sh -c 'exit 7' || status=$?
[ "$status" = 7 ] || fail "exit status $status instead of 7"
# Within a program: before and after its OpenSSL has been loaded, and for its children. The configuration goes with it.
mkdir "$work/tmp"
cat >"$work/program.py" <<'END'
import subprocess, sys

before = [__import__(name) for name in sys.argv[1].split()]
for module in before:
    if module.__name__ == "hashlib":
        module.sha256(b"abc")
import afterburner

afterburner.enable()
afterburner.enable()
import hashlib, ssl

ssl.create_default_context()
found = hashlib.sha3_256(b"abc").hexdigest()
loaded = str(afterburner.module) in open("/proc/self/maps").read()
child = subprocess.run(["openssl", "list", "-providers"], stdout=subprocess.PIPE).stdout
print(loaded, b"fterburner" in child, found)
END
abc=3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532 # FIPS 202's example
for earlier in "" hashlib ssl "hashlib ssl"; do
    found=$(TMPDIR=$work/tmp "$python" "$work/program.py" "$earlier") || fail "enable() after: $earlier"
    [ "$found" = "True True $abc" ] || fail "enable() after '$earlier': $found"
done
[ -z "$(ls "$work/tmp")" ] || fail "enable() left $(ls "$work/tmp")"
found=$(AFTERBURNER_MODULE=/nowhere "$python" -c 'import afterburner; afterburner.enable()' 2>&1) &&
    fail "enable() without a module"
[[ $found == *"RuntimeError: afterburner"* ]] || fail "enable() does not say why: $found"
# cryptography has an OpenSSL of its own, which must not have been loaded.
"$1/scripts/venv.sh" "$1/tests/requirements.txt" "$built/venv" >"$work/log" 2>&1 || { cat "$work/log"; fail "venv.sh"; }
cat >"$work/program.py" <<'END'
import sys

sys.path.append(sys.argv[1])
if sys.argv[2] == "late":
    import cryptography.hazmat.primitives.hashes
import afterburner

afterburner.enable()
from cryptography.hazmat.primitives import hashes

digest = hashes.Hash(hashes.SHA3_256())
digest.update(b"abc")
print(str(afterburner.module) in open("/proc/self/maps").read(), digest.finalize().hex())
END
packages=$(echo "$built"/venv/lib/python3*/site-packages)
found=$("$python" "$work/program.py" "$packages" early) || fail "enable() for cryptography"
[ "$found" = "True $abc" ] || fail "enable() for cryptography: $found"
found=$("$python" "$work/program.py" "$packages" late 2>&1) && fail "enable() after cryptography: $found"
[[ $found == *"cryptography has been imported"* ]] || fail "enable() after cryptography: $found"

"$python" -m pip uninstall --quiet --disable-pip-version-check --yes afterburner
[ "$(files)" = "$before" ] || fail "pip uninstall left: $(diff <(echo "$before") <(files))"
echo "$wheel: $(stat -c %s "$work/one/$wheel") bytes"
