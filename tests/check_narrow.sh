#!/usr/bin/env bash
# Check that the objects of AES woven with SHA use no register wider than 128 bits (docs/decisions/0014-cbc-hmac.md).
# An object whose registers are wider must be found to be so.
# usage: check_narrow.sh BUILD_DIR
set -euo pipefail
kernels=$1/src/CMakeFiles/ab_core.dir/kernels

uses_wide_registers() { objdump --disassemble --no-show-raw-insn "$1" | grep '%[yz]mm' >/dev/null; }

uses_wide_registers "$kernels/aes/aes_vaes256.c.o" || { echo "aes_vaes256.c.o: no wide register was found"; exit 1; }
num=0
for object in "$kernels"/aes_sha/*.o; do
    ! uses_wide_registers "$object" || { echo "$object: uses YMM or ZMM registers"; exit 1; }
    num=$((num + 1))
done
echo "$num objects, 128 bits at most"
[ "$num" -ge 6 ]
