# shellcheck shell=bash
# What the tests of other platforms share: OpenSSL as Debian builds it for another architecture. Sourced, not run.
#
# skip REASON: exit with status 77.
# provide_openssl ARCHITECTURE TRIPLET: have $prefix point to its headers and libraries. The packages are unpacked to
# ${AB_CACHE:-~/.cache/afterburner}/openssl-ARCHITECTURE once; apt reads its lists for the architecture into a folder of
# its own.

skip() {
    echo "$(basename "$0"): skipped: $*"
    exit 77
}

fetch_openssl() {
    local architecture=$1 triplet=$2 work options
    work=$(mktemp -d) || return 1
    trap 'rm -rf "$work"' EXIT
    mkdir -p "$work"/{state/lists,cache/archives}/partial "$work"/{packages,root}
    options=(-q -o Dir::State="$work/state" -o Dir::State::status=/dev/null -o Dir::Cache="$work/cache"
        -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" -o APT::Sandbox::User=)
    apt-get "${options[@]}" update >"$work/log" 2>&1 || true # a source without the architecture does not matter
    (cd "$work/packages" && apt-get "${options[@]}" download libssl3 libssl-dev) >>"$work/log" 2>&1 \
        || (cd "$work/packages" && apt-get "${options[@]}" download libssl3t64 libssl-dev) >>"$work/log" 2>&1 \
        || { tail -n 3 "$work/log"; return 1; }
    for package in "$work"/packages/*.deb; do
        dpkg-deb -x "$package" "$work/root"
    done
    mkdir -p "$(dirname "$prefix")" "$work/prefix/lib"
    cp -r "$work/root/usr/include" "$work/prefix/"
    cp -r "$work/prefix/include/$triplet/openssl/." "$work/prefix/include/openssl/"
    cp -r "$work/root/usr/lib/$triplet"/lib{crypto,ssl}* "$work/prefix/lib/"
    rm -rf "$prefix"
    mv "$work/prefix" "$prefix"
}

provide_openssl() {
    prefix=${AB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/afterburner}/openssl-$1
    [ ! -e "$prefix/lib/libcrypto.so" ] || return 0
    command -v apt-get >/dev/null || skip "no apt-get, which fetches OpenSSL for $1"
    (fetch_openssl "$1" "$2") || skip "apt cannot fetch libssl3 and libssl-dev for $1"
}
