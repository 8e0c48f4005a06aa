#!/usr/bin/env bash
# Certificates and CMS of SLH-DSA and ML-DSA by the command of another OpenSSL: what the module signs, the default
# provider verifies, and back. Files are the default provider's.
#
# Usage: certificates.sh RELEASE BUILD_DIR     RELEASE: 3.5 or 4.0 (build_openssl.sh); BUILD_DIR holds afterburner.so
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$2" && pwd)
openssl=$("$here/build_openssl.sh" "$1")/bin/openssl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >default.cnf <<'CNF'
[req]
distinguished_name = name
x509_extensions = ca
[name]
[ca]
basicConstraints = critical, CA:TRUE
[leaf]
basicConstraints = critical, CA:FALSE
CNF
cat - default.cnf >module.cnf <<CNF
openssl_conf = init
[init]
providers = providers
alg_section = algorithms
[algorithms]
default_properties = ?provider=afterburner
[providers]
default = default_sect
afterburner = afterburner_sect
[default_sect]
activate = 1
[afterburner_sect]
module = $build/afterburner.so
activate = 1
log = info
CNF
head -c 5000 /dev/urandom >message

status=0
fail() { echo "FAIL: $*"; status=1; }
by() { # SIDE ARGUMENT...: the command of OpenSSL with the module preferred, or without it; its errors are kept
    local side=$1
    shift
    OPENSSL_CONF=$work/$side.cnf "$openssl" "$@" 2>errors || { cat errors; return 1; }
}
is_served() { # SIDE ALGORITHM: whether the last command used the module must be as its side says
    if grep -q "$2: serves with" errors; then [ "$1" = module ]; else [ "$1" = default ]; fi
}
make_ca() { # SIDE NAME ALGORITHM [ISSUER]: a key and its certificate, signed by the issuer or by itself
    by "$1" genpkey -algorithm "$3" -out "$2.key"
    is_served "$1" "$3" || fail "the key of $3 is not made by $1"
    by "$1" req -x509 -new -config default.cnf -key "$2.key" -subj "/CN=$2" -days 30 -out "$2.pem" \
        ${4:+-CA "$4.pem" -CAkey "$4.key"}
}

# The module may be absent on this processor: nothing is compared then.
by module list -signature-algorithms >names
grep -q 'SLH-DSA-SHA2-128f .*@ afterburner' names || { echo "SKIP: not offered on this processor"; exit 77; }

spoil() { # FILE PLACE: change one bit of the byte there
    local byte
    byte=$(od -An -tu1 -j "$2" -N 1 "$1")
    printf '%b' "\\0$(printf %o $((byte ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# Each algorithm signs a certificate and a message, with each side, for the other.
check_algorithm() { # SIDE OTHER ALGORITHM
    make_ca "$1" root "$3"
    by "$2" verify -check_ss_sig -CAfile root.pem root.pem >/dev/null || fail "$3: the certificate of $1"
    is_served "$2" "$3" || fail "$3: $2 does not verify the certificate"
    by "$1" cms -sign -binary -nodetach -md sha512 -in message -signer root.pem -inkey root.key -outform DER -out signed
    is_served "$1" "$3" || fail "$3: $1 does not sign the message"
    by "$2" cms -verify -binary -inform DER -in signed -CAfile root.pem -purpose any -out verified ||
        fail "$3: the message of $1"
    is_served "$2" "$3" || fail "$3: $2 does not verify the message"
    cmp -s message verified || fail "$3: another message"
    spoil signed $(($(stat -c %s signed) - 100))
    ! by "$2" cms -verify -binary -inform DER -in signed -CAfile root.pem -purpose any -out verified >/dev/null ||
        fail "$3: a spoilt message of $1 is valid"
}
for algorithm in SLH-DSA-{SHA2,SHAKE}-{128,192,256}{f,s} ML-DSA-65; do
    check_algorithm module default "$algorithm"
    check_algorithm default module "$algorithm"
done

# A chain of three algorithms, each link signed by the other side than the one before.
make_ca module root SLH-DSA-SHAKE-128f
make_ca default middle SLH-DSA-SHA2-192f root
make_ca module leaf ML-DSA-65 middle
for side in default module; do
    by "$side" verify -CAfile root.pem -untrusted middle.pem leaf.pem >/dev/null || fail "the chain, by $side"
done
make_ca module other SLH-DSA-SHAKE-128f
! by module verify -CAfile other.pem -untrusted middle.pem leaf.pem >/dev/null || fail "a chain to another root"

exit $status
