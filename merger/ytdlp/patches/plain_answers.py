"""Decides by its bytes what an answer is, where its type says nothing true, and reads lists of files.

Becomes RSS: JSON Feed, PLS, ASX, M3U lists of files (no HLS), lists of links and OPML. Becomes what it is:
compressed text, a feed that says it is sound, and a page after warnings or much white space. JSON with media
becomes an empty page.
"""

import io
import re
import zlib
from html import unescape
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from yt_dlp.networking import Response
from yt_dlp.networking.exceptions import HTTPError, RequestError
from yt_dlp.utils import ExtractorError, UnsupportedError, determine_ext

from patches import json_feed
from patches.hls_media import FILE_NAMES

HEAD = 4_096
MAX_BYTES = 16 * 1024 * 1024
MAX_LIST_BYTES = 1024 * 1024
MAX_LINKS = 1_000
RSS = 'application/rss+xml; charset=utf-8'
MARKUP = re.compile(rb'<(?:!doctype|html|head|\?xml|rss|feed)\b', re.IGNORECASE)
FEED = re.compile(rb'\s*<(?:\?xml|rss|feed)\b', re.IGNORECASE)
FEED_ROOT = re.compile(
    rb'\s*(?:<\?[^>]{0,300}>\s*|<!--.{0,1000}?-->\s*){0,5}<(?:rss|feed|rdf:RDF)[\s>]',
    re.IGNORECASE | re.DOTALL,
)
PLAYER = re.compile(rb'<(?:video|audio)[\s>]|["\']og:(?:video|audio)["\':]', re.IGNORECASE)
MAX_ERROR_BYTES = 4 * 1024 * 1024
MAX_PAGE = 20_000
TEXT = re.compile(r'text/|application/(?:\S*\+)?(?:xml|json|rss)\b')
LINK_LISTS = re.compile(r'audio/(?:x-)?(?:mpegurl|pn-realaudio)|application/(?:x-)?mpegurl')
PLS = re.compile(r'^file(\d{1,4})\s{0,9}=\s{0,9}(\S.{0,4000})$', re.IGNORECASE | re.MULTILINE)
PLS_TITLE = re.compile(r'^title(\d{1,4})\s{0,9}=\s{0,9}(.{1,500})$', re.IGNORECASE | re.MULTILINE)
REFERENCE = re.compile(r'^ref\d{1,4}\s{0,9}=\s{0,9}(\S.{0,4000})$', re.IGNORECASE | re.MULTILINE)
ASX = re.compile(r'<(?:entryref|ref)\s[^<>]{0,200}?href\s{0,9}=\s{0,9}["\']([^"\'<>]{1,4000})', re.IGNORECASE)
OUTLINE = re.compile(r'<outline\s[^<>]{0,2000}?xmlUrl\s?=\s?["\']([^"\'<>]{1,4000})', re.IGNORECASE)
JSON_MEDIA = re.compile(rb'\.(?:mp4|m4v|webm|mov|mp3|m4a|ogg|opus|m3u8|mpd)(?=["?#])', re.IGNORECASE)
M3U_TITLE = re.compile(r'#EXTINF:[^,\n]{0,200},\s*(.{1,500})')


def patch(extractor: Any) -> None:
    request, read = extractor._request_webpage, extractor._real_extract
    asked: list[str] = []
    refused: list[ExtractorError] = []

    def request_webpage(*args: Any, **options: Any) -> Any:
        try:
            answer = request(*args, **options)
        except ExtractorError as error:
            answer = None if asked else in_spite_of(error.cause)
            if answer is None:
                raise
            refused.append(error)
        if asked or not answer:
            return answer
        asked.append(answer.url)
        return plain(answer)

    def real_extract(url: str) -> dict:
        asked.clear()
        refused.clear()
        try:
            return read(url)
        except UnsupportedError:
            if refused:
                raise refused[0] from None
            raise

    extractor._request_webpage, extractor._real_extract = request_webpage, real_extract


def in_spite_of(error: Any) -> Response | None:
    """Returns the body of an error if it is a feed, or a page with media of a site that has a fault.

    A page that says that something was not found may have a film in its background.
    """
    if not isinstance(error, HTTPError) or not TEXT.match(error.response.get_header('Content-Type') or ''):
        return None
    try:
        body = error.response.read(MAX_ERROR_BYTES)
    except RequestError:
        return None
    error.page = body[:MAX_PAGE].decode('utf-8', 'replace')
    is_feed = bool(FEED_ROOT.match(body))
    if is_feed or (error.status >= 500 and PLAYER.search(body)):
        return instead(error.response, body, 'text/xml' if is_feed else 'text/html')
    return None


