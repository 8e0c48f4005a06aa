#!/usr/bin/env bash
# Print the folder of a minimal root of a release of Debian or Ubuntu, which debootstrap makes if it is not cached
# (${AB_CACHE:-~/.cache/afterburner}/root-RELEASE). MIRROR names another archive. The exit status is 77 if that cannot
# be done.
# usage: clean_root.sh RELEASE [PACKAGES]   bookworm, trixie, xenial, noble; PACKAGES with commas
set -euo pipefail
release=$1
case $release in
    xenial | jammy | noble) mirror=http://archive.ubuntu.com/ubuntu components=main,universe ;;
    *) mirror=http://deb.debian.org/debian components=main ;;
esac
root=${AB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/afterburner}/root-$release${2:+-$2}
PATH=$PATH:/usr/sbin
mkdir -p "$root"
exec 9>"$root/lock"
flock 9
if [ ! -e "$root/made" ]; then
    command -v debootstrap >/dev/null || exit 77
    rm -rf --one-file-system "$root/root"
    # An older debootstrap knows no newer Ubuntu, all of which have one script.
    script=
    [ -e "/usr/share/debootstrap/scripts/$release" ] || script=/usr/share/debootstrap/scripts/gutsy
    # shellcheck disable=SC2086  # the script may be none
    timeout 1200 debootstrap --variant=minbase --components="$components" ${2:+--include="$2"} "$release" \
        "$root/root" "${MIRROR:-$mirror}" $script >"$root/log" 2>&1 || { tail -n 3 "$root/log" >&2; exit 77; }
    # What this machine needs to reach an archive, the root needs too.
    cp /etc/resolv.conf "$root/root/etc/resolv.conf"
    touch "$root/made"
fi
echo "$root/root"
