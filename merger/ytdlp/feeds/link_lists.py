"""Reads lists of links: PLS, ASX, M3U lists of files (no HLS), plain lists and OPML."""

import re
from html import unescape
from xml.etree.ElementTree import Element, SubElement

from yt_dlp.utils import determine_ext

from feeds.json_feed import NOT_XML
from manifests.hls_text import FILE_NAMES

MAX_LINKS = 1_000
LINK_LISTS = re.compile(r'audio/(?:x-)?(?:mpegurl|pn-realaudio)|application/(?:x-)?mpegurl')
PLS = re.compile(r'^file(\d{1,4})\s{0,9}=\s{0,9}(\S.{0,4000})$', re.IGNORECASE | re.MULTILINE)
PLS_TITLE = re.compile(r'^title(\d{1,4})\s{0,9}=\s{0,9}(.{1,500})$', re.IGNORECASE | re.MULTILINE)
REFERENCE = re.compile(r'^ref\d{1,4}\s{0,9}=\s{0,9}(\S.{0,4000})$', re.IGNORECASE | re.MULTILINE)
ASX = re.compile(r'<(?:entryref|ref)\s[^<>]{0,200}?href\s{0,9}=\s{0,9}["\']([^"\'<>]{1,4000})', re.IGNORECASE)
OUTLINE = re.compile(r'<outline\s[^<>]{0,2000}?xmlUrl\s?=\s?["\']([^"\'<>]{1,4000})', re.IGNORECASE)
M3U_TITLE = re.compile(r'^#EXTINF:[^,\n]{0,200},\s*(.{1,500})')


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
        links = [(link, titles.get(number, '')) for number, link in PLS.findall(text)]
    elif begins.startswith('[reference]'):
        links = [(link, '') for link in REFERENCE.findall(text)]
    elif begins.startswith('<'):
        found = ASX.findall(text) if begins.startswith('<asx') else OUTLINE.findall(text)
        links = [(unescape(link), '') for link in found]
    else:
        links = [] if '#EXT-X-' in text else m3u_links(text)
    return [(link.strip(), title.strip()) for link, title in links[:MAX_LINKS]]


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
    return links if is_known else []


def rss_of(links: list[tuple[str, str]]) -> Element:
    rss = Element('rss', form='list')
    channel = SubElement(rss, 'channel')
    for link, title in links:
        item = SubElement(channel, 'item')
        SubElement(item, 'title').text = NOT_XML.sub('', title)
        SubElement(item, 'enclosure', url=NOT_XML.sub('', link))
    return rss
