"""yt-dlp as this product uses it: fixed options, one link, facts only."""

import _strptime
import importlib.util
import math
import os
import re
import ssl
from typing import Any

import yt_dlp
from yt_dlp import YoutubeDL
from yt_dlp.networking.exceptions import RequestError
from yt_dlp.utils import ExtractorError, YoutubeDLError, clean_html, unified_timestamp
from yt_dlp.utils.networking import std_headers

from patches import atom, dash, default_audio, hls_drm, lenient_xml, rss, x_post

VERSION: str = yt_dlp.version.__version__
MAX_FORMATS = 300
MAX_WARNINGS = 20
# Extractors for any site, imported and built before the first fork together with those of the known platforms.
GENERAL = ('Generic', 'KnownDRM', 'KnownPiracy')
FORMAT_FIELDS = (
    'format_id', 'url', 'manifest_url', 'ext', 'protocol', 'vcodec', 'acodec', 'width', 'height', 'resolution', 'fps',
    'tbr', 'abr', 'vbr', 'filesize', 'filesize_approx', 'language', 'language_preference', 'format_note', 'preference',
    'dynamic_range', 'has_drm',
)  # fmt: skip
INFO_FIELDS = (
    'id', 'title', 'uploader', 'channel', 'creator', 'artist', 'description', 'thumbnail', 'duration', 'series',
    'season_number', 'episode_number', 'upload_date', 'release_date', 'extractor', 'extractor_key', 'webpage_url',
    'live_status', 'is_live',
)  # fmt: skip


