# shellcheck shell=bash
# For scripts that make something once, in a folder of its own below ${AB_CACHE:-~/.cache/afterburner}, and print that
# folder. Source this file in a script with `set -euo pipefail`.

# cached_in NAME FILE: the folder is NAME, in $home from now on, and whole once it has FILE, which must be made last.
# Print it and exit if it is whole.
cached_in() {
    home=${AB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/afterburner}/$1 whole=$home/$2 lock=${home%/*}/lock-$1
    cached_end_if_whole
}

cached_end_if_whole() {
    [ -e "$whole" ] || return 0
    echo "$home"
    exit 0
}

# Wait for another script that makes it, then start with an empty folder, and go there. It goes if the script fails.
cached_begin() {
    mkdir -p "${home%/*}"
    exec 9>"$lock"
    flock 9
    cached_end_if_whole
    rm -rf "$home"
    mkdir "$home"
    trap '[ -e "$whole" ] || rm -rf "$home"' EXIT
    cd "$home" || exit
}

# Run a command with its output in $home/log; show the end of that if it fails.
logged() { "$@" >>"$home/log" 2>&1 || { tail -20 "$home/log" >&2; exit 1; }; }
