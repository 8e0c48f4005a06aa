#!/usr/bin/env bash
# Build one static OpenSSL release from the crate `openssl-src`, unless it is cached, and print its directory.
#
# Usage: build_openssl.sh 3.5|4.0
#
# The cache is ${AB_CACHE:-~/.cache/afterburner}/openssl-VERSION. cargo fetches the crate; its SHA-256 is pinned here.
# The crate lacks tests, documents and the files that shared modules need, hence the options below.
set -euo pipefail

case ${1:-} in
3.5) version=3.5.5 crate=300.5.5+3.5.5 sha256=3f1787d533e03597a7934fd0a765f0d28e94ecc5fb7789f8053b1e699a56f709 ;;
4.0) version=4.0.3 crate=400.0.2+4.0.3 sha256=d2093956673b8dbda85c87fa4fb78e70698ce6c5978a2837d1613f661d3bef76 ;;
*) echo "usage: build_openssl.sh 3.5|4.0" >&2; exit 2 ;;
esac
cache=${AB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/afterburner}
home=$cache/openssl-$version
end_if_built() {
    [ -f "$home/lib/libcrypto.a" ] || return 0
    echo "$home"
    exit 0
}

end_if_built
command -v cargo >/dev/null || { echo "build_openssl.sh: needs cargo to fetch the crate openssl-src" >&2; exit 77; }

mkdir -p "$cache"
exec 9> "$cache/lock-$version"
flock 9
end_if_built # built by another test in the meantime
work=$(mktemp -d "$cache/build-$version.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
{
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[lib]\npath = "empty.rs"\n'
    printf '[dependencies]\nopenssl-src = "=%s"\n' "$crate"
} > Cargo.toml
touch empty.rs
CARGO_HOME=$work/cargo cargo fetch --quiet >&2
file=$(find cargo/registry/cache -name "openssl-src-*.crate")
echo "$sha256  $file" | sha256sum --quiet -c >&2
tar -xzf "$file"

cd openssl-src-*/openssl
# Everything that the crate leaves out is disabled here; these tests load only afterburner.so.
./Configure linux-x86_64 --prefix="$work/install" --libdir=lib \
    no-shared no-module no-legacy no-tests no-docs > "$work/log" 2>&1 || { tail -20 "$work/log" >&2; exit 1; }
make -j"$(nproc)" >> "$work/log" 2>&1 || { tail -20 "$work/log" >&2; exit 1; }
make install_sw >> "$work/log" 2>&1 || { tail -20 "$work/log" >&2; exit 1; }
mv "$work/install" "$home"
echo "$home"
