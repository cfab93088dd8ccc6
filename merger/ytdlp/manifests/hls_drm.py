"""Detects DRM in HLS playlists that yt-dlp does not recognise as protected.

yt-dlp recognises only the DRM systems of Apple and Microsoft. It looks for them in the master playlist, but
not in the media playlists.
"""

import re

KEY = re.compile(r'^#EXT-X-KEY:(.*)$', re.MULTILINE)
METHOD = re.compile(r'\bMETHOD=([\w-]+)')
FORMAT = re.compile(r'\bKEYFORMAT="([^"]*)"')


def is_protected(playlist: str) -> bool:
    """Returns whether a segment needs a key other than a plain AES-128 key (RFC 8216, section 4.3.2.4)."""
    for attributes in KEY.findall(playlist):
        method, key_format = METHOD.search(attributes), FORMAT.search(attributes)
        if method and method[1] not in ('NONE', 'AES-128'):
            return True
        if key_format and key_format[1] != 'identity':
            return True
    return False
