"""Takes media that their server calls a playlist for what they are."""

import codecs
from typing import Any
from urllib.parse import urlsplit

from oddities import met

# Enough to tell a file from a playlist.
START = 512


class Reading:
    """The `read` of an answer. Keeps its start. Drops a byte order mark before a playlist, as browsers do."""

    def __init__(self, answer: Any) -> None:
        self.address: str = answer.url
        self.start: bytes | None = None
        self.read = answer.read

    def __call__(self, *amount: Any) -> bytes:
        data = self.read(*amount)
        if self.start is not None:
            return data
        self.start = data[:START]
        if not data.startswith(codecs.BOM_UTF8 + b'#EXTM3U'):
            return data
        met('hls_file.byte_order_mark')
        return data.removeprefix(codecs.BOM_UTF8)


def is_file(begun: Reading | None) -> bool:
    """Some servers send every file with the type of a playlist. No playlist has such characters."""
    return begun is not None and any(byte < 9 for byte in begun.start or b'')


def as_file(begun: Reading) -> tuple[list[dict], dict]:
    met('hls_file.media_as_playlist')
    protocol = urlsplit(begun.address).scheme
    return [{'format_id': 'file', 'url': begun.address, 'ext': 'unknown_video', 'protocol': protocol}], {}
