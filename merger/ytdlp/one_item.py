"""Extracts one item of a link with yt-dlp, and collects the warnings of yt-dlp."""

import re
from itertools import islice
from urllib.parse import urlsplit

from yt_dlp import YoutubeDL
from yt_dlp.networking import Request
from yt_dlp.networking.impersonate import ImpersonateTarget
from yt_dlp.utils import ExtractorError

import entries
import patience
import ranges
from extractors import x_post

MAX_WARNINGS = 20
# A short link of TikTok may redirect to the URL of a photo post (/photo/ID). yt-dlp does not accept this URL,
# but it can read the same post at the URL /video/ID.
PHOTO_POST = re.compile(r'^(https://www\.tiktok\.com/@[^/]*)/photo/(\d+)')


class Logger:
    def __init__(self) -> None:
        self.warnings: list[str] = []

    def debug(self, message: str) -> None:
        pass

    info = debug
    error = debug

    def warning(self, message: str) -> None:
        if len(self.warnings) < MAX_WARNINGS:
            self.warnings.append(message[:500])


class SplitError(ExtractorError):
    """Raised for a film in several files. Each file has its own timestamps, so the files cannot be joined."""


class LedToError(Exception):
    def __init__(self, link: str) -> None:
        super().__init__(link)
        self.link = link


class OneItem(YoutubeDL):
    """Extracts one item of a playlist: the requested item, else the first one (in a feed, the newest).

    If a post begins with pictures, its first video is preferred to its first picture.
    """

    # Number of the requested item, from 1; None = no item was requested.
    item: int | None = None
    # Number of the extracted item in its playlist, from 1; None for a link that is not a playlist.
    index: int | None = None
    # None when it is unknown, and for a link that is not a playlist.
    total: int | None = None
    is_feed = False
    # False for a feed of posts without media files.
    has_media = True
    list_title: str | None = None
    list_cover: str | None = None
    # Language of the item as its extractor states it; yt-dlp overwrites it with that of a format.
    language: str | None = None
    # The items of the playlist around the chosen one. Each one is a result of entries.facts.
    listed: tuple[dict, ...] = ()
    requests = 0
    has_waited = False
    # A show has moved, and the new address was followed.
    has_moved = False

    # URL of the egress guard. The user name in this URL selects the exit. None, or a URL without a user name,
    # means the default exit.
    exit_proxy: str | None = None
    # Hosts of platforms that have exits of their own.
    stop_at: tuple[str, ...] = ()
    impersonates = False

    def urlopen(self, req):
        self.requests += 1
        request = Request(req) if isinstance(req, str) else req
        if isinstance(request, Request):
            # A plug-in may ask for a direct connection, which the sandbox would refuse.
            request.proxies = {'all': self.exit_proxy or self.params['proxy']}
            if self.impersonates:
                request.extensions.setdefault('impersonate', ImpersonateTarget())
        urlopen = super().urlopen
        return patience.opened(self, lambda one: ranges.opened(urlopen, one), request)

    def can_impersonate(self) -> bool:
        """Whether curl_cffi is installed. This library makes the TLS handshake of a browser."""
        return self._impersonate_target_available(ImpersonateTarget())

    def begin_as_browser(self) -> None:
        """Prepares a second try after a refused extraction (second_try.py).

        Discards the results of the first try. From now on, every request has the TLS handshake of a browser.
        """
        self.impersonates = True
        self.index = self.total = self.list_title = self.list_cover = None
        self.is_feed = False
        self.listed = ()
        self.params['playlist_items'] = '1'
        self.cookiejar.clear()

    def process_ie_result(self, ie_result, download=True, extra_info=None):
        if ie_result.get('_type') == 'multi_video':
            refuse_several_files(ie_result)
        if ie_result.get('_type') in ('url', 'url_transparent'):
            self.stop_at_platform(ie_result)
            ie_result['url'] = PHOTO_POST.sub(r'\1/video/\2', ie_result['url'])
        ie_result = x_post.with_pictures(ie_result)
        if ie_result.get('_type', 'video') == 'video':
            self.language = ie_result.get('language') or self.language
            entries.add_picture_format(ie_result)
        if ie_result.get('_type') in ('playlist', 'multi_video') and self.index is None:
            self.list_title = ie_result.get('title')
            self.list_cover = entries.link_of(entries.thumbnail_of(ie_result))
            self.is_feed = ie_result.get('is_feed', False)
            self.has_media = ie_result.get('has_media', True)
            start = entries.window(self.item)
            found = entries.entries_from(self, ie_result, start)
            for entry in filter(None, found):
                entry.setdefault('extractor', ie_result.get('extractor'))
                entries.add_picture_format(entry)
            self.listed = tuple(
                entries.facts(index, entry, self.is_feed)
                for index, entry in enumerate(found, start + 1)
                if entry
            )
            video = next((each['index'] for each in self.listed if each['kind'] == 'video'), 1)
            begins_with_picture = bool(self.listed) and self.listed[0]['kind'] == 'image'
            self.index = self.item or (video if begins_with_picture else 1)
            self.params['playlist_items'] = str(self.index)
            # Set before the item is extracted, because the extraction may raise an error.
            self.total = entries.total_of(ie_result)
            result = super().process_ie_result(ie_result, download, extra_info)
            self.total = (result or {}).get('playlist_count')
            return result
        if self.index is not None:
            # If the chosen item is a playlist itself, its first entry is extracted.
            is_nested = ie_result.get('_type') == 'playlist'
            self.params['playlist_items'] = '1' if is_nested else self.params['playlist_items']
        return super().process_ie_result(ie_result, download, extra_info)

    def stop_at_platform(self, ie_result: dict) -> None:
        """A link with data of the page, or as an item of a list, cannot be requested alone."""
        link = ie_result['url']
        if ie_result['_type'] != 'url' or self.index is not None or '#__youtubedl_smuggle' in link:
            return
        host = urlsplit(link).hostname or ''
        if any(host == name or host.endswith('.' + name) for name in self.stop_at):
            raise LedToError(link)


def refuse_several_files(film: dict) -> None:
    film['entries'] = list(islice(film.get('entries') or [], 2))
    if len(film['entries']) > 1:
        raise SplitError('the film has several files', expected=True)
