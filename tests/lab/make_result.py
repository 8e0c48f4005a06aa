"""Make a synthetic, reproducible result: many algorithms, gains, losses, noise, a side without an algorithm."""

from __future__ import annotations

import pathlib
import random
import sys

from afterburner_lab.core.sides import standard
from afterburner_lab.speed import summary
from afterburner_lab.speed.plan import SIZES, Plan
from afterburner_lab.speed.results import Fit, Result, Row, save_json

CLOCK_HZ = 4.2e9
KEYS = {128: 10, 192: 12, 256: 14}
# By mode: the default provider's cycles per byte and per message (AES-128), and the module's gains on both.
MODES = {
    "GCM": (0.35, 900, 4.9, 2.1),
    "CBC": (2.5, 300, 1.04, 1.6),
    "CTR": (0.32, 280, 3.6, 1.7),
    "XTS": (0.34, 310, 3.4, 1.6),
    "CCM": (2.6, 800, 1.06, 1.7),
    "OCB": (0.33, 700, 3.2, 1.8),
    "GCM-SIV": (0.5, 1500, None, None),
    "ECB": (0.31, 90, 3.8, 0.93),
    "CFB": (4.2, 300, 1.7, 1.7),
    "OFB": (3.3, 280, 1.27, 1.7),
    "CBC-CTS": (2.6, 520, 1.05, 1.9),
    "CFB1": (480, 400, 7.6, 1.5),
    "CFB8": (66, 400, 16, 1.5),
    "SIV": (3.1, 9000, 1.4, 12),
    "WRAP": (120, 700, 5.6, 4.9),
    "WRAP-PAD": (121, 700, 5.6, 4.9),
    "WRAP-INV": (122, 700, 5.6, 4.9),
    "WRAP-PAD-INV": (123, 700, 5.6, 4.9),
}
UNSERVED = {"ARIA": ("CBC", "CTR", "GCM", "ECB"), "CAMELLIA": ("CBC", "CTR", "ECB")}
DIGESTS = {
    "SHA1": 2.1,
    "SHA2-224": 2.0,
    "SHA2-256": 2.0,
    "SHA2-384": 3.6,
    "SHA2-512": 3.6,
    "SHA2-512/256": 3.6,
    "SHA3-256": 7.1,
    "SHAKE-128": 5.9,
    "BLAKE2B-512": 3.0,
    "MD5": 5.0,
}
MACS = {"HMAC/SHA2-256": 2.0, "HMAC/SHA2-512": 3.6, "CMAC/AES-128-CBC": 2.5, "GMAC/AES-128-GCM": 0.2, "POLY1305": 0.7}
# Cycles of one operation.
PER_OPERATION: dict[tuple[str, str], dict[str, float]] = {
    ("signature", "RSA/2048"): {"sign": 2.6e6, "verify": 8e4},
    ("signature", "RSA/4096"): {"sign": 1.6e7, "verify": 2.6e5},
    ("signature", "RSA/15360"): {"sign": 1.9e9, "verify": 3.1e6},
    ("signature", "ECDSA/P-256"): {"sign": 9e4, "verify": 2.2e5},
    ("signature", "ED25519"): {"sign": 1.2e5, "verify": 3.6e5},
    ("exchange", "X25519"): {"derive": 1.1e5},
    ("exchange", "ECDH/P-256"): {"derive": 1.6e5},
    ("kem", "ML-KEM-768"): {"encapsulate": 1.4e5, "decapsulate": 1.9e5},
    ("keymgmt", "RSA/2048"): {"keygen": 3e8},
    ("keymgmt", "EC/P-256"): {"keygen": 5e4},
    ("kdf", "HKDF/SHA2-256"): {"derive": 9000},
    ("kdf", "PBKDF2/SHA2-256"): {"derive": 1.1e6},
}


