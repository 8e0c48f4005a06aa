#!/usr/bin/env bash
# Find what this machine lacks for a goal, print it, and install it (Debian, Ubuntu: apt-get, as root or with sudo).
#
#   bootstrap.sh GOAL...          install what is missing; GOAL: build, run, test, full, applications, packages,
#                                 platforms or fresh
#   bootstrap.sh --check GOAL...  only say what is missing; exit status 1 if anything is
#   bootstrap.sh --simulate GOAL...  say what would be installed; exit status 1 if a package of it does not exist
#
# Tools are found by what they can do, not by package name: a compiler or Python from elsewhere is used as it is. The
# network is used only if something is missing.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)

# goal | what (the function has_WHAT checks for it) | packages | needed for. Each goal includes those above it;
# `applications` includes only build and run, `packages` and `platforms` only build, `fresh` none.
NEEDS="
build|compiler|gcc libc6-dev|building (gcc 12+ or clang 14+)
build|cmake|cmake|building (CMake 3.22+)
build|ninja|ninja-build|building
build|openssl_headers|libssl-dev|building the module and the command
run|openssl|openssl|the demonstration
run|curl|curl|the download of the demonstration
run|ca_certificates|ca-certificates|downloads
run|python|python3|the demonstration (Python 3.11+)
run|venv|python3-venv|the lab and the tests in Python
test|pkg_config|pkg-config|the test of the installation
test|xz|xz-utils|the archive for any Linux
test|dpkg_dev|dpkg-dev|the packages of Debian and Ubuntu
test|build_essential|build-essential|the packages of Debian and Ubuntu
test|debhelper|debhelper|the packages of Debian and Ubuntu
test|lintian|lintian|the check of the packages of Debian and Ubuntu
test|valgrind|valgrind|the constant-time tests
test|mandoc|mandoc|the check of the man pages
test|clang|clang|the second compiler, fuzzers
test|clang_runtime|CLANG_RUNTIME|sanitizers and fuzzers of clang
test|bochs|bochs bochs-term bochsbios vgabios|levels that this processor lacks, in an emulator
test|boot_image|isolinux syslinux-common genisoimage|levels that this processor lacks, in an emulator
test|node|nodejs|hosts with an OpenSSL of their own
test|git|git|checks over the tracked files
test|mingw|gcc-mingw-w64-x86-64|the smoke test for Windows
test|wine|wine64|the smoke test for Windows
test|browser|chromium|the lab's page in a real browser
full|perl|perl|building other releases of OpenSSL
full|cargo|cargo|fetching OpenSSL 4.0 (crate openssl-src)
full|make|make|building other releases of OpenSSL
full|musl|musl-tools|an OpenSSL with another C library
full|busybox|busybox-static|a root with another C library
full|runc|runc|the image of containers
full|crun|crun|the image of containers
full|bwrap|bubblewrap|servers as confined as systemd can confine them
full|apparmor|apparmor|the profiles of distributions
full|selinux|setools semodule-utils selinux-utils bzip2|the policy of Debian
applications|nginx|nginx|the matrix of applications
applications|haproxy|haproxy|the matrix of applications
applications|apache|apache2-bin|the matrix of applications
applications|stunnel|stunnel4|the matrix of applications
applications|openssh|openssh-client openssh-server|the matrix of applications
applications|openvpn|openvpn iproute2|the matrix of applications
applications|wget|wget|the matrix of applications
applications|node|nodejs|the matrix of applications
applications|ruby|ruby|the matrix of applications
applications|php|php-cli|the matrix of applications
applications|postgresql|postgresql|the matrix of applications
applications|lighttpd|lighttpd lighttpd-mod-openssl|the matrix of applications
applications|nghttpx|nghttp2-proxy nghttp2-client|the matrix of applications
applications|redis|redis-server redis-tools|the matrix of applications
applications|mariadb|mariadb-server-core mariadb-client-core|the matrix of applications
applications|bind|bind9 bind9-utils bind9-dnsutils|the matrix of applications
applications|unbound|unbound|the matrix of applications
applications|hostapd|hostapd eapoltest|the matrix of applications
applications|mosquitto|mosquitto mosquitto-clients|the matrix of applications
applications|socat|socat|the matrix of applications
applications|rsync|rsync|the matrix of applications
applications|borg|borgbackup|the matrix of applications
applications|sqlcipher|sqlcipher|the matrix of applications
applications|xmlsec|xmlsec1 libxmlsec1-openssl|the matrix of applications
applications|systemd_creds|systemd|the matrix of applications
applications|softhsm|softhsm2 opensc|the matrix of applications
applications|strongswan|strongswan-pki libstrongswan-standard-plugins|the matrix of applications
applications|tor|tor|the matrix of applications
applications|ntpsec|ntpsec iproute2|the matrix of applications
applications|kerberos|krb5-kdc krb5-admin-server krb5-user krb5-pkinit|the matrix of applications
applications|dovecot|dovecot-core dovecot-imapd|the matrix of applications
applications|bind_suite|libuv1-dev libcmocka-dev pkg-config|the matrix of applications
applications|python_suites|PYTHON_SUITES|the matrix of applications
applications|git|git|the matrix of applications
packages|dpkg_dev|dpkg-dev|the packages of Debian and Ubuntu
packages|build_essential|build-essential|the packages of Debian and Ubuntu
packages|debhelper|debhelper|the packages of Debian and Ubuntu
packages|lintian|lintian|the check of the packages of Debian and Ubuntu
packages|rpmbuild|rpm|the packages of Fedora and RHEL
packages|pkg_config|pkg-config|what the packages of Fedora and RHEL provide
packages|rpmlint|rpmlint|the check of the packages of Fedora and RHEL
packages|diffoscope|diffoscope-minimal|the comparison of two builds
packages|xz|xz-utils|the archives
packages|abidiff|abigail-tools|the comparison of the interfaces of two releases
packages|git|git|the archive of the source
platforms|multilib|GCC_MULTILIB|the tests on 32-bit x86
platforms|mingw|gcc-mingw-w64-x86-64|the tests on Windows
platforms|wine|wine64|the tests on Windows
platforms|npm|npm|Node.js for Windows
platforms|maven|maven|CPython for Windows
platforms|arm64_compiler|gcc-aarch64-linux-gnu libc6-dev-arm64-cross|the tests on arm64
platforms|qemu_user|qemu-user|the tests on arm64
fresh|debootstrap|debootstrap|a clean root of a distribution
"
GOALS="build run test full applications packages platforms fresh"

