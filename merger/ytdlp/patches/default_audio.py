"""Ranks the default audio track of an HLS playlist.

The playlist marks it, but yt-dlp does not pass the mark on.
"""

from typing import Any

from yt_dlp.extractor.common import InfoExtractor
from yt_dlp.utils import parse_m3u8_attributes

# YouTube's extractor gives its default track the same rank. Extractors give -1 to languages of unknown rank.
DEFAULT_RANK = 5


def patch() -> None:
    """Makes every extractor give the default audio track a higher `language_preference` than the others."""
    read = InfoExtractor._parse_m3u8_formats_and_subtitles

    def read_and_rank(self: InfoExtractor, playlist: str, *args: Any, **more: Any) -> Any:
        formats, subtitles = read(self, playlist, *args, **more)
        rank(playlist, formats)
        return formats, subtitles

    InfoExtractor._parse_m3u8_formats_and_subtitles = read_and_rank


def rank(playlist: str, formats: list[dict]) -> None:
    """Sets the rank of formats in the default language, where no other rank is set."""
    default = default_language(playlist)
    for each in formats:
        if default and each.get('language') == default and each.get('language_preference') is None:
            each['language_preference'] = DEFAULT_RANK


def default_language(playlist: str) -> str | None:
    """The language of the audio track marked DEFAULT (RFC 8216, section 4.3.4.1)."""
    for line in playlist.splitlines():
        if line.startswith('#EXT-X-MEDIA:'):
            media = parse_m3u8_attributes(line)
            if media.get('TYPE') == 'AUDIO' and media.get('DEFAULT') == 'YES':
                return media.get('LANGUAGE')
    return None
