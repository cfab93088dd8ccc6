"""Runs yt-dlp on one link with fixed options, and returns facts about the media as plain values."""

import yt_dlp
from yt_dlp.utils import ExtractorError, LazyList

import oddities
import second_try
import warm_cache
import warm_up
from extractors import bilibili, x_post
from facts import error_facts, info_facts, plain
from feeds import podcast, rss
from one_item import LedToError, Logger, OneItem
from pages import whole_page

VERSION: str = yt_dlp.version.__version__

ready: OneItem | None = None
cache = warm_cache.WarmCache()


def warm(guard: str, runtime: str, extractors: list[str]) -> None:
    """Prepares, before the first fork, the parts of yt-dlp that all child processes share (warm_up.py)."""
    global ready
    ready = warm_up.warmed(guard, runtime, extractors, cache)


def runtime_version() -> str | None:
    """Returns the version of the JavaScript runtime.

    Returns None in two cases: yt-dlp cannot start the runtime, or the challenge solver is missing.
    """
    assert ready is not None
    runtime = ready._js_runtimes.get('node')
    return runtime.info.version if runtime and runtime.info else None


def extract(url: str, item: int | None, proxy: str | None, stop_at: tuple[str, ...] = ()) -> dict:
    """Extracts one link. Never raises.

    `proxy` is the URL of the egress guard. The user name in this URL selects the exit. None, or a URL without
    a user name, means the default exit.

    If the link only leads to one on a host in `stop_at`, the result contains that one as `led_to`.

    The result contains the facts as `info`, or the reason for a failure as `error`. It also contains yt-dlp's
    `warnings`, the number of sent `requests`, the `oddities` of sites that it met with their counts, and new
    entries for the cache of the parent process (`learned`).
    """
    assert ready is not None
    ready.requests = 0
    ready.exit_proxy = proxy
    ready.stop_at = stop_at
    warm_cache.set_attributes(cache)
    oddities.begin()
    answer = extract_item(url, item)
    error = answer.get('error')
    if second_try.may_help(error) and ready.can_impersonate():
        ready.begin_as_browser()
        answer = second_try.mark_formats(extract_item(url, item), error)
    warm_cache.read_attributes(cache, ready._ies_instances)
    return {
        **answer,
        'requests': ready.requests,
        'oddities': oddities.counts(),
        'learned': cache.learned,
    }


def extract_item(url: str, item: int | None) -> dict:
    assert ready is not None
    logger = ready.params['logger'] = Logger()
    ready.item = item
    whole_page.begin()
    try:
        result = ready.extract_info(url, download=False)
        while result and result.get('_type') in ('playlist', 'multi_video'):
            result = next(iter(result.get('entries') or []), None)
        if not result:
            raise ExtractorError('no media in this list', expected=True)
        drop_endless_fragments(result)
        podcast.complete(ready, result)
        info = item_facts(ready, ready.sanitize_info(result))
        return {'info': info, 'page': whole_page.page_of(info), 'warnings': logger.warnings}
    except LedToError as error:
        return {'led_to': error.link}
    except BaseException as error:
        if picture := x_post.picture(item):
            return {'info': picture, 'warnings': logger.warnings}
        gone = ExtractorError('this post does not exist', expected=True)
        failed = {'error': error_facts(gone if x_post.is_gone() else error), 'warnings': logger.warnings}
        return {**failed, 'list': list_facts(ready)} if ready.index is not None else failed


def drop_endless_fragments(info: dict) -> None:
    """Removes lazy lists of fragments. Reading such a list sends one request for each fragment.

    yt-dlp returns such lists for a live stream that has just ended.
    """
    for each in (info, *(info.get('formats') or [])):
        if isinstance(each.get('fragments'), LazyList):
            del each['fragments']


def list_facts(ydl: OneItem) -> dict:
    """Describes a playlist whose chosen item could not be extracted.

    `index` is the number of the chosen item.
    """
    return {
        'index': ydl.index,
        'total': plain(ydl.total),
        'title': plain(ydl.list_title),
        'is_feed': ydl.is_feed,
        'cover': ydl.list_cover,
        'entries': list(ydl.listed),
    }


def item_facts(ydl: OneItem, info: dict) -> dict:
    found = info_facts(info, ydl.cookiejar.get_cookie_header)
    found['language'] = plain(ydl.language)
    if ydl.index is None:
        found['item'] = bilibili.episode()
        found['entries'] = bilibili.listed()
        return found
    found['item'] = {'index': ydl.index, 'total': plain(ydl.total)}
    found['entries'] = list(ydl.listed)
    found['is_feed'] = ydl.is_feed
    found['cover'] = ydl.list_cover
    found['list_title'] = plain(ydl.list_title)
    found['has_media'] = ydl.has_media
    if ydl.is_feed:
        # Podcast feeds write descriptions in HTML. The merger needs plain text.
        found['description'] = rss.plain_notes(found['description'])
        found['series'] = found['series'] or plain(ydl.list_title)
    return found
