"""Runs yt-dlp on one link with fixed options, and returns facts about the media as plain values."""

import _strptime
import os
import re
import ssl
from itertools import islice

import yt_dlp
from yt_dlp import YoutubeDL
from yt_dlp.globals import plugin_dirs
from yt_dlp.networking import Request
from yt_dlp.networking.exceptions import RequestError
from yt_dlp.networking.impersonate import ImpersonateTarget
from yt_dlp.utils import ExtractorError, LazyList, YoutubeDLError, clean_html, unified_timestamp

import entries
import second_try
import warm_cache
from facts import error_facts, info_facts, plain
from options import options
from patches import (
    atom,
    bilibili,
    dash,
    default_audio,
    hls_drm,
    lenient_xml,
    picture_posts,
    rss,
    show_titles,
    x_post,
)

VERSION: str = yt_dlp.version.__version__
MAX_WARNINGS = 20
# A short link of TikTok may redirect to a photo post. yt-dlp can read a photo post only by its video URL.
PHOTO_POST = re.compile(r'^(https://www\.tiktok\.com/@[^/]*)/photo/(\d+)')
# Extractors that are not specific to a platform. These extractors are loaded before the first fork, like the
# extractors of the known platforms.
GENERAL = ('Generic', 'KnownDRM', 'KnownPiracy')


class Logger:
    """Collects yt-dlp's warnings and discards all its other messages."""

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
    """Raised for a film that consists of several files, each with its own timestamps."""


class OneItem(YoutubeDL):
    """Extracts one item of a playlist: the requested item, or else the first one (in a feed, the newest)."""

    # Number of the requested item, from 1; None = no item was requested.
    item: int | None = None
    # Number of the extracted item and length of its playlist; None for a link that is not a playlist.
    index: int | None = None
    total: int | None = None
    is_feed = False
    list_title: str | None = None
    # The facts of the playlist's first items.
    listed: tuple[dict, ...] = ()
    # Number of requests that this process has sent.
    requests = 0

    # The guard's URL for the exit of this extraction; None means the default exit.
    exit_proxy: str | None = None
    # Whether every request makes the TLS handshake of a browser.
    impersonates = False

    def urlopen(self, req):
        self.requests += 1
        request = Request(req) if isinstance(req, str) else req
        if isinstance(request, Request):
            # The proxy is set on every request, because a plug-in may ask for a direct connection, and the
            # sandbox would refuse that connection.
            request.proxies = {'all': self.exit_proxy or self.params['proxy']}
            if self.impersonates:
                request.extensions.setdefault('impersonate', ImpersonateTarget())
        return super().urlopen(request)

    def can_impersonate(self) -> bool:
        """Whether curl_cffi is installed. This library makes the TLS handshake of a browser."""
        return self._impersonate_target_available(ImpersonateTarget())

    def begin_as_browser(self) -> None:
        """Forgets the first try. From now on every request makes the TLS handshake of a browser."""
        self.impersonates = True
        self.index = self.total = self.list_title = None
        self.is_feed = False
        self.listed = ()
        self.params['playlist_items'] = '1'
        self.cookiejar.clear()

    def process_ie_result(self, ie_result, download=True, extra_info=None):
        if ie_result.get('_type') == 'multi_video':
            refuse_several_files(ie_result)
        if ie_result.get('_type') in ('url', 'url_transparent'):
            ie_result['url'] = PHOTO_POST.sub(r'\1/video/\2', ie_result['url'])
        ie_result = x_post.with_pictures(ie_result)
        if ie_result.get('_type', 'video') == 'video':
            entries.adopt_pictures(ie_result)
        if ie_result.get('_type') in ('playlist', 'multi_video') and self.index is None:
            self.list_title = ie_result.get('title')
            self.is_feed = ie_result.get('is_feed', False)
            found = entries.read(self, ie_result)
            for entry in filter(None, found):
                entry.setdefault('extractor', ie_result.get('extractor'))
                entries.adopt_pictures(entry)
            self.listed = tuple(
                entries.facts(index, entry, self.is_feed) for index, entry in enumerate(found, 1) if entry
            )
            # Without a requested item, the first video of a post that begins with pictures is extracted.
            video = next((each['index'] for each in self.listed if each['kind'] == 'video'), 1)
            begins_with_picture = bool(self.listed) and self.listed[0]['kind'] == 'image'
            self.index = self.item or (video if begins_with_picture else 1)
            self.params['playlist_items'] = str(self.index)
            result = super().process_ie_result(ie_result, download, extra_info)
            self.total = (result or {}).get('playlist_count')
            return result
        if self.index is not None:
            # The chosen item may be a playlist itself. Then the first entry of that playlist is extracted.
            is_nested = ie_result.get('_type') == 'playlist'
            self.params['playlist_items'] = '1' if is_nested else self.params['playlist_items']
        return super().process_ie_result(ie_result, download, extra_info)


def refuse_several_files(film: dict) -> None:
    """Raises SplitError for a film in more than one file: no single file is the whole film."""
    film['entries'] = list(islice(film.get('entries') or [], 2))
    if len(film['entries']) > 1:
        raise SplitError('the film has several files', expected=True)


ready: OneItem | None = None
cache = warm_cache.WarmCache()


