# shellcheck shell=bash
# What the tests of other platforms share. Sourced, not run.
#
# begin "$@": from the arguments of a script, FOLDER [ctest's options], set $folder, and $options of ctest; $root.
# skip REASON: exit with status 77.
# need PACKAGES PROGRAM...: skip without a program, which is in one of these packages of Debian.
# provide_openssl ARCHITECTURE TRIPLET: set $prefix to a folder with headers and libraries of OpenSSL as Debian builds
# it for another architecture. The packages are unpacked to ${AB_CACHE:-~/.cache/afterburner}/openssl-ARCHITECTURE once;
# apt reads its lists for the architecture into a folder of its own.
# use_wine FOLDER: let Wine keep there what programs see as Windows, without a display. Wine 10 complains in the stderr
# of each program unless XDG_RUNTIME_DIR is a folder of the caller's alone.
# configure TOOLCHAIN OPTION...: run CMake once, with the file cmake/toolchain-TOOLCHAIN.cmake.
# run_suites: run the quick suites. Left to x86-64 are vectors that Python converts,
# and the levels of x86-64.

begin() {
    [ $# -ge 1 ] || { echo "usage: $(basename "$0") FOLDER [ctest's options]" >&2; exit 2; }
    folder=$1
    options=("${@:2}")
    root=$(cd "$(dirname "$0")/../.." && pwd)
}

skip() {
    echo "$(basename "$0"): skipped: $*"
    exit 77
}

need() {
    local packages=$1 program
    for program in "${@:2}"; do
        command -v "$program" >/dev/null || skip "$program is missing ($packages)"
    done
}

use_wine() {
    mkdir -p "$1"
    chmod 700 "$1"
    export WINEPREFIX=$1 XDG_RUNTIME_DIR=$1 WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" DISPLAY=''
    export PATH=$PATH:/usr/lib/wine # where Debian's package wine64 has its program
}

fetch_openssl() {
    local architecture=$1 triplet=$2 work options
    work=$(mktemp -d) || return 1
    # shellcheck disable=SC2064  # $work is gone at the end of the subshell
    trap "rm -rf '$work'" EXIT
    mkdir -p "$work"/{state/lists,cache/archives}/partial "$work"/{packages,root}
    options=(-q -o Dir::State="$work/state" -o Dir::State::status=/dev/null -o Dir::Cache="$work/cache"
        -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" -o APT::Sandbox::User=)
    apt-get "${options[@]}" update >"$work/log" 2>&1 || true # a source without the architecture does not matter
    (cd "$work/packages" && apt-get "${options[@]}" download libssl3 libssl-dev) >>"$work/log" 2>&1 \
        || (cd "$work/packages" && apt-get "${options[@]}" download libssl3t64 libssl-dev zlib1g libzstd1) \
            >>"$work/log" 2>&1 \
        || { tail -n 3 "$work/log"; return 1; }
    for package in "$work"/packages/*.deb; do
        dpkg-deb -x "$package" "$work/root"
    done
    mkdir -p "$(dirname "$prefix")" "$work/prefix/lib"
    cp -r "$work/root/usr/include" "$work/prefix/"
    cp -r "$work/prefix/include/$triplet/openssl/." "$work/prefix/include/openssl/"
    find "$work/root" -path "*/$triplet/lib*" \( -name 'lib*.so*' -o -name 'lib*.a' \) \
        -exec cp -P {} "$work/prefix/lib/" \;
    rm -rf "$prefix"
    mv "$work/prefix" "$prefix"
}

provide_openssl() {
    prefix=${AB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/afterburner}/openssl-$1
    export LDFLAGS=-Wl,-rpath-link,$prefix/lib # from Debian 13 on libcrypto needs other libraries
    [ ! -e "$prefix/lib/libcrypto.so" ] || return 0
    command -v apt-get >/dev/null || skip "no apt-get, which fetches OpenSSL for $1"
    (fetch_openssl "$1" "$2") || skip "apt cannot fetch libssl3 and libssl-dev for $1"
}

configure() {
    [ ! -e "$folder/build.ninja" ] || return 0
    cmake -G Ninja -S "$root" -B "$folder" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchain-$1.cmake" "${@:2}" >/dev/null
}

run_suites() {
    export AB_TEST_SAMPLE=1
    exec ctest --test-dir "$folder" --output-on-failure -j "$(nproc)" -L quick \
        -E 'evp\.(config|levels)$|convert|vectors\.(cavp|digests|keyed|rsa)|_vectors' "${options[@]}"
}
