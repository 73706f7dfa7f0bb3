"""The layouts of groups that keys and menus of Default offer, by their key."""

from __future__ import annotations

from typing import Any


def _columns(count: int) -> dict[str, Any]:
    cells = [[n, 0, n + 1, 1] for n in range(count)]
    return {"cols": [round(n / count, 2) for n in range(count + 1)], "rows": [0.0, 1.0], "cells": cells}


def _rows(count: int) -> dict[str, Any]:
    cells = [[0, n, 1, n + 1] for n in range(count)]
    return {"cols": [0.0, 1.0], "rows": [round(n / count, 2) for n in range(count + 1)], "cells": cells}


GRID = {
    "cols": [0.0, 0.5, 1.0],
    "rows": [0.0, 0.5, 1.0],
    "cells": [[0, 0, 1, 1], [1, 0, 2, 1], [0, 1, 1, 2], [1, 1, 2, 2]],
}
LAYOUTS = {
    "1": _columns(1),
    "2": _columns(2),
    "3": _columns(3),
    "4": _columns(4),
    "8": _rows(2),
    "9": _rows(3),
    "5": GRID,
}
