#!/usr/bin/env bash
# Install to an empty folder, use the installed files as a user would, uninstall, and check that nothing is left.
set -euo pipefail
source=$1 build=$2 cc=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source"

fail() { echo "FAIL: $*" >&2; exit 1; }
export BUILD=$build DESTDIR=$work/root PREFIX=/opt/afterburner
root=$DESTDIR$PREFIX

scripts/install.sh >"$work/log" 2>&1 || { cat "$work/log"; fail "install"; }
mkdir -p "$DESTDIR/etc" && touch "$DESTDIR/etc/other" "$root/lib/other"

# 1. The kernel library, shared and static, found by its pkg-config file.
export PKG_CONFIG_PATH=$root/lib/pkgconfig
# shellcheck disable=SC2046
"$cc" -std=c17 -Wall -Wextra -Werror tests/install/program.c $(pkg-config --cflags --libs afterburner) -o "$work/shared"
level=$(LD_LIBRARY_PATH=$root/lib "$work/shared") || fail "the program with the shared library: $level"
# shellcheck disable=SC2046
"$cc" -std=c17 tests/install/program.c $(pkg-config --cflags afterburner) "$root/lib/libafterburner.a" -o "$work/static"
[ "$("$work/static")" = "$level" ] || fail "the program with the static library"

# 2. The module.
OPENSSL_CONF=/dev/null openssl list -providers -provider-path "$root/lib/ossl-modules" \
    -provider afterburner -provider default |
    grep -qi 'name: afterburner' || fail "the installed module does not load"

# 3. Installed files are stripped. addr2line finds the line of a function in the file of debug information, by the link
# in the stripped one, and the two files belong together.
build_id() { readelf -nW "$1" 2>/dev/null | sed -n 's/.*Build ID: //p'; }
sections() { readelf -SW "$1" 2>/dev/null >"$work/sections" || fail "readelf $1"; }
for file in lib/ossl-modules/afterburner.so lib/libafterburner.so bin/afterburner; do
    path=$(realpath "$root/$file")
    debug=$(dirname "$path")/.debug/$(basename "$path").debug
    sections "$path"
    ! grep -qE '\.(debug_|symtab)' "$work/sections" || fail "$file is not stripped"
    sections "$debug"
    grep -q '\.debug_info' "$work/sections" || fail "$debug has no debug information"
    [ -n "$(build_id "$path")" ] || fail "$file has no build id"
    [ "$(build_id "$path")" = "$(build_id "$debug")" ] || fail "$debug is of another file"
done
sections "$root/lib/libafterburner.a"
! grep -q '\.debug_info' "$work/sections" || fail "libafterburner.a is not stripped"
module=$root/lib/ossl-modules/afterburner.so
address=$(nm -D "$module" | awk '$3 == "OSSL_provider_init" { print $1 }')
case $(addr2line -e "$module" "0x$address") in
    */init.c:*) ;;
    *) fail "addr2line finds no line in the module" ;;
esac

# 4. The command and the pages.
"$root/bin/afterburner" --help >/dev/null || fail "the installed command"
[ -e "$root/share/man/man1/afterburner.1" ] || fail "no man page"
[ ! -e "$root/share/man/man1/afterburner-lab.1" ] || fail "the page of a command that is not installed"

# 5. Installing again replaces each file and changes nothing else: a process that has the old one mapped keeps it.
# Uninstalling removes all files of the installation and no others.
before=$(cd "$DESTDIR" && find . | sort)
exec 3<"$module"
scripts/install.sh >/dev/null
[ "$(stat -Lc %i /dev/fd/3)" != "$(stat -c %i "$module")" ] || fail "the module was overwritten in place"
cmp -s /dev/fd/3 "$module" || fail "the module that is open has changed"
exec 3<&-
[ "$(cd "$DESTDIR" && find . | sort)" = "$before" ] || fail "a second installation differs"
cp /dev/null "$work/openssl.cnf"
"$root/bin/afterburner" enable --config "$work/openssl.cnf" >/dev/null || fail "enable"
! OPENSSL_CONF=$work/openssl.cnf scripts/uninstall.sh 2>/dev/null ||
    fail "uninstalled although openssl.cnf uses the module"
scripts/uninstall.sh >/dev/null
left=$(cd "$DESTDIR" && find . ! -type d | sort | tr '\n' ' ')
[ "$left" = "./etc/other ./opt/afterburner/lib/other " ] || fail "uninstall left: $left"
rm "$root/lib/other"
left=$(find "$root" -type d | sort | tr '\n' ' ')
[ "$left" = "$root $root/lib " ] || fail "uninstall left folders: $left"
! scripts/uninstall.sh 2>/dev/null || fail "uninstalling twice should say that nothing is installed"
echo "installed, used at level $level, uninstalled"
