# The host builds this module from the core: see core/surface.
from typing import Any

def __getattr__(name: str) -> Any: ...
