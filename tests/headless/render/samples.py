"""States of the control protocol for the tests of `render`: what the host would answer, made by hand."""

from __future__ import annotations

from typing import Any, Dict

from ..core import snapshot
from ..core.scopes.highlighter import Highlighter
from ..core.scopes.pygments_lexer import lexer_for
from ..core.text import Text
from .regions import (
    DRAW_EMPTY,
    DRAW_NO_FILL,
    DRAW_NO_OUTLINE,
    DRAW_SOLID_UNDERLINE,
    DRAW_SQUIGGLY_UNDERLINE,
    DRAW_STIPPLED_UNDERLINE,
    HIDDEN,
    HIDE_ON_MINIMAP,
)

State = Dict[str, Any]

_SCOPES = {"Python": "source.python", "Markdown": "text.html.markdown"}
UNFRAMED = DRAW_NO_FILL | DRAW_NO_OUTLINE
GREEN, RED = "region.greenish", "region.redish"

BEFORE = '''\
import re
from typing import List, NamedTuple

#: what separates two words
SEPARATOR = re.compile(r"[ \\t]+")


class Token(NamedTuple):
    """A word of the input and where it begins."""

    text: str
    offset: int


def parse(text: str, limit: int = 100) -> List[Token]:
    """Split `text` into at most `limit` tokens."""
    tokens = []
    offset = 0
    for word in text.split(" "):
        tokens.append(Token(word, offset))
        offset += len(word)
    return tokens[:limit]


def describe(token: Token) -> str:
    return f"{token.text!r} at {token.offset}"


if __name__ == "__main__":
    for token in parse("a tale  of two cities"):
        print(describe(token))
'''

PROPOSED = BEFORE.replace(
    """    tokens = []
    offset = 0
    for word in text.split(" "):
        tokens.append(Token(word, offset))
        offset += len(word)
    return tokens[:limit]
""",
    """    tokens = []
    start = 0
    for gap in SEPARATOR.finditer(text):
        word = text[start : gap.start()]
        if word:
            tokens.append(Token(word, start))
        start = gap.end()
    if start < len(text):
        tokens.append(Token(text[start:], start))
    return tokens[:limit]
""",
)

_STYLE = """
<style>
    html { --edge: color(var(--foreground) alpha(0.16)); }
    body { margin: 0; padding: 0.25rem 0 0.5rem 0; }
    .name { font-weight: bold; }
    .plus { color: var(--greenish); }
    .minus { color: var(--redish); }
    .dim { color: color(var(--foreground) alpha(0.6)); }
    .row { margin: 0.15rem 0; line-height: 1.7rem; }
    a { text-decoration: none; }
    a.button { color: var(--foreground); background-color: color(var(--foreground) alpha(0.1));
               padding: 0.2rem 0.7rem; border-radius: 0.25rem; }
    a.accept { color: var(--background); background-color: var(--greenish); font-weight: bold; }
    a.reject { color: var(--background); background-color: var(--redish); font-weight: bold; }
</style>
"""

HEADER_BEFORE = f"""<body id="copilot-review">{_STYLE}
<div class="row"><span class="name">parse.py</span>&nbsp;
<span class="plus">+8</span> <span class="minus">−4</span></div>
<div class="row dim">CLI “Fix the tokenizer” · hunk 1 of 1</div></body>"""

HEADER_PROPOSED = f"""<body id="copilot-review">{_STYLE}
<div class="row"><a class="button accept" href="accept">Accept</a> <a class="button reject" href="reject">Reject</a>
&nbsp;<a class="button" href="previous">↑</a> <a class="button" href="next">↓</a>
<a class="button" href="unified">unified</a></div>
<div class="row dim">written to disk only when you accept</div></body>"""

FILLER = '<body style="margin: 0; padding: 0"><div style="padding-top: %gpx"></div></body>'


def region(text: str, part: str, scope: str, flags: int = 0, icon: str = "", annotation: str | None = None) -> State:
    """A region over the first `part` of `text`."""
    start = text.index(part)
    note = {"html": annotation, "links": []} if annotation else None
    return {"region": [start, start + len(part)], "scope": scope, "icon": icon, "flags": flags, "annotation": note}


def lines(text: str, first: int, last: int, scope: str, **more: Any) -> list[State]:
    """A region over each of the rows `first` to `last`, without the newline."""
    return [
        {"region": [_start(text, row), _start(text, row + 1) - 1], "scope": scope, "annotation": None, **more}
        for row in range(first, last + 1)
    ]


