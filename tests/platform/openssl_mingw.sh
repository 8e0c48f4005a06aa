#!/usr/bin/env bash
# Build libcrypto of an OpenSSL release for Windows by Debian's mingw-w64, unless it is cached, and print its folder.
#
# Usage: openssl_mingw.sh 3.5|4.0
#
# lib/ has libcrypto.a, include/ the headers. The source is the crate `openssl-src`, which has what static libraries
# need. There is no libssl: of 3.5, it needs newer headers of Windows than Debian 12's mingw-w64 has.
#
# Exit status 77: a tool is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cached.sh
. "$here/../cached.sh"

case ${1:-} in
3.5) version=3.5.5 crate=300.5.5+3.5.5 sha256=3f1787d533e03597a7934fd0a765f0d28e94ecc5fb7789f8053b1e699a56f709 ;;
4.0) version=4.0.3 crate=400.0.2+4.0.3 sha256=d2093956673b8dbda85c87fa4fb78e70698ce6c5978a2837d1613f661d3bef76 ;;
*) echo "usage: openssl_mingw.sh 3.5|4.0" >&2; exit 2 ;;
esac
tools=x86_64-w64-mingw32-

cached_in "openssl-$version-mingw" lib/libcrypto.a
command -v ${tools}gcc >/dev/null || { echo "openssl_mingw.sh: ${tools}gcc is missing" >&2; exit 77; }
cached_begin
"$here/../evp/fetch_crate.sh" openssl-src "$crate" "$sha256" crate || exit
cd crate/openssl
# Tests judge what it computes, not how fast: -O1 saves time.
CFLAGS=-O1 logged ./Configure mingw64 --cross-compile-prefix=$tools \
    no-shared no-module no-legacy no-apps no-docs no-tests
logged make -j"$(nproc)" build_generated
logged make -j"$(nproc)" libcrypto.a
mkdir "$home/lib"
cp -r include "$home/"
cp libcrypto.a "$home/lib/" # last: it says that all is there
cd "$home"
rm -rf crate log
echo "$home"
