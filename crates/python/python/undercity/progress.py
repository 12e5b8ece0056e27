"""Progress of long calls."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import Any, Callable, Generator, Optional, Union

__all__ = ["Progress", "Step"]

Step = Callable[[int, int], object]
"""A function that takes the number of steps done and the number of all."""

Progress = Union[None, bool, Step]
"""What long calls take as `progress`.

`None` or `False`: none. `True`: a bar by [tqdm](https://tqdm.github.io) if it is installed, else a line on standard
error. A function: it is called with the number of steps done and the number of all, at most ten times a second. If it
raises, the call stops and raises that.
"""


@contextmanager
def shown(progress: Progress, what: str) -> Generator[Optional[Step]]:
    """Gives the function to call, and ends the bar or the line after the work."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        with _bar(what) as step:
            yield step
    elif callable(progress):
        yield progress
    else:
        raise TypeError(f"progress: expected None, a bool or a function, found {type(progress).__name__}")


@contextmanager
def _bar(what: str) -> Generator[Step]:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        with _line(what) as line:
            yield line
        return
    bar: Any
    with tqdm(unit=f" {what}") as bar:

        def step(done: int, of: int) -> None:
            bar.total = of
            bar.update(done - bar.n)

        yield step


@contextmanager
def _line(what: str) -> Generator[Step]:
    written = False

    def step(done: int, of: int) -> None:
        nonlocal written
        written = True
        print(f"\r{done}/{of} {what}", end="", file=sys.stderr, flush=True)

    try:
        yield step
    finally:
        if written:
            print(file=sys.stderr)