has() { command -v "$1" >/dev/null 2>&1; }
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -1)" = "$2" ]; }

has_compiler() { "$root/scripts/find-compiler.sh" >/dev/null 2>&1; }
has_cmake() { has cmake && version_at_least "$(cmake --version | sed -n '1s/.*version //p')" 3.22; }
has_ninja() { has ninja; }
has_openssl_headers() {
    local cc
    cc=$("$root/scripts/find-compiler.sh" 2>/dev/null) || return 1
    printf '%s\n' '#include <openssl/core_dispatch.h>' '#include <openssl/evp.h>' \
        'int main(void) { return EVP_MD_CTX_new() == 0; }' |
        "$cc" -x c - -o /dev/null -lcrypto 2>/dev/null
}
has_openssl() { has openssl && openssl version | grep -Eq '^OpenSSL [3-9]'; }
has_curl() { has curl; }
has_ca_certificates() { [ -n "$(ls /etc/ssl/certs 2>/dev/null)" ]; }
has_python() { has python3 && python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
has_venv() { has_python && python3 -c 'import venv, ensurepip' 2>/dev/null; }
has_pkg_config() { has pkg-config; }
has_valgrind() { has valgrind && [ -e /usr/include/valgrind/memcheck.h ]; }
has_clang() { has clang; }
has_clang_runtime() {
    has clang && ls "$(clang -print-resource-dir)"/lib/linux/libclang_rt.asan-x86_64.a \
        "$(clang -print-resource-dir)"/lib/linux/libclang_rt.fuzzer-x86_64.a >/dev/null 2>&1
}
has_bochs() {
    has bochs && [ -n "$(find /usr/lib -name 'libbx_term*' -print -quit 2>/dev/null)" ] &&
        [ -e /usr/share/bochs/BIOS-bochs-legacy ] && [ -e /usr/share/bochs/VGABIOS-lgpl-latest ]
}
has_boot_image() {
    has genisoimage && [ -e /usr/lib/ISOLINUX/isolinux.bin ] && [ -e /usr/lib/syslinux/modules/bios/mboot.c32 ]
}
has_mandoc() { has mandoc; }
has_node() { has node; }
has_git() { has git; }
# Ubuntu's chromium is a snap, which containers do not run: the test is skipped there.
has_browser() { has chromium || has chromium-browser || has google-chrome || grep -qx 'ID=ubuntu' /etc/os-release; }
has_cargo() { has cargo; }
has_debootstrap() { PATH=$PATH:/usr/sbin has debootstrap; }
has_make() { has make; }
has_bwrap() { has bwrap; }
has_apparmor() { PATH=$PATH:/usr/sbin:/sbin has apparmor_parser; }
has_selinux() { has sesearch && has semodule_link && has matchpathcon && has bunzip2; }
has_dpkg_dev() { has dpkg-buildpackage; }
# dpkg-buildpackage asks for the package itself, whatever compiler there is.
has_build_essential() { dpkg-query -W -f '${Status}' build-essential 2>/dev/null | grep -q ' installed$'; }
has_debhelper() { has dh; }
has_lintian() { has lintian; }
has_rpmbuild() { has rpmbuild; }
has_rpmlint() { has rpmlint; }
has_diffoscope() { has diffoscope; }
has_abidiff() { has abidiff; }
has_xz() { has xz; }
installed() { PATH=/usr/sbin:/usr/bin:/sbin:/bin has "$1"; } # the distribution's, which the matrix is about
has_nginx() { installed nginx; }
has_haproxy() { installed haproxy; }
has_apache() { installed apache2 && [ -e /usr/lib/apache2/modules/mod_ssl.so ]; }
has_stunnel() { installed stunnel4; }
has_openssh() { installed sftp && installed ssh-keygen && installed sshd; }
has_openvpn() { installed openvpn && installed ip; }
has_wget() { installed wget; }
has_ruby() { installed ruby && ruby -ropenssl -e 1 2>/dev/null; }
has_php() {
    installed php || return 1
    php -r 'exit(function_exists("openssl_sign") && function_exists("pcntl_fork") ? 0 : 1);' 2>/dev/null
}
has_postgresql() { ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || installed postgres; }
has_lighttpd() { installed lighttpd && [ -e /usr/lib/lighttpd/mod_openssl.so ]; }
has_nghttpx() { installed nghttpx && installed h2load; }
has_redis() { installed redis-server && installed redis-cli; }
has_mariadb() { installed mariadbd && installed mariadb && installed mariadb-install-db; }
has_bind() { installed named && installed dnssec-signzone && installed dig; }
has_unbound() { installed unbound; }
has_hostapd() { installed hostapd && installed eapol_test; }
has_mosquitto() { installed mosquitto && installed mosquitto_pub; }
has_socat() { installed socat; }
has_rsync() { installed rsync-ssl; }
has_borg() { installed borg; }
has_sqlcipher() { installed sqlcipher; }
has_xmlsec() { installed xmlsec1; }
has_systemd_creds() { installed systemd-creds; }
has_softhsm() { installed pkcs11-tool && [ -e /usr/lib/softhsm/libsofthsm2.so ]; }
has_strongswan() { installed pki && [ -e /usr/lib/ipsec/plugins/libstrongswan-openssl.so ]; }
has_tor() { installed tor && installed tor-gencert; }
has_ntpsec() { installed ntpd && installed ntpq && installed ip; }
has_kerberos() {
    installed krb5kdc && installed kadmin.local && installed kinit &&
        [ -e /usr/lib/x86_64-linux-gnu/krb5/plugins/preauth/pkinit.so ]
}
has_dovecot() { installed dovecot && [ -e /usr/lib/dovecot/modules/lib10_mail_crypt_plugin.so ]; }
has_bind_suite() { has pkg-config && pkg-config --exists libuv cmocka; }
has_python_suites() { /usr/bin/python3 -c 'import test.test_ssl' 2>/dev/null; }
has_musl() { has musl-gcc; }
has_busybox() { has busybox && ! readelf --program-headers "$(command -v busybox)" 2>/dev/null | grep -q INTERP; }
has_runc() { PATH=$PATH:/usr/sbin has runc; }
has_crun() { has crun; }
has_multilib() { echo 'int main(void) { return 0; }' | gcc -m32 -x c - -o /dev/null 2>/dev/null; }
has_mingw() { has x86_64-w64-mingw32-gcc; }
has_wine() { PATH=$PATH:/usr/lib/wine has wine64; } # where Debian puts it
has_npm() { has npm; }
has_maven() { has mvn; }
has_arm64_compiler() { has aarch64-linux-gnu-gcc; }
has_qemu_user() { has qemu-aarch64; }
has_perl() { has perl && perl -MFindBin -MIPC::Cmd -e 1 2>/dev/null; }

# Print the lines of NEEDS that apply to a goal.
needs_of() {
    local g
    for g in $GOALS; do
        case $1:$g in
            applications:test | applications:full) continue ;;
            packages:build | packages:packages | platforms:build | platforms:platforms | fresh:fresh) ;;
            packages:* | platforms:* | fresh:*) continue ;;
        esac
        printf '%s' "$NEEDS" | grep "^$g|"
        [ "$g" != "$1" ] || return 0
    done
}

