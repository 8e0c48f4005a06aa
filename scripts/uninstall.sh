#!/bin/sh
# Remove the files that the manifest of install.sh lists under $DESTDIR$PREFIX, and its folders if they are empty.
# BusyBox is enough for it.
set -eu
prefix=${PREFIX:-/usr/local}
here=$(cd "$(dirname "$0")" && pwd)
case $here in */share/afterburner) prefix=${here%/share/afterburner} ;; esac # installed from an archive
destdir=${DESTDIR:-}
case $destdir in '' | /*) ;; *) destdir=$PWD/$destdir ;; esac
manifest=$destdir$prefix/share/afterburner/manifest
[ -r "$manifest" ] || { echo "afterburner: not installed in $destdir$prefix (no $manifest)" >&2; exit 1; }

entries=$(cat "$manifest")

# Refuse while openssl.cnf names the module, so that no line is left over that names a file that is gone.
module=$destdir/$(printf '%s\n' "$entries" | sed -n 's|^file \(.*/afterburner\.so\)$|\1|p')
conf=${OPENSSL_CONF:-$(openssl version -d 2>/dev/null | sed 's/.*"\(.*\)"/\1/')/openssl.cnf}
if grep -qsF "$module" "$conf"; then
    echo "afterburner: $conf uses $module; first: $destdir$prefix/bin/afterburner disable" >&2
    exit 1
fi
printf '%s\n' "$entries" | sed -n 's/^file //p' | while IFS= read -r f; do
    rm -f "$destdir/$f"
done
printf '%s\n' "$entries" | sed -n 's/^dir //p' | LC_ALL=C sort -r | while IFS= read -r d; do
    rmdir "$destdir/$d" 2>/dev/null || true # others may have files there
done
if [ -z "$destdir" ] && [ "$(id -u)" = 0 ]; then
    ldconfig 2>/dev/null || true # musl has none
fi
echo "Removed $(printf '%s\n' "$entries" | grep -c '^file ') files from $destdir$prefix"
