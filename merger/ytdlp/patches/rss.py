"""Reads podcast feeds (RSS 2.0 with Apple's and Yahoo's extensions) as a playlist, newest episode first.

yt-dlp's own reader has three faults. It treats posts without media as episodes. It treats every enclosure as
media, even a PDF file. It does not resolve relative links.
"""

from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

from yt_dlp.utils import int_or_none, parse_duration, unified_timestamp

ITUNES = '{http://www.itunes.com/dtds/podcast-1.0.dtd}'
MEDIA = '{http://search.yahoo.com/mrss/}'
CONTENT = '{http://purl.org/rss/1.0/modules/content/}'
# Media types of enclosures that are neither audio nor video.
OTHER_TYPES = (
    'image/',
    'text/',
    'application/pdf',
    'application/epub',
    'application/zip',
    'application/x-shockwave-flash',
)


def patch(extractor: Any) -> None:
    extractor._extract_rss = read


def read(url: str, video_id: str, feed: Element) -> dict:
    """Returns a playlist of the episodes.

    When no post has media, the links of the posts become the entries.
    """
    channel = feed.find('channel')
    items = [] if channel is None else channel.findall('item')
    episodes = [(item, media_of(item)) for item in items]
    if not any(link for _, link in episodes):
        episodes = [(item, text_of(item, 'link')) for item in items]
    show = without_none(uploader=text_of(channel, f'{ITUNES}author'), thumbnail=picture_of(channel))
    entries = [{**show, **episode(item, urljoin(url, link))} for item, link in episodes if link]
    return {
        '_type': 'playlist',
        'is_feed': True,
        'id': video_id,
        'title': text_of(channel, 'title'),
        # Some feeds list the oldest episode first, so the entries are sorted. Episodes without a date come
        # last, in the order of the feed.
        'entries': sorted(entries, key=lambda entry: -entry.get('timestamp', 0)),
    }


def media_of(item: Element) -> str | None:
    for each in [*item.findall('enclosure'), *item.iter(f'{MEDIA}content')]:
        link, media_type = (each.get('url') or '').strip(), (each.get('type') or '').strip().lower()
        if (
            link
            and not media_type.startswith(OTHER_TYPES)
            and each.get('medium') not in ('image', 'document')
        ):
            return link
    return None


def episode(item: Element, link: str) -> dict:
    """Returns an episode as a playlist entry of yt-dlp.

    With the type `url_transparent`, the facts from the feed have priority over the facts from the media file.
    """
    description = text_of(item, 'description') or text_of(item, f'{CONTENT}encoded')
    return without_none(
        _type='url_transparent',
        url=link,
        title=text_of(item, 'title') or text_of(item, f'{ITUNES}title'),
        description=description or text_of(item, f'{ITUNES}summary'),
        uploader=text_of(item, f'{ITUNES}author'),
        timestamp=timestamp_of(text_of(item, 'pubDate')),
        duration=parse_duration(text_of(item, f'{ITUNES}duration')),
        thumbnail=picture_of(item),
        season_number=int_or_none(text_of(item, f'{ITUNES}season')),
        episode_number=int_or_none(text_of(item, f'{ITUNES}episode')),
    )


def without_none(**facts: Any) -> dict:
    return {name: fact for name, fact in facts.items() if fact is not None}


def picture_of(parent: Element | None) -> str | None:
    picture = None if parent is None else parent.find(f'{ITUNES}image')
    return None if picture is None else picture.get('href')


def text_of(parent: Element | None, name: str) -> str | None:
    child = None if parent is None else parent.find(name)
    return ''.join(child.itertext()).strip() or None if child is not None else None


def timestamp_of(date: str | None) -> int | None:
    """Converts the date of an episode to epoch seconds.

    RFC 822 is tried first, because it is the standard format of feeds and fast to parse.
    """
    try:
        return int(parsedate_to_datetime(date or '').timestamp())
    except (ValueError, TypeError, OverflowError, IndexError):
        return unified_timestamp(date)
