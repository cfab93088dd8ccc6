"""Ranks the default audio track of an HLS playlist first.

The playlist marks this track, but yt-dlp does not return the mark.
"""

from typing import Any

from yt_dlp.extractor.common import InfoExtractor
from yt_dlp.utils import parse_m3u8_attributes

# The `language_preference` of the default track; a higher value ranks higher. yt-dlp's YouTube extractor
# uses the same value. Extractors give -1 to a language whose rank they do not know.
DEFAULT_RANK = 5


def patch() -> None:
    read = InfoExtractor._parse_m3u8_formats_and_subtitles

    def read_and_rank(self: InfoExtractor, playlist: str, *args: Any, **more: Any) -> Any:
        formats, subtitles = read(self, playlist, *args, **more)
        rank(playlist, formats)
        return formats, subtitles

    InfoExtractor._parse_m3u8_formats_and_subtitles = read_and_rank


def rank(playlist: str, formats: list[dict]) -> None:
    """Sets the rank of the formats in the default language, unless they already have a rank."""
    default = default_language(playlist)
    for each in formats:
        if default and each.get('language') == default and each.get('language_preference') is None:
            each['language_preference'] = DEFAULT_RANK


def default_language(playlist: str) -> str | None:
    """Returns the language of the audio track that is marked DEFAULT (RFC 8216, section 4.3.4.1)."""
    for line in playlist.splitlines():
        if line.startswith('#EXT-X-MEDIA:'):
            media = parse_m3u8_attributes(line)
            if media.get('TYPE') == 'AUDIO' and media.get('DEFAULT') == 'YES':
                return media.get('LANGUAGE')
    return None