class Maker:
    """Fill a result row by row. threshold: the control's."""

    def __init__(self, software: bool, runs: int, samples: int):
        self.random, self.runs, self.samples = random.Random(7), runs, samples
        self.software = software
        self.rows: list[Row] = []
        self.fits: list[Fit] = []

    def add(
        self,
        kind: str,
        algorithm: str,
        operation: str,
        size: int | None,
        cycles: dict[str, float],
        limit: float | None,
        served: bool,
    ) -> None:
        """Add a row. cycles: of one operation on the sides default, afterburner and software."""
        if "default" in cycles:
            cycles = {**cycles, "control": cycles["default"]}
        base = cycles.get("default")
        for side, exact in cycles.items():
            ratio = None if base is None else 1.0 if side == "default" else base / exact * self.random.gauss(1, 0.003)
            measured = exact if ratio is None else base / ratio
            for run in ["all", *range(1, self.runs + 1)]:
                self.rows.append(self.row(kind, algorithm, operation, size, side, measured, ratio, limit, served, run))

    def row(self, kind, algorithm, operation, size, side, cycles, ratio, limit, served, run) -> Row:
        ns = cycles / CLOCK_HZ * 1e9
        ours = served and side == "afterburner"
        spread = abs(self.random.gauss(0, 0.004)) + 0.001
        return Row(
            kind,
            algorithm,
            operation,
            size,
            side,
            "afterburner" if ours else "default",
            "avx512+vaes" if ours else None,
            size / ns * 1e3 if size else 1e9 / ns,
            "MB/s" if size else "op/s",
            ns,
            cycles / size if size else None,
            cycles,
            ratio,
            ratio and ratio * (1 - spread if side != "default" else 1),
            ratio and ratio * (1 + spread if side != "default" else 1),
            limit and limit / cycles,
            "AES unit" if limit else None,
            "3.0.22",
            run,
            self.random.choice([0] * 9 + [1]),
            [] if run == "all" else [round(ns * self.random.gauss(1, 0.01), 3) for _ in range(self.samples)],
        )

    def ciphers(self, sizes: tuple[int, ...]) -> None:
        for mode, (slope, start, faster, faster_start) in MODES.items():
            for key, rounds in KEYS.items():
                for operation in ("encrypt", "decrypt"):
                    self.cipher(
                        f"AES-{key}-{mode}", operation, slope * rounds / 10, start, faster, faster_start, sizes, rounds
                    )

    def cipher(self, algorithm, operation, slope, start, faster, faster_start, sizes, rounds) -> None:
        if operation == "decrypt" and "-CBC" in algorithm:
            slope, faster = 0.33, faster and 3.6
        lines = {"default": (slope, start), "afterburner": (slope / (faster or 4), start / (faster_start or 2))}
        if faster is None:
            lines.pop("default")
        elif self.software:
            lines["software"] = (slope + 11, start + 150)
        for size in sizes:
            cycles = {side: per_byte * size + message for side, (per_byte, message) in lines.items()}
            least = rounds / 128 if slope < 1 else slope / 1.1 if faster and faster < 2 else None
            limit = least and min(least * size, 0.98 * cycles["afterburner"])
            self.add("cipher", algorithm, operation, size, cycles, limit, True)
        self.fits += [Fit("cipher", algorithm, operation, side, *line) for side, line in lines.items()]

    def unserved(self, kind: str, algorithm: str, operation: str, slope: float, sizes: tuple[int, ...]) -> None:
        for size in sizes:
            cycles = dict.fromkeys(("default", "afterburner"), slope * size + 250)
            if self.software:
                cycles["software"] = slope * size * 3 + 250
            self.add(kind, algorithm, operation, size, cycles, None, False)

    def operations(self) -> None:
        for (kind, algorithm), operations in PER_OPERATION.items():
            for operation, cycles in operations.items():
                self.add(
                    kind, algorithm, operation, None, dict.fromkeys(("default", "afterburner"), cycles), None, False
                )


def make(
    software: bool = False,
    runs: int = 2,
    samples: int = 9,
    sizes: tuple[int, ...] = SIZES,
    created: str = "2026-11-02T03:04:05+00:00",
) -> Result:
    maker = Maker(software, runs, samples)
    maker.ciphers(sizes)
    for cipher, modes in UNSERVED.items():
        for mode in modes:
            for operation in ("encrypt", "decrypt"):
                for key in KEYS:
                    maker.unserved("cipher", f"{cipher}-{key}-{mode}", operation, 18 * KEYS[key] / 10, sizes)
    for digest, slope in DIGESTS.items():
        maker.unserved("digest", digest, "digest", slope, sizes)
    for mac, slope in MACS.items():
        maker.unserved("mac", mac, "mac", slope, sizes)
    maker.operations()
    return _result(maker, created)


def _result(maker: Maker, created: str) -> Result:
    names = ["default", "afterburner", "control"] + (["software"] if maker.software else [])
    module = {
        "module": "/usr/lib/afterburner.so",
        "module_sha256": "ab" * 32,
        "level": "avx512+vaes",
        "settings": {"threads": "0"},
        "workers": 0,
    }
    sides = [
        {
            "name": n,
            "role": {"default": "baseline", "control": "control"}.get(n, "candidate"),
            "provider": "afterburner" if n == "afterburner" else "default",
            "version": "3.0.22",
            "libcrypto": "3.0.22",
            "libcrypto_path": "/usr/lib/x86_64-linux-gnu/libcrypto.so.3",
            "ia32cap": "~0x0:~0x0" if n == "software" else None,
            **(module if n == "afterburner" else dict.fromkeys(module) | {"settings": {}}),
        }
        for n in names
    ]
    machine = {
        "processor": "Example <Processor> & Co 9000",
        "family": 26,
        "model": 2,
        "stepping": 1,
        "cores": 2,
        "features": ["aes", "pclmulqdq", "avx512f", "vaes", "sha_ni"],
        "kernel": "6.1.0",
        "distribution": "Debian 12",
        "virtualisation": "kvm",
        "clock_hz": CLOCK_HZ,
        "governor": None,
        "load": 0.21,
        "lab_version": "0.1.0",
        "commit": "0123456789abcdef",
        "compiler": "gcc 12.2.0",
    }
    limits = {
        "aes_512": {"value": 8.0, "unit": "rounds/cycle", "what": "AES rounds, 512-bit registers"},
        "clmul_512": {"value": 2.0, "unit": "products/cycle", "what": "carry-less multiplies, 512-bit registers"},
        "memory_read": {"value": 21.5, "unit": "GB/s", "what": "memory, read"},
    }
    return Result(
        created,
        "afterburner-lab speed --runs 2 --seed 1",
        _settings(maker),
        machine,
        sides,
        limits,
        {"median": 1.0003, "low": 0.991, "high": 1.012, "threshold": 0.02},
        maker.rows,
        maker.fits,
        [
            {
                "kind": "kem",
                "algorithm": "ML-KEM-1024",
                "operation": "encapsulate",
                "side": "afterburner",
                "reason": "not offered by <this> libcrypto",
            }
        ],
    )


def _settings(maker: Maker) -> dict:
    return summary.settings(Plan(tuple(standard(pathlib.Path(__file__))), runs=maker.runs, slices=maker.samples))


if __name__ == "__main__":
    save_json(make(software="--software" in sys.argv, runs=5), pathlib.Path(sys.argv[1]))
