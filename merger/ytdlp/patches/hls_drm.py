"""Protected HLS: yt-dlp knows Apple's and Microsoft's, and of a master playlist only what the master says itself."""

import re
from typing import Any

KEY = re.compile(r'^#EXT-X-KEY:(.*)$', re.M)
METHOD = re.compile(r'\bMETHOD=([\w-]+)')
FORMAT = re.compile(r'\bKEYFORMAT="([^"]*)"')


def watch(extractor: Any) -> None:
    """Has yt-dlp's extractor refuse a playlist whose segments need a licence, on the way to its duration."""
    read = extractor._parse_m3u8_vod_duration

    def reading(playlist: str, video_id: str) -> Any:
        if is_protected(playlist):
            extractor.report_drm(video_id)
        return read(playlist, video_id)

    extractor._parse_m3u8_vod_duration = reading


def is_protected(playlist: str) -> bool:
    """Whether a segment has a key that nobody hands out openly (RFC 8216, section 4.3.2.4)."""
    for attributes in KEY.findall(playlist):
        method, name = METHOD.search(attributes), FORMAT.search(attributes)
        if method and method[1] not in ('NONE', 'AES-128') or name and name[1] != 'identity':
            return True
    return False
