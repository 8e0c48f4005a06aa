#!/usr/bin/env bash
# The packages of Fedora and RHEL, made from the build folder BUILD without compiling: the same bytes twice, no finding
# of rpmlint; in a scratch root they are installed, switched on and off, used and removed. The root has no packages of
# Fedora, so that rpm is told not to look for dependencies: the command and the module use this machine's OpenSSL.
# usage: rpm.sh SOURCE BUILD
set -euo pipefail
cd "$1"
built=$2
for tool in rpm rpmbuild rpmlint openssl xz; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing (make packages installs it)"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: rpm installs into another root as root only"; exit 77; }
! openssl version | grep -q '^OpenSSL [012]' || { echo "skipped: no OpenSSL 3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }
unset AFTERBURNER_MODULE OPENSSL_CONF OPENSSL_MODULES SOURCE_DATE_EPOCH TMPDIR

# 1. The same bytes from folders whose names differ in length.
mkdir "$work/a" "$work/a_folder_of_another_length"
for folder in a a_folder_of_another_length; do
    TMPDIR=$work/$folder packaging/rpm.sh "$work/out-$folder" "$built" >"$work/log" 2>&1 ||
        { tail -n 20 "$work/log"; fail "the build"; }
done
diff -r "$work/out-a" "$work/out-a_folder_of_another_length" || fail "the same files gave two packages"
out=$work/out-a version=$(packaging/version.sh)-1
[ -e "$out/afterburner-$version.src.rpm" ] || fail "no source package"
packages="afterburner afterburner-libs afterburner-devel afterburner-static openssl-provider-afterburner"
for package in $packages; do
    [ -e "$out/$package-$version.x86_64.rpm" ] || fail "no package $package"
done
switch=openssl-provider-afterburner-enabled

# 2. rpmlint.
rpmlint --config packaging/rpm/rpmlint.toml "$out"/*.rpm packaging/rpm/afterburner.spec >"$work/rpmlint" 2>&1 ||
    { cat "$work/rpmlint"; fail "rpmlint"; }
grep -q ' 0 errors, 0 warnings,' "$work/rpmlint" || { cat "$work/rpmlint"; fail "rpmlint has findings"; }

# 3. Installed: nothing is switched on. openssl.cnf is like Fedora's, with the folder of this root.
root=$work/root
mkdir -p "$root/etc/pki/tls/openssl.d" "$root/var/lib/rpm"
conf=$root/etc/pki/tls/openssl.cnf
cat >"$conf" <<END
openssl_conf = openssl_init
[openssl_init]
providers = provider_sect
ssl_conf = ssl_module
alg_section = evp_properties
[evp_properties]
[provider_sect]
default = default_sect
[default_sect]
activate = 1
[ssl_module]
system_default = crypto_policy
[crypto_policy]
MinProtocol = TLSv1.2
.include $root/etc/pki/tls/openssl.d
END
cp "$conf" "$work/openssl.cnf"
elsewhere=() # Debian's rpm wants to hear that
[[ $(rpm --help) != *--force-debian* ]] || elsewhere=(--force-debian)
rpm_there() {
    rpm --root "$root" --dbpath /var/lib/rpm --nodeps "${elsewhere[@]}" "$@" >"$work/log" 2>&1 ||
        { cat "$work/log"; fail "rpm $*"; }
}
install() { # PACKAGE..., without the source that one of them has
    local files=() package
    for package; do files+=("$out/$package-$version".[nx]*.rpm); done
    rpm_there --install "${files[@]}"
}
in_root() { OPENSSL_CONF=$conf OPENSSL_MODULES=$root/usr/lib64/ossl-modules "$@"; }
is_loaded() { [[ $(in_root openssl list -providers) == *fterburner* ]]; }
seq 100000 >"$work/text"
expected=$(openssl dgst -sha256 -r "$work/text")
check_openssl() { # WHEN
    [[ $(in_root openssl list -providers) == *efault* ]] || fail "$1: the default provider is not active"
    [ "$(in_root openssl dgst -sha256 -r "$work/text")" = "$expected" ] || fail "$1: a wrong digest"
    in_root openssl ciphers -s -tls1_3 >/dev/null || fail "$1: TLS"
}

# shellcheck disable=SC2086  # names
install $packages
module=$root/usr/lib64/ossl-modules/afterburner.so
tests/packages/check_module.sh "$module"
! is_loaded || fail "the installation switched the module on"
check_openssl "installed"
[ "$("$root/usr/bin/afterburner" exec --module "$module" -- openssl dgst -sha256 -r "$work/text")" = "$expected" ] ||
    fail "exec"

# 4. Switched on by the package that has the configuration; what the administrator changes there stays.
install "$switch"
is_loaded || fail "$switch does not switch the module on"
check_openssl "$switch"
echo "# mine" >>"$root/etc/pki/tls/openssl.d/afterburner.conf"
rpm_there --upgrade --replacepkgs "$out/$switch-$version".*.rpm
grep -qx '# mine' "$root/etc/pki/tls/openssl.d/afterburner.conf" || fail "an upgrade replaced the configuration"

# 5. OpenSSL goes on without the module that the configuration names, and so it does without the configuration.
# shellcheck disable=SC2086  # names
rpm_there --erase $packages
[ ! -e "$module" ] || fail "the module is still there"
! is_loaded || fail "a module that is gone is loaded"
check_openssl "without the module"
rpm_there --erase "$switch"
check_openssl "removed"
rm "$root/etc/pki/tls/openssl.d/afterburner.conf.rpmsave" # only because of the change above; OpenSSL reads no such name
install "$switch"
rpm_there --erase "$switch"

# 6. Nothing of the packages is left, and openssl.cnf is what it was.
cmp "$work/openssl.cnf" "$conf" || fail "a package changed openssl.cnf"
left=$(cd "$root" && find . ! -type d ! -path './var/lib/rpm/*' | tr '\n' ' ')
[ "$left" = "./etc/pki/tls/openssl.cnf " ] || fail "left: $left"
for package in $packages $switch; do
    rpm -qp --queryformat '%{NAME}: %{SIZE} bytes installed\n' "$out/$package-$version".[nx]*.rpm 2>/dev/null
done
