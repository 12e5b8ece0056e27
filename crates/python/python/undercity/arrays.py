"""Observations as one vector of numbers, and back."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .environment import ACTIONS, Observation, Spaces

__all__ = ["Parts"]


class Parts:
    """Which numbers of a vector are what."""

    def __init__(self, spaces: Spaces) -> None:
        width = len(spaces.features)
        self.shapes: dict[str, tuple[int, ...]] = {
            "planes": (len(spaces.planes), len(spaces.places) + 1),
            "scalars": (len(spaces.scalars),),
            "draft": (width,),
            "offers": (ACTIONS, width),
        }
        """The parts in their order, each with its shape."""
        self.size = sum(int(np.prod(shape)) for shape in self.shapes.values())
        """Number of numbers."""

    def apart(self, vector: npt.NDArray[np.float32]) -> dict[str, npt.NDArray[np.float32]]:
        """Returns the parts of a vector, without a copy: a change of a part changes the vector."""
        if vector.shape != (self.size,):
            raise ValueError(f"expected a vector of {self.size} numbers, found {vector.shape}")
        parts: dict[str, npt.NDArray[np.float32]] = {}
        start = 0
        for name, shape in self.shapes.items():
            end = start + int(np.prod(shape))
            parts[name] = np.reshape(vector[start:end], shape)
            start = end
        return parts

    def joined(self, seen: Observation) -> npt.NDArray[np.float32]:
        """Returns an observation as one vector."""
        vector = np.zeros(self.size, np.float32)
        parts = self.apart(vector)
        parts["planes"][:] = seen.planes
        parts["scalars"][:] = seen.scalars
        parts["draft"][:] = seen.draft
        parts["offers"][: len(seen.offers)] = seen.offers
        return vector
