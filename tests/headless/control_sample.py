"""The package that the host has when its control protocol is tested."""

from __future__ import annotations

import json
from pathlib import Path

PLUGIN = """
import json, os, subprocess, sys, threading, time
import sublime, sublime_plugin

LOG = []

def plugin_loaded():
    if os.environ.get("SAMPLE_DIALOG_AT_START"):
        sublime.message_dialog("Hello")

def plugin_unloaded():
    print("UNLOADED")

class SamplePythonCommand(sublime_plugin.WindowCommand):
    def run(self, code):
        exec(code, dict(globals(), window=self.window, view=self.window.active_view()))

class SampleViewPythonCommand(sublime_plugin.TextCommand):
    def run(self, edit, code):
        exec(code, dict(globals(), window=self.view.window(), view=self.view))

class SampleAnswerCommand(sublime_plugin.WindowCommand):
    def run(self, value, file):
        found = eval(value, dict(globals(), window=self.window, view=self.window.active_view()))
        with open(file, "w") as stream:
            json.dump(found, stream)

class SampleEditCommand(sublime_plugin.TextCommand):
    def run(self, edit, text="edit"):
        self.view.replace(edit, sublime.Region(0, self.view.size()), text)

class SampleSetCommand(sublime_plugin.WindowCommand):
    def run(self, value):
        self.window.active_view().set_status("sample", value)

class SampleOffCommand(sublime_plugin.WindowCommand):
    def is_enabled(self):
        return bool(self.window.settings().get("sample_on"))
    def run(self):
        self.window.status_message("ran")

class SampleHiddenCommand(sublime_plugin.WindowCommand):
    def is_visible(self):
        return False

class SampleMarkedCommand(sublime_plugin.ApplicationCommand):
    def is_checked(self):
        return True
    def description(self):
        return "Marked"

class SampleABCommand(sublime_plugin.ApplicationCommand):
    pass

class NameInputHandler(sublime_plugin.TextInputHandler):
    def placeholder(self):
        return "Name"

class ColorInputHandler(sublime_plugin.ListInputHandler):
    def list_items(self):
        return [("Red", "r"), sublime.ListInputItem("Green", "g", details="of leaves", annotation="leaf")]
    def next_input(self, args):
        return NameInputHandler()

class SampleAskCommand(sublime_plugin.WindowCommand):
    def run(self, color, name):
        LOG.append([color, name])
    def input(self, args):
        return ColorInputHandler() if "color" not in args else None

class SampleLinksCommand(sublime_plugin.TextCommand):
    def run(self, edit):
        follow = lambda href: self.view.set_status("sample", href)
        self.view.add_phantom("sample", sublime.Region(0),
            "<a href='say'>Say</a> <a href='subl:sample_set {&quot;value&quot;: &quot;subl&quot;}'>Set</a>",
            sublime.LAYOUT_BLOCK, follow)
        self.view.add_regions("sample", [sublime.Region(4, 6)], "region.redish", "dot", sublime.DRAW_NO_FILL,
            annotations=["<a href='note'>Note</a>"], annotation_color="#ff0000", on_navigate=follow)
        self.view.settings().set("copilot_ide.kind", "sample")

class Listener(sublime_plugin.EventListener):
    def on_hover(self, view, point, zone):
        LOG.append(["hover", point, zone])
    def on_load(self, view):
        LOG.append(["load", list(view.rowcol(view.sel()[0].b))])
    def on_activated(self, view):
        LOG.append(["activated", view.name()])
    def on_deactivated(self, view):
        LOG.append(["deactivated", view.name()])
    def on_modified(self, view):
        LOG.append(["modified", view.element()])
    def on_reload(self, view):
        LOG.append(["reload"])
    def on_revert(self, view):
        LOG.append(["revert"])
    def on_text_command(self, view, name, args):
        LOG.append(["text", name])
    def on_post_window_command(self, window, name, args):
        LOG.append(["window", name])
    def on_query_completions(self, view, prefix, locations):
        later = sublime.CompletionList()
        item = sublime.CompletionItem("parse", "file", "parsed()", kind=sublime.KIND_FUNCTION, details="d")
        kept = sublime.CompletionItem("past", completion="-ime", flags=sublime.COMPLETION_FLAG_KEEP_PREFIX)
        offers = [item, kept, sublime.CompletionItem("twice"), sublime.CompletionItem("twice")]
        sublime.set_timeout_async(lambda: later.set_completions(offers, sublime.INHIBIT_WORD_COMPLETIONS), 20)
        return later
    def on_query_context(self, view, key, operator, operand, match_all):
        return view.name() == "keys" if key == "sample_context" else None
    def on_exit(self):
        print("EXIT")
"""

_FILES = {
    "Default.sublime-keymap": [
        {"keys": ["ctrl+k", "ctrl+b"], "command": "sample_set", "args": {"value": "chord"}},
        {"keys": ["f5"], "command": "sample_off"},
        {"keys": ["f16"], "command": "sample_set", "args": {"value": "six"}, "context": [{"key": "sample_context"}]},
        {"keys": ["@"], "command": "sample_set", "args": {"value": "at"}, "context": [{"key": "sample_context"}]},
    ],
    "Example.sublime-keymap": [{"keys": ["f17"], "command": "sample_set", "args": {"value": "example"}}],
    "Default.sublime-commands": [
        {"caption": "Sample: Set", "command": "sample_set", "args": {"value": "palette"}},
        {"caption": "Sample: Ask", "command": "sample_ask"},
        {"caption": "Sample: Off", "command": "sample_off"},
        {"caption": "Sample: Hidden", "command": "sample_hidden"},
        {"caption": "Sample: Nobody", "command": "sample_nobody"},
    ],
    "Main.sublime-menu": [
        {
            "id": "tools",
            "children": [
                {
                    "caption": "Sample",
                    "children": [
                        {"caption": "Off", "command": "sample_off"},
                        {"caption": "-"},
                        {"command": "sample_marked", "checkbox": True},
                        {"caption": "Hidden", "command": "sample_hidden"},
                    ],
                }
            ],
        }
    ],
    "Sample.sublime-settings": {"from_package": 1},
}


def write_package(packages: Path, name: str = "Sample") -> None:
    """Put the package into a directory of packages."""
    folder = packages / name
    folder.mkdir(parents=True)
    (folder / "plugin.py").write_text(PLUGIN, encoding="utf-8")
    for file, content in _FILES.items():
        (folder / file).write_text(json.dumps(content), encoding="utf-8")
