"""The scripted model, asked as an OpenAI-compatible client would."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from .scripted_model import SCRIPT_ENDED, SIDE_ANSWER, ScriptedModel, text_of

TOOLS = [{"type": "function", "function": {"name": "edit", "parameters": {"type": "object", "properties": {}}}}]


def ask(model: ScriptedModel, **body: Any) -> bytes:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    request = urllib.request.Request(
        f"{model.base_url}/chat/completions",
        json.dumps({"model": "m", "messages": [{"role": "user", "content": "hi"}], **body}).encode(),
        {"Content-Type": "application/json"},
    )
    with opener.open(request, timeout=10) as response:
        return response.read()


def message(model: ScriptedModel, **body: Any) -> dict[str, Any]:
    return json.loads(ask(model, **body))["choices"][0]["message"]


def test_plays_its_turns_in_order_and_says_when_there_are_no_more() -> None:
    call = {"name": "edit", "arguments": {"path": "/a"}}
    with ScriptedModel(["first", [call]]) as model:
        assert message(model, tools=TOOLS)["content"] == "first"
        function = message(model, tools=TOOLS)["tool_calls"][0]["function"]
        assert (function["name"], json.loads(function["arguments"])) == ("edit", {"path": "/a"})
        assert message(model, tools=TOOLS)["content"] == SCRIPT_ENDED


def test_a_request_without_tools_takes_no_turn_and_is_not_recorded() -> None:
    with ScriptedModel(["first"]) as model:
        assert message(model)["content"] == SIDE_ANSWER
        assert (model.turns_left, model.requests()) == (1, [])


def test_records_what_the_model_was_told() -> None:
    with ScriptedModel(["first"]) as model:
        ask(model, tools=TOOLS)
        body = model.wait_request(0)
        assert text_of(body["messages"][-1]) == "hi"
        assert body["tools"] == TOOLS


def test_streams_text_and_tool_calls_as_chunks() -> None:
    with ScriptedModel(["one\ntwo", [{"name": "edit", "arguments": {"n": 1}}]]) as model:
        text, calls = (
            [
                json.loads(line[6:])["choices"][0]
                for line in ask(model, tools=TOOLS, stream=True).decode().splitlines()
                if line.startswith("data: {")
            ]
            for _ in range(2)
        )
    assert "".join(choice["delta"].get("content", "") for choice in text) == "one\ntwo"
    assert text[-1]["finish_reason"] == "stop"
    [call] = [call for choice in calls for call in choice["delta"].get("tool_calls", [])]
    assert (call["index"], call["function"]["name"], call["function"]["arguments"]) == (0, "edit", '{"n": 1}')
    assert calls[-1]["finish_reason"] == "tool_calls"


def test_lists_its_model() -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with ScriptedModel() as model, opener.open(f"{model.base_url}/models", timeout=10) as response:
        assert [entry["id"] for entry in json.load(response)["data"]] == ["scripted"]
