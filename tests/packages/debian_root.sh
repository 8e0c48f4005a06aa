#!/usr/bin/env bash
# Print the folder of a root of Debian 12 with openssl, which debootstrap makes if it is not cached
# (${AB_CACHE:-~/.cache/afterburner}/root-bookworm). The exit status is 77 if that cannot be done.
set -euo pipefail
root=${AB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/afterburner}/root-bookworm
PATH=$PATH:/usr/sbin
mkdir -p "$root"
exec 9>"$root/lock"
flock 9
if [ ! -e "$root/made" ]; then
    command -v debootstrap >/dev/null || exit 77
    rm -rf --one-file-system "$root/root"
    timeout 1200 debootstrap --variant=minbase --include=openssl bookworm "$root/root" \
        "${MIRROR:-http://deb.debian.org/debian}" >"$root/log" 2>&1 || { tail -n 3 "$root/log" >&2; exit 77; }
    touch "$root/made"
fi
echo "$root/root"
