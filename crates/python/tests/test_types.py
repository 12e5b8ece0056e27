"""The types of the native module."""

import os
from pathlib import Path

import undercity


def test_the_stubs_are_those_of_the_native_module() -> None:
    generated = Path(os.environ["STUBS"], "undercity", "_undercity.pyi").read_text("utf-8")
    kept = Path(__file__).parent.parent / "python" / "undercity" / "_undercity.pyi"
    assert kept.read_text("utf-8") == generated, "the stubs are old: `make python-stubs` writes them"


def test_the_package_says_that_it_has_types() -> None:
    assert undercity.__file__ is not None
    assert Path(undercity.__file__).with_name("py.typed").exists()
