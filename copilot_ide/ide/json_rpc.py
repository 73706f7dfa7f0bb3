"""JSON-RPC 2.0 messages as MCP sends them: one object a POST."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Union

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602

RequestId = Union[str, int, None]


class JsonRpcError(Exception):
    """An error answer: ``code`` and the text that says what was expected."""

    def __init__(self, code: int, message: str, request_id: RequestId = None) -> None:
        super().__init__(message)
        self.code = code
        self.request_id = request_id


@dataclass(frozen=True)
class Request:
    """A call that wants an answer with the same ``id``."""

    id: RequestId
    method: str
    params: dict[str, Any]


@dataclass(frozen=True)
class Notification:
    """A call that wants no answer."""

    method: str
    params: dict[str, Any]


@dataclass(frozen=True)
class Response:
    """The peer's answer to a request of ours."""

    id: RequestId


Message = Union[Request, Notification, Response]


def parse(body: bytes) -> Message:
    """One message from the bytes of a POST. Raises JsonRpcError for anything else."""
    try:
        message = json.loads(body.decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise JsonRpcError(PARSE_ERROR, "the body is not JSON in UTF-8") from None
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        raise JsonRpcError(INVALID_REQUEST, "expected one JSON-RPC 2.0 object")
    request_id = message.get("id")
    if isinstance(request_id, bool) or not isinstance(request_id, (str, int, type(None))):
        raise JsonRpcError(INVALID_REQUEST, "the id must be a string, an integer or null")
    if "method" not in message:
        if "result" in message or "error" in message:
            return Response(request_id)
        raise JsonRpcError(INVALID_REQUEST, "expected a method, a result or an error", request_id)
    method = message["method"]
    if not isinstance(method, str):
        raise JsonRpcError(INVALID_REQUEST, "the method must be a string", request_id)
    params = message.get("params", {})
    if not isinstance(params, dict):
        raise JsonRpcError(INVALID_PARAMS, "the params must be an object", request_id)
    return Request(request_id, method, params) if "id" in message else Notification(method, params)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def result(request_id: RequestId, value: dict[str, Any]) -> dict[str, Any]:
    """The message that answers a request."""
    return {"jsonrpc": "2.0", "id": request_id, "result": value}


def error(code: int, message: str, request_id: RequestId | None = None) -> dict[str, Any]:
    """The message that refuses a request."""
    return {"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}}


def notification(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """A message that wants no answer."""
    return {"jsonrpc": "2.0", "method": method, "params": params}
