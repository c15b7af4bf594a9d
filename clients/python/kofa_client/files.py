"""Files to send."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class FileUpload:
    """A document, as it is."""

    content: bytes = field(repr=False)
    name: str
    """Told in the record of a job. In the sandbox, reserved names choose the outcome."""
    type: str | None = None
    """The media type. The server looks at the first bytes whatever this says."""

    @classmethod
    def from_path(cls, path: str | Path) -> FileUpload:
        """The file at `path`, under its own name."""
        path = Path(path)
        return cls(path.read_bytes(), path.name)
