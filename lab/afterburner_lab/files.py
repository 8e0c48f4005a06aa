"""Files that the lab writes whole or not at all, and reads only if they are of the form that is asked for."""
from __future__ import annotations

import csv
import io
import json
import os
import pathlib
from collections.abc import Iterable

from afterburner_lab import schema
from afterburner_lab.errors import LabError

STDOUT = 1  # its descriptor


def write_whole(path: pathlib.Path, text: str) -> None:
    """All of it or nothing: a reader never sees half a file, unless it is written in place. What comes out on the standard output
    anyhow (/dev/stdout, and the file that it may lead to) gets it there, before what is printed next."""
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
    """What is no plain file, and links, whatever they lead to: a new file in the place of /dev/stdout would undo it for all."""
    return path.is_symlink() or path.exists() and not path.is_file()


def write_csv(path: pathlib.Path, columns: list[str], rows: Iterable[dict]) -> None:
    """Only these columns of the rows, with a line of their names."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, text.getvalue())


def read_result(path: pathlib.Path, *forms: str) -> dict:
    """A result of one of these schemas, as it stands in the file; its rows are not yet held against the schema."""
    try:
        data = json.loads(path.read_text())
    except OSError as e:
        raise LabError(f"{path}: {e.strerror}") from None
    except ValueError:
        raise LabError(f"{path}: not JSON; a result of `{schema.MAKERS[forms[0]]} --json` is wanted") from None
    form = data.get("schema") if isinstance(data, dict) else None
    if form not in forms:
        raise LabError(f"{path}: schema {form}; this lab reads {' or '.join(forms)} here: measure again or use the lab that "
                       "wrote it")
    return data