def block(text: str, first: int, last: int, scope: str, flags: int = 0) -> State:
    """One region over the whole rows `first` to `last`, newlines included."""
    return {"region": [_start(text, first), _start(text, last + 1)], "scope": scope, "flags": flags}


def _start(text: str, row: int) -> int:
    return sum(len(line) + 1 for line in text.split("\n")[:row])


def tokens(text: str, scope: str) -> dict[int, list[tuple[int, int, str]]]:
    """The tokens of a text with a syntax, given by its scope."""
    lexer, content = lexer_for(scope), Text(text)
    if lexer is None:
        return {}
    return snapshot.tokens(Highlighter(content, lexer), range(content.line_count))


def sheet(view: int | None, title: str, text: str | None, syntax: Any = "Python", **more: Any) -> State:
    """A sheet as the host describes it, selected and plain unless told otherwise."""
    return {
        "view": view,
        "group": 0,
        "title": title,
        "file": None,
        "dirty": False,
        "scratch": True,
        "read_only": False,
        "selected": True,
        "focused": False,
        "syntax": syntax,
        "tokens": tokens(text or "", _SCOPES[syntax]) if syntax in _SCOPES else {},
        "encoding": "UTF-8",
        "line_endings": "Unix",
        "text": text,
        "selection": [],
        "folds": [],
        "viewport": {"first_row": 0, "last_row": 30, "y": 0.0},
        "phantoms": [],
        "regions": {},
        "settings": {},
        "line_numbers": True,
        "gutter": True,
        "word_wrap": False,
        **more,
    }


def window(*sheets: State, **more: Any) -> State:
    """A state with one window."""
    return {
        "windows": [
            {
                "id": 1,
                "folders": ["/home/ada/tokenizer"],
                "layout": {"cols": [0.0, 1.0], "rows": [0.0, 1.0], "cells": [[0, 0, 1, 1]]},
                "active_group": 0,
                "sheets": list(sheets),
                "panels": [],
                "quick_panel": None,
                "input_panel": None,
                "popups": [],
                "status_bar": {"copilot_ide": "Copilot ●"},
                "status_message": "",
                **more,
            }
        ],
        "dialog": None,
        "clipboard": "",
        "app_active": True,
        "faults": [],
    }


def review() -> State:
    """The picture that matters most: one proposal side by side."""
    phantom = {"row": 0, "layout": 2, "links": []}
    before = sheet(
        11,
        "parse.py · before",
        BEFORE,
        read_only=True,
        phantoms=[
            {**phantom, "html": HEADER_BEFORE, "text": "parse.py"},
            {**phantom, "row": 20, "html": FILLER % (4 * 19), "text": ""},
        ],
        regions={
            "copilot_ide.removed": lines(BEFORE, 17, 20, RED, icon="dot", flags=HIDDEN),
            "copilot_ide.hunk": [block(BEFORE, 17, 20, RED, DRAW_NO_FILL)],
            "copilot_ide.words": [
                region(BEFORE, part, RED, DRAW_SOLID_UNDERLINE | UNFRAMED | HIDE_ON_MINIMAP)
                for part in ("offset = 0", 'word in text.split(" ")', "word, offset", "offset += len(word)")
            ],
        },
    )
    proposed = sheet(
        12,
        "parse.py · proposed",
        PROPOSED,
        focused=True,
        selection=[[18, 8, 18, 8]],
        phantoms=[{**phantom, "html": HEADER_PROPOSED, "text": "Accept Reject"}],
        regions={
            "copilot_ide.added": lines(PROPOSED, 17, 24, GREEN, icon="dot", flags=HIDDEN),
            "copilot_ide.hunk": [
                {
                    **block(PROPOSED, 17, 24, GREEN, DRAW_NO_FILL),
                    "annotation": {"html": "<a href='drop'>drop hunk</a>", "links": []},
                }
            ],
            "copilot_ide.words": [
                region(PROPOSED, part, GREEN, DRAW_SOLID_UNDERLINE | UNFRAMED | HIDE_ON_MINIMAP)
                for part in ("start = 0", "gap in SEPARATOR.finditer(text)", "start = gap.end()")
            ],
        },
    )
    parse = sheet(10, "parse.py", BEFORE, file="/home/ada/tokenizer/parse.py", selected=False, scratch=False)
    return window(parse, before, proposed, status_bar={"copilot_ide": "Copilot ✎1"})


