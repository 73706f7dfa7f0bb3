"""launch.py MODULE [ARGUMENT]… : replaces itself with `python -m MODULE ARGUMENT…` in the project's environment.

The module comes from the repository, the working folder stays the caller's: relative paths mean what the caller means.
"""

from __future__ import annotations

import os
import sys

import environment

# Like `python -m`, but modules come from the repository and never from the working folder, whatever lies there.
_RUN = """\
import sys
sys.path[:] = [{root!r}, *filter(None, sys.path)]
import runpy
runpy.run_module({module!r}, run_name="__main__", alter_sys=True)
"""


def main() -> None:
    """Sets up what is needed and execs; does not return."""
    module, *arguments = sys.argv[1:]
    try:
        python = environment.prepare(environment.running(), "tests")
    except environment.SetupError as error:
        sys.exit(f"copilot-ide: {error}")
    environment.keep_bytecode()
    code = _RUN.format(root=str(environment.ROOT), module=module)
    os.execv(python, [python, "-c", code, *arguments])


if __name__ == "__main__":
    main()
