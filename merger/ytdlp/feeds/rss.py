"""Reads podcast feeds (RSS 2.0 with Apple's and Yahoo's extensions) as a playlist, newest episode first.

yt-dlp's own reader has three faults. It treats posts without media as episodes. It treats every enclosure as
media, even a PDF file. It does not resolve relative links.
"""

import re
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from html import unescape
from typing import Any
from xml.etree.ElementTree import Element

from yt_dlp.utils import clean_html, determine_ext, int_or_none, parse_duration, unified_timestamp

from feeds import podcast
from feeds.atom import ATOM, BASE
from oddities import met
from pages.direct_links import FILES
from web_link import joined

ITUNES = '{http://www.itunes.com/dtds/podcast-1.0.dtd}'
MEDIA = '{http://search.yahoo.com/mrss/}'
CONTENT = '{http://purl.org/rss/1.0/modules/content/}'
DUBLIN = '{http://purl.org/dc/elements/1.1/}'
# Media types and names of enclosures that are neither audio nor video.
OTHER_TYPES = (
    'image/',
    'text/',
    'application/pdf',
    'application/epub',
    'application/zip',
    'application/x-bittorrent',
    'application/x-shockwave-flash',
)
# Titles are plain text, but some publishers escape HTML in them.
MARKUP = re.compile(r'</?[A-Za-z][^<>]{0,200}>|&(?:[A-Za-z]{2,8}|#\d{1,6});')
# The name of a host without a scheme, as in "cdn.example/1.mp3".
HOST = r'(?:[A-Za-z\d-]{1,63}\.){1,6}[A-Za-z]{2,20}/'
# "https:/cdn.example/", "http//cdn.example/", "feed://cdn.example/" and a scheme before a scheme.
SLIP = re.compile(
    rf'(?:https?:/{{1,3}})?(https?|feed|itpc|pcast)[:;]?/{{1,3}}(?={HOST})|(?={HOST})', re.IGNORECASE
)
# A player or a link to a file in the notes of an episode.
PLAYED = re.compile(
    r'<(?:audio|video|source|a)\s[^<>]{0,500}?(?:src|href)\s?=\s?["\']([^"\'<>]{1,2000})["\']', re.IGNORECASE
)
# Where a line of notes in HTML ends.
LINE = re.compile(r'(?:</?(?:p|li|ul|ol|div|tr|dt|dd|h[1-6])\b[^<>]{0,500}>\s{0,9}){1,20}', re.IGNORECASE)
MAX_NOTES = 50_000
EPOCH = re.compile(r'1\d{9}(?:\d{3})?$')
OTHER_FILES = (
    *('pdf', 'epub', 'zip', 'gz', 'torrent', 'dmg', 'pkg', 'exe', 'msi', 'apk', 'swf'),
    *('jpg', 'jpeg', 'png', 'gif', 'webp', 'svg', 'txt', 'srt', 'vtt'),
)


def extracted(_: Any) -> Any:
    """A show that has moved is followed once."""

    def extract_rss(self: Any, url: str, video_id: str, feed: Element) -> dict:
        found = read(url, video_id, feed)
        target = new_address(feed, url)
        if found['has_media'] or not target or self._downloader.has_moved:
            return found
        met('rss.moved')
        self._downloader.has_moved = True
        return self.url_result(target)

    return extract_rss


def new_address(feed: Element, url: str) -> str | None:
    """Returns the address to which a show has moved (itunes:new-feed-url)."""
    address = text_of(feed.find('channel'), f'{ITUNES}new-feed-url')
    link = re.sub(r'^(?:feed|itpc|pcast):(?://)?', '', address or '')
    target = joined(url, link if link == address or link.startswith('http') else f'http://{link}')
    return target if address and target.startswith(('http://', 'https://')) and target != url else None


def read(url: str, video_id: str, feed: Element) -> dict:
    """Returns a playlist of the episodes.

    When no post has media, the links of the posts become the entries.
    """
    channel = feed.find('channel')
    items = [] if channel is None else channel.findall('item')
    root = base_of(channel, base_of(feed, url))
    episodes = [(item, media_of(item, root)) for item in items]
    if not any(link for _, link in episodes):
        episodes = [(item, file_in_notes(item, root)) for item in items]
        if any(link for _, link in episodes):
            met('rss.files_in_notes')
    has_media = any(link for _, link in episodes)
    if not has_media:
        episodes = [(item, link_of(item, root)) for item in items]
    cover = picture_of(channel, root)
    show = without_none(uploader=text_of(channel, f'{ITUNES}author'), thumbnail=cover)
    language = text_of(channel, 'language') or text_of(channel, f'{DUBLIN}language')
    entries = [{**show, **episode(item, link, root, language)} for item, link in episodes if link]
    return {
        '_type': 'playlist',
        # link_lists.py gives lists of files in this form.
        'is_feed': feed.get('form') != 'list',
        'has_media': has_media,
        'id': video_id,
        'title': text_of(channel, 'title'),
        'thumbnail': cover,
        # Some feeds list the oldest episode first, so the entries are sorted. Episodes without a date come
        # last, in the order of the feed.
        'entries': sorted(entries, key=lambda entry: -entry.get('timestamp', 0)),
    }


def base_of(element: Element | None, base: str) -> str:
    return base if element is None else joined(base, element.get(BASE) or '')


def link_of(item: Element, root: str) -> str | None:
    player = item.find(f'.//{MEDIA}player')
    link = text_of(item, 'link') or (player is not None and player.get('url'))
    return joined(base_of(item, root), link) if link else None


def media_of(item: Element, root: str) -> str | None:
    """Returns the first enclosure that is surely media, else the first one that may be, else a file that the
    item names elsewhere."""
    base = base_of(item, root)
    candidates = list(enclosures(item, base))
    sure = [link for link, is_sure in candidates if is_sure]
    return next(iter([*sure, *(link for link, _ in candidates)]), None) or named_file(item, base)


