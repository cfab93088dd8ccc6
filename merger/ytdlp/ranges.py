"""Asks for files and lists with Range and without, because some servers refuse the one or the other."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from yt_dlp.networking.exceptions import HTTPError

from oddities import met

# What the video element of a browser sends.
AS_PLAYER = {'Range': 'bytes=0-'}
# As `mayMindRange` in contract/media-answer.ts.
REFUSALS = (400, 403, 405, 406, 416, 501)


def opened(urlopen: Callable[[Any], Any], request: Any) -> Any:
    try:
        return urlopen(request)
    except HTTPError as error:
        has_range = 'Range' in request.headers
        is_list = urlsplit(request.url).path.lower().endswith(('.m3u8', '.mpd'))
        if error.status not in REFUSALS or not (has_range or (is_list and request.method == 'GET')):
            raise
        met('ranges.refused_range' if has_range else 'ranges.needed_range')
        other = request.copy()
        if has_range:
            del other.headers['Range']
        else:
            other.headers.update(AS_PLAYER)
        try:
            return urlopen(other)
        except HTTPError:
            raise error from None
