"""Knows which HLS playlists are live, and how long the others last."""

import re
from collections.abc import Callable
from typing import Any

ENDED = re.compile(r'^#EXT-X-(?:ENDLIST|PLAYLIST-TYPE:\s*VOD)\s*$', re.MULTILINE)
LENGTH = re.compile(r'^#EXTINF:\s*(\d{1,9}(?:\.\d{1,15})?)?', re.MULTILINE)
# yt-dlp takes a playlist without a duration for a live stream. This value means that it is unknown.
UNKNOWN = 1e-6


def seconds_of(playlist: str) -> float | None:
    """Returns the duration in seconds, or None for a list that may still grow (RFC 8216, section 4.3.3.5)."""
    if '#EXT-X-STREAM-INF' in playlist:
        return UNKNOWN
    playlist = re.sub(r'\r\n?', '\n', playlist)
    if not ENDED.search(playlist):
        return None
    lengths = LENGTH.findall(playlist)
    return UNKNOWN if '' in lengths else int(sum(map(float, lengths))) or UNKNOWN


def without_unknown(read: Callable[..., None]) -> Callable[..., None]:
    def extra_manifest_info(self: Any, info: dict, link: str) -> None:
        read(self, info, link)
        if info.get('duration') == UNKNOWN:
            info['duration'] = None

    return extra_manifest_info
