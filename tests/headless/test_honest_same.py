# ruff: noqa: E501  # an expression is one line
"""The host's own layers and those of a Sublime build answer alike: the same expressions are printed over both."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from . import layers
from .host import REPOSITORY

# What the expressions below find. `r` gives regions, `s` the selection of a view with a text.
PRELUDE = """
import random, sys
from tests.headless.host import Host

host = Host(None, sys.argv[1])
host.load_package()
import sublime, sublime_plugin

RANDOM = random.Random(7)
ends = (0, 1, 2, 5, 9)
REGIONS = [sublime.Region(a, b) for a in ends for b in ends]
window = sublime.active_window()
view = window.new_file()
view.run_command("append", {"characters": "one two_three\\n\\tfour \\u00e4\\U0001f600 five\\n\\nsix"})
view.set_name("sample")
other = window.new_file()
host.settle()

def some(number):
    return RANDOM.sample(REGIONS, number)

def selected(*regions):
    view.sel().clear()
    view.sel().add_all(regions)
    return list(view.sel())

class Two_WordsCommand(sublime_plugin.TextCommand):
    def run(self, edit, needed):
        pass

class MyInputHandler(sublime_plugin.ListInputHandler):
    def list_items(self):
        kind = (sublime.KIND_ID_COLOR_REDISH, "k", "Kind")
        return ([sublime.ListInputItem("a", 1, ["d", "e"], "n", kind), sublime.ListInputItem("b", 2), ("c", 3), "d"], 1)

class Plain(sublime_plugin.TextInputHandler):
    pass

def settings():
    return other.settings()

def edit(action):
    out = []
    class Runner(sublime_plugin.TextCommand):
        def run(self, edit):
            out.append(action(self.view, edit))
            out.append(edit)
            self.saved = edit
    runner = Runner(other)
    runner.run_(host.core.commands.new_token(), None)
    try:
        other.insert(runner.saved, 0, "x")
    except ValueError as error:
        out.append("dead")
    return out
