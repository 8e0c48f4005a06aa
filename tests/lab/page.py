"""Parse a page of the report for tests."""

from __future__ import annotations

import html.parser

VOID = {"meta", "link", "br", "input", "hr", "img"}


class Page(html.parser.HTMLParser):
    """The elements and the text of a page; fails on tags that do not nest."""

    def __init__(self, text: str):
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict]] = []
        self.cells: list[list[str]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.cells.append([])
        elif tag in ("td", "th"):
            self.cells[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"</{tag}> at {self.getpos()}"

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.text.append(data)
        if self.open and self.open[-1] in ("td", "th"):
            self.cells[-1][-1] += data

    def attributes(self, name: str) -> list[str]:
        return [attributes[name] for _, attributes in self.elements if name in attributes]

    def rows_of(self, *words: str) -> list[list[str]]:
        return [cells for cells in self.cells if all(word in cells for word in words)]