def enclosures(item: Element, base: str) -> Iterator[tuple[str, bool]]:
    """Yields the links of enclosures, each with whether it is surely media.

    The name of a file is more reliable than its type: publishers often get the type wrong.
    """
    links = [*item.findall(f'{ATOM}link'), *item.findall('link')]
    linked = [each for each in links if each.get('rel') == 'enclosure']
    for each in [*item.findall('enclosure'), *item.iter(f'{MEDIA}content'), *linked]:
        link = each.get('url') or each.get('href') or each.text or ''
        if '&amp;' in link:
            met('rss.escaped_twice')
        while '&amp;' in link:
            link = unescape(link)
        if not link.strip() or each.get('medium') in ('image', 'document'):
            continue
        url = joined(base_of(each, base), with_scheme(link.strip()))
        extension = determine_ext(url, '').lower()
        media_type = (each.get('type') or '').strip().lower()
        is_media = media_type.startswith(('audio/', 'video/')) or each.get('medium') in ('audio', 'video')
        if extension in FILES or is_media:
            yield url, True
        elif may_be_media(media_type, extension):
            yield url, False


def may_be_media(media_type: str, extension: str) -> bool:
    # Servers call everything a page whose name says nothing.
    is_unnamed = media_type == 'text/html' and not extension
    if is_unnamed:
        met('rss.file_called_page')
    return extension not in OTHER_FILES and (is_unnamed or not media_type.startswith(OTHER_TYPES))


def with_scheme(link: str) -> str:
    slip = SLIP.match(link)
    if slip:
        met('rss.broken_scheme')
    scheme = 'https' if slip and (slip[1] or '').lower() == 'https' else 'http'
    return f'{scheme}://{link[slip.end() :]}' if slip else link


def named_file(item: Element, base: str) -> str | None:
    """Returns the file in another version of the enclosure, in the link or in the id of an item."""
    others = [each['url'] for each in podcast.alternates(item, base)]
    return next(iter([*others, *files([text_of(item, 'link'), text_of(item, 'guid')], base)]), None)


def file_in_notes(item: Element, root: str) -> str | None:
    notes = ' '.join(filter(None, (text_of(item, name) for name in (f'{CONTENT}encoded', 'description'))))
    return next(iter(files(PLAYED.findall(notes[:MAX_NOTES]), base_of(item, root))), None)


def files(links: list[str | None], base: str) -> list[str]:
    found = [joined(base, unescape(link.strip())) for link in links if link]
    return [link for link in found if determine_ext(link, '').lower() in FILES]


def episode(item: Element, link: str, root: str, language: str | None) -> dict:
    """Returns an episode as a playlist entry of yt-dlp.

    With the type `url_transparent`, the facts from the feed have priority over the facts from the media file.
    """
    notes = [text_of(item, name) for name in ('description', f'{CONTENT}encoded', f'{ITUNES}summary')]
    # One of them may be an extract of the other.
    description = max(filter(None, notes), key=len, default=None)
    return without_none(
        _type='url_transparent',
        url=link,
        title=without_markup(
            text_of(item, 'title') or text_of(item, f'{ITUNES}title') or text_of(item, f'.//{MEDIA}title')
        ),
        description=description or text_of(item, f'.//{MEDIA}description'),
        uploader=text_of(item, f'{ITUNES}author'),
        timestamp=timestamp_of(text_of(item, 'pubDate') or text_of(item, f'{DUBLIN}date')),
        duration=parse_duration(text_of(item, f'{ITUNES}duration') or media_duration(item)),
        thumbnail=picture_of(item, base_of(item, root)),
        season_number=int_or_none(text_of(item, f'{ITUNES}season')),
        episode_number=int_or_none(text_of(item, f'{ITUNES}episode')),
        **podcast.facts_of(item, base_of(item, root), language),
    )


def plain_notes(notes: str | None) -> str | None:
    """Returns show notes as text, with the lines that a page shows."""
    return clean_html(LINE.sub('<br>', notes[:MAX_NOTES])) if notes else notes


def media_duration(item: Element) -> str | None:
    return next((length for each in item.iter(f'{MEDIA}content') if (length := each.get('duration'))), None)


def without_markup(title: str | None) -> str | None:
    return clean_html(title) or title if title and MARKUP.search(title) else title


def without_none(**facts: Any) -> dict:
    return {name: fact for name, fact in facts.items() if fact is not None}


def picture_of(parent: Element | None, base: str) -> str | None:
    if parent is None:
        return None
    itunes, picture = parent.find(f'{ITUNES}image'), picture_in(parent)
    link = (
        (itunes is not None and (itunes.get('href') or itunes.text))
        or (picture is not None and picture.get('url'))
        or text_of(parent.find('image'), 'url')
    )
    return joined(base, link.strip()) if link and link.strip() else None


def picture_in(parent: Element) -> Element | None:
    own = parent.find(f'{MEDIA}thumbnail')
    return own if own is not None or parent.tag != 'item' else parent.find(f'.//{MEDIA}thumbnail')


def text_of(parent: Element | None, name: str) -> str | None:
    child = None if parent is None else parent.find(name)
    return ''.join(child.itertext()).strip() or None if child is not None else None


def timestamp_of(date: str | None) -> int | None:
    """Converts the date of an episode to epoch seconds.

    RFC 822 is tried first, because it is the standard format of feeds and fast to parse.
    """
    if date and EPOCH.match(date):
        return int(date[:10])
    try:
        return int(parsedate_to_datetime(date or '').timestamp())
    except (ValueError, TypeError, OverflowError, IndexError):
        return unified_timestamp(date)
