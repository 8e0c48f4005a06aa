#!/usr/bin/env bash
# The archive for any Linux: made twice with the same bytes, used from a folder of any name without rights, installed,
# used, removed; it needs no later glibc than 2.17. packages.musl uses it with musl.
# usage: tar.sh SOURCE BUILD
set -euo pipefail
cd "$1"
built=$2
for tool in xz openssl objdump; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
fail() { echo "FAIL: $*" >&2; exit 1; }
unset AFTERBURNER_MODULE OPENSSL_CONF SOURCE_DATE_EPOCH TMPDIR

# 1. The same bytes from another folder.
mkdir "$work/other"
packaging/tar.sh "$built" "$work/one"
TMPDIR=$work/other packaging/tar.sh "$built" "$work/two"
archive=$(ls "$work/one")
cmp "$work/one/$archive" "$work/two/$archive" || fail "the same files gave two archives"

# 2. The archive works where it is unpacked, for a user without rights.
mkdir "$work/any folder"
tar -xf "$work/one/$archive" -C "$work/any folder"
top="$work/any folder/${archive%.tar.xz}"
as_nobody() { "$@"; }
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
fi
seq 100000 >"$work/text"
expected=$(openssl dgst -sha256 -r "$work/text")
check_command() { # COMMAND
    [ "$(as_nobody "$1" exec -- openssl dgst -sha256 -r "$work/text")" = "$expected" ] || fail "$1: a wrong digest"
    case $(as_nobody "$1" exec -- openssl list -providers -verbose) in
        *fterburner*) ;;
        *) fail "$1 exec does not load the module" ;;
    esac
}
check_command "$top/bin/afterburner"
tests/packages/check_module.sh "$top/lib/ossl-modules/afterburner.so"

# 3. Nothing needs a later glibc than 2.17: no version, and no relocations that are packed. Programs name no libcrypto.
# packages.portable_module tests the module.
for file in "$top"/libexec/afterburner/*/afterburner "$top"/lib/*.so "$top"/lib/afterburner/*.so; do
    required=$(objdump -p "$file" | awk '$4 ~ /^GLIBC_/ { sub("GLIBC_", "", $4); print $4 }' | sort -V | tail -n 1)
    [ -n "$required" ] || fail "$file requires no version of glibc"
    [[ $required =~ ^[0-9.]+$ && $(printf '%s\n' "$required" 2.17 | sort -V | tail -n 1) = 2.17 ]] ||
        fail "$file needs glibc $required"
    ! objdump -p "$file" | grep -E 'NEEDED.*(crypto|ssl)|RELR +0x' || fail "$file needs what objdump says"
done
! objdump -p "$top/bin/afterburner" | grep -E 'NEEDED|INTERP' || fail "bin/afterburner needs a library"

# 4. Installed in a folder, used, installed again, removed.
prefix="$work/pre fix"
"$top/install.sh" --prefix "$prefix" >/dev/null
check_command "$prefix/bin/afterburner"
files() { (cd "$prefix" && find . | sort); }
before=$(files)
"$top/install.sh" --prefix "$prefix" >/dev/null
[ "$(files)" = "$before" ] || fail "a second installation differs"
cp /dev/null "$work/openssl.cnf"
"$prefix/bin/afterburner" enable --config "$work/openssl.cnf" >/dev/null
! OPENSSL_CONF=$work/openssl.cnf "$prefix/share/afterburner/uninstall.sh" 2>/dev/null ||
    fail "uninstalled although openssl.cnf uses the module"
"$prefix/share/afterburner/uninstall.sh" >/dev/null
[ ! -e "$prefix" ] || fail "uninstall left $(find "$prefix" | tr '\n' ' ')"

# 5. Where the command does not run, nothing is installed.
mv "$top/libexec" "$work/"
! "$top/install.sh" --prefix "$prefix" >/dev/null 2>"$work/log" || fail "installed a command that does not run"
grep -q 'glibc 2.17' "$work/log" || { cat "$work/log"; fail "the command does not say what it needs"; }
[ ! -e "$prefix" ] || fail "refused, but installed"
echo "$archive: $(stat -c %s "$work/one/$archive") bytes"
