"""Which of several sounds of an HLS playlist is played by default: the playlist says so, yt-dlp does not pass it on."""

from typing import Any

from yt_dlp.extractor.common import InfoExtractor
from yt_dlp.utils import parse_m3u8_attributes

# Above what extractors give to a language they were not told anything about (-1), as YouTube's gives to its default.
DEFAULT_RANK = 5


def watch() -> None:
    """Has every extractor of yt-dlp rank the default sound above the others."""
    read = InfoExtractor._parse_m3u8_formats_and_subtitles

    def reading(self: InfoExtractor, playlist: str, *args: Any, **more: Any) -> Any:
        formats, subtitles = read(self, playlist, *args, **more)
        rank(playlist, formats)
        return formats, subtitles

    InfoExtractor._parse_m3u8_formats_and_subtitles = reading


def rank(playlist: str, formats: list[dict]) -> None:
    default = default_language(playlist)
    for each in formats:
        if default and each.get('language') == default and each.get('language_preference') is None:
            each['language_preference'] = DEFAULT_RANK


def default_language(playlist: str) -> str | None:
    """The language of the sound marked DEFAULT (RFC 8216, section 4.3.4.1)."""
    for line in playlist.splitlines():
        if line.startswith('#EXT-X-MEDIA:'):
            media = parse_m3u8_attributes(line)
            if media.get('TYPE') == 'AUDIO' and media.get('DEFAULT') == 'YES':
                return media.get('LANGUAGE')
    return None
