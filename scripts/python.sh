#!/bin/sh
# python.sh FILE.py [ARGUMENT]… : runs a file of this folder with a Python that works on this machine.
#
# The repository's .python-version is for Sublime Text. pyenv and its like obey it too: inside the repository they answer `python3` with
# 3.8, or refuse when no 3.8 is installed. So the Python is looked up from the root folder, and called by its real path.

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
file=$1
shift
probe='import sys; sys.version_info < (3, 8) and sys.exit(1); print(sys.executable)'

for name in python3 python3.14 python3.13 python3.12 python3.11 python3.10 python3.9 python3.8 python; do
    python=$(unset PYENV_DIR; cd / && "$name" -c "$probe" 2>/dev/null </dev/null) || continue
    [ -x "$python" ] && exec "$python" "$here/$file" "$@"
done

echo "copilot-ide: found no working Python 3.8 or newer (tried python3, python3.14 … python3.8, python)." >&2
echo "Install one, on Debian: apt-get install python3 python3-venv" >&2
exit 1
