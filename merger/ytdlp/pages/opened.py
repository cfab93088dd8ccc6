"""The first answer to a link. Its readers see the first bytes, and more where they ask for it."""

import codecs
import io
from typing import Any

from yt_dlp.networking import Response
from yt_dlp.networking.exceptions import RequestError

HEAD = 4_096
MAX_BYTES = 16 * 1024 * 1024
TEXT_FORMS = {'xml', 'json', 'rss'}


class Opened:
    def __init__(self, answer: Any, media_type: str, head: bytes) -> None:
        self.answer = answer
        self.media_type = media_type
        self.head = head
        self.start = head.removeprefix(codecs.BOM_UTF8).lstrip()
        self.is_text = not media_type or is_text(media_type)
        self.read = b''

    @staticmethod
    def of(answer: Any) -> 'Opened | None':
        media_type = (answer.get_header('Content-Type') or '').strip().lower()
        try:
            return Opened(answer, media_type, answer.read(HEAD))
        except RequestError:
            # A file may claim a coding that it does not have. yt-dlp does not read files.
            if media_type.startswith(('audio/', 'video/')):
                return None
            raise

    def whole(self, limit: int = MAX_BYTES) -> bytes:
        """`again` gives the same bytes once more."""
        if not self.read:
            self.read = self.head + self.answer.read(limit)
        return self.read

    def instead(self, body: bytes, media_type: str) -> Response:
        return instead(self.answer, body, media_type)

    def again(self) -> Any:
        """Returns the answer with a `read` that begins at the first byte."""
        kept, read = self.read or self.head, self.answer.read

        def read_again(amount: int | None = None) -> bytes:
            nonlocal kept
            if not kept:
                return read(amount)
            if amount is None:
                data, kept = kept + read(), b''
            else:
                data, kept = kept[:amount], kept[amount:]
            return data

        self.answer.read = read_again
        return self.answer


def is_text(media_type: str) -> bool:
    kind, _, form = media_type.partition(';')[0].strip().lower().partition('/')
    return kind == 'text' or (kind == 'application' and form.split('+')[-1] in TEXT_FORMS)


def instead(answer: Any, body: bytes, media_type: str) -> Response:
    return Response(io.BytesIO(body), answer.url, {'Content-Type': media_type}, answer.status)
