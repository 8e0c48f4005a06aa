#!/usr/bin/env bash
# A module whose kernels are all broken must fail OpenSSL's tests: afterburner_faulty, whose self tests refuse every
# kernel, so that its algorithms end in errors.
#
# Usage: broken_module.sh BUILD RELEASE
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export AB_FAULTY_LEVELS=aesni,vaes256,vaes512 AB_FAULTY_HASHES=9 AB_FAULTY_POWERS=9 AB_FAULTY_CURVES=9

status=0
output=$("$here/run.py" "$1" "$2" --only 30-test_evp --built --module "$1/afterburner_faulty.so") || status=$?
[ $status != 77 ] || exit 77
[ $status = 1 ] || { echo "$output"; echo "FAIL: exit status $status with a broken module, not 1"; exit 1; }
for file in evpciph_aes_common evpmd_sha evpmac_common evppkey_rsa evppkey_ecdsa; do
    grep -q "^FAIL: 30-test_evp: $file.*\.txt:[0-9]*: stock: absent; with the module: " <<<"$output" ||
        { echo "FAIL: $file passes with a broken module"; status=2; }
done
exit $((status - 1))
