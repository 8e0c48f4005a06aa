#!/usr/bin/env bash
# Build the suite by which another project tests its own use of OpenSSL, unless it is cached, and print its folder. It
# is linked with the system's OpenSSL.
#
# Usage: build_suite.sh [--built] libsrtp|rust-openssl     --built: exit with 77 if it is not cached
#
# The cache is ${AB_CACHE:-~/.cache/afterburner}/suite-NAME-VERSION, which has a file `built` once it is whole. libsrtp
# is the upstream archive of Debian's source package; rust-openssl is the crate `openssl`, which cargo fetches.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cached.sh
. "$here/../cached.sh"
usage() { echo "usage: build_suite.sh [--built] libsrtp|rust-openssl" >&2; exit 2; }
only_built=
[ "${1:-}" != --built ] || { only_built=yes; shift; }
suite=${1:-}
case $suite in
libsrtp) version=2.5.0 sha256=8a43ef8e9ae2b665292591af62aa1a4ae41e468b6d98d8258f91478735da4e09 ;;
rust-openssl) version=0.10.82 sha256=4de8111e94a56adca7ebfe6c365b6d42f99deb69b74b6becacd4204e2f193aa2 ;;
*) usage ;;
esac
cached_in "suite-$suite-$version" built

build_libsrtp() {
    local name=libsrtp2_$version.orig.tar.gz
    curl -fsSL "${MIRROR:-http://deb.debian.org}/debian/pool/main/libs/libsrtp2/$name" -o "$name"
    echo "$sha256  $name" | sha256sum --quiet -c >&2
    tar -xzf "$name" --strip-components 1
    logged ./configure --enable-openssl
    logged make -j"$(nproc)"
}

build_rust-openssl() {
    "$here/../evp/fetch_crate.sh" openssl "$version" "$sha256" crate
    cd crate
    logged cargo test --lib --no-run --locked
    find target/debug/deps -name 'openssl-*' -type f -executable -exec mv {} suite \;
    rm -r target
    [ -x suite ]
}

if [ -n "$only_built" ]; then
    echo "build_suite.sh: the suite of $suite has not been built; make test-applications builds it" >&2
    exit 77
fi
cached_begin
"build_$suite"
touch "$home/built"
echo "$home"
