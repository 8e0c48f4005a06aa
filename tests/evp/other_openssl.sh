#!/usr/bin/env bash
# Run the tests of this folder, linked with another static OpenSSL, on the module as it was built: one binary works with
# every release.
#
# Usage: other_openssl.sh RELEASE BUILD_DIR [TEST...]     RELEASE: 3.0 to 3.6 or 4.0 (build_openssl.sh)
#
# BUILD_DIR holds afterburner.so, libafterburner.a and libab_harness.a.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
release=$1
build=$(cd "$2" && pwd)
shift 2
[ $# -gt 0 ] || set -- \
    discovery random drbg digest mac kdf ec ecdsa ecdh changed_key generator lists ecx mlkem key_file hybrid mldsa \
    mldsa_signature mldsa_chain slhdsa slhdsa_signature pure_vectors ec_vectors \
    changed_digest rsa_api rsa rsa_signature key_programs dsa dh ffc_vectors pkey saved ssl3 pieces odd_calls \
    counter levels tls_cbc tls_hmac tls_aead cbc_hmac multi_block vectors digest_vectors keyed_vectors rsa_vectors \
    config method skey pipeline

home=$("$here/build_openssl.sh" "$release")
bin=$build/openssl-$release
mkdir -p "$bin"

further() { # NAME: its other sources
    case $1 in pure_vectors) echo "$top/tests/crypto/vector_lines.c" ;; esac
}

options=(-std=gnu17 -O2 -Wall -Wextra -D_GNU_SOURCE "-DAB_BUILD_DIR=\"$build\"" '-DAB_MODULE_SUFFIX=".so"'
    -DAB_IS_EMULATED=0 "-I$home/include" "-I$top/include" "-I$here" "-I$top/src" "-I$top/tests")

compile_common() { # what the programs share, as $bin/common.a
    rm -rf "$bin/common" "$bin/common.a"
    mkdir "$bin/common"
    (cd "$bin/common" && ${CC:-cc} "${options[@]}" -c \
        "$here"/{harness,twin,{,mac_,kdf_}exceptions,message,vector,draw,newer,sample,keys,kems,ffc_keys}.c \
        "$here"/pure_{keys,signatures}.c "$here"/rsa_{keys,pairs,pair_signatures,pair_encryption}.c)
    ar rcs "$bin/common.a" "$bin"/common/*.o
}

compile() { # NAME: the program evp_NAME, made from NAME_test.c
    # shellcheck disable=SC2046
    ${CC:-cc} "${options[@]}" "$here/$1_test.c" $(further "$1") "$bin/common.a" \
        "$build/libab_harness.a" "$build/libafterburner.a" "$home/lib/libcrypto.a" -ldl -lpthread -o "$bin/evp_$1"
}

# Only vectors that were converted before can be run.
arguments() {
    case $1 in
    vectors) ls "$top"/tests/vectors/wycheproof/*.vec "$build"/vectors/*.vec 2>/dev/null ;;
    keyed_vectors) ls "$top"/tests/vectors/*.vec "$top"/tests/vectors/wycheproof/keyed/*.vec \
        "$build"/vectors/keyed/*.vec 2>/dev/null ;;
    ecx) ls "$top"/tests/vectors/wycheproof/keys/curve*.vec ;;
    rsa_vectors) ls "$top"/tests/vectors/wycheproof/keys/rsa.vec "$build"/vectors/keys/rsa.vec 2>/dev/null ;;
    ec_vectors) ls "$top"/tests/vectors/wycheproof/ec/*.vec "$build"/vectors/ec/*.vec ;;
    pure_vectors)
        echo all
        ls "$build"/vectors/mldsa/mldsa.vec "$top"/tests/vectors/acvp/slhdsa.vec
        ;;
    ffc_vectors) ls "$build"/vectors/keys/ffc.vec ;;
    digest_vectors) ls "$build"/vectors/digests/*.vec 2>/dev/null ;;
    esac
}

# At vaes256 the tests run on a heap that shows reads of memory that was not written, or was freed.
poison=$bin/poison.so
${CC:-cc} -O2 -fPIC -shared -fno-builtin-malloc -fno-builtin-calloc "$here/poison.c" -o "$poison"

judge() { # HOW the test $name ran, with exit status $code
    case $code in
    0 | 77) ;;
    *) echo "FAIL: $name $1 on OpenSSL $release"; status=1 ;;
    esac
}

export OPENSSL_CONF=/dev/null
status=0
compile_common
for name in "$@"; do
    compile "$name"
    caps=(aesni vaes256 vaes512)
    case $name in levels | config) caps=("") ;; esac # these tests set the level themselves
    for level in "${caps[@]}"; do
        code=0
        heap=
        [ "$level" != vaes256 ] || heap=$poison
        # shellcheck disable=SC2046
        env ${level:+AFTERBURNER_CPU=$level} ${heap:+LD_PRELOAD=$heap} "$bin/evp_$name" $(arguments "$name") || code=$?
        judge "at ${level:-every level}"
    done
    if [ "$name" = pipeline ]; then
        code=0
        AB_TEST_SETTINGS="counters = on" "$bin/evp_$name" || code=$?
        judge "with counters"
    fi
done
exit $status
