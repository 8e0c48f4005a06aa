#!/bin/sh
# Install the folders of the tree FROM (bin, lib ...) into DESTDIR/PREFIX. List each file and each new folder in
# share/afterburner/manifest, which uninstall.sh reads. Remove the files of an earlier installation that this one no
# longer has. DESTDIR is empty or a folder that takes the place of the root. BusyBox is enough for it.
# usage: place.sh FROM DESTDIR PREFIX
set -eu
from=$1 destdir=$2 prefix=$3
inside=${prefix#/}
manifest=share/afterburner/manifest
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Print the folders from the root down to PREFIX.
above() {
    path=$inside
    while [ -n "$path" ] && [ "$path" != . ]; do
        printf '%s\n' "$path"
        path=$(dirname "$path")
    done
}

below() { # DEPTH TEST...: what is in FROM at that depth or below
    depth=$1
    shift
    (cd "$from" && find . -mindepth "$depth" "$@") | while IFS= read -r f; do printf '%s\n' "$inside${f#.}"; done
}

# Rename each file into place: a process that has the old one mapped keeps it, and no other sees half a file. It belongs
# to the caller, whoever unpacked the archive.
copy() { # SOURCE TARGET
    mkdir -p "$(dirname "$2")" && cp -P "$1" "$2.new.$$" || return 1
    if [ ! -L "$1" ]; then
        mode=644
        [ ! -x "$1" ] || mode=755
        chmod "$mode" "$2.new.$$" && touch -r "$1" "$2.new.$$" || return 1
    fi
    mv -f "$2.new.$$" "$2"
}
place() { # SOURCE TARGET
    copy "$1" "$2" && return
    echo "afterburner: cannot write to $2" >&2
    rm -f "$2.new.$$"
    exit 1
}

{ below 2 ! -type d; printf '%s\n' "$inside/$manifest"; } | LC_ALL=C sort >"$work/files"
{ above; below 1 -type d; printf '%s\n' "$inside/share" "$inside/share/afterburner"; } |
    LC_ALL=C sort -u >"$work/folders"
sed 's/^/file /' "$work/files" >"$work/manifest"
while IFS= read -r d; do
    [ -d "$destdir/$d" ] || printf 'dir %s\n' "$d" >>"$work/manifest"
done <"$work/folders"
cp "$destdir/$inside/$manifest" "$work/old" 2>/dev/null || : >"$work/old"
grep '^dir ' "$work/old" >>"$work/manifest" || true
LC_ALL=C sort -u -o "$work/manifest" "$work/manifest"

while IFS= read -r f; do
    if [ "$f" = "$inside/$manifest" ]; then
        place "$work/manifest" "$destdir/$f"
    else
        place "$from/${f#"$inside"/}" "$destdir/$f"
    fi
done <"$work/files"
sed -n 's/^file //p' "$work/old" | grep -vxF -f "$work/files" | while IFS= read -r f; do
    rm -f "$destdir/$f"
done || true
if [ -z "$destdir" ] && [ "$(id -u)" = 0 ]; then
    ldconfig 2>/dev/null || true # musl has none
fi
echo "Installed in $destdir$prefix:"
sed 's|^|  /|' "$work/files"