# Print the lines of the needs of some goals that are not met, each once.
find_missing() {
    local goal line what
    for goal; do needs_of "$goal"; done | awk -F '|' '!seen[$2]++' | while IFS= read -r line; do
        what=${line#*|}
        "has_${what%%|*}" || printf '%s\n' "$line"
    done
}

# Print the package of the sanitizers' run-time library, whose name has the major version of the clang in use.
clang_runtime_package() {
    local major
    if has clang; then
        major=$(clang -dumpversion)
    else
        major=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p' | head -1)
    fi
    echo "libclang-rt-${major%%.*}-dev"
}

# Print the package of the distribution's own tests of its Python, installed or not.
python_suites_package() {
    local version
    version=$(/usr/bin/python3 -V 2>/dev/null | sed 's/Python \([0-9]*\.[0-9]*\).*/\1/') || true
    [ -n "$version" ] ||
        version=$(apt-cache depends python3 | sed -n 's/.*Depends: python\(3\.[0-9]*\)$/\1/p' | head -1)
    echo "libpython$version-testsuite"
}

# Print the package of gcc's libraries for 32 bits: gcc-multilib itself excludes cross compilers.
gcc_multilib_package() {
    local major
    major=$(gcc -dumpversion 2>/dev/null ||
        apt-cache depends gcc | sed -n 's/.*Depends: gcc-\([0-9]*\)$/\1/p' | head -1)
    echo "gcc-${major%%.*}-multilib"
}

packages_of() {
    local packages
    packages=$(printf '%s\n' "$1" | cut -d'|' -f3 | tr '\n' ' ')
    case $packages in *PYTHON_SUITES*) packages=${packages/PYTHON_SUITES/$(python_suites_package)} ;; esac
    case $packages in *CLANG_RUNTIME*) packages=${packages/CLANG_RUNTIME/$(clang_runtime_package)} ;; esac
    case $packages in *GCC_MULTILIB*) packages=${packages/GCC_MULTILIB/$(gcc_multilib_package)} ;; esac
    printf '%s\n' "$packages" | sed 's/ *$//'
}