"""

# Each line is evaluated, and what it gives or raises is printed.
EXPRESSIONS = """
[(a, b, a.contains(b), a in b, a.intersects(b), a.intersection(b), a.cover(b), a == b, a < b) for a in REGIONS for b in REGIONS]
[(r, str(r), len(r), r.begin(), r.end(), r.size(), r.empty(), r.to_tuple(), list(r), bool(r)) for r in REGIONS]
[(p in r, r.contains(p)) for r in REGIONS for p in range(-1, 11)]
sublime.Region(3), sublime.Region(1, 2, 7.5), sublime.Region(1, 2).xpos, sublime.Region(4, 4) == 4
sublime.Region(1, 2) in [1], "x" in sublime.Region(1, 2)
sublime.Region(1, 2).contains("x")
hash(sublime.Region(1, 2))
sorted(REGIONS, key=lambda r: (r.a, r.b)) == sorted(REGIONS)
sublime.Region(1, 2) < None
[selected(*some(n)) for n in (0, 1, 2, 3, 4, 6, 9) for _ in range(12)]
[(selected(*some(3)), view.sel().subtract(r), list(view.sel())) for r in REGIONS]
[(selected(*some(3)), [view.sel().contains(r) for r in REGIONS]) for _ in range(5)]
selected(sublime.Region(1, 2), sublime.Region(4, 6)), len(view.sel()), view.sel()[0], view.sel()[-1], bool(view.sel())
view.sel()[2]
view.sel()[-3]
view.sel().has_empty_region(), view.sel().has_non_empty_region(), view.sel().has_multiple_non_empty_regions()
view.sel() == view.sel(), view.sel() == other.sel(), view.sel() == None, view.sel() != [1], view.sel() < other.sel()
str(view.sel()).replace(str(view.id()), "N"), repr(view.sel()).replace(str(view.id()), "N")
view.sel().__delitem__(0), list(view.sel()), view.sel().clear(), bool(view.sel()), view.sel().is_valid()
view.sel().add(3), view.sel().add(sublime.Region(5, 1)), list(view.sel())
hash(view.sel())
settings().get("nothing"), settings().get("nothing", 4), settings().has("nothing"), "nothing" in settings()
settings()["nothing"]
settings().set("a", (1, 2)), settings()["a"], settings().setdefault("a", 3), settings().setdefault("b", {"x": None})
settings().update({"c": 1}, d=2), settings().update([("e", 3)]), settings().get("d"), settings()["e"]
settings().__delitem__("a"), settings().has("a"), settings().__setitem__("a", True), settings().get("a")
sorted(key for key in settings().to_dict() if len(key) == 1), settings().erase("a"), settings().get("a")
settings().set("o", object())
settings().get("tab_size", None), settings().get("nothing", False), settings().get("c", None)
sublime.load_settings("A.sublime-settings").get("x"), sublime.load_settings("A.sublime-settings").to_dict()
sublime.load_resource("Packages/Sample/data.txt"), sublime.load_binary_resource("Packages/Sample/data.txt")
sublime.load_resource("Packages/Sample/nothing")
sublime.load_binary_resource("nothing")
sublime.find_resources("*.txt"), sublime.find_resources("data.*"), sublime.find_resources("nothing")
sublime.decode_value('{"a": [1, 2.5, null, true,], /* c */ "b": "// no"}')
sublime.decode_value("[1")
sublime.encode_value({"a": [1, None, "\\u00e4"]}), sublime.encode_value([1], True)
sublime.expand_variables("$x ${x} ${y:d} ${z} $z", {"x": "1"}), sublime.expand_variables({"k": ["${x}", 3]}, {"x": "1"})
sublime.score_selector("source.python string", "source"), sublime.score_selector("a b", "c")
[s for s in sublime.list_syntaxes() if "Sample" in s.path], sublime.syntax_from_path("Packages/Sample/Mine.sublime-syntax")
sublime.find_syntax_by_name("Mine"), sublime.find_syntax_by_scope("text.mine"), sublime.find_syntax_by_name("None such")
sublime.find_syntax_for_file("a.mine"), sublime.syntax_from_path("nothing"), sublime.find_syntax_for_file("a.mine", "x")
sublime.find_syntax_for_file("a.mine", None)
sublime.Syntax("p", "n", True, "s") == sublime.Syntax("p", "m", False, "t"), sublime.Syntax("p", "n", True, "s") == "p"
sublime.Syntax("p", "n", True, "s"), hash(sublime.Syntax("p", "n", True, "s")) == hash(sublime.Syntax("p", "o", True, ""))
sublime.format_command("c"), sublime.format_command("c", {"a": "<\\u00e4>", "b": [1]}), sublime.format_command("c", {})
sublime.html_format_command("c", {"a": "<'\\"&>"}), sublime.command_url("c", {"a": "<'\\"&>"}), sublime.command_url("c")
sublime.CompletionItem("t"), sublime.CompletionItem("t", "a", "c", 1, (1, "k", "K"), "d", 1), sublime.CompletionItem("t") == 1
sublime.CompletionItem("t") == sublime.CompletionItem("t"), sublime.CompletionItem("t") == sublime.CompletionItem("u")
sublime.CompletionItem.snippet_completion("t", "$0", "a"), sublime.CompletionItem.command_completion("t", "c", {"x": 1})
sublime.CompletionList(), sublime.CompletionList(["a"], 8), sublime.CompletionList(["a"]).set_completions(["b"])
(lambda l: (l.set_completions(["b"], 8), l.completions, l.flags))(sublime.CompletionList())
sublime.QuickPanelItem("t"), sublime.QuickPanelItem("t", ["a", "b"], "n", (3, "f", "F")), sublime.Html("<p>")
sublime.ListInputItem("t", 3), sublime.ListInputItem("t", 3, "d", "n", (3, "f", "F"))
sublime.HistoricPosition(1, 2, 3, 4, 5), sublime.TextChange(sublime.HistoricPosition(1, 2, 3, 4, 5), None, 1, 2, "x")
(lambda p: (p.pt, p.row, p.col, p.col_utf16, p.col_utf8))(sublime.HistoricPosition(1, 2, 3, 4, 5))
(lambda c: (c.a, c.b, c.len_utf16, c.len_utf8, c.str))(sublime.TextChange(1, 2, 3, 4, "x"))
sublime.Edit(7).edit_token, type(repr(sublime.Edit(7)))
sublime.SymbolLocation("p", "d", 1, 2, "s", 0, (0, "", "")), sublime.SymbolLocation("p", "d", 1, 2, "s", 0, None).path_encoded_position()
sublime.SymbolRegion("n", sublime.Region(1), "s", 1, (0, "", "")), sublime.ContextStackFrame("c", "f", (1, 2))
[int(k) for k in sublime.KindId], sublime.KIND_SNIPPET, [f.name for f in sublime.RegionFlags], sublime.HTML, sublime.DRAW_OUTLINED
sublime.Phantom(sublime.Region(1), "x", 1) == sublime.Phantom(sublime.Region(1), "x", 1), sublime.Phantom(sublime.Region(1), "x", 1) == 1
sublime.Phantom(sublime.Region(1), "x", 1), sublime.Phantom(sublime.Region(1), "x", 1).to_tuple()
(lambda s: ([s.update([sublime.Phantom(r, "x", 0) for r in some(n)]) or len(s.phantoms) for n in (3, 1, 4, 0)], view.query_phantom(1)))(sublime.PhantomSet(view, "k"))
edit(lambda v, e: (v.insert(e, 0, "a\\r\\nb"), v.size(), v.insert(e, 99, "z"), v.substr(sublime.Region(0, 9))))
edit(lambda v, e: (v.replace(e, sublime.Region(3, 1), "XY"), v.erase(e, sublime.Region(0, 1)), v.substr(sublime.Region(0, 9)), v.is_in_edit()))
[view.substr(p) for p in (-1, 0, 3, 99)], [view.substr(r) for r in REGIONS], len(view)
[(view.rowcol(p), view.rowcol_utf8(p), view.rowcol_utf16(p), view.utf8_code_units(p), view.utf16_code_units(p)) for p in range(40)]
[(view.text_point(r, c), view.text_point(r, c, clamp_column=True), view.text_point_utf16(r, c), view.text_point_utf8(r, c)) for r in range(5) for c in range(0, 14, 3)]
view.utf8_code_units(), view.utf16_code_units(), view.text_point_utf16(1, 8, clamp_column=True)
[(view.line(p), view.full_line(p), view.word(p), view.classify(p)) for p in range(0, 34)]
[(view.line(r), view.full_line(r), view.word(r), view.lines(r), view.split_by_newlines(r)) for r in REGIONS]
[view.find_by_class(p, forward, sublime.CLASS_WORD_START) for p in (0, 5, 20) for forward in (True, False)]
[view.expand_by_class(x, sublime.CLASS_WORD_START | sublime.CLASS_WORD_END) for x in (5, sublime.Region(2, 6))]
view.find("t", 0), view.find("T", 0, sublime.IGNORECASE), view.find(".", 0, sublime.LITERAL), view.find("zz", 0)
(lambda out: (view.find_all("([a-z]+)_", 0, "<$1>", out), out))([]), view.find_all("e"), view.find_all("e", within=sublime.Region(0, 5))
view.add_regions("k", [sublime.Region(1, 2)], annotations=["a", "b"])
view.add_regions("k", [sublime.Region(1, 2)], annotations="a")
view.add_regions("k", [sublime.Region(1, 2)], "s", None)
view.add_regions("k", some(3), "string", "dot", 32), len(view.get_regions("k")), view.erase_regions("k"), view.get_regions("k")
view.fold(sublime.Region(1, 4)), view.fold([sublime.Region(1, 4)]), view.folded_regions(), view.unfold(sublime.Region(0, 9)), view.is_folded(sublime.Region(1))
view.set_status("k", "v"), view.get_status("k"), view.erase_status("k"), view.get_status("k")
view == view.window().views()[0], hash(view) == hash(window.views()[0]), view == view.id(), bool(sublime.View(0)), repr(sublime.View(3))
sublime.View(10**6).is_valid(), sublime.View(10**6).window(), sublime.View(10**6).file_name(), sublime.View(10**6).sheet()
repr(window).replace(str(window.id()), "N"), window == sublime.Window(window.id()), bool(sublime.Window(0)), sublime.Window(0).is_valid()
type(view.sheet()).__name__, view.sheet().view() == view, view.sheet() == other.sheet(), view.sheet().group(), view.sheet().file_name()
view.buffer() == other.buffer(), view.buffer().views() == [view], view.buffer().primary_view() == view, view.buffer().file_name()
window.get_view_index(view), window.get_view_index(other), window.get_view_index(sublime.View(10**6)), window.get_sheet_index(None)
window.move_sheets_to_group([view], 0)
window.layout(), window.num_groups(), window.active_group(), window.folders(), window.project_data(), window.project_file_name()
window.find_output_panel("x"), window.create_output_panel("x").element(), window.panels(), window.active_panel(), window.find_io_panel("y")
window.show_quick_panel([3], print)
window.show_quick_panel([("a", "b"), ["c", "d"], "e", sublime.QuickPanelItem("f", "g", "h", (3, "f", "F"))], print), [tuple(i)[:3] for i in host.core.active_window.overlay.items]
sublime_plugin.Command().name(), sublime_plugin.WindowCommand(window).name(), Two_WordsCommand(view).name(), MyInputHandler().name(), Plain().name()
Two_WordsCommand(view).is_enabled_(None), Two_WordsCommand(view).is_visible_({"x": 1}), Two_WordsCommand(view).description_({"x": 1})
Two_WordsCommand(view).filter_args({"event": 1, "x": 2}), Two_WordsCommand(view).filter_args(None), Two_WordsCommand(view).input({})
Two_WordsCommand(view).run_(host.core.commands.new_token(), None)
MyInputHandler().setup_({}), Plain().setup_({}), MyInputHandler().description_(1, "x"), Plain().preview_("x"), Plain().validate_("x", None)
sublime.executable_hash()[0], sublime.version(), sublime.platform(), sublime.arch(), sublime.channel()
sublime_plugin.BackInputHandler().name(), sublime_plugin.EventListener(), sublime_plugin.find_view_event_listener(view, int)
sublime_plugin.TextChangeListener().is_attached(), sublime_plugin.TextChangeListener().attach(view)
sublime_plugin.TextChangeListener().detach()
(lambda l: (l.attach(view.buffer()), l.is_attached(), l.buffer == view.buffer(), l.detach(), l.is_attached()))(sublime_plugin.TextChangeListener())
"""

RUN = """
import json, re
for number, line in enumerate(EXPRESSIONS):
    try:
        result = repr(eval(line))
    except Exception as error:
        result = "raises " + type(error).__name__
    print("RESULT", json.dumps([line, re.sub(r" at 0x[0-9a-f]+|(?<=\\bEdit\\()\\d+", "", result)]), flush=True)
host.close()
"""

PACKAGE = {
    "data.txt": "text\n",
    "A.sublime-settings": '{"x": [1, {"y": 2}]}\n',
    "Mine.sublime-syntax": "name: Mine\nscope: text.mine\nfile_extensions:\n  - mine\n",
}


def answers(folder: Path, real: bool) -> list[list[str]]:
    """[expression, what it gave] of every expression, over one pair of layers."""
    environment = {name: value for name, value in os.environ.items() if real or name != layers.VARIABLE}
    expressions = [line for line in EXPRESSIONS.splitlines() if line]
    program = f"{textwrap.dedent(PRELUDE)}\nEXPRESSIONS = {expressions!r}\n{RUN}"
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        cwd=str(REPOSITORY),
        env={**environment, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        timeout=60,
    )
    lines = done.stdout.decode("utf-8").splitlines()
    found = [json.loads(line[len("RESULT ") :]) for line in lines if line.startswith("RESULT ")]
    assert done.returncode == 0 and len(found) == len(expressions), done.stderr.decode("utf-8", "replace")[-2000:]
    return found


@pytest.mark.skipif(layers.folder() == layers.OWN, reason=f"needs Sublime's own layers: {layers.VARIABLE} is not set")
def test_both_layers_answer_alike(tmp_path: Path) -> None:
    package = tmp_path / "packages" / "Sample"
    package.mkdir(parents=True)
    for name, text in PACKAGE.items():
        (package / name).write_text(text, encoding="utf-8")
    own, real = answers(package.parent, real=False), answers(package.parent, real=True)
    different = [(line, mine, theirs) for (line, mine), (_, theirs) in zip(own, real) if mine != theirs]
    assert different == []
