#!/usr/bin/env bash
# Pack what the build folder BUILT has, without debug information, as OUT/afterburner-VERSION-linux-x86_64.tar.xz, which
# runs from any folder. The same files give the same bytes. Module, library, companion and command are those that are
# linked for glibc from 2.17 on and for musl (target afterburner_portable).
# usage: tar.sh BUILT OUT
set -euo pipefail
cd "$(dirname "$0")/.."
built=$1 version=$(packaging/version.sh) time=$(packaging/epoch.sh)
mkdir -p "$2"
out=$(realpath "$2")
name=afterburner-$version-linux-x86_64
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
top=$stage/$name

DESTDIR=$stage/raw cmake --install "$built" --prefix "/$name" >/dev/null
mv "$stage/raw/$name" "$top"
[ -d "$top/lib" ] || mv "$top/lib64" "$top/lib"

# replace PORTABLE INSTALLED
replace() { [ -e "$top/$2" ] && cp "$built/portable/$1" "$top/$2"; }
replace afterburner.so lib/ossl-modules/afterburner.so
replace "libafterburner.so.$version" "lib/libafterburner.so.$version"
replace libafterburner-companion.so lib/afterburner/libafterburner-companion.so
for libc in glibc musl; do
    mkdir -p "$top/libexec/afterburner/$libc"
    cp "$built/portable/$libc/afterburner" "$top/libexec/afterburner/$libc/"
done
packaging/compile.sh packaging/tar/launch.c "$top/bin/afterburner"
scripts/strip.sh --discard "$top"

mkdir -p "$top/share/afterburner"
cp scripts/uninstall.sh "$top/share/afterburner/"
cp packaging/tar/install.sh packaging/place.sh LICENSE "$top/"
sed "s/@VERSION@/$version/" packaging/tar/README >"$top/README"
chmod -R u=rwX,go=rX "$stage"
tar --create --sort=name --format=gnu --mtime="@$time" --owner=0 --group=0 --numeric-owner \
    --directory "$stage" "$name" |
    xz --threads=1 >"$out/$name.tar.xz"
echo "$out/$name.tar.xz"
