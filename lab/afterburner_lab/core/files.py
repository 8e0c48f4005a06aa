"""Files that the lab writes atomically, and reads only if they match their schema."""

from __future__ import annotations

import csv
import functools
import io
import json
import os
import pathlib
import types
import typing
from collections.abc import Iterable

from afterburner_lab.core import schema
from afterburner_lab.core.errors import LabError

STDOUT = 1  # its descriptor


def write_whole(path: pathlib.Path, text: str) -> None:
    """Write a file completely or not at all: readers never see half of it, unless it is written in place.

    Text for stdout (/dev/stdout, or the file that stdout leads to) is written to stdout itself, before what is printed
    next.
    """
    part = path if is_written_in_place(path) else path.with_name(path.name + ".part")
    try:
        if path.exists() and os.path.samestat(path.stat(), os.fstat(STDOUT)):
            print(text, end="", flush=True)
            return
        part.write_text(text)
        if part != path:
            part.replace(path)
    except OSError as e:
        raise LabError(f"{path}: {e.strerror}") from None


def is_written_in_place(path: pathlib.Path) -> bool:
    """Return whether a path is a link or no regular file: replacing /dev/stdout by a new file would destroy it for
    everybody."""
    return path.is_symlink() or (path.exists() and not path.is_file())


def write_csv(path: pathlib.Path, columns: list[str], rows: Iterable[dict]) -> None:
    """Write only these columns of the rows, after a line of their names."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, text.getvalue())


def read_result(path: pathlib.Path, *forms: str) -> dict:
    """Read a result of one of these schemas as it is in the file; its rows are not checked against the schema."""
    try:
        data = json.loads(path.read_text())
    except OSError as e:
        raise LabError(f"{path}: {e.strerror}") from None
    except ValueError:
        raise LabError(f"{path}: not JSON; a result of `{schema.MAKERS[forms[0]]} --json` is expected") from None
    form = data.get("schema") if isinstance(data, dict) else None
    if form not in forms:
        raise LabError(
            f"{path}: schema {form}; this lab reads {' or '.join(forms)} here: measure again or use the lab that "
            "wrote it"
        )
    return data


def read_rows(path: pathlib.Path, form: str, row_type: type) -> tuple[dict, list]:
    """Read a complete result of this schema, and its rows as dataclasses."""
    data = read_result(path, form)
    try:
        rows = [_row(row_type, row) for row in data["rows"]]
        fault = schema.fault({**data, "rows": []}, form)
    except (TypeError, KeyError) as e:
        fault = str(e)
    if fault is not None:
        raise LabError(f"{path}: not a complete result ({fault}); measure again")
    return data, rows


def _row(row_type: type, data: dict) -> object:
    """Make a row. Raises TypeError if a field has a wrong type. Checking thousands of rows by the schema would take
    many seconds."""
    row = row_type(**data)
    for name, kinds in _row_types(row_type).items():
        if not isinstance(getattr(row, name), kinds):
            raise TypeError(f"rows: {name} is {getattr(row, name)!r}")
    return row


@functools.cache
def _row_types(row_type: type) -> dict[str, tuple[type, ...]]:
    """Return the types of each field: an int may be a float, and the content of lists is not checked."""
    found = {}
    for name, hint in typing.get_type_hints(row_type).items():
        options = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
        found[name] = tuple(typing.get_origin(o) or o for o in options) + ((int,) if float in options else ())
    return found
