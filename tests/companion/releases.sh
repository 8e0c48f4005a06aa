#!/usr/bin/env bash
# Compare with and without the companion on another release, linked as a shared library with and without
# -Bsymbolic-functions. tests/evp/build_openssl.sh builds and caches it.
#
# releases.sh RELEASE RESULTS COMPANION CC
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
release=$1 results=$2 companion=$3 compiler=$4
prefix=$("$here/../evp/build_openssl.sh" "$release") || exit $?
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The tests need no more of a release than its first version of symbols.
link() {
    mkdir "$folder/$1"
    "$compiler" -shared -o "$folder/$1/libcrypto.so.3" -Wl,-soname,libcrypto.so.3 -Wl,-z,nodelete \
        "-Wl,--version-script=$here/fake.map" "${@:2}" -Wl,--whole-archive "$prefix/lib/libcrypto.a" \
        -Wl,--no-whole-archive -ldl -lpthread
}
link plain
LD_LIBRARY_PATH=$folder/plain "$here/compare.sh" "$results" "$companion" all

link symbolic -Wl,-Bsymbolic-functions
mkdir "$folder/keys"
export LD_LIBRARY_PATH=$folder/symbolic OPENSSL_CONF=/dev/null
"$results" make "$folder/keys"
"$results" contexts "$folder/keys" >"$folder/without"
LD_PRELOAD=$companion AFTERBURNER_COMPANION_LOG=2 "$results" contexts "$folder/keys" >"$folder/with" 2>"$folder/log"
cmp "$folder/without" "$folder/with"
grep -qE ": nothing: (the library is linked with -Bsymbolic or -Bsymbolic-functions|it serves)" "$folder/log"