say() { printf '%s\n' "$*"; }
fail() { printf 'afterburner: %s\n' "$*" >&2; exit 1; }

describe() {
    printf '%s\n' "$1" | while IFS='|' read -r _ _ packages purpose; do
        packages=${packages/PYTHON_SUITES/libpython3-testsuite}
        packages=${packages/GCC_MULTILIB/gcc-multilib}
        say "  ${packages/CLANG_RUNTIME/libclang-rt}: $purpose"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120 "$@"; }

# Keep apt from starting servers in the packages, so that no port of this machine is taken.
POLICY=/usr/sbin/policy-rc.d
made_policy=
forbid_services() {
    [ ! -e "$POLICY" ] || return 0
    made_policy=1
    printf '#!/bin/sh\nexit 101\n' | as_root tee "$POLICY" >/dev/null
    as_root chmod 755 "$POLICY"
}
clean_up() {
    rm -f "$log"
    [ -z "$made_policy" ] || as_root rm -f "$POLICY"
}

# Install what is missing. With $2 = --simulate apt-get says what it would install, and installs nothing.
install_missing() {
    local packages
    has apt-get || fail "this machine has no apt-get; install by hand what gives: $(packages_of "$1")"
    [ "$(id -u)" = 0 ] || has sudo || fail "not root and no sudo; run as root: apt-get install $(packages_of "$1")"
    log=$(mktemp) # global: the trap outlives this function
    trap clean_up EXIT
    say "Fetching the package lists (apt-get update) ..."
    apt update >"$log" 2>&1 || { tail -5 "$log" >&2; say "  that failed; trying with the lists at hand"; }
    packages=$(packages_of "$1")
    say "Installing (apt-get install --no-install-recommends): $packages"
    forbid_services
    # shellcheck disable=SC2086  # a list of words
    apt install -y --no-install-recommends $2 $packages >"$log" 2>&1 ||
        { tail -15 "$log" >&2; fail "apt-get install failed: $packages"; }
}

main() {
    local option='' goal missing
    case ${1:-} in --check | --simulate) option=$1; shift ;; esac
    for goal in "${@:-}"; do
        case " $GOALS " in *" $goal "*) [ -n "$goal" ] ;; *) false ;; esac ||
            fail "usage: bootstrap.sh [--check | --simulate] GOAL...   (${GOALS// /, })"
    done
    [ "$(uname -sm)" = "Linux x86_64" ] || fail "only Linux on x86-64 is supported for now; this is $(uname -sm)"
    missing=$(find_missing "$@")
    [ -n "$missing" ] || return 0
    say "This machine lacks, for \`make $*\`:"
    describe "$missing"
    if [ "$option" = --check ]; then
        say "Mend: scripts/bootstrap.sh $*   (or: apt-get install $(packages_of "$missing"))"
        return 1
    fi
    install_missing "$missing" "$option"
    [ "$option" != --simulate ] || return 0
    missing=$(find_missing "$@")
    [ -z "$missing" ] || { describe "$missing" >&2; fail "still missing after the installation (see above)"; }
}

main "$@"
