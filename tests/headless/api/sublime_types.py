"""The names that annotations use, as Sublime has them at run time."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple, Union

from sublime import CompletionItem, KindId

DIP = float
Vector = Tuple[DIP, DIP]
Point = int
Value = Union[bool, str, int, float, List[Any], Dict[str, Any], None]
CommandArgs = Optional[Dict[str, Value]]
Kind = Tuple[KindId, str, str]
Event = dict
CompletionValue = Union[str, Tuple[str, str], CompletionItem]
