#!/usr/bin/env bash
# Build the suite by which another project tests its own use of OpenSSL, or a program newer than the system's, unless it
# is cached, and print its folder. It is linked with the system's OpenSSL.
#
# Usage: build_suite.sh [--built] libsrtp|bind9|rust-openssl|nginx     --built: exit with 77 if it is not cached
#
# The cache is ${AB_CACHE:-~/.cache/afterburner}/suite-NAME-VERSION, which has a file `built` once it is whole. libsrtp,
# bind9 and nginx are the upstream archives of Debian's source packages; rust-openssl is the crate `openssl`, which
# cargo fetches.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cached.sh
. "$here/../cached.sh"
usage() { echo "usage: build_suite.sh [--built] libsrtp|bind9|rust-openssl|nginx" >&2; exit 2; }
only_built=
[ "${1:-}" != --built ] || { only_built=yes; shift; }
suite=${1:-}
case $suite in
libsrtp) version=2.5.0 sha256=8a43ef8e9ae2b665292591af62aa1a4ae41e468b6d98d8258f91478735da4e09 ;;
bind9) version=9.18.49 sha256=c43ce4548ebed788cd9df63658a7de105ceafba43fcd63fa352b1093e525cd24 ;;
rust-openssl) version=0.10.82 sha256=4de8111e94a56adca7ebfe6c365b6d42f99deb69b74b6becacd4204e2f193aa2 ;;
nginx) version=1.26.3 sha256=69ee2b237744036e61d24b836668aad3040dda461fe6f570f1787eab570c75aa ;;
*) usage ;;
esac
cached_in "suite-$suite-$version" built

# fetch_debian FOLDER NAME: unpack the archive of this name from Debian's archives. Security updates are in another one.
fetch_debian() {
    local place
    for place in "${MIRROR:-http://deb.debian.org}"/{debian/pool,debian-security/pool/updates}/main/"$1/$2"; do
        curl -fsSL "$place" -o "$2" || continue
        echo "$sha256  $2" | sha256sum --quiet -c >&2 || continue
        tar -xf "$2" --strip-components 1
        return
    done
    echo "build_suite.sh: no archive has $2 with the SHA-256 $sha256: pin what has taken its place" >&2
    exit 1
}

build_libsrtp() {
    fetch_debian libs/libsrtp2 "libsrtp2_$version.orig.tar.gz"
    logged ./configure --enable-openssl
    logged make -j"$(nproc)"
}

# The unit tests that compute something with OpenSSL.
build_bind9() {
    fetch_debian b/bind9 "bind9_$version.orig.tar.xz"
    CFLAGS=-O1 logged ./configure --with-cmocka --without-{gssapi,json-c,libxml2,lmdb,readline} \
        --disable-{doh,geoip,linux-caps}
    logged make -j"$(nproc)" -C lib
    logged make -C tests/libtest libtest.la
    logged make -C tests/isc {aes,hmac,md}_test
    logged make -C tests/dns {dh,dst,private,rsa,sigs,tsig}_test
}

build_rust-openssl() {
    "$here/../evp/fetch_crate.sh" openssl "$version" "$sha256" crate
    cd crate
    logged cargo test --lib --no-run --locked
    find target/debug/deps -name 'openssl-*' -type f -executable -exec mv {} suite \;
    rm -r target
    [ -x suite ]
}

# nginx with HTTP/3, which the package of Debian 12 is too old for.
build_nginx() {
    fetch_debian n/nginx "nginx_$version.orig.tar.gz"
    logged ./configure --with-http_ssl_module --with-http_v3_module \
        --without-http_{rewrite,gzip,auth_basic,autoindex,geo,map,split_clients,referer}_module
    logged make -j"$(nproc)"
}

if [ -n "$only_built" ]; then
    echo "build_suite.sh: the suite of $suite has not been built; make test-applications builds it" >&2
    exit 77
fi
cached_begin
"build_$suite"
touch "$home/built"
echo "$home"
