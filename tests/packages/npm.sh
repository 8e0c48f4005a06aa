#!/usr/bin/env bash
# The package of npm: made twice with the same bytes, installed into a clean folder without network, used, removed.
# usage: npm.sh SOURCE BUILD
set -euo pipefail
cd "$1"
built=$2
for tool in xz npm npx node; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }
unset AFTERBURNER_MODULE OPENSSL_CONF SOURCE_DATE_EPOCH
export npm_config_cache=$work/cache npm_config_offline=true npm_config_update_notifier=false npm_config_audit=false
export npm_config_fund=false HOME=$work

packaging/tar.sh "$built" "$work" >/dev/null
mkdir "$work/one" "$work/two" "$work/clean"
for out in one two; do packaging/npm.sh "$work"/*.tar.xz "$work/$out" >/dev/null; done
package=$(basename "$work"/one/*.tgz)
cmp "$work/one/$package" "$work/two/$package" || fail "the same archive gave two packages"

cd "$work/clean"
echo '{ "private": true }' >package.json
npm install --silent "$work/one/$package" || fail "npm install"
"$1/tests/packages/check_module.sh" node_modules/afterburner/lib/ossl-modules/afterburner.so
[ "$(npx afterburner --version)" = "afterburner $("$1/packaging/version.sh")" ] || fail "npx afterburner"
cat >work.js <<'END'
const crypto = require("crypto");
const maps = require("fs").readFileSync("/proc/self/maps", "utf8");
const loaded = maps.split("\n").filter((line) => line.endsWith("/afterburner/lib/ossl-modules/afterburner.so"));
console.log(loaded.length > 0, crypto.createHash("sha256").update("abc").digest("hex"));
END
found=$(npx afterburner -- node work.js) || fail "npx afterburner -- node"
[ "$(npx afterburner exec -- node work.js)" = "$found" ] || fail "npx afterburner exec -- node"
abc=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad # FIPS 180-4's example
[ "$found" = "true $abc" ] || fail "the module in Node.js, the digest: $found"
[ "$(node work.js)" = "false $abc" ] || fail "Node.js without the module: $(node work.js)"
npm uninstall --silent afterburner
left=$(find . -name '*afterburner*')
[ -z "$left" ] || fail "npm uninstall left $left"
echo "$package: $(stat -c %s "$work/one/$package") bytes; Node.js $(node --version)"
