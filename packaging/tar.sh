#!/usr/bin/env bash
# Pack what the build folder BUILT has, without debug information, as OUT/afterburner-VERSION-linux-x86_64.tar.xz, which
# runs from any folder. The same files give the same bytes. The module is the one that is linked for any C library
# (target afterburner_portable), if BUILT has that.
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

# Print the earliest glibc that has all symbol versions that the files require. Packed relocations have one of their
# own, which glibc provides from 2.36 on.
glibc() {
    readelf --version-info --wide "$@" | grep -oE 'Name: GLIBC_[A-Z0-9._]+' |
        sed 's/Name: GLIBC_//; s/ABI_DT_RELR/2.36/' | sort -uV | tail -n 1
}

DESTDIR=$stage/raw cmake --install "$built" --prefix "/$name" >/dev/null
mv "$stage/raw/$name" "$top"
[ ! -e "$built/portable/afterburner.so" ] || cp "$built/portable/afterburner.so" "$top"/lib*/ossl-modules/
scripts/strip.sh --discard "$top"
mkdir -p "$top/share/afterburner"
floor=$(glibc "$top/bin/afterburner" "$top"/lib*/ossl-modules/afterburner.so "$top"/lib*/libafterburner.so)
echo "$floor" >"$top/share/afterburner/glibc"
cp scripts/uninstall.sh "$top/share/afterburner/"
cp packaging/tar/install.sh packaging/place.sh LICENSE "$top/"
sed "s/@VERSION@/$version/; s/@GLIBC@/$floor/" packaging/tar/README >"$top/README"
chmod -R u=rwX,go=rX "$stage"
tar --create --sort=name --format=gnu --mtime="@$time" --owner=0 --group=0 --numeric-owner \
    --directory "$stage" "$name" |
    xz --threads=1 >"$out/$name.tar.xz"
echo "$out/$name.tar.xz: glibc $floor or later"
