#!/usr/bin/env bash
# The portable module of the build folder BUILD serves in an OpenSSL that is linked with musl: ciphers, digests, keys
# and threads give what this machine's OpenSSL gives without the module. The archive works in a root that has musl,
# BusyBox and OpenSSL, and nothing else.
# usage: musl.sh SOURCE BUILD
set -euo pipefail
module=$2/portable/afterburner.so
for tool in musl-gcc openssl readelf cmp xz; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing (make test-full installs it)"; exit 77; }
done
! openssl version | grep -q '^OpenSSL [012]' || { echo "skipped: no OpenSSL 3"; exit 77; }
made=$("$1/tests/evp/build_openssl.sh" 3.5-musl) || { echo "skipped: no OpenSSL with musl"; exit 77; }
musl=$made/bin/openssl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }
unset AFTERBURNER_MODULE OPENSSL_CONF OPENSSL_MODULES

# 1. Loaded in an OpenSSL with musl, and in that of this machine.
cat >"$work/openssl.cnf" <<END
openssl_conf = init
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
with() { OPENSSL_CONF=$work/openssl.cnf "$@"; }
plain() { OPENSSL_CONF=/dev/null openssl "$@"; }
[[ $(readelf --program-headers "$musl") == */ld-musl-x86_64.so.1* ]] || fail "$musl is not linked with musl"
for openssl in "$musl" openssl; do
    [[ $(with "$openssl" list -providers 2>/dev/null) == *fterburner* ]] || fail "$openssl does not load the module"
done

# 2. The same bytes. The log says that the module serves.
seq 2000000 >"$work/text"
key=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f iv=f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
serves() { grep -q "afterburner: $1.*: serves" "$work/log" || { cat "$work/log"; fail "$1 is not served"; }; }
for digest in md5 sha1 sha256 sha512 sha3-256 blake2b512; do
    plain dgst -r -"$digest" "$work/text" >"$work/plain"
    with "$musl" dgst -r -"$digest" "$work/text" 2>"$work/log" | cmp - "$work/plain" || fail "$digest"
done
for cipher in cbc ctr; do
    plain enc -aes-256-$cipher -K $key -iv $iv -in "$work/text" >"$work/plain"
    with "$musl" enc -aes-256-$cipher -K $key -iv $iv -in "$work/text" 2>"$work/log" |
        cmp - "$work/plain" || fail "AES-256-$cipher"
done
serves AES
# Calls of 8 MiB are shared with the module's threads, where the machine has two processors.
with "$musl" speed -evp aes-256-ctr -bytes 8388608 -seconds 1 >"$work/log" 2>&1 || { cat "$work/log"; fail "threads"; }
plain mac -digest SHA256 -macopt hexkey:$key -in "$work/text" HMAC >"$work/plain"
with "$musl" mac -digest SHA256 -macopt hexkey:$key -in "$work/text" HMAC 2>"$work/log" |
    cmp - "$work/plain" || fail HMAC

# 3. Keys and signatures, made there and verified here, and the other way round.
sign_and_verify() { # NAME OPTION...: the options of genpkey
    local name=$1 digest=(-rawin) sign verify
    shift
    [ "$name" = Ed25519 ] || digest+=(-digest sha256)
    head -c 5000 "$work/text" >"$work/message"
    for sign in "with $musl" plain; do
        verify=plain
        [ "$sign" != plain ] || verify="with $musl"
        $sign genpkey "$@" -out "$work/key.pem" 2>"$work/log"
        $sign pkey -in "$work/key.pem" -pubout -out "$work/public.pem" 2>>"$work/log"
        $sign pkeyutl -sign "${digest[@]}" -inkey "$work/key.pem" -in "$work/message" -out "$work/signature" \
            2>>"$work/log"
        $verify pkeyutl -verify "${digest[@]}" -pubin -inkey "$work/public.pem" -in "$work/message" \
            -sigfile "$work/signature" >/dev/null 2>>"$work/log" || { cat "$work/log"; fail "$name: $sign, $verify"; }
    done
}
sign_and_verify P-256 -algorithm EC -pkeyopt ec_paramgen_curve:P-256
sign_and_verify P-384 -algorithm EC -pkeyopt ec_paramgen_curve:P-384
sign_and_verify Ed25519 -algorithm ED25519
sign_and_verify RSA -algorithm RSA -pkeyopt rsa_keygen_bits:2048
# 4. The archive, in a root with musl.
root=$work/root
mkdir "$work/archive"
"$1/tests/packages/musl_root.sh" "$made" "$root" || { echo "skipped: no static busybox"; exit 77; }
"$1/packaging/tar.sh" "$2" "$work/archive" >/dev/null
tar -xf "$work"/archive/*.tar.xz -C "$root"
mv "$root"/afterburner-* "$root/unpacked"
cp "$work/text" "$root/tmp/text"
here() { # COMMAND...: as a user without rights
    # shellcheck disable=SC2016  # expanded by the shell within
    unshare --mount --pid --fork --kill-child \
        sh -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && exec chroot --userspec 65534 "$@"' sh \
        "$root" /bin/env -i PATH=/usr/local/bin:/usr/bin:/bin TMPDIR=/tmp OPENSSL_CONF=/etc/ssl/openssl.cnf "$@"
}
check_command() { # COMMAND
    here "$1" exec --log info -- openssl dgst -r -sha256 /tmp/text >"$work/found" 2>"$work/log" ||
        { cat "$work/log"; fail "$1 exec"; }
    serves SHA2-256
    (cd "$work" && plain dgst -r -sha256 text) | sed 's|text|/tmp/text|' | cmp - "$work/found" ||
        fail "$1: a wrong digest"
    here "$1" status >"$work/log" 2>&1 || { cat "$work/log"; fail "$1 status"; }
    grep -q '/usr/lib/libcrypto.so.3' "$work/log" || { cat "$work/log"; fail "$1 uses another libcrypto"; }
    here "$1" selftest >"$work/log" 2>&1 || { cat "$work/log"; fail "$1 selftest"; }
    here "$1" sum /tmp/text >"$work/log" 2>&1 || { cat "$work/log"; fail "$1 sum"; }
    [ "$(cut -d ' ' -f 1 "$work/log")" = "$(sha256sum "$work/text" | cut -d ' ' -f 1)" ] || fail "$1 sum"
}
check_command /unpacked/bin/afterburner
before=$(find "$root" -path "$root/proc" -prune -o -print | sort)
here /unpacked/install.sh --prefix /tmp/pre >"$work/log" 2>&1 || { cat "$work/log"; fail "install.sh"; }
check_command /tmp/pre/bin/afterburner
here /tmp/pre/share/afterburner/uninstall.sh >"$work/log" 2>&1 || { cat "$work/log"; fail "uninstall.sh"; }
[ "$(find "$root" -path "$root/proc" -prune -o -print | sort)" = "$before" ] || fail "uninstall.sh left files"
mv "$root/usr/lib/libcrypto.so.3" "$work/"
! here /unpacked/bin/afterburner status 2>"$work/log" || fail "status without a libcrypto"
grep -q "finds no libcrypto.so.3" "$work/log" || { cat "$work/log"; fail "status does not say what is missing"; }
here /unpacked/bin/afterburner sum /tmp/text >/dev/null || fail "sum without a libcrypto"
echo "$("$musl" version) with musl: all passed"
