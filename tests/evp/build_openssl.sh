#!/usr/bin/env bash
# Build one static OpenSSL release, unless it is cached, and print its directory.
#
# Usage: build_openssl.sh [--built] 3.0|3.1|3.2|3.3|3.4|3.5|3.5-musl|3.6|4.0|4.0-tests
#   --built: exit with 77 if it is not cached
#
# The cache is ${AB_CACHE:-~/.cache/afterburner}/openssl-VERSION: include/, lib/, bin/openssl. The newest release of
# each line that an archive has is pinned here by SHA-256. 3.0.22, 3.5.7 and 4.0.2 are the upstream archives of
# Debian's source packages; their trees stay in source/, where tests/openssl builds OpenSSL's own tests. 3.1 to 3.4,
# 3.6 and 4.0.3 are the crate `openssl-src`, which cargo fetches; it lacks tests, documents and the files that shared
# modules need. 3.5-musl is linked with musl instead of glibc, by musl-gcc, and can be linked again as a shared library
# (openssl-VERSION-musl-pic).
set -euo pipefail

usage() { echo "usage: build_openssl.sh [--built] 3.0|3.1|3.2|3.3|3.4|3.5|3.5-musl|3.6|4.0|4.0-tests" >&2; exit 2; }
fail() { echo "build_openssl.sh: $*" >&2; exit 1; }

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cached.sh
. "$here/../cached.sh"
only_built=
[ "${1:-}" != --built ] || { only_built=yes; shift; }
# The legacy provider is built in: a module of a static build has a libcrypto of its own, which ends before the program.
crate='' libc='' options=(no-shared no-module)
case ${1:-} in
3.0) version=3.0.22 sha256=67ebca7e50d17383028045486653492195b83db95f8558709701bb47b5c1ef81 ;;
3.5) version=3.5.7 sha256=a8c0d28a529ca480f9f36cf5792e2cd21984552a3c8e4aa11a24aa31aeac98e8 ;;
3.5-musl)
    version=3.5.7 sha256=a8c0d28a529ca480f9f36cf5792e2cd21984552a3c8e4aa11a24aa31aeac98e8
    libc=-musl-pic
    export CC=musl-gcc
    options+=(no-async -fPIC -idirafterkernel) # musl has no makecontext
    ;;
4.0-tests) version=4.0.2 sha256=736b467530f916737b7031310ccb21d8218c6229e61e8e160cd1d3458cd543a8 ;;
3.1) version=3.1.4 crate=300.1.6+3.1.4 sha256=439fac53e092cd7442a3660c85dde4643ab3b5bd39040912388dcdabf6b88085 ;;
3.2) version=3.2.1 crate=300.2.3+3.2.1 sha256=5cff92b6f71555b61bb9315f7c64da3ca43d87531622120fea0195fc761b4843 ;;
3.3) version=3.3.2 crate=300.3.2+3.3.2 sha256=a211a18d945ef7e648cc6e0058f4c548ee46aab922ea203e0d30e966ea23647b ;;
3.4) version=3.4.1 crate=300.4.2+3.4.1 sha256=168ce4e058f975fe43e89d9ccf78ca668601887ae736090aacc23ae353c298e2 ;;
3.6) version=3.6.3 crate=300.6.1+3.6.3 sha256=46eb8fb9fb3b61ce1c0f8a026c4c1a0714d3a9e138e7fbde78753ce2babc3846 ;;
4.0) version=4.0.3 crate=400.0.2+4.0.3 sha256=d2093956673b8dbda85c87fa4fb78e70698ce6c5978a2837d1613f661d3bef76 ;;
*) usage ;;
esac
[ -z "$crate" ] || options+=(no-legacy no-tests)
[ -z "$crate" ] || [ "$1" = 3.1 ] || options+=(no-docs) # 3.1 lacks this option
cached_in "openssl-$version$libc" lib/libcrypto.a

# Each leaves the source in $home/source.
fetch_debian() {
    local name=openssl_$version.orig.tar.gz place
    for place in "${MIRROR:-http://deb.debian.org}"/{debian-security/pool/updates,debian/pool}/main/o/openssl/"$name" \
        "https://github.com/openssl/openssl/releases/download/openssl-$version/openssl-$version.tar.gz"; do
        curl -fsSL "$place" -o "$name" || continue
        echo "$sha256  $name" | sha256sum --quiet -c >&2 || continue
        tar -xzf "$name"
        mv "openssl-$version" source
        return
    done
    fail "no archive has openssl $version with the SHA-256 $sha256; a newer release may have taken its place: pin that"
}

fetch_crate() {
    "$here/fetch_crate.sh" openssl-src "$crate" "$sha256" crate || exit $?
    mv crate/openssl source
    rm -rf crate
}

if [ -n "$only_built" ]; then
    echo "build_openssl.sh: OpenSSL $version has not been built; make test-openssl builds it" >&2
    exit 77
fi
cached_begin # in place, since the tree cannot be moved
if [ -n "$crate" ]; then fetch_crate; else fetch_debian; fi

cd source
# The compiler for another C library does not look where the kernel's headers are.
[ -z "$libc" ] || { mkdir kernel && ln -s /usr/include/{linux,asm-generic} /usr/include/*-linux-gnu/asm kernel/; }
# Tests judge what it computes, not how fast: -O1 saves time.
CFLAGS=-O1 logged ./Configure linux-x86_64 --prefix=/installed --libdir=lib "${options[@]}"
logged make -j"$(nproc)" build_libs
logged make -j"$(nproc)" apps/openssl
logged make install_dev DESTDIR="$home"
cd "$home"
mkdir bin
cp source/apps/openssl bin/
[ -z "$crate$libc" ] || rm -rf source
mv installed/include .
mv installed/lib .
rm -rf installed openssl*
echo "$home"
