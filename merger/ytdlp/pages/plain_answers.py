"""Decides by its bytes what an answer is, where its type says nothing true.

Feeds in JSON and lists of links become RSS. The other readers return what the answer really is.
"""

import re
import zlib
from xml.etree.ElementTree import tostring

from yt_dlp.networking import Response

from feeds import json_feed as json_feeds
from feeds import link_lists
from pages.opened import MAX_BYTES, Opened

MAX_LIST_BYTES = 1024 * 1024
# yt-dlp looks for markup in them.
SEEN = 512
RSS = 'application/rss+xml; charset=utf-8'
MARKUP = re.compile(rb'<(?:!doctype|html|head|\?xml|rss|feed)\b', re.IGNORECASE)
FEED = re.compile(rb'\s*<(?:\?xml|rss|feed)\b', re.IGNORECASE)
JSON_MEDIA = re.compile(rb'\.(?:mp4|m4v|webm|mov|mp3|m4a|ogg|opus|m3u8|mpd)(?=["?#])', re.IGNORECASE)


def compressed_text(opened: Opened) -> Response | None:
    """A feed or page in a file of gzip, or with two codings of which the header names one."""
    if not is_markup(inflated(opened.head)):
        return None
    whole = inflated(opened.whole())
    return opened.instead(whole, 'text/xml' if FEED.match(whole) else 'text/html')


def json_feed(opened: Opened) -> Response | None:
    feed = json_feeds.parsed(opened.whole()) if opened.start.startswith(b'{') else None
    return opened.instead(tostring(json_feeds.rss_of(feed), 'utf-8'), RSS) if feed else None


def list_of_links(opened: Opened) -> Response | None:
    if not link_lists.is_list(opened.start, opened.media_type):
        return None
    links = link_lists.links_in(opened.whole(MAX_LIST_BYTES).decode('utf-8', 'replace'))
    return opened.instead(tostring(link_lists.rss_of(links), 'utf-8'), RSS) if links else None


def json_with_media(opened: Opened) -> Response | None:
    """The merger looks for media in what is a page, and yt-dlp would take the JSON for a file."""
    if not opened.is_text or not opened.start.startswith((b'{', b'[')):
        return None
    return opened.instead(b'<!doctype html>', 'text/html') if JSON_MEDIA.search(opened.whole()) else None


def late_markup(opened: Opened) -> Response | None:
    """A page or feed after warnings, or after more white space than yt-dlp reads."""
    if not opened.is_text or is_markup(opened.head[:SEEN]):
        return None
    if not MARKUP.search(opened.head) and (opened.start or not opened.head):
        return None
    whole = opened.whole()
    markup = MARKUP.search(whole)
    return opened.instead(whole[markup.start() :] if markup else whole.lstrip(), opened.media_type)


def feed_as_sound(opened: Opened) -> Response | None:
    is_feed = FEED.match(opened.start) and opened.media_type.startswith(('audio/', 'video/'))
    return opened.instead(opened.whole(), 'text/xml') if is_feed else None


def inflated(body: bytes) -> bytes:
    """Returns what is in gzip, also in a part of it; empty for other data."""
    if not body.startswith(b'\x1f\x8b'):
        return b''
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, MAX_BYTES)
    except zlib.error:
        return b''


def is_markup(text: bytes) -> bool:
    return text.removeprefix(b'\xef\xbb\xbf').lstrip().startswith(b'<')
