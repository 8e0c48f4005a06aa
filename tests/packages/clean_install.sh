#!/usr/bin/env bash
# From nothing to a served `openssl speed` in one command and under a minute: the packages of the build folder BUILD in
# clean roots of Debian 12, Debian 13 and Ubuntu 24.04 (clean_root.sh) and in one with musl, a new environment of
# Python and a new folder of npm; what was installed is gone after removal. Roots older than this machine are left out:
# packages are for the release that built them and for later ones.
# usage: clean_install.sh SOURCE BUILD
set -euo pipefail
cd "$1"
built=$2
most=60 # seconds
PATH=$PATH:/usr/sbin:/sbin
for tool in dpkg-buildpackage dh xz openssl debootstrap; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing (make packages installs it)"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: roots are made as root only"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }
unset AFTERBURNER_MODULE OPENSSL_CONF SOURCE_DATE_EPOCH PYTHONPATH
exec=(exec --log info -- openssl speed -seconds 1 -evp aes-256-gcm)

# check NAME SECONDS: the module served, as its log says, and soon enough.
check() {
    grep -q 'afterburner: AES-GCM: serves' "$work/log" || { cat "$work/log"; fail "$1: AES-256-GCM is not served"; }
    echo "$1: $2 s"
    [ "$2" -lt "$most" ] || fail "$1 took $2 s, of at most $most"
}

# enter ROOT COMMAND: in namespaces, so that nothing stays mounted.
enter() {
    # shellcheck disable=SC2016  # expanded by the shell within
    unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
        exec chroot "$1" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive sh -c "$2"' sh "$1" "$2" </dev/null
}

# is_at_least OLD NEW: whether a root with the C library NEW can take packages that were built with OLD.
is_at_least() { [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

in_root() { # DISTRIBUTION
    local distribution=$1 pristine root=$work/$1 start left
    pristine=$(tests/packages/clean_root.sh "$distribution") || { echo "$distribution: no root can be made"; return; }
    is_at_least "$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)" \
        "$(enter "$pristine" 'getconf GNU_LIBC_VERSION' | cut -d ' ' -f 2)" ||
        { echo "$distribution: older than this machine"; return; }
    cp -a --reflink=auto "$pristine" "$root"
    cp "$work"/out/afterburner_*.deb "$work"/out/openssl-provider-afterburner_*.deb "$root/root/"
    start=$SECONDS
    enter "$root" "{ apt-get -qq update && apt-get -qq install /root/*.deb openssl; } >/root/log 2>&1 &&
        afterburner ${exec[*]}" >"$work/log" 2>&1 ||
        { cat "$work/log" "$root/root/log"; fail "$distribution"; }
    check "$distribution" $((SECONDS - start))
    enter "$root" 'apt-get -qq purge afterburner openssl-provider-afterburner' >"$work/log" 2>&1 ||
        { cat "$work/log"; fail "$distribution: purge"; }
    left=$(cd "$root" && find etc usr var -name '*afterburner*' ! -path 'var/log/*')
    [ -z "$left" ] || fail "$distribution: purge left $left"
    enter "$root" "openssl version" >/dev/null || fail "$distribution: openssl does not run after the removal"
    rm -rf --one-file-system "$root"
}

in_musl() {
    local start root=$work/musl made
    if ! made=$(tests/evp/build_openssl.sh 3.5-musl) || ! tests/packages/musl_root.sh "$made" "$root"; then
        echo "musl: no root can be made"
        return
    fi
    cp "$work"/*.tar.xz "$root/tmp/"
    start=$SECONDS
    enter "$root" "cd /tmp && xz -dc *.tar.xz | tar x && OPENSSL_CONF=/etc/ssl/openssl.cnf \\
        afterburner-*/bin/afterburner ${exec[*]}" >"$work/log" 2>&1 || { cat "$work/log"; fail "musl"; }
    check musl $((SECONDS - start))
}

in_python() {
    local start=$SECONDS
    (python3 -m venv "$work/venv" && "$work/venv/bin/pip" install --quiet --no-index "$work"/*.whl &&
        "$work/venv/bin/python" -m afterburner "${exec[@]}") >"$work/log" 2>&1 || { cat "$work/log"; fail "Python"; }
    check "an environment of Python" $((SECONDS - start))
}

in_npm() {
    local start=$SECONDS
    command -v npx >/dev/null || { echo "npm: missing"; return; }
    mkdir "$work/npm"
    (cd "$work/npm" && export HOME=$work npm_config_offline=true npm_config_audit=false && echo '{}' >package.json &&
        npm install --silent "$work"/*.tgz && npx afterburner "${exec[@]}") >"$work/log" 2>&1 ||
        { cat "$work/log"; fail "npm"; }
    check "a folder of npm" $((SECONDS - start))
}

packaging/deb.sh "$work/deb" "$work/out" "$built" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; fail "the build"; }
packaging/tar.sh "$built" "$work" >/dev/null
packaging/wheel.py "$work"/*.tar.xz "$work" "$(packaging/epoch.sh)" >/dev/null
packaging/npm.sh "$work"/*.tar.xz "$work" >/dev/null
for distribution in bookworm trixie noble; do in_root "$distribution"; done
in_musl
in_python
in_npm
