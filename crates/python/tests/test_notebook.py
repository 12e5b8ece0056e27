"""The notebook of the documents is executed: it plays, draws, analyses and balances."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[3] / "docs" / "python.ipynb"


def test_the_notebook_runs_and_shows_pictures(tmp_path: Path) -> None:
    done = tmp_path / "done.ipynb"
    script = (
        "import sys, nbformat, nbclient\n"
        "notebook = nbformat.read(sys.argv[1], as_version=4)\n"
        "nbclient.NotebookClient(notebook, timeout=300).execute()\n"
        "nbformat.write(notebook, sys.argv[2])\n"
    )
    subprocess.run([sys.executable, "-c", script, str(NOTEBOOK), str(done)], check=True, cwd=tmp_path)
    cells: list[dict[str, Any]] = json.loads(done.read_text("utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    shown = [output["data"] for output in outputs if output["output_type"] == "execute_result"]
    assert sum("image/svg+xml" in data for data in shown) == 3
    assert sum("text/html" in data for data in shown) == 1
    printed = "".join("".join(output["text"]) for output in outputs if output["output_type"] == "stream")
    assert " fair\n" in printed
