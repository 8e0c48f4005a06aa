#!/usr/bin/env bash
# Let programs for Windows that others built work with the module in Wine, and compare what they say with what they say
# without: CPython, as Maven Central has it, runs its own tests of hashes, HMAC and TLS, and is a server for libcurl, as
# a package of PyPI has it. Each has an OpenSSL of its own (3.0 and 3.6).
#
# Usage: python_windows.sh FOLDER PYTHON     FOLDER: the build for Windows; Wine and its variables are set up
#                                            (windows.sh). PYTHON: one of this machine that has pip
#
# Exit status 77: a registry cannot be reached.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$1" && pwd)
pip_python=$2
cpython="org.bytedeco:cpython:3.14.3-1.5.13:jar:windows-x86_64"
cpython_sha256=3291bf3d8f405335ac21dbe55780521fdfd295b0f9f43f7e6e8c55bedd709cb3
pycurl="pycurl==7.49.0"
pycurl_sha256=023228cf243176c4cc00664335be4169bd4fb366d5f012e4e5e2d7fb85b65c0b

fetch_cpython() (
    # shellcheck source=tests/cached.sh
    . "$here/../cached.sh"
    cached_in cpython-3.14.3-windows python.exe
    cached_begin
    mvn -q -B dependency:copy -Dartifact="$cpython" -DoutputDirectory="$home" >&2 \
        || { echo "python_windows.sh: Maven does not give $cpython" >&2; exit 77; }
    echo "$cpython_sha256  $(ls ./*.jar)" | sha256sum --quiet -c >&2
    python3 -m zipfile -e ./*.jar jar
    rm ./*.jar
    mv jar/org/bytedeco/cpython/windows-x86_64/{lib,python314.dll} .
    mv jar/org/bytedeco/cpython/windows-x86_64/python.exe . # last: it says that all is there
    rm -r jar
    echo "$home"
)

fetch_libcurl() (
    # shellcheck source=tests/cached.sh
    . "$here/../cached.sh"
    cached_in libcurl-8.23.0-windows pycurl.libs
    cached_begin
    echo "$pycurl --hash=sha256:$pycurl_sha256" >requirement
    "$pip_python" -m pip download -q --no-deps --require-hashes --only-binary=:all: --platform win_amd64 \
        --python-version 3.14 -r requirement >&2 \
        || { echo "python_windows.sh: PyPI does not give $pycurl" >&2; exit 77; }
    "$pip_python" -m zipfile -e ./*.whl wheel
    mv wheel/pycurl.libs .
    rm -r wheel requirement ./*.whl
    echo "$home"
)

# in_windows PATH: as Windows names it.
in_windows() { echo "Z:${1//\//\\}"; }

# run NAME FILE ARGUMENT...: NAME_work.py writes FILE. Under Wine the standard streams of CPython must be pipes.
run() {
    (cd "$work" && timeout 900 wine64 "$python" -B "$(in_windows "$here/$1_work.py")" "${@:3}" "$2" </dev/null 2>&1) \
        | cat >"$work/$2.log"
}

# compare NAME ARGUMENT...: what NAME_work.py writes.
compare() {
    run "$1" "$1-without" "${@:2}" || { cat "$work/$1-without.log"; exit 1; }
    OPENSSL_CONF=$(in_windows "$work/openssl.cnf") run "$1" "$1-with" "${@:2}" || { cat "$work/$1-with.log"; exit 1; }
    diff "$work/$1-without" "$work/$1-with" || { cat "$work/$1-with.log"; exit 1; }
}

# wants NAME WORD...: with the module, each of these was served.
wants() {
    local served
    for served in "${@:2}"; do
        grep -q "^afterburner: $served: serves with" "$work/$1-with.log" \
            || { echo "FAIL $1: $served is not served:"; cat "$work/$1-with.log"; exit 1; }
    done
}

command -v mvn >/dev/null || { echo "python_windows.sh: skipped: mvn is missing"; exit 77; }
python=$(fetch_cpython)/python.exe
libcurl=$(fetch_libcurl)/pycurl.libs
work=$folder/python
rm -rf "$work"
mkdir "$work"
unset OPENSSL_CONF OPENSSL_MODULES
wine64 "$folder/afterburner.exe" config --log info >"$work/openssl.cnf"

# Two tests of Windows' own certificates fail in Wine, which has none.
compare python
wants python AES-GCM ChaCha20-Poly1305 SHA2-256 P-256 curve25519
passed=$(awk '/^tests/ { passed += $2; next } { passed-- } END { print passed }' "$work/python-with")
[ "$passed" -gt 350 ] || { echo "FAIL few tests pass:"; cat "$work/python-with" "$work/python-with.log"; exit 1; }

compare curl "$(in_windows "$libcurl")"
wants curl AES-GCM AES-CBC ChaCha20-Poly1305 P-384 ML-KEM-768
sent=$(sed -n 's/^sent //p' "$work/curl-with")
[ "$(grep -c " 0 $sent$" "$work/curl-with")" = 6 ] || { echo "FAIL libcurl:"; cat "$work/curl-with"; exit 1; }
rm -rf "$work"
echo "python_windows: all passed, $passed tests of CPython"