def plain(answer: Any) -> Any:
    media_type = (answer.get_header('Content-Type') or '').strip().lower()
    try:
        head = answer.read(HEAD)
    except RequestError:
        # A file may claim a coding that it does not have. yt-dlp does not read files.
        if media_type.startswith(('audio/', 'video/')):
            return answer
        raise
    start = head.removeprefix(b'\xef\xbb\xbf').lstrip()
    if is_text_inside(inflated(head)):
        whole = inflated(rest_of(answer, head, MAX_BYTES))
        return instead(answer, whole, 'text/xml' if FEED.match(whole) else 'text/html')
    if start.startswith(b'{') and (feed := json_feed.parsed(rest_of(answer, head, MAX_BYTES))):
        return instead(answer, tostring(json_feed.rss_of(feed), 'utf-8'), RSS)
    if is_list(start, media_type):
        links = links_in(rest_of(answer, head, MAX_LIST_BYTES).decode('utf-8', 'replace'))
        if links:
            return instead(answer, tostring(rss_of(links), 'utf-8'), RSS)
    is_text = not media_type or bool(TEXT.match(media_type))
    # The merger looks for media in what is a page, and yt-dlp would take the JSON for a file.
    if is_text and start.startswith((b'{', b'[')) and JSON_MEDIA.search(rest_of(answer, head, MAX_BYTES)):
        return instead(answer, b'<!doctype html>', 'text/html')
    # yt-dlp looks for markup at the start of the first 512 bytes.
    seen = head[:512].removeprefix(b'\xef\xbb\xbf').lstrip()
    if is_text and not seen.startswith(b'<') and (MARKUP.search(head) or (head and not start)):
        whole = rest_of(answer, head, MAX_BYTES)
        markup = MARKUP.search(whole)
        return instead(answer, whole[markup.start() :] if markup else whole.lstrip(), media_type)
    if FEED.match(start) and media_type.startswith(('audio/', 'video/')):
        return instead(answer, rest_of(answer, head, MAX_BYTES), 'text/xml')
    answer.read = replaying(answer, head)
    return answer


def replaying(answer: Any, head: bytes) -> Any:
    """Returns a `read` that begins again with `head`."""
    kept = [getattr(answer, 'unread', b'') or head]
    read = answer.read

    def read_again(amount: int | None = None) -> bytes:
        if not kept[0]:
            return read(amount)
        if amount is None:
            data, kept[0] = kept[0] + read(), b''
        else:
            data, kept[0] = kept[0][:amount], kept[0][amount:]
        return data

    return read_again


def rest_of(answer: Any, head: bytes, limit: int) -> bytes:
    """Returns what was read so far and the rest of an answer. `replaying` gives the same bytes again."""
    if not getattr(answer, 'unread', b''):
        answer.unread = head + answer.read(limit)
    return answer.unread


def instead(answer: Any, body: bytes, media_type: str) -> Response:
    return Response(io.BytesIO(body), answer.url, {'Content-Type': media_type}, answer.status)


def inflated(body: bytes) -> bytes:
    """Returns what is in gzip, also in a part of it; empty for other data."""
    if not body.startswith(b'\x1f\x8b'):
        return b''
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, MAX_BYTES)
    except zlib.error:
        return b''


def is_text_inside(text: bytes) -> bool:
    return text.removeprefix(b'\xef\xbb\xbf').lstrip().startswith(b'<')


def is_list(start: bytes, media_type: str) -> bool:
    begins = start[:12].lower()
    if begins.startswith((b'[playlist]', b'[reference]', b'<asx', b'<opml')):
        return True
    if begins.startswith(b'#extm3u') or LINK_LISTS.match(media_type):
        return b'#EXT-X-' not in start
    return begins.startswith(b'<?xml') and b'<opml' in start[:500].lower()


def links_in(text: str) -> list[tuple[str, str]]:
    """Returns links with titles; none for HLS and for streams of radios."""
    begins = text.lstrip('\ufeff \t\r\n')[:12].lower()
    if begins.startswith('[playlist]'):
        titles = dict(PLS_TITLE.findall(text))
        return [(link.strip(), titles.get(number, '').strip()) for number, link in PLS.findall(text)][
            :MAX_LINKS
        ]
    if begins.startswith('[reference]'):
        return [(link.strip(), '') for link in REFERENCE.findall(text)][:MAX_LINKS]
    if begins.startswith('<'):
        found = ASX.findall(text) if begins.startswith('<asx') else OUTLINE.findall(text)
        return [(unescape(link).strip(), '') for link in found][:MAX_LINKS]
    return [] if '#EXT-X-' in text else m3u_links(text)


def m3u_links(text: str) -> list[tuple[str, str]]:
    links, title = [], ''
    for line in map(str.strip, text.splitlines()):
        named = M3U_TITLE.match(line)
        if named:
            title = named[1]
        elif line and not line.startswith('#'):
            links.append((line, title))
            title = ''
    is_known = all(determine_ext(link, '') in (*FILE_NAMES, 'm3u8', 'mpd', 'aac', 'wma') for link, _ in links)
    return links[:MAX_LINKS] if is_known else []


def rss_of(links: list[tuple[str, str]]) -> Element:
    rss = Element('rss', form='list')
    channel = SubElement(rss, 'channel')
    for link, title in links:
        item = SubElement(channel, 'item')
        SubElement(item, 'title').text = json_feed.NOT_XML.sub('', title)
        SubElement(item, 'enclosure', url=json_feed.NOT_XML.sub('', link))
    return rss
