#!/usr/bin/env bash
# Make ROOT, a root with musl, BusyBox and OpenSSL, and nothing else. MADE is what build_openssl.sh 3.5-musl prints. The
# exit status is 77 if BusyBox is missing or needs libraries.
# usage: musl_root.sh MADE ROOT
set -euo pipefail
made=$1 root=$2
busybox=$(command -v busybox) || exit 77
! readelf --program-headers "$busybox" | grep -q INTERP || exit 77
mkdir -p "$root"/{bin,lib,etc/ssl,proc,dev,tmp,usr/bin,usr/lib}
chmod 1777 "$root/tmp"
cp -L "$busybox" "$root/bin/busybox"
for tool in $(busybox --list); do [ "$tool" = busybox ] || ln -s busybox "$root/bin/$tool"; done
ln -s ../../bin/busybox "$root/usr/bin/env"
cp -L /lib/ld-musl-x86_64.so.1 "$root/lib/"
cp "$made/bin/openssl" "$root/usr/bin/"
musl-gcc -shared -Wl,-soname,libcrypto.so.3 -Wl,-z,defs -o "$root/usr/lib/libcrypto.so.3" \
    -Wl,--whole-archive "$made/lib/libcrypto.a" -Wl,--no-whole-archive
printf 'MinProtocol = TLSv1.2\n' >"$root/etc/ssl/openssl.cnf"