EVERYTHING = """\
# Wide and astral: 日本語 🎉 e\u0301 \U0001d54f = 1
def parse(text, *, limit=None):
\tif limit is None:
        limit = len(text)

    for word in text.split():
        yield word
    raise NotImplementedError("todo")


class Empty:
    pass
# \x1b control and \u202e override
"""

POPUP = "<b>word</b>: str<br><span style='color: var(--cyanish)'>loop variable</span>"
NOTES = "<h2>Notes</h2><p>An <em>HTML</em> sheet with a <a href='x'>link</a>.</p>"

SESSION = """\
# Copilot · Fix the failing test

**You**

Why does `test_parse` fail? A rather long sentence that a narrow group has to wrap, as nobody breaks prose.

- Read tests/test_parse.py:10
- Edit src/parse.py
"""


def everything() -> State:
    """Two groups and all that can stand in, on and around a text."""
    text = EVERYTHING
    main = sheet(
        1,
        "parse.py",
        text,
        file="/home/ada/tokenizer/src/parse.py",
        dirty=True,
        scratch=False,
        focused=True,
        selection=[[3, 8, 3, 13], [5, 4, 6, 18]],
        folds=[[text.index("class Empty:") + 12, text.index("    pass") + 8]],
        phantoms=[
            {
                "row": 1,
                "layout": 1,
                "region": [text.index("limit="), text.index("limit=")],
                "html": "<b>below</b> limit",
            },
            {"row": 7, "layout": 0, "region": [text.rindex(")\n\n") + 1] * 2, "html": "<i>&nbsp;inline</i>"},
            {"row": 8, "layout": 2, "html": "<ul><li>block</li><li><code>code</code></li></ul>"},
        ],
        regions={
            "linter": [
                region(text, "NotImplementedError", "region.redish", DRAW_SQUIGGLY_UNDERLINE | UNFRAMED, "cross")
            ],
            "stippled": [region(text, "limit=None", "region.yellowish", DRAW_STIPPLED_UNDERLINE | UNFRAMED, "circle")],
            "filled": [region(text, "日本語", "region.bluish", 0, "bookmark")],
            "astral": [region(text, "\U0001d54f", "region.pinkish", DRAW_NO_FILL)],
            "invalid": [region(text, "todo", "invalid", DRAW_NO_OUTLINE, annotation="<b>TODO</b> left here")],
            "empty": [{"region": [0, 0], "scope": "region.greenish", "flags": DRAW_EMPTY}],
        },
    )
    session = sheet(2, "● Fix the failing test", SESSION, group=1, syntax="Markdown", word_wrap=True, gutter=False)
    pane = sheet(None, "Notes", None, group=2, html=NOTES)
    return window(
        main,
        session,
        pane,
        layout={"cols": [0.0, 0.62, 1.0], "rows": [0.0, 0.6, 1.0], "cells": [[0, 0, 1, 2], [1, 0, 2, 1], [1, 1, 2, 2]]},
        popups=[{"view": 1, "row": 5, "col": 8, "html": POPUP}],
        panels=[{"name": "output.exec", "visible": True, "text": "$ pytest -q\n..F\n1 failed, 2 passed in 0.12s\n"}],
        input_panel={"caption": "Name:", "text": "session-1"},
        status_message="Saved parse.py",
    )


def palette() -> State:
    """The review under an open quick panel."""
    state = review()
    state["windows"][0]["quick_panel"] = {
        "placeholder": "Copilot IDE",
        "selected": 1,
        "items": [
            {"trigger": "Copilot IDE: Accept", "details": [], "annotation": "ctrl+alt+enter"},
            {"trigger": "Copilot IDE: Reject", "details": ["Leaves the <b>file</b> as it is"], "annotation": ""},
            {"trigger": "Copilot IDE: Next Hunk", "details": "", "annotation": "alt+down"},
        ],
    }
    return state


def question() -> State:
    """The review under a modal dialog."""
    return {
        **review(),
        "dialog": {
            "kind": "yes_no_cancel",
            "text": "parse.py has unsaved changes.\n\nSave it first?",
            "buttons": ["Save", "Don't Save", "Cancel"],
        },
    }
