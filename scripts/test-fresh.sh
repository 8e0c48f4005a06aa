#!/usr/bin/env bash
# Runs both commands of the README on a clean root of a distribution, as a newcomer would: no package but what `make`
# needs to start, no TERM, no terminal, nothing from this machine's home. The commit under test is HEAD. Needs root,
# debootstrap, and the right to mount; exit status 77 says that this machine has not got these, or that no archive can
# be reached.
#
#   test-fresh.sh [OPTION...] DISTRO [COMMAND...]   bookworm, trixie (Debian) or noble, jammy (Ubuntu); COMMAND: default
#                                                   `make run`, then `make test`
#     --quick           instead of these commands see that the archive has what the full tier installs, build
#                       everything, run the tests that take seconds, and look for branches that clang makes on secrets
#     --limit SECONDS   stop after so many seconds, with exit status 124
#     --keep            keep the root of the run (until the next one) to look at it
#     --cache           keep what tests fetch and build of other projects in $FRESH/cache-DISTRO, for the next run
#
# $FRESH (build/fresh) keeps a pristine root of each distribution; each run works in a copy of it and leaves its logs in
# $FRESH/logs/DISTRO-*.log. MIRROR names another archive. PIP_* and *_proxy variables are passed on.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { printf 'afterburner: %s\n' "$*" >&2; exit 1; }
cannot() { printf 'test-fresh: not run: %s\n' "$*"; exit 77; }

# What --quick runs, in this order. The first asks apt while the system has nothing yet. If what must be fetched cannot
# be, that says nothing about this commit.
QUICK_SIMULATE="scripts/bootstrap.sh --simulate full applications packages platforms fresh"
QUICK_FETCH="scripts/bootstrap.sh test && scripts/venv.sh tests/requirements.txt build/venv && \
scripts/venv.sh lab/requirements.txt build/lab/venv"
# Newer compilers turn more masks into branches, and CI has no newer clang than this one.
QUICK=("scripts/build.sh all" "scripts/test.sh seconds"
    "ctest --test-dir build -R '^ct_clang_O3\$' --no-tests=error --output-on-failure")

quick='' keep='' cache='' limit=0 distro='' mirror='' components='' pristine='' root=''

# Read the options and DISTRO.
read_arguments() {
    while [ $# -gt 0 ]; do
        case $1 in
            --quick) quick=1 ;;
            --keep) keep=1 ;;
            --cache) cache=1 ;;
            --limit) limit=${2:?--limit SECONDS}; shift ;;
            -*) fail "no such option: $1" ;;
            *) break ;;
        esac
        shift
    done
    [ $# -ge 1 ] || fail "usage: test-fresh.sh [--quick] [--limit SECONDS] [--keep] [--cache] DISTRO [COMMAND...]"
    distro=$1; shift
    commands=("$@")
    case $distro in
        bookworm | trixie | forky | sid) mirror=${MIRROR:-http://deb.debian.org/debian} components=main ;;
        jammy | noble | questing) mirror=${MIRROR:-http://archive.ubuntu.com/ubuntu} components=main,universe ;;
        *) fail "no such distribution here: $distro (bookworm, trixie, jammy, noble)" ;;
    esac
}

check_machine() {
    [ "$(id -u)" = 0 ] || cannot "a clean root needs root; fix: sudo make test-fresh DISTRO=$distro"
    command -v debootstrap >/dev/null || cannot "debootstrap is missing; fix: apt-get install debootstrap"
    unshare --mount --pid --fork sh -c 'mount -t tmpfs none /mnt && cd /mnt && pivot_root . .' 2>/dev/null ||
        cannot "mount or pivot_root is refused here (a container without CAP_SYS_ADMIN?)"
}

remove_run() { rm -rf --one-file-system "$root"; }

