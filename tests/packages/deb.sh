#!/usr/bin/env bash
# The Debian packages, made from the build folder BUILD without compiling: lintian finds no error and no warning; in a
# scratch root they are installed, used and removed, while openssl.cnf uses the module.
# usage: deb.sh SOURCE BUILD
set -euo pipefail
cd "$1"
built=$2
PATH=$PATH:/usr/sbin:/sbin
for tool in dpkg-buildpackage dh lintian openssl; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing (make packages installs it)"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: dpkg installs as root only"; exit 77; }
! openssl version | grep -q '^OpenSSL [012]' || { echo "skipped: no OpenSSL 3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }
unset AFTERBURNER_MODULE OPENSSL_CONF SOURCE_DATE_EPOCH

packaging/deb.sh "$work/build" "$work/out" "$built" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; fail "the build"; }
packages="afterburner openssl-provider-afterburner libafterburner0 libafterburner-dev afterburner-lab"
for package in $packages; do
    [ -e "$work/out/${package}_$(packaging/version.sh)_amd64.deb" ] || fail "no package $package"
done
lintian --profile debian --allow-root --fail-on error,warning "$work"/out/*.changes >"$work/lintian" 2>&1 ||
    { cat "$work/lintian"; fail "lintian"; }

# 1. What they weigh: the module, and what a server has installed (kilobytes).
kilobytes=0
for package in afterburner openssl-provider-afterburner; do
    kilobytes=$((kilobytes + $(dpkg-deb --field "$work/out/${package}"_*.deb Installed-Size)))
done
[ "$kilobytes" -lt 8000 ] || fail "afterburner and openssl-provider-afterburner install $kilobytes kB"

# 2. Installed. The scratch root has no libc6: the command and the module use this machine's.
root=$work/root
mkdir -p "$root/var/lib/dpkg" "$root/etc/ssl"
touch "$root/var/lib/dpkg/status"
dpkg_there() { dpkg --root="$root" --force-depends --force-script-chrootless --no-triggers "$@"; }
cp /dev/null "$work/openssl.cnf"
cp "$work/openssl.cnf" "$root/etc/ssl/openssl.cnf"
dpkg_there --install "$work"/out/*.deb >"$work/log" 2>&1 || { cat "$work/log"; fail "dpkg --install"; }
cmp "$work/openssl.cnf" "$root/etc/ssl/openssl.cnf" || fail "the installation changed openssl.cnf"
module=$(ls "$root"/usr/lib/*/ossl-modules/afterburner.so)
tests/packages/check_module.sh "$module"
command=$root/usr/bin/afterburner
seq 100000 >"$work/text"
expected=$(openssl dgst -sha256 -r "$work/text")
[ "$("$command" exec --module "$module" -- openssl dgst -sha256 -r "$work/text")" = "$expected" ] || fail "exec"
# The lab of the package, with the Python environment of the build folder.
"$1/scripts/venv.sh" "$1/lab/requirements.txt" "$built/lab/venv" 2>"$work/log" || { cat "$work/log"; fail "venv.sh"; }
mkdir -p "$work/cache/lab-$(packaging/version.sh)"
ln -s "$(realpath "$built/lab/venv")" "$work/cache/lab-$(packaging/version.sh)/venv"
lab() { env -u PYTHONPATH AB_CACHE="$work/cache" "$root/usr/bin/afterburner-lab" "$@"; }
lab speed --quick --runs 1 --sizes 1024 --json "$work/result.json" SHA2-256 >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "afterburner-lab speed"; }
grep -qF "\"$module\"" "$work/result.json" || fail "the lab measured another module than the installed one"
lab compilers --kernels >"$work/log" 2>&1 && fail "afterburner-lab measured kernels without a source tree"
"$command" enable --config "$root/etc/ssl/openssl.cnf" --module "$module" >/dev/null
conf=$root/etc/ssl/openssl.cnf
digest() { OPENSSL_CONF=$conf openssl dgst -sha256 -r "$work/text"; }
providers() { OPENSSL_CONF=$conf openssl list -providers; }
case $(providers) in *fterburner*) ;; *) fail "the module is not loaded" ;; esac
[ "$(digest)" = "$expected" ] || fail "a wrong digest with the module"

# 3. Removed although openssl.cnf names the module: the packages say how to switch it off and leave the file alone, and
# OpenSSL works.
cp "$conf" "$work/enabled.cnf"
# shellcheck disable=SC2086  # names
dpkg_there --remove $packages >"$work/log" 2>&1 || { cat "$work/log"; fail "dpkg --remove"; }
grep -q 'afterburner disable' "$work/log" || { cat "$work/log"; fail "the removal does not say how to switch off"; }
cmp "$work/enabled.cnf" "$conf" || fail "the removal changed openssl.cnf"
[ ! -e "$module" ] || fail "the module is still there"
case $(providers) in
    *fterburner*) fail "a module that is gone is loaded" ;;
    *efault*) ;;
    *) fail "the default provider is not loaded without the module" ;;
esac
[ "$(digest)" = "$expected" ] || fail "a wrong digest without the module"
OPENSSL_CONF=$conf openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout "$work/key.pem" \
    -out "$work/certificate.pem" 2>"$work/log" || { cat "$work/log"; fail "openssl req without the module"; }
OPENSSL_CONF=$conf openssl ciphers -s -tls1_3 >/dev/null || fail "TLS without the module"

# 4. Purged: nothing of the packages is left.
# shellcheck disable=SC2086  # names
dpkg_there --purge $packages >/dev/null 2>&1
left=$(cd "$root" && find . ! -type d ! -path './var/lib/dpkg/*' | sort | tr '\n' ' ')
[ "$left" = "./etc/ssl/openssl.cnf ./etc/ssl/openssl.cnf.afterburner-backup " ] || fail "purge left: $left"
echo "afterburner and openssl-provider-afterburner install $kilobytes kB"
