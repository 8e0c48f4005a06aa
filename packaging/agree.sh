#!/usr/bin/env bash
# Check that the files of this tree agree on VERSION, and that the change logs are dated.
# usage: agree.sh VERSION
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:-}

fail() { echo "afterburner: no release: $*" >&2; exit 1; }

number='(0|[1-9][0-9]*)'
[[ $version =~ ^$number\.$number\.$number$ ]] || fail "VERSION must be MAJOR.MINOR.PATCH, not '$version'"
[ "$(packaging/version.sh)" = "$version" ] || fail "CMakeLists.txt has version $(packaging/version.sh)"

heading=$(grep -m 1 '^## ' CHANGELOG.md)
[[ $heading =~ ^"## $version - "([0-9]{4}-[0-9]{2}-[0-9]{2})$ ]] ||
    fail "CHANGELOG.md begins with '$heading', not with '## $version - YYYY-MM-DD'"
day=${BASH_REMATCH[1]}
entry=$(head -n 1 packaging/debian/changelog)
[[ $entry == "afterburner ($version) "* ]] || fail "packaging/debian/changelog begins with '$entry'"
found=$(date --utc --date "@$(SOURCE_DATE_EPOCH='' packaging/epoch.sh)" +%F)
[ "$found" = "$day" ] || fail "packaging/debian/changelog has the day $found, CHANGELOG.md $day"

spec=packaging/rpm/afterburner.spec
grep -qx "Version: *$version" "$spec" || fail "$spec has another version than $version"
entry=$(sed -n '/^%changelog/{n;p;}' "$spec")
[[ $entry == "* $(LC_ALL=C date --utc --date "$day" "+%a %b %d %Y") "*" - $version-1" ]] ||
    fail "the change log of $spec begins with '$entry'"

# Versions of symbols: none is later than this release, and the Debian package lists each.
nodes=$(sed -n 's/^AFTERBURNER_\([0-9.]*\) {.*/\1/p' src/libafterburner.map)
[ -n "$nodes" ] || fail "src/libafterburner.map has no version"
for node in $nodes; do
    [ "$(printf '%s\n' "$node" "${version%.*}" | sort -V | tail -n 1)" = "${version%.*}" ] ||
        fail "src/libafterburner.map has symbols of version $node"
    grep -qF "(symver)AFTERBURNER_$node " packaging/debian/libafterburner0.symbols ||
        fail "packaging/debian/libafterburner0.symbols lacks version $node"
done
