"""The experiments of earlier studies, as plans. Each has a page of the same name in docs/experiments/."""

from __future__ import annotations

from dataclasses import dataclass, replace

from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import BASELINE, CANDIDATE, CONTROL, SOFTWARE, SOFTWARE_IA32CAP, Side
from afterburner_lab.speed import scaling
from afterburner_lab.speed.plan import CLASSIC_SIZES, Plan


@dataclass(frozen=True)
class Preset:
    """A preset.

    patterns, sizes, operations: as in a plan. sides: by name, the first is the baseline; the A/A control, the baseline
    once more, is added. counts: instead of sides, the module with these values of its setting `threads`, in wall time.
    """

    patterns: tuple[str, ...]
    sizes: tuple[int, ...]
    sides: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()


PRESETS = {
    "aes-ni": Preset(("AES-*",), CLASSIC_SIZES, (SOFTWARE, BASELINE, CANDIDATE)),
    "stitched": Preset(
        ("AES-*-CBC-HMAC-*",), (64, 256, 512, 1024, 1350, 1400, 2048, 4096, 8192, 16384), (BASELINE, CANDIDATE)
    ),
    "aesni-engine": Preset(("AES-???-CBC",), (16, 64, 256, 1024, 8192), (BASELINE, CANDIDATE, SOFTWARE)),
    "ipp-threads": Preset(
        ("AES-256-CTR", "AES-256-GCM", "AES-256-CBC", "AES-256-XTS"),
        tuple(16384 << 2 * i for i in range(7)),
        operations=("decrypt",),
        counts=(1, 2, 4),
    ),
    "ipp-rsa": Preset(("RSA/*",), CLASSIC_SIZES, (BASELINE, CANDIDATE), operations=("sign", "verify")),
}
NAMES = tuple(PRESETS)


def plan(name: str, base: Plan) -> Plan:
    """Return the preset's plan. base: everything that a preset leaves open, with the default provider and the module as
    its sides; patterns in it replace the preset's."""
    if name not in PRESETS:
        raise LabError(f"--preset {name}: no such preset; there are {', '.join(NAMES)}")
    preset = PRESETS[name]
    return replace(
        base,
        preset=name,
        sides=_sides(preset, base),
        patterns=base.patterns or preset.patterns,
        sizes=preset.sizes,
        operations=base.operations or preset.operations,
        wall=base.wall or bool(preset.counts),
    )


def _sides(preset: Preset, base: Plan) -> tuple[Side, ...]:
    known = {side.name: side for side in base.sides}
    if preset.counts:
        return scaling.sides(known[CANDIDATE], preset.counts)
    known[SOFTWARE] = replace(known[BASELINE], name=SOFTWARE, ia32cap=SOFTWARE_IA32CAP)
    chosen = tuple(known[side] for side in preset.sides)
    return *chosen, replace(chosen[0], name=CONTROL)
