"""What MCP requests are answered with: who we are, and how a tool's answer is wrapped. Revision 2025-11-25."""

from __future__ import annotations

import json
from typing import Any

from .editor import Diff, Verdict
from .tools import list_tools

PROTOCOL_VERSIONS = ("2025-11-25", "2025-06-18")  # newest first
SERVER_INFO = {"name": "vscode-copilot-cli", "title": "VS Code Copilot CLI", "version": "0.0.1"}  # what the CLI expects


def initialized(params: dict[str, Any]) -> dict[str, Any]:
    """Answer to ``initialize``: the client's protocol version if we speak it, else our newest."""
    requested = params.get("protocolVersion")
    return {
        "protocolVersion": requested if requested in PROTOCOL_VERSIONS else PROTOCOL_VERSIONS[0],
        "capabilities": {"tools": {"listChanged": True}},
        "serverInfo": SERVER_INFO,
    }


def tools_list() -> dict[str, Any]:
    """Answer to ``tools/list``."""
    return {"tools": list_tools()}


def tool_answer(value: object) -> dict[str, Any]:
    """A tool's answer: one text item that holds JSON."""
    return {"content": [{"type": "text", "text": json.dumps(value, indent=2, ensure_ascii=False)}]}


def tool_error(message: str) -> dict[str, Any]:
    """A tool's failure, in words. For ``open_diff`` it means undecided: the CLI's own prompt goes on."""
    return {"content": [{"type": "text", "text": message}], "isError": True}


def diff_decided(diff: Diff, verdict: Verdict, message: str) -> dict[str, Any]:
    """The ``open_diff`` answer. The CLI ignores it unless success, result, trigger and message are all there."""
    if verdict is Verdict.UNDECIDED:
        return tool_error(message)
    if verdict is Verdict.ACCEPTED:
        return _diff_answer(diff, "SAVED", "accepted_via_button", message)
    return _diff_answer(diff, "REJECTED", "rejected_via_button", message)


def diff_closed(diff: Diff) -> dict[str, Any]:
    """The ``open_diff`` answer for a diff that ``close_diff`` took away."""
    return _diff_answer(diff, "REJECTED", "closed_via_tool", "The diff was closed by the terminal.")


def _diff_answer(diff: Diff, result: str, trigger: str, message: str) -> dict[str, Any]:
    answer = {"success": True, "result": result, "trigger": trigger, "tab_name": diff.tab_name, "message": message}
    return tool_answer(answer)
