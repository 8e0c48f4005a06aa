"""The packages of the lab form layers: imports point downward, and no modules import each other in a circle."""

from __future__ import annotations

import ast
import graphlib
import pathlib

import afterburner_lab

ROOT = pathlib.Path(afterburner_lab.__file__).parent
# What each package may import, besides itself.
LAYERS = {
    "core": set(),
    "limits": {"core"},
    "speed": {"core", "limits"},
    "connections": {"core", "speed"},
    "compilers": {"core", "speed"},
    "kernels": {"core", "speed", "compilers"},
    "startup": {"core", "speed"},
    "report": {"core", "speed", "connections", "compilers", "kernels"},
    "commands": {"core", "limits", "speed", "connections", "compilers", "kernels", "startup", "report"},
}


def modules() -> dict[str, pathlib.Path]:
    return {
        ".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p for p in ROOT.rglob("*.py")
    }


def imports(path: pathlib.Path, known: dict[str, pathlib.Path]) -> set[str]:
    """Find the lab's modules that a file imports anywhere, also within functions and under TYPE_CHECKING."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("afterburner_lab"):
            base = node.module.removeprefix("afterburner_lab").strip(".")
            names = [f"{base}.{alias.name}".strip(".") for alias in node.names]
            found |= {name if name in known else base for name in names}
    return found


def test_no_circles():
    known = modules()
    graph = {name: imports(path, known) for name, path in known.items()}
    assert sum(map(len, graph.values())) > 300  # the search found imports at all
    assert len(list(graphlib.TopologicalSorter(graph).static_order())) == len(known)


def test_packages_import_lower_ones_only():
    known = modules()
    for name, path in known.items():
        package = name.partition(".")[0]
        used = {module.partition(".")[0] for module in imports(path, known)} - {package}
        assert package not in LAYERS or used <= LAYERS[package], f"{name} imports {used - LAYERS[package]}"
    assert {name.partition(".")[0] for name in known if "." in name} == LAYERS.keys()


def test_a_circle_is_found(tmp_path):
    (tmp_path / "a.py").write_text("def f():\n    from afterburner_lab.core import paths\n")
    assert imports(tmp_path / "a.py", modules()) == {"core.paths"}
