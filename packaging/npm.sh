#!/usr/bin/env bash
# Make the package of npm from the archive for any Linux: OUT/afterburner-npm-VERSION.tgz, whose only program is the
# command. The same archive gives the same bytes.
# usage: npm.sh ARCHIVE OUT
set -euo pipefail
archive=$(realpath "$1")
out=$(realpath "$2")
cd "$(dirname "$0")/.."
top=$(basename "$archive" .tar.xz)
version=${top#afterburner-}
version=${version%-linux-x86_64}
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

mkdir "$stage/package"
tar --extract --file "$archive" --directory "$stage"
for file in bin/afterburner lib/ossl-modules/afterburner.so libexec/afterburner/{glibc,musl}/afterburner LICENSE; do
    mkdir -p "$(dirname "$stage/package/$file")"
    mv "$stage/$top/$file" "$stage/package/$file"
done
sed "s/@VERSION@/$version/" packaging/npm/package.json.in >"$stage/package/package.json"
cp packaging/npm/README.md "$stage/package/"
chmod -R u=rwX,go=rX "$stage/package"
tar --create --sort=name --format=ustar --mtime="@$(packaging/epoch.sh)" --owner=0 --group=0 --numeric-owner \
    --directory "$stage" package | gzip --no-name --best >"$out/afterburner-npm-$version.tgz"
echo "$out/afterburner-npm-$version.tgz"
