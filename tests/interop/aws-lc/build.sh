#!/usr/bin/env bash
# Build AWS-LC's libcrypto and libssl, unless they are cached, and print the directory. The source is that of the crate
# aws-lc-sys, which cargo fetches. Ends with 77 if it cannot be fetched.
#
# The cache is ${AB_CACHE:-~/.cache/afterburner}/aws-lc-VERSION: include/, lib/.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
version=0.47.0 sha256=8bfbe32ac36b3c428696ce315464181bc4029d689fd58e3f2a4e58c252242f52 # of the crate
# shellcheck source=tests/cached.sh
. "$here/../../cached.sh"
cached_in "aws-lc-$version" lib/libssl.a
cached_begin
"$here/../../evp/fetch_crate.sh" aws-lc-sys "$version" "$sha256" source || exit 77
# Tests judge what it computes, not how fast: -O1 saves time.
logged cmake -G Ninja -S source/aws-lc -B made -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS=-O1 -DCMAKE_CXX_FLAGS=-O1 \
    -DBUILD_TESTING=OFF -DBUILD_TOOL=OFF -DDISABLE_GO=ON -DDISABLE_PERL=ON
logged ninja -C made -j"$(nproc)" ssl crypto
cp -r source/aws-lc/include .
mkdir lib
cp made/crypto/libcrypto.a made/ssl/libssl.a lib/
rm -rf source made
echo "$home"
