"""Detects DRM in HLS playlists that yt-dlp does not recognise as protected.

yt-dlp recognises only the DRM systems of Apple and Microsoft. It looks for them in the master playlist, but
not in the media playlists.
"""

import re

SESSION_KEY = re.compile(r'^#EXT-X-SESSION-KEY:.*$', re.MULTILINE)
KEY = re.compile(r'^#EXT-X-KEY:(.*)$', re.MULTILINE)
METHOD = re.compile(r'\bMETHOD=([\w-]+)')
FORMAT = re.compile(r'\bKEYFORMAT="([^"]*)"')


def without_session_keys(playlist: str) -> str | None:
    """A session key only lets a player ask for a key early (RFC 8216, section 4.3.4.5).

    yt-dlp takes it for DRM, though segments may be clear. The generic extractor also reads the media
    playlist, which has the keys of the segments.
    """
    rest = SESSION_KEY.sub('', playlist)
    return rest if rest != playlist else None


def is_protected(playlist: str) -> bool:
    """Returns whether a segment needs a key other than a plain AES-128 key (RFC 8216, section 4.3.2.4)."""
    for attributes in KEY.findall(playlist):
        method, key_format = METHOD.search(attributes), FORMAT.search(attributes)
        if method and method[1] not in ('NONE', 'AES-128'):
            return True
        if key_format and key_format[1] != 'identity':
            return True
    return False
