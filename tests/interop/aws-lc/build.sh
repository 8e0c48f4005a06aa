#!/usr/bin/env bash
# Build AWS-LC's libcrypto and libssl, unless they are cached, and print the directory. The source is that of the crate
# aws-lc-sys, which cargo fetches. Ends with 77 if it cannot be fetched.
#
# Usage: build.sh [--built] [--fast]
#   --built: end with 77 if it is not cached
#   --fast:  as its own Release build compiles it, to measure; otherwise by -O1, which is enough for tests
#
# The cache is ${AB_CACHE:-~/.cache/afterburner}/aws-lc-VERSION or aws-lc-VERSION-fast: include/, lib/. $JOBS: how many
# files are compiled at once, instead of one for each processor.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
version=0.47.0 sha256=8bfbe32ac36b3c428696ce315464181bc4029d689fd58e3f2a4e58c252242f52 # of the crate
only_built='' suffix='' flags=(-DCMAKE_C_FLAGS=-O1 -DCMAKE_CXX_FLAGS=-O1)
for option; do
    case $option in
    --built) only_built=yes ;;
    --fast) suffix=-fast flags=() ;;
    *) echo "usage: build.sh [--built] [--fast]" >&2; exit 2 ;;
    esac
done
# shellcheck source=tests/cached.sh
. "$here/../../cached.sh"
cached_in "aws-lc-$version$suffix" lib/libssl.a
if [ -n "$only_built" ]; then
    echo "build.sh: AWS-LC has not been built; the same command without --built builds it" >&2
    exit 77
fi
cached_begin
"$here/../../evp/fetch_crate.sh" aws-lc-sys "$version" "$sha256" source || exit 77
# Its flags for C++ are those of the compiler of C, so both must be of one kind, whatever $CC is.
logged cmake -G Ninja -S source/aws-lc -B made -DCMAKE_BUILD_TYPE=Release "${flags[@]}" \
    -DCMAKE_C_COMPILER=cc -DCMAKE_CXX_COMPILER=c++ \
    -DBUILD_TESTING=OFF -DBUILD_TOOL=OFF -DDISABLE_GO=ON -DDISABLE_PERL=ON
logged ninja -C made -j"${JOBS:-$(nproc)}" ssl crypto
cp -r source/aws-lc/include .
mkdir lib
cp made/crypto/libcrypto.a made/ssl/libssl.a lib/
rm -rf source made
echo "$home"
