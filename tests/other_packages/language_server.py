"""A language server that finds fault with every line that has the word "bad"; speaks LSP on stdin and stdout."""

from __future__ import annotations

import json
import sys
from typing import Any


def read() -> dict[str, Any]:
    """The next message; ends the process at the end of input."""
    length = 0
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            sys.exit()
        if not line.strip():
            return json.loads(sys.stdin.buffer.read(length))
        name, _, value = line.decode("ascii").partition(":")
        if name.lower() == "content-length":
            length = int(value)


def send(**message: Any) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sys.stdout.buffer.flush()


def diagnostics(text: str) -> list[dict[str, Any]]:
    found = []
    for number, line in enumerate(text.split("\n")):
        at = line.find("bad")
        if at >= 0:
            span = {"start": {"line": number, "character": at}, "end": {"line": number, "character": at + 3}}
            found.append({"range": span, "severity": 1, "source": "sample", "code": "S1", "message": "a bad word"})
    return found


def main() -> None:
    while True:
        message = read()
        method, params = message.get("method"), message.get("params") or {}
        if method == "initialize":
            send(id=message["id"], result={"capabilities": {"textDocumentSync": {"openClose": True, "change": 1}}})
        elif method == "shutdown":
            send(id=message["id"], result=None)
        elif method == "exit":
            return
        elif method in ("textDocument/didOpen", "textDocument/didChange"):
            document = params["textDocument"]
            text = document["text"] if method.endswith("didOpen") else params["contentChanges"][-1]["text"]
            send(
                method="textDocument/publishDiagnostics",
                params={"uri": document["uri"], "diagnostics": diagnostics(text)},
            )


if __name__ == "__main__":
    main()
