#!/usr/bin/env bash
# Runs both commands of the README on a clean root of a distribution, as a newcomer would: no package but what `make`
# needs to start, no TERM, no terminal, nothing from this machine's home. The commit under test is HEAD. Needs root and
# debootstrap.
#
#   test-fresh.sh DISTRO [COMMAND...]   bookworm, trixie (Debian) or noble, jammy (Ubuntu); COMMAND: default
#                                       `make run`, then `make test`
#
# $FRESH (build/fresh) keeps a pristine root a distribution; each run works in a copy of it and leaves its logs in
# $FRESH/logs/DISTRO-*.log. MIRROR names another archive. PIP_* and *_proxy variables are passed on.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { printf 'afterburner: %s\n' "$*" >&2; exit 1; }
[ $# -ge 1 ] || fail "usage: test-fresh.sh DISTRO [COMMAND...]   e.g. make test-fresh DISTRO=trixie"
distro=$1; shift
[ $# -gt 0 ] || set -- "make run" "make test"
[ "$(id -u)" = 0 ] || fail "a clean root needs root; mend: sudo make test-fresh DISTRO=$distro"
command -v debootstrap >/dev/null || fail "debootstrap is missing; mend: apt-get install debootstrap"
case $distro in
    bookworm | trixie | forky | sid) mirror=${MIRROR:-http://deb.debian.org/debian} components=main ;;
    jammy | noble | questing) mirror=${MIRROR:-http://archive.ubuntu.com/ubuntu} components=main,universe ;;
    *) fail "no such distribution here: $distro (bookworm, trixie, jammy, noble)" ;;
esac

mkdir -p "${FRESH:=${BUILD:-build}/fresh}/logs"
FRESH=$(realpath "$FRESH")
pristine=$FRESH/$distro
root=$FRESH/$distro.run

# Without rslave, ending the recursive mount would take this machine's /dev/pts along.
mount_devices() {
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount --make-rslave "$root/dev"
    mount --bind /sys "$root/sys"
}

unmount_devices() {
    for place in proc dev sys; do
        ! mountpoint -q "$root/$place" || umount -R "$root/$place"
    done
}

remove_run() {
    unmount_devices
    rm -rf --one-file-system "$root"
}

make_pristine() {
    [ ! -e "$pristine/made" ] || return 0
    rm -rf --one-file-system "$pristine"
    echo "Making a root of $distro from $mirror ..."
    debootstrap --variant=minbase --components="$components" --include=ca-certificates,make,git "$distro" "$pristine" "$mirror" \
        >"$FRESH/logs/$distro-debootstrap.log" 2>&1 || fail "debootstrap failed: $FRESH/logs/$distro-debootstrap.log"
    touch "$pristine/made"
}

# The archives that this machine's certificate store and resolver reach must be reachable from within, too.
enter() {
    local passed
    mapfile -t passed < <(env | grep -E '^(PIP_[A-Z_]+|https?_proxy|no_proxy)=' || true)
    setsid -w chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "${passed[@]}" \
        sh -c "cd /root/afterburner && $1" </dev/null
}

make_pristine
remove_run
trap remove_run EXIT
cp -a --reflink=auto "$pristine" "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp -a /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
git clone --quiet --no-local . "$root/root/afterburner"
mount_devices

status=0
for command; do
    log=$FRESH/logs/$distro-$(printf %s "$command" | tr -cs 'a-z0-9' -).log
    log=${log/%-.log/.log}
    start=$(date +%s)
    if enter "$command" >"$log" 2>&1; then result=passed; else result=FAILED status=1; fi
    echo "$distro: $command: $result in $(($(date +%s) - start)) s; log: $log"
    grep -E '^make test |[0-9]+ tests failed|\*\*\*Failed|\*\*\*Timeout|\*\*\*Exception' "$log" | tail -30 || true
done
exit "$status"
