#!/usr/bin/env bash
# Build a TLS library of others into a small program, and test the hybrid groups against it, both directions. Ends with
# 77 if a tool is missing or its packages cannot be fetched. Versions are pinned in this folder.
#
# Usage: interop.sh go|rustls|bun|aws-lc|browsers BUILD_FOLDER PYTHON
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
peer=$1 build=$2 python=$3
work=$build/interop/$peer
mkdir -p "$work"
export OPENSSL_CONF=/dev/null

skip() { echo "interop.sh: $*" >&2; exit 77; }
need() { for tool in "$@"; do command -v "$tool" >/dev/null || skip "needs $tool"; done; }

build_go() { # the hybrids with P-256 and P-384 came with 1.26; no module is fetched
    need go
    [ "$(printf '%s\n' go1.26 "$(go env GOVERSION)" | sort -V | head -1)" = go1.26 ] || skip "needs Go 1.26 or later"
    go -C "$here/go" build -o "$work/peer" .
    words=("$work/peer")
}

build_rustls() {
    need cargo
    # In the build folder, so that the tree stays as it is.
    cp -r "$here/rustls/." "$work"
    cargo fetch --quiet --locked --manifest-path "$work/Cargo.toml" || skip "cannot fetch rustls"
    cargo build --quiet --offline --locked --manifest-path "$work/Cargo.toml" --target-dir "$work/target"
    words=("$work/target/debug/peer")
}

build_bun() {
    need npm
    cp "$here"/bun/* "$work"
    npm ci --silent --no-audit --no-fund --ignore-scripts --prefix "$work" || skip "cannot fetch Bun"
    words=("$work/node_modules/@oven/bun-linux-x64-baseline/bin/bun" "$work/peer.js")
}

build_aws_lc() {
    need cargo cmake ninja cc c++
    home=$("$here/aws-lc/build.sh") || exit $?
    "${CC:-cc}" -std=gnu17 -O1 -Wall -Wextra -I"$home/include" -o "$work/peer" "$here/aws-lc/peer.c" \
        "$home/lib/libssl.a" "$home/lib/libcrypto.a" -lstdc++ -lpthread
    words=("$work/peer")
}

suite=peers words=()
case $peer in
go) build_go ;;
rustls) build_rustls ;;
bun) build_bun ;;
aws-lc) build_aws_lc ;;
browsers) suite=browsers ;;
*) echo "usage: interop.sh go|rustls|bun|aws-lc|browsers BUILD_FOLDER PYTHON" >&2; exit 2 ;;
esac
AB_BUILD=$build AB_PEER=${words[*]} exec "$python" -m pytest -q -p no:cacheprovider "$here/test_$suite.py"