make_pristine() {
    local log=$FRESH/logs/$distro-debootstrap.log script=
    [ ! -e "$pristine/made" ] || return 0
    rm -rf --one-file-system "$pristine"
    echo "Making a root of $distro from $mirror ..."
    # An older debootstrap knows no newer Ubuntu, all of which have one script.
    [ -e "/usr/share/debootstrap/scripts/$distro" ] || script=/usr/share/debootstrap/scripts/gutsy
    timeout 1200 debootstrap --variant=minbase --components="$components" --include=ca-certificates,make,git \
        "$distro" "$pristine" "$mirror" $script >"$log" 2>&1 ||
        { tail -n 3 "$log"; cannot "debootstrap fails, maybe for want of a network: $log"; }
    touch "$pristine/made"
}

# Put a copy of the pristine root, with a clone of HEAD, at $root. The archives that this machine reaches by its
# certificates and its resolver must be reachable from within, too.
make_run() {
    remove_run
    cp -a --reflink=auto "$pristine" "$root"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    cp -a /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
    mkdir -p "$root/root/.cache/afterburner"
    git clone --quiet --no-local . "$root/root/afterburner" || cannot "git does not clone this tree"
}

# Run a command in the root: in a namespace of mounts and one of processes, so that neither outlives it. The shell is
# its first process and reaps orphans. In a mere chroot tests could make no namespaces of mounts, and /proc would show
# them paths from outside.
enter() {
    local passed timed=()
    mapfile -t passed < <(env | grep -E '^(PIP_[A-Z_]+|https?_proxy|no_proxy)=' || true)
    [ "$limit" = 0 ] || timed=(timeout --signal=KILL "$((limit - SECONDS > 0 ? limit - SECONDS : 1))")
    # shellcheck disable=SC2016  # expanded by the shell within
    setsid -w "${timed[@]}" unshare --mount --pid --fork --kill-child sh -c '
        root=$1 cache=$2 && shift 2 && mount --bind "$root" "$root" && mount -t proc proc "$root/proc" &&
        mount --rbind /dev "$root/dev" && mount --bind /sys "$root/sys" &&
        mount --bind "$cache" "$root/root/.cache/afterburner" &&
        cd "$root" && pivot_root . . && umount -l . && cd / && "$@"; exit $?' \
        sh "$root" "$cache" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "${passed[@]}" \
        sh -c "cd /root/afterburner && $1" </dev/null
}

# Run a command with its output in a log of its own, and say how it ended.
try() {
    local log start=$SECONDS result=passed got=0
    log=$FRESH/logs/$distro-$(printf %s "${2:-$1}" | tr -cs 'a-z0-9' -).log
    (enter "$1"; exit) >"$log" 2>&1 || got=$? # a shell of its own reports into the log that it was killed
    [ "$got" != 137 ] || [ "$limit" = 0 ] || [ "$SECONDS" -lt "$limit" ] || got=124
    case $got in 0) ;; 124) result="stopped at the limit of $limit s" ;; *) result=FAILED ;; esac
    echo "$distro: ${2:-$1}: $result, $((SECONDS - start)) s; log: $log"
    if [ "$got" = 0 ]; then grep '^make test ' "$log" || true; else tail -n 40 "$log"; fi
    return "$got"
}

main() {
    local command got status=0
    read_arguments "$@"
    check_machine
    mkdir -p "${FRESH:=${BUILD:-build}/fresh}/logs"
    FRESH=$(realpath "$FRESH")
    pristine=$FRESH/$distro
    root=$FRESH/$distro.run
    make_pristine
    [ -n "$keep" ] || trap remove_run EXIT
    make_run
    if [ -n "$cache" ]; then cache=$FRESH/cache-$distro; else cache=$root/root/.cache/afterburner; fi
    mkdir -p "$cache"

    if [ -n "$quick" ]; then
        try "$QUICK_SIMULATE" simulate || status=1
        try "$QUICK_FETCH" fetch || cannot "what the tests need cannot be fetched"
        commands=("${QUICK[@]}")
    elif [ ${#commands[@]} = 0 ]; then
        commands=("make run" "make test")
    fi
    for command in "${commands[@]}"; do
        got=0
        try "$command" || got=$?
        case $got in 0) ;; 124) return 124 ;; *) status=1 ;; esac
    done
    return "$status"
}

# One line, so that the script may be edited while it runs.
main "$@"; exit
