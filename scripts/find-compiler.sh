#!/bin/sh
# Print the C compiler to build with: $CC if it is set, else the first one found that is gcc 12+ or clang 14+.
major() {
    "$1" -dM -E -x c /dev/null 2>/dev/null | awk '
        $2 == "__clang_major__" { clang = $3 } $2 == "__GNUC__" { gcc = $3 }
        END { if (clang) print "clang", clang; else if (gcc) print "gcc", gcc }'
}

is_good() {
    # shellcheck disable=SC2046  # two words
    set -- $(major "$1")
    case "${1:-}" in
    clang) [ "$2" -ge 14 ] ;;
    gcc) [ "$2" -ge 12 ] ;;
    *) false ;;
    esac && [ -e /usr/include/stdio.h ]
}

candidates="cc gcc clang gcc-15 gcc-14 gcc-13 gcc-12 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14"
for cc in ${CC:-$candidates}; do
    if is_good "$cc"; then
        command -v "$cc"
        exit 0
    fi
done
echo "afterburner: no C compiler that is gcc 12+ or clang 14+${CC:+ (CC=$CC)}" >&2
exit 1