def warm(guard: str, runtime: str, extractors: list[str]) -> None:
    """Prepares in the parent process what all its children share.

    These are compiled patterns, extractors, the TLS context, the version of the JavaScript runtime, and code
    that has run once. `extractors` lists names of yt-dlp's extractors.
    """
    global ready
    # Plug-ins are loaded only from the folder that the operator names. YTDLP_NO_PLUGINS disables all
    # plug-ins.
    plugin_dirs.value = [os.environ['YTDLP_PLUGINS']] if os.environ.get('YTDLP_PLUGINS') else []
    # Python's default caches are too small, because yt-dlp uses about two patterns for each extractor, and
    # many date formats.
    re._MAXCACHE = 20_000
    _strptime._CACHE_MAX_SIZE = 200
    rehearse(OneItem({**options(guard, runtime), 'logger': Logger()}))
    default_audio.patch()
    warm_cache.install()
    ready = OneItem({**options(guard, runtime), 'logger': Logger()})
    ready.cache = cache
    for name in (*GENERAL, *extractors):
        ready.get_info_extractor(name)
    x_post.patch(ready.get_info_extractor('Twitter'))
    bilibili.patch(ready.get_info_extractor('BiliBili'))
    picture_posts.patch_instagram(ready.get_info_extractor('Instagram'))
    picture_posts.patch_tiktok(ready.get_info_extractor('TikTok'))
    picture_posts.patch_xiaohongshu(ready.get_info_extractor('XiaoHongShu'))
    show_titles.patch_tunein(ready.get_info_extractor('TuneInPodcast'))
    show_titles.patch_vimeo(ready.get_info_extractor('VimeoAlbum'))
    for module in (atom, dash, rss, hls_drm, lenient_xml):
        module.patch(ready.get_info_extractor('Generic'))
    for extractor in ready._ies.values():
        for link in ('https://warm.invalid/x', 'https://www.youtube.com/watch?v=warm-invalid'):
            extractor.suitable(link)
    try:
        # The guard refuses this address at once. The request is sent all the same, because sending it creates
        # the connection classes and the TLS context.
        ready.urlopen('https://0.0.0.0/')
    except RequestError:
        ssl.create_default_context()


def rehearse(trial: OneItem) -> None:
    """Runs whole extractions without a network.

    The rehearsal loads and compiles code that otherwise the first extraction would load.
    """
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


def runtime_version() -> str | None:
    """Returns the version of the JavaScript runtime.

    Returns None when yt-dlp cannot start the runtime or the solver is missing.
    """
    assert ready is not None
    runtime = ready._js_runtimes.get('node')
    return runtime.info.version if runtime and runtime.info else None


def extract(url: str, item: int | None, proxy: str | None) -> dict:
    """Returns facts about one link as `info`, or the reason for a failure as `error`.

    Never raises. `proxy` is the guard's URL for the exit of this extraction. The result also contains
    `warnings` of yt-dlp, the number of `requests` that were sent, and `learned`: new entries for the cache of
    the parent process.
    """
    assert ready is not None
    ready.requests = 0
    ready.exit_proxy = proxy
    warm_cache.set_attributes(cache)
    answer = extract_item(url, item)
    error = answer.get('error')
    if second_try.helps(error) and ready.can_impersonate():
        ready.begin_as_browser()
        answer = second_try.mark_formats(extract_item(url, item), error)
    warm_cache.read_attributes(cache, ready._ies_instances)
    return {**answer, 'requests': ready.requests, 'learned': cache.learned}


def extract_item(url: str, item: int | None) -> dict:
    assert ready is not None
    logger = ready.params['logger'] = Logger()
    ready.item = item
    try:
        result = ready.extract_info(bilibili.episode_link(url, item), download=False)
        while result and result.get('_type') in ('playlist', 'multi_video'):
            result = next(iter(result.get('entries') or []), None)
        if not result:
            raise ExtractorError('no media in this list', expected=True)
        drop_endless_fragments(result)
        return {'info': item_facts(ready, ready.sanitize_info(result)), 'warnings': logger.warnings}
    except BaseException as error:
        if picture := x_post.picture(item):
            return {'info': picture, 'warnings': logger.warnings}
        gone = ExtractorError('this post does not exist', expected=True)
        failed = {'error': error_facts(gone if x_post.is_gone() else error), 'warnings': logger.warnings}
        place = {'index': ready.index, 'length': len(ready.listed)}
        return {**failed, 'list': place} if ready.index is not None else failed


def drop_endless_fragments(info: dict) -> None:
    """Removes lists of fragments that would send one request for each fragment when they are read.

    The formats of a live stream that has just ended contain such lists.
    """
    for each in (info, *(info.get('formats') or [])):
        if isinstance(each.get('fragments'), LazyList):
            del each['fragments']


def item_facts(ydl: OneItem, info: dict) -> dict:
    """Returns the facts of an extracted item, with its number in the playlist that it belongs to."""
    found = info_facts(info, ydl.cookiejar.get_cookie_header)
    if ydl.index is None:
        found['item'] = bilibili.episode(info.get('original_url') or '')
        found['entries'] = bilibili.listed()
        return found
    found['item'] = {'index': ydl.index, 'total': plain(ydl.total)}
    found['entries'] = list(ydl.listed)
    found['is_feed'] = ydl.is_feed
    if ydl.is_feed:
        # Descriptions in feeds are HTML.
        found['description'] = clean_html(found['description'])
        found['series'] = found['series'] or plain(ydl.list_title)
    return found
