"""Keeps what yt-dlp drops of a page with players: the subtitles in their playlists, and the page itself, in
which the merger finds what else belongs to its item.
"""

import re
from collections.abc import Callable
from typing import Any

from yt_dlp.extractor.common import InfoExtractor
from yt_dlp.utils import unsmuggle_url

from oddities import met

# What has nothing of this has nothing that belongs to an item.
DESCRIBES = re.compile(r'<track\b|\.(?:vtt|srt|ttml|dfxp)\b|chapters|markers|subtitle|caption|hasPart', re.I)
# Each character may need six bytes of the answer.
MAX_CHARACTERS = 1_000_000
# Of the generic extractor, which reads the page, and of its reader of elements.
OF_PAGE = ('generic', 'html5')

# A process runs at most one extraction.
_page: dict | None = None
_texts: dict[str, dict[str, list[dict]]] = {}


def begin() -> None:
    global _page
    _page = None
    _texts.clear()


def kept(url: str, webpage: str, answer: Any) -> None:
    global _page
    if _page is None and len(webpage) <= MAX_CHARACTERS and DESCRIBES.search(webpage):
        _page = {'url': answer.url if answer else unsmuggle_url(url, {})[0], 'text': webpage}


def page_of(info: dict) -> dict | None:
    """Returns the page of an item that yt-dlp found in it."""
    return _page if info.get('extractor') in OF_PAGE else None


def hls_kept(_: Callable[..., list]) -> Callable[..., list]:
    def extract_formats(self: InfoExtractor, m3u8_url: str, *args: Any, **more: Any) -> list:
        formats, _texts[m3u8_url] = self._extract_m3u8_formats_and_subtitles(m3u8_url, *args, **more)
        return formats

    return extract_formats


def dash_kept(_: Callable[..., list]) -> Callable[..., list]:
    def extract_formats(self: InfoExtractor, mpd_url: str, *args: Any, **more: Any) -> list:
        formats, _texts[mpd_url] = self._extract_mpd_formats_and_subtitles(mpd_url, *args, **more)
        return formats

    return extract_formats


def players_read(read: Callable[..., list]) -> Callable[..., list]:
    def parse_entries(self: InfoExtractor, *args: Any, **more: Any) -> list:
        return [with_texts(self, each) for each in read(self, *args, **more) if has_media(each)]

    return parse_entries


def has_media(entry: dict) -> bool:
    """An element that only has a track gets its film from a script, which other readers look for."""
    if not entry['formats']:
        met('whole_page.only_text')
    return bool(entry['formats'])


def with_texts(extractor: InfoExtractor, entry: dict) -> dict:
    for link in dict.fromkeys(each.get('manifest_url') for each in entry['formats']):
        if texts := _texts.get(link):
            met('whole_page.texts_of_list')
            extractor._merge_subtitles(texts, target=entry['subtitles'])
    return entry
