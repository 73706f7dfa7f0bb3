"""Bytes of a file to text and back, with Sublime's names of encodings and line endings."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

LINE_ENDINGS = {"Unix": "\n", "Windows": "\r\n", "CR": "\r"}

_WITH_BOM: dict[str, tuple[bytes, str]] = {
    "UTF-8 with BOM": (codecs.BOM_UTF8, "utf-8"),
    "UTF-16 LE with BOM": (codecs.BOM_UTF16_LE, "utf-16-le"),
    "UTF-16 BE with BOM": (codecs.BOM_UTF16_BE, "utf-16-be"),
}
_CODECS: dict[str, str] = {
    "UTF-8": "utf-8",
    "UTF-16 LE": "utf-16-le",
    "UTF-16 BE": "utf-16-be",
    "Western (Windows 1252)": "cp1252",
    "Western (ISO 8859-1)": "iso-8859-1",
    "Western (ISO 8859-15)": "iso-8859-15",
    "Western (Mac Roman)": "mac-roman",
    "DOS (CP 437)": "cp437",
    "Arabic (Windows 1256)": "cp1256",
    "Baltic (Windows 1257)": "cp1257",
    "Central European (Windows 1250)": "cp1250",
    "Cyrillic (Windows 1251)": "cp1251",
    "Cyrillic (KOI8-R)": "koi8-r",
    "Greek (Windows 1253)": "cp1253",
    "Hebrew (Windows 1255)": "cp1255",
    "Turkish (Windows 1254)": "cp1254",
    "Vietnamese (Windows 1258)": "cp1258",
}


class Decoded(NamedTuple):
    """A file's text with `\\n` only, and how it was stored."""

    text: str
    encoding: str
    line_endings: str


def is_known(encoding: str) -> bool:
    return encoding in _CODECS or encoding in _WITH_BOM or encoding == "Hexadecimal"


def decode(data: bytes, fallback: str = "Western (Windows 1252)", default_endings: str = "Unix") -> Decoded:
    """Text of a file's bytes: by its byte order mark, else UTF-8, else hexadecimal (NUL bytes), else `fallback`."""
    for name, (bom, codec) in _WITH_BOM.items():
        if data.startswith(bom):
            return _normalise(data[len(bom) :].decode(codec, "replace"), name, default_endings)
    if b"\0" in data:
        return Decoded(_hexadecimal(data), "Hexadecimal", default_endings)
    try:
        return _normalise(data.decode("utf-8"), "UTF-8", default_endings)
    except UnicodeDecodeError:
        return _normalise(data.decode(_CODECS[fallback], "replace"), fallback, default_endings)


def encode(text: str, encoding: str, line_endings: str) -> bytes:
    """Bytes to write for a buffer. Raises UnicodeEncodeError if `encoding` cannot hold the text."""
    if encoding == "Hexadecimal":
        return bytes.fromhex(re.sub(r"\s", "", text))
    text = text.replace("\n", LINE_ENDINGS[line_endings])
    if encoding in _WITH_BOM:
        bom, codec = _WITH_BOM[encoding]
        return bom + text.encode(codec, "surrogatepass")
    codec = _CODECS[encoding]
    return text.encode(codec, "surrogatepass") if codec.startswith("utf") else text.encode(codec)


def _normalise(text: str, encoding: str, default_endings: str) -> Decoded:
    counts = {"Windows": text.count("\r\n")}
    counts["CR"] = text.count("\r") - counts["Windows"]
    counts["Unix"] = text.count("\n") - counts["Windows"]
    best = max(counts, key=lambda name: counts[name])
    return Decoded(re.sub("\r\n?", "\n", text), encoding, best if counts[best] else default_endings)


def _hexadecimal(data: bytes) -> str:
    rows = (data[i : i + 16] for i in range(0, len(data), 16))
    return "\n".join(" ".join(row[i : i + 2].hex() for i in range(0, len(row), 2)) for row in rows)
