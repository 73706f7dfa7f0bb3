"""The resources of the packages that come with the editor: preferences, key bindings, macros, menu, palette."""

from __future__ import annotations

import json

from .default_keys import KEYS
from .default_macros import MACROS
from .default_menus import MAIN_MENU, PALETTE
from .preferences import PREFERENCES
from .schemes import FILES as SCHEME_FILES
from .syntaxes import FILES as SYNTAX_FILES

BUILT_IN_RESOURCES: dict[str, str] = {
    "Packages/Default/Preferences.sublime-settings": json.dumps(PREFERENCES, indent=4),
    "Packages/Default/Default (Linux).sublime-keymap": json.dumps(KEYS, indent=4),
    "Packages/Default/Default.sublime-commands": json.dumps(PALETTE),
    "Packages/Default/Main.sublime-menu": json.dumps(MAIN_MENU),
    **MACROS,
    **SYNTAX_FILES,
    **SCHEME_FILES,
}
