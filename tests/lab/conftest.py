"""Fixtures of several suites."""

from __future__ import annotations

import pathlib

import pytest

from tiny_builds import Workshop


@pytest.fixture
def workshop(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """An empty workshop with its own cache and PATH."""
    return Workshop(tmp_path, monkeypatch)
