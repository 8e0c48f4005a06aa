#!/usr/bin/env bash
# Run the tests of this folder with another OpenSSL release, linked statically, and the same module.
#
# Usage: other_openssl.sh 3.0|3.5|4.0 BUILD_FOLDER PYTHON
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
certificates=$root/lab/native/driver/self_signed.c
version=$1 build=$2 python=$3
home=$("$here/../evp/build_openssl.sh" "$version")
work=$(mktemp -d "$build/system-$version.XXXXXX")
trap 'rm -rf "$work"' EXIT
export OPENSSL_CONF=/dev/null
failed=0

compile() { # OUTPUT SOURCE... [LIBRARY...]
    local out=$1
    shift
    (cd "$here" && "${CC:-cc}" -std=gnu17 -O1 -I"$home/include" -I"$root" -DAB_MODULE_DIR="\"$build\"" \
        -o "$work/$out" "$@" -ldl -lpthread)
}

host=(host.c check.c keyed.c ../evp/newer.c ../evp/sample.c)

run() {
    echo "== $*"
    "$@" || failed=1
}

for program in fork threads contexts exits late_free sandbox random; do
    compile "$program" "$program.c" "${host[@]}" "$home/lib/libcrypto.a"
    run "$work/$program"
done
for program in tls_traffic tls_padding tls_ffc; do
    compile "$program" "$program.c" tls.c "${host[@]}" "$certificates" "$home/lib/libssl.a" "$home/lib/libcrypto.a"
    run "$work/$program"
done

compile tls_groups tls_groups.c "${host[@]}" "$certificates" "$home/lib/libssl.a" "$home/lib/libcrypto.a"
run "$work/tls_groups"

# A libcrypto that dlclose really unmaps, like one inside a plug-in: distributions link theirs with -z nodelete.
compile libplugin.so -shared -Wl,-Bsymbolic -Wl,--whole-archive "$home/lib/libcrypto.a" -Wl,--no-whole-archive
compile unload unload.c
run "$work/unload" "$work/libplugin.so"

AB_BUILD=$build AB_OPENSSL_PROGRAMS=$home/bin/openssl \
    run "$python" -m pytest -q -p no:cacheprovider "$here/test_tls_programs.py"
exit "$failed"