class Words:
    """Collects what yt-dlp says instead of printing it."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def debug(self, message: str) -> None:
        pass

    info = debug
    error = debug

    def warning(self, message: str) -> None:
        if len(self.warnings) < MAX_WARNINGS:
            self.warnings.append(message[:500])


class OneItem(YoutubeDL):
    """Of a list, one item: the one asked for, else the first, which of a feed is the newest."""

    item: int | None = None
    index: int | None = None
    total: int | None = None
    is_feed = False
    list_title: str | None = None

    def process_ie_result(self, ie_result, download=True, extra_info=None):
        if ie_result.get('_type') in ('playlist', 'multi_video') and self.index is None:
            self.list_title = ie_result.get('title')
            self.index = self.item or 1
            self.is_feed = ie_result.get('is_feed', False)
            self.params['playlist_items'] = str(self.index)
            result = super().process_ie_result(ie_result, download, extra_info)
            self.total = (result or {}).get('playlist_count')
            return result
        if self.index is not None:
            # A list inside the chosen item: its own first entry.
            self.params['playlist_items'] = '1' if ie_result.get('_type') == 'playlist' else self.params['playlist_items']
        return super().process_ie_result(ie_result, download, extra_info)


def options(guard: str, runtime: str) -> dict[str, Any]:
    # The runtime solves YouTube's challenges only together with the solver scripts; without them asking for it costs
    # requests that cannot succeed.
    can_solve = importlib.util.find_spec('yt_dlp_ejs') is not None
    chosen = {
        'proxy': guard,
        'simulate': True,
        'skip_download': True,
        'quiet': True,
        'noprogress': True,
        'color': 'never',
        'noplaylist': True,
        'playlist_items': '1',
        'cachedir': False,
        'socket_timeout': 10,
        'extractor_retries': 1,
        'retries': 1,
        'enable_file_urls': False,
        'allow_unplayable_formats': False,
        # On, it would turn private, removed and protected items into a success without formats.
        'ignore_no_formats_error': False,
        'ignoreerrors': False,
        'usenetrc': False,
        'remote_components': set(),
        'js_runtimes': {'node': {'path': runtime}} if can_solve else {},
        # We choose among the formats ourselves; any will do here.
        'format': lambda context: iter(context['formats'][-1:]),
    }
    # With an operator's own CA, Python's trust (which reads that file) stands in for the bundled list.
    return {**chosen, 'compat_opts': {'no-certifi'}} if os.environ.get('SSL_CERT_FILE') else chosen


ready: OneItem | None = None


def warm(guard: str, runtime: str, extractors: list[str]) -> None:
    """Builds once what every child then shares: compiled patterns, extractors, the TLS context, code that has run."""
    global ready
    # More patterns than Python would keep: about two for each extractor, and those of its date formats.
    re._MAXCACHE = 20_000
    _strptime._CACHE_MAX_SIZE = 200
    rehearse(OneItem({**options(guard, runtime), 'logger': Words()}))
    default_audio.watch()
    ready = OneItem({**options(guard, runtime), 'logger': Words()})
    for name in (*GENERAL, *extractors):
        ready.get_info_extractor(name)
    x_post.watch(ready.get_info_extractor('Twitter'))
    for reader in (atom, dash, rss, hls_drm, lenient_xml):
        reader.watch(ready.get_info_extractor('Generic'))
    for extractor in ready._ies.values():
        for link in ('https://warm.invalid/x', 'https://www.youtube.com/watch?v=warm-invalid'):
            extractor.suitable(link)
    try:
        # The guard refuses this at once; asking builds the connection code, its TLS context and its trust.
        ready.urlopen('https://0.0.0.0/')
    except RequestError:
        ssl.create_default_context()


def rehearse(trial: OneItem) -> None:
    """Whole extractions without a network, so that what runs only then is loaded and compiled too."""
    for link in (
        'data:video/mp4,x',
        'data:text/html,<title>x</title><video src="https://warm.invalid/x.mp4"></video>',
        'data:text/html,nothing',
    ):
        try:
            trial.sanitize_info(trial.extract_info(link, download=False))
        except YoutubeDLError:
            continue
    unified_timestamp('Tue, 06 Jan 2026 10:00:00 GMT')
    unified_timestamp('no date')


def extract(url: str, item: int | None) -> dict:
    """Facts about one link as `info`, or why there are none as `error`."""
    assert ready is not None
    words = ready.params['logger'] = Words()
    ready.item = item
    try:
        result = ready.extract_info(url, download=False)
        while result and result.get('_type') in ('playlist', 'multi_video'):
            result = next(iter(result.get('entries') or []), None)
        if not result:
            raise ExtractorError('no media in this list', expected=True)
        return {'info': facts(ready.sanitize_info(result)), 'warnings': words.warnings}
    except BaseException as error:
        if picture := x_post.picture(item):
            return {'info': picture, 'warnings': words.warnings}
        if x_post.is_gone():
            error = ExtractorError('this post does not exist', expected=True)
        return {'error': complaint(error), 'warnings': words.warnings}


def facts(info: dict) -> dict:
    assert ready is not None
    formats = (info.get('formats') or [info])[-MAX_FORMATS:]
    found = {name: plain(info.get(name)) for name in INFO_FIELDS}
    found['formats'] = [
        {
            **{name: plain(each.get(name)) for name in FORMAT_FIELDS},
            'headers': {k: v for k, v in (each.get('http_headers') or {}).items() if std_headers.get(k) != v},
            'cookie': ready.cookiejar.get_cookie_header(each['url']),
        }
        for each in formats
    ]
    found['duration'] = found['duration'] or seconds_of(formats)
    if ready.index is not None:
        found['part'] = {'index': ready.index, 'total': ready.total}
        found['is_feed'] = ready.is_feed
        if ready.is_feed:
            # Show notes are HTML.
            found['description'] = clean_html(found['description'])
            found['series'] = found['series'] or plain(ready.list_title)
    return found


def seconds_of(formats: list[dict]) -> float | None:
    """How long a manifest lasts: as it says, else its segments together; None where neither says so."""
    said = [each['manifest_duration'] for each in formats if each.get('manifest_duration')]
    lengths = said or [sum(part.get('duration') or 0 for part in each.get('fragments') or []) for each in formats]
    return max(lengths, default=0) or None


def plain(value: Any) -> Any:
    """JSON has no infinity, and no field of interest is long or nested."""
    if isinstance(value, str):
        return value[:10_000]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if isinstance(value, (int, bool)) else None


def complaint(error: BaseException) -> dict:
    """What went wrong, down to the cause: wrappers hide the class, and causes hide the wrapper's words."""
    inner = getattr(error, 'exc_info', None)
    first = inner[1] if inner and inner[1] else error
    causes: list[str] = []
    status, denied = None, False
    cause: BaseException | None = first
    while cause is not None and len(causes) < 6:
        causes.append(f'{type(cause).__name__}: {words_of(cause)[:500]}')
        response = getattr(cause, 'response', None)
        if response is not None:
            status = getattr(cause, 'status', None)
            denied = response.headers.get('x-egress') == 'denied'
        deeper = getattr(cause, 'cause', None)
        cause = deeper if isinstance(deeper, BaseException) else cause.__cause__ or cause.__context__
    return {
        'class': type(first).__name__,
        'message': words_of(error)[:2000],
        'expected': bool(getattr(first, 'expected', False)),
        'extractor': getattr(first, 'ie', None),
        'status': status,
        'denied': denied,
        'causes': causes,
    }


def words_of(error: BaseException) -> str:
    """What an error says, without the id that yt-dlp puts in front: it is part of the link, so anybody's words."""
    # What is thrown at the very end repeats the words of the one it was thrown for.
    said = next((each for each in (error, error.__context__) if hasattr(each, 'orig_msg')), error)
    return str(getattr(said, 'orig_msg', None) or said)
