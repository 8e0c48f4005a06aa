#!/usr/bin/env bash
# Build, and install to $DESTDIR$PREFIX: stripped files, and their debug information in files of its own (strip.sh).
# List each installed file and each new folder in share/afterburner/manifest, which uninstall.sh reads. Remove the files
# of an earlier installation that this one no longer has.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-build}
prefix=${PREFIX:-/usr/local}
case $prefix in /*) ;; *) echo "afterburner: PREFIX must be an absolute path: $prefix" >&2; exit 2 ;; esac
destdir=${DESTDIR:+$(realpath -m "$DESTDIR")}
manifest=$prefix/share/afterburner/manifest

scripts/build.sh product >/dev/null

# Install to an empty folder first, to strip the files and to find out which there are.
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
DESTDIR=$stage cmake --install "$build" --prefix "$prefix" >/dev/null
scripts/strip.sh "$stage"
mkdir -p "$stage$prefix/share/afterburner"
touch "$stage$manifest"
new=$(cd "$stage" && { find . ! -type d -printf 'file %P\n' | sort
    find . -mindepth 1 -type d -printf '%P\n' | sort | while IFS= read -r d; do
        [ -d "$destdir/$d" ] || printf 'dir %s\n' "$d"
    done; })
old=$(cat "$destdir$manifest" 2>/dev/null || true)

# Rename each file into place: a process that has the old one mapped keeps it, and no other sees half a file.
place() { # FILE, relative to the root
    mkdir -p "$(dirname "$destdir/$1")" &&
        cp -P --preserve=mode,timestamps "$stage/$1" "$destdir/$1.new.$$" && mv -fT "$destdir/$1.new.$$" "$destdir/$1"
}
printf '%s\n%s\n' "$new" "$(printf '%s\n' "$old" | grep '^dir ' || true)" | grep . | sort -u >"$stage$manifest"
printf '%s\n' "$new" | sed -n 's/^file //p' | while IFS= read -r f; do
    place "$f" || { echo "afterburner: cannot write to $destdir/$f" >&2; rm -f "$destdir/$f.new.$$"; exit 1; }
done
printf '%s\n' "$old" | grep '^file ' | grep -vxF "$new" | cut -d' ' -f2- | while IFS= read -r f; do
    rm -f "$destdir/$f"
done || true
[ -n "$destdir" ] || [ "$(id -u)" != 0 ] || ldconfig
echo "Installed in $destdir$prefix:"
printf '%s\n' "$new" | sed -n 's|^file |  /|p'
