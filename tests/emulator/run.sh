#!/usr/bin/env bash
# Run the image on bare metal in Bochs, as an Ice Lake (AVX-512, VAES, VPCLMULQDQ), and print its serial port.
#
#   run.sh IMAGE [WORD...]            test these levels (aesni vaes256 vaes512), all if none is given; the word `long`
#                                     asks for every sampled length instead of the brief run of the quick tier
#   run.sh IMAGE --missing [WORD...]  test the levels that this machine lacks, and always vaes512; all if AB_EMULATE=all
#   run.sh IMAGE --module FILE WORD...  hand a second file to the image, in 1 GiB of memory (tests/trace)
#   run.sh IMAGE --offenders          check that faults are caught, without which the other runs prove nothing
#
# The exit status is 0 only if the image printed EMULATOR PASS within AB_EMULATE_LIMIT seconds (900; long: 5400) of
# processor time, which other work on the machine does not use up. It needs the packages in packages.txt. It uses the
# legacy BIOS: Ubuntu 24.04's build of the other one faults before it boots. Debian's Bochs is built with its debugger,
# so it needs a command to continue (rc file); it also needs a terminal (script) and its name (TERM).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/emulator/levels.sh
. "$here/levels.sh"
image=$1; shift
limit=${AB_EMULATE_LIMIT:-900}
case " $* " in *" long "*) limit=${AB_EMULATE_LIMIT:-5400} ;; esac
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

module="" memory=256
if [ "${1:-}" = --module ]; then module=$2 memory=1024; shift 2; fi

missing=""
for tool in bochs genisoimage script objcopy; do
    command -v "$tool" >/dev/null || missing="$missing $tool"
done
for file in /usr/share/bochs/BIOS-bochs-legacy /usr/share/bochs/VGABIOS-lgpl-latest \
    /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/mboot.c32; do
    [ -e "$file" ] || missing="$missing $file"
done
if [ -n "$missing" ]; then
    echo "emulator: cannot run, absent:$missing"
    echo "emulator: install the packages: $(tr '\n' ' ' <"$here/packages.txt")"
    exit 1
fi

# drain PID: read the screen of that emulator. A Bochs with a debugger opens a terminal of its own for it, and stands
# still once nobody has read some 20 KiB, after five minutes.
drain() {
    local screen=
    while [ -z "$screen" ] && kill -0 "$1" 2>/dev/null; do
        screen=$(sed -nE 's/.*connected to screen "([^"]*)".*/\1/p' "$work/terminal")
        sleep 0.2
    done
    [ -z "$screen" ] || cat "$screen" >/dev/null 2>&1 || true # it ends with the emulator
}

# boot ARGUMENTS...: run the image once; its output goes to $work/serial
boot() {
    mkdir -p "$work/iso/isolinux"
    objcopy -O binary "$image" "$work/iso/image.bin"
    cp /usr/lib/syslinux/modules/bios/{ldlinux,mboot,libcom32}.c32 /usr/lib/ISOLINUX/isolinux.bin "$work/iso/isolinux/"
    local line="/image.bin $*"
    if [ -n "$module" ]; then cp "$module" "$work/iso/module.bin"; line+=" --- /module.bin"; fi
    printf 'default image\nprompt 0\nlabel image\n kernel mboot.c32\n append %s\n' "$line" \
        >"$work/iso/isolinux/isolinux.cfg"
    genisoimage -quiet -o "$work/image.iso" -b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot \
        -boot-load-size 4 -boot-info-table "$work/iso"
    cat >"$work/bochsrc" <<CFG
config_interface: textconfig
display_library: term
cpu: model=corei7_icelake_u, ips=50000000, reset_on_triple_fault=0
memory: guest=$memory, host=$memory
romimage: file=/usr/share/bochs/BIOS-bochs-legacy
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0-master: type=cdrom, path=$work/image.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=$work/serial
sound: driver=dummy
log: $work/log
panic: action=fatal
error: action=ignore
info: action=ignore
CFG
    echo c >"$work/rc"
    : >"$work/serial"
    (ulimit -t "$limit" && TERM=linux exec script -qec "bochs -q -f $work/bochsrc -rc $work/rc" /dev/null) \
        >"$work/terminal" 2>&1 </dev/null &
    emulator=$!
    drain "$emulator" >/dev/null 2>&1 &
    wait "$emulator" ||
        echo "emulator: ended with status $? (limit: $limit s of processor time)" >>"$work/terminal"
}

missing_levels() {
    has_level aesni || echo aesni
    has_level vaes256 || echo vaes256
    echo vaes512 # also on silicon that has it, since the emulator implements the instructions differently
}

offenders() {
    boot '!'; grep -q '^exception 14 ' "$work/serial" ||
        { cat "$work/serial"; echo "a guard page was not caught"; exit 1; }
    boot '?'; grep -q '^exception 6 ' "$work/serial" || { cat "$work/serial"; echo "ud2 was not caught"; exit 1; }
    echo "emulator: both deliberate faults were caught"
}

# shellcheck disable=SC2046  # one word for each level
case "${1:-}" in
    --offenders) offenders; exit 0 ;;
    --missing)
        shift
        if [ "${AB_EMULATE:-}" = all ]; then set -- aesni vaes256 vaes512 "$@"; else set -- $(missing_levels) "$@"; fi
        ;;
esac
[ $# -gt 0 ] || set -- aesni vaes256 vaes512
echo "emulator: Bochs as an Ice Lake: $*"
boot "$@"
cat "$work/serial"
if ! grep -q '^EMULATOR PASS' "$work/serial"; then
    echo "emulator: FAILED; the end of its log:"
    tail -n 5 "$work/log" "$work/terminal" 2>/dev/null || true
    exit 1
fi
