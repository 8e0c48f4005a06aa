"""The experiments of the tradition, as plans. Each has a page of its own name under docs/experiments/."""
from __future__ import annotations

from dataclasses import dataclass, replace

from afterburner_lab.errors import LabError
from afterburner_lab.plan import CLASSIC_SIZES, Plan
from afterburner_lab.sides import BASELINE, CANDIDATE, CONTROL, SOFTWARE, SOFTWARE_IA32CAP


@dataclass(frozen=True)
class Preset:
    """patterns, sizes: as in a plan. sides: by name, the first is the baseline; the A/A control, the baseline once more, is
    added to them."""
    patterns: tuple[str, ...]
    sizes: tuple[int, ...]
    sides: tuple[str, ...]


PRESETS = {
    "aes-ni": Preset(("AES-*",), CLASSIC_SIZES, (SOFTWARE, BASELINE, CANDIDATE)),
    "aesni-engine": Preset(("AES-???-CBC",), (16, 64, 256, 1024, 8192), (BASELINE, CANDIDATE, SOFTWARE)),
}
NAMES = tuple(PRESETS)


def plan(name: str, base: Plan) -> Plan:
    """The preset's plan. base: everything that a preset leaves open, with the default provider and the module as its sides;
    patterns of its own take the place of the preset's."""
    if name not in PRESETS:
        raise LabError(f"--preset {name}: no such preset; there are {', '.join(NAMES)}")
    preset = PRESETS[name]
    known = {side.name: side for side in base.sides}
    known[SOFTWARE] = replace(known[BASELINE], name=SOFTWARE, ia32cap=SOFTWARE_IA32CAP)
    chosen = tuple(known[side] for side in preset.sides)
    control = replace(chosen[0], name=CONTROL)
    return replace(base, preset=name, sides=(*chosen, control), patterns=base.patterns or preset.patterns, sizes=preset.sizes)
