#!/usr/bin/env bash
# Install the folders of the tree FROM (bin, lib ...) into DESTDIR/PREFIX. List each file and each new folder in
# share/afterburner/manifest, which uninstall.sh reads. Remove the files of an earlier installation that this one no
# longer has. DESTDIR is empty or a folder that takes the place of the root.
# usage: place.sh FROM DESTDIR PREFIX
set -euo pipefail
from=$1 destdir=$2 prefix=$3
inside=${prefix#/}
manifest=share/afterburner/manifest

# Print the folders from the root down to PREFIX.
above() {
    local path=$inside
    while [ -n "$path" ] && [ "$path" != . ]; do
        printf '%s\n' "$path"
        path=$(dirname "$path")
    done
}

folders() {
    above
    (cd "$from" && find . -mindepth 1 -type d -printf "$inside/%P\n")
    printf '%s\n' "$inside/share" "$inside/share/afterburner"
}

list() {
    { (cd "$from" && find . -mindepth 2 ! -type d -printf "file $inside/%P\n"); echo "file $inside/$manifest"; } | sort
    folders | sort -u | while IFS= read -r d; do
        [ -d "$destdir/$d" ] || printf 'dir %s\n' "$d"
    done
}

# Rename each file into place: a process that has the old one mapped keeps it, and no other sees half a file.
place() { # FILE, relative to the root
    local source=$from/${1#"$inside"/} target=$destdir/$1
    [ "$1" != "$inside/$manifest" ] || source=$new_manifest
    mkdir -p "$(dirname "$target")" && cp -P --preserve=mode,timestamps "$source" "$target.new.$$" &&
        mv -fT "$target.new.$$" "$target" && return
    echo "afterburner: cannot write to $target" >&2
    rm -f "$target.new.$$" 2>/dev/null
    exit 1
}

new_manifest=$(mktemp)
trap 'rm -f "$new_manifest"' EXIT
new=$(list)
old=$(cat "$destdir/$inside/$manifest" 2>/dev/null || true)
printf '%s\n%s\n' "$new" "$(printf '%s\n' "$old" | grep '^dir ' || true)" | grep . | sort -u >"$new_manifest"
chmod 644 "$new_manifest"
printf '%s\n' "$new" | sed -n 's/^file //p' | while IFS= read -r f; do place "$f"; done
printf '%s\n' "$old" | grep '^file ' | grep -vxF "$new" | cut -d' ' -f2- | while IFS= read -r f; do
    rm -f "$destdir/$f"
done || true
[ -n "$destdir" ] || [ "$(id -u)" != 0 ] || ldconfig
echo "Installed in $destdir$prefix:"
printf '%s\n' "$new" | sed -n 's|^file |  /|p'
