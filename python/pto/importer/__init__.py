"""Imports pass dumps in Python syntax as modules of the pto dialect."""

from .errors import DumpError
from .module import import_file, import_text

__all__ = ["DumpError", "import_file", "import_text"]
