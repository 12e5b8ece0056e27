"""What the documents show is run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SHOWN = [
    (path.name, block)
    for path in (ROOT / "docs" / "python.md", ROOT / "crates" / "python" / "README.md")
    for block in re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.DOTALL)
]


@pytest.mark.parametrize(("page", "block"), SHOWN)
def test_what_a_page_shows_runs(page: str, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(block, page, "exec"), {"__name__": "shown"})


def test_the_pages_show_something() -> None:
    assert {page for page, _ in SHOWN} == {"python.md", "README.md"}
