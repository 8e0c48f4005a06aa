# shellcheck shell=bash
# Which levels this machine has, as the library detects them (src/cpu/). run.sh and tests/trace/emulate.sh read this.

# has_level aesni|vaes256|vaes512
has_level() {
    local flags needed flag
    flags=" $(grep -m1 '^flags' /proc/cpuinfo) "
    needed="aes pclmulqdq"
    [ "$1" = aesni ] || needed+=" avx2 bmi1 bmi2 vaes vpclmulqdq"
    [ "$1" != vaes512 ] || needed+=" avx512f avx512dq avx512bw avx512vl"
    for flag in $needed; do
        [[ $flags == *" $flag "* ]] || return 1
    done
}
