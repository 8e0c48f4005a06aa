#!/usr/bin/env bash
# Build library, module and tests for arm64 by Debian's cross compiler, against Debian's OpenSSL for arm64, and run the
# tests in QEMU's emulator of user programs.
#
# Usage: arm64.sh FOLDER [ctest's options]
#
# Exit status 77: the compiler, the emulator or the packages of OpenSSL cannot be had here. The packages are unpacked to
# ${AB_CACHE:-~/.cache/afterburner}/openssl-arm64 once; apt reads its lists for arm64 into a folder of its own.
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: arm64.sh FOLDER [ctest's options]" >&2; exit 2; }
folder=$1
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
cache=${AB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/afterburner}
prefix=$cache/openssl-arm64

skip() {
    echo "arm64.sh: skipped: $*"
    exit 77
}

for program in aarch64-linux-gnu-gcc qemu-aarch64 cmake ninja; do
    command -v $program >/dev/null || skip "$program is missing (gcc-aarch64-linux-gnu, qemu-user, cmake, ninja-build)"
done

fetch_openssl() {
    local work options
    work=$(mktemp -d) || return 1
    trap 'rm -rf "$work"' EXIT
    mkdir -p "$work"/{state/lists,cache/archives}/partial "$work"/{packages,root}
    options=(-q -o Dir::State="$work/state" -o Dir::State::status=/dev/null -o Dir::Cache="$work/cache"
        -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=)
    apt-get "${options[@]}" update >"$work/log" 2>&1 || true # a source of this machine without arm64 does not matter
    (cd "$work/packages" && apt-get "${options[@]}" download libssl3 libssl-dev) >>"$work/log" 2>&1 \
        || (cd "$work/packages" && apt-get "${options[@]}" download libssl3t64 libssl-dev) >>"$work/log" 2>&1 \
        || { tail -n 3 "$work/log"; return 1; }
    for package in "$work"/packages/*.deb; do
        dpkg-deb -x "$package" "$work/root"
    done
    mkdir -p "$cache" "$work/prefix/lib"
    cp -r "$work/root/usr/include" "$work/prefix/"
    cp -r "$work"/prefix/include/aarch64-linux-gnu/openssl/. "$work/prefix/include/openssl/"
    cp -r "$work"/root/usr/lib/aarch64-linux-gnu/lib{crypto,ssl}* "$work/prefix/lib/"
    rm -rf "$prefix"
    mv "$work/prefix" "$prefix"
}

if [ ! -e "$prefix/lib/libcrypto.so" ]; then
    command -v apt-get >/dev/null || skip "no apt-get, which fetches OpenSSL for arm64"
    (fetch_openssl) || skip "apt cannot fetch libssl3 and libssl-dev for arm64"
fi

if [ ! -e "$folder/build.ninja" ]; then
    cmake -G Ninja -S "$root" -B "$folder" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchain-aarch64-linux-gnu.cmake" \
        -DOPENSSL_ROOT_DIR="$prefix" >/dev/null
fi
ninja -C "$folder"

# Nothing is offered by default on arm64. Left to x86-64 are vectors that Python converts, and the levels of x86-64.
export AB_TEST_ALGORITHMS=ALL AB_TEST_SAMPLE=1
left_out='evp\.(config|levels)$|convert|vectors\.(cavp|digests|keyed|rsa)|_vectors'
exec ctest --test-dir "$folder" --output-on-failure -L quick -E "$left_out" "$@"
