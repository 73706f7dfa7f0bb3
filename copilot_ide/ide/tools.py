"""The MCP tools of ``/ide``. Names and schemas are what the CLI calls; the descriptions are read by the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping

import jsonschema


@dataclass(frozen=True)
class Tool:
    """A tool's name, what the model reads about it, and what its arguments mean: all strings, all required."""

    name: str
    description: str
    arguments: Mapping[str, str]

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments, valid in draft-04 and draft-07 alike."""
        if not self.arguments:
            return {"type": "object", "properties": {}}
        return {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "properties": {
                name: {"type": "string", "description": description} for name, description in self.arguments.items()
            },
            "required": list(self.arguments),
            "additionalProperties": False,
        }


GET_SELECTION = Tool(
    "get_selection",
    "The text that the user has selected in Sublime Text, with its file and range; null if there is none to share.",
    {},
)
OPEN_DIFF = Tool(
    "open_diff",
    "Show a proposed change of a file in Sublime Text and wait until the user accepts or rejects it.",
    {
        "original_file_path": "Absolute path of the file to be changed; it need not exist",
        "new_file_contents": "The whole text that the file would have",
        "tab_name": "Names this diff, for close_diff",
    },
)
CLOSE_DIFF = Tool(
    "close_diff",
    "Close a diff that open_diff is showing.",
    {"tab_name": "The tab_name that was given to open_diff"},
)
UPDATE_SESSION_NAME = Tool(
    "update_session_name",
    "Tell Sublime Text what this session is called.",
    {"name": "The name to show to the user"},
)

TOOLS = {tool.name: tool for tool in (GET_SELECTION, OPEN_DIFF, CLOSE_DIFF, UPDATE_SESSION_NAME)}


def list_tools() -> list[dict[str, Any]]:
    """The ``tools/list`` result's ``tools``."""
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "inputSchema": tool.input_schema,
            "execution": {"taskSupport": "forbidden"},
        }
        for tool in TOOLS.values()
    ]


def argument_error(tool: Tool, arguments: Any) -> str | None:
    """What is wrong with ``arguments`` for ``tool``, naming the argument; None if they fit."""
    # draft 4: the newest draft that both jsonschema 2.6.0 (served by Package Control) and 4.x know
    errors = sorted(jsonschema.Draft4Validator(tool.input_schema).iter_errors(arguments), key=lambda e: list(e.path))
    if not errors:
        return None
    error = errors[0]
    if error.validator == "type" and error.path:
        return f"{tool.name}: the argument {error.path[0]} must be a {error.validator_value}"
    return f"{tool.name}: {error.message[:500]}"
