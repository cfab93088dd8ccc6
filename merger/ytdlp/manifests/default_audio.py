"""Ranks the audio track first with which a player of an HLS playlist starts.

The playlist marks it or lists it first, but yt-dlp returns neither the mark nor the order.
"""

from yt_dlp.utils import parse_m3u8_attributes

# The `language_preference` of the default track; a higher value ranks higher. yt-dlp's YouTube extractor
# uses the same value. Extractors give -1 to a language whose rank they do not know.
DEFAULT_RANK = 5
# The first track of a playlist without a default. The language of the item ranks higher.
FIRST_RANK = 0


def rank(formats: list[dict], _subtitles: dict, playlist: str, _base: str | None) -> None:
    """Sets the rank of the formats in that language, unless they already have a rank."""
    language, is_marked = start_language(playlist)
    for each in formats:
        if language and each.get('language') == language and each.get('language_preference') is None:
            each['language_preference'] = DEFAULT_RANK if is_marked else FIRST_RANK


def start_language(playlist: str) -> tuple[str | None, bool]:
    """Returns the language with which a player starts, and whether it is marked DEFAULT.

    RFC 8216, section 4.3.4.1. Without a mark it is the first one.
    """
    first = None
    for line in playlist.splitlines():
        if line.startswith('#EXT-X-MEDIA:'):
            media = parse_m3u8_attributes(line)
            if media.get('TYPE') == 'AUDIO':
                if media.get('DEFAULT') == 'YES':
                    return media.get('LANGUAGE'), True
                first = first or media.get('LANGUAGE')
    return first, False
