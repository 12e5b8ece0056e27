"""What the documents show is run. What the page on clusters shows is run where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import blocks

SHOWN = blocks("docs/python.md") + blocks("crates/python/README.md")


@pytest.mark.parametrize(("page", "block"), SHOWN)
def test_what_a_page_shows_runs(page: str, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(block, page, "exec"), {"__name__": "shown"})


def test_the_pages_show_something() -> None:
    assert {page for page, _ in SHOWN} == {"python.md", "README.md"}
