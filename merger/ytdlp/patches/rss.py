"""Podcast feeds (RSS 2.0 with Apple's and Yahoo's additions), read for what they are pasted for: the newest episode.

yt-dlp reads them too, but takes a post without sound for an episode, and a leaflet or a relative link as it stands.
"""

from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

from yt_dlp.utils import int_or_none, parse_duration, unified_timestamp

ITUNES = '{http://www.itunes.com/dtds/podcast-1.0.dtd}'
MEDIA = '{http://search.yahoo.com/mrss/}'
CONTENT = '{http://purl.org/rss/1.0/modules/content/}'
# What hangs on posts beside sound and video.
OTHER_TYPES = (
    'image/', 'text/', 'application/pdf', 'application/epub', 'application/zip', 'application/x-shockwave-flash',
)  # fmt: skip


def watch(extractor: Any) -> None:
    """Has yt-dlp's extractor of pages read feeds this way."""
    extractor._extract_rss = read


def read(url: str, video_id: str, feed: Element) -> dict:
    """A playlist of the episodes, the newest first; without any, of what its posts link to."""
    channel = feed.find('channel')
    items = [] if channel is None else channel.findall('item')
    episodes = [(item, media_of(item)) for item in items]
    if not any(link for _, link in episodes):
        episodes = [(item, text(item, 'link')) for item in items]
    show = without_none(uploader=text(channel, f'{ITUNES}author'), thumbnail=picture_of(channel))
    entries = [{**show, **episode(item, urljoin(url, link))} for item, link in episodes if link]
    return {
        '_type': 'playlist',
        'is_feed': True,
        'id': video_id,
        'title': text(channel, 'title'),
        # Some feeds begin with the oldest; what has no date keeps its place behind those that have one.
        'entries': sorted(entries, key=lambda entry: -entry.get('timestamp', 0)),
    }


def media_of(item: Element) -> str | None:
    """The link of an item's sound or video."""
    for each in [*item.findall('enclosure'), *item.iter(f'{MEDIA}content')]:
        link, kind = (each.get('url') or '').strip(), (each.get('type') or '').strip().lower()
        if link and not kind.startswith(OTHER_TYPES) and each.get('medium') not in ('image', 'document'):
            return link
    return None


def episode(item: Element, link: str) -> dict:
    return without_none(
        _type='url_transparent',
        url=link,
        title=text(item, 'title') or text(item, f'{ITUNES}title'),
        description=text(item, 'description') or text(item, f'{CONTENT}encoded') or text(item, f'{ITUNES}summary'),
        uploader=text(item, f'{ITUNES}author'),
        timestamp=moment(text(item, 'pubDate')),
        duration=parse_duration(text(item, f'{ITUNES}duration')),
        thumbnail=picture_of(item),
        season_number=int_or_none(text(item, f'{ITUNES}season')),
        episode_number=int_or_none(text(item, f'{ITUNES}episode')),
    )


def without_none(**facts: Any) -> dict:
    return {name: fact for name, fact in facts.items() if fact is not None}


def picture_of(parent: Element | None) -> str | None:
    picture = None if parent is None else parent.find(f'{ITUNES}image')
    return None if picture is None else picture.get('href')


def text(parent: Element | None, name: str) -> str | None:
    found = None if parent is None else parent.find(name)
    return ''.join(found.itertext()).strip() or None if found is not None else None


def moment(date: str | None) -> int | None:
    """Epoch seconds; the standard's form (RFC 822) first, since feeds have thousands."""
    try:
        return int(parsedate_to_datetime(date or '').timestamp())
    except (ValueError, TypeError, OverflowError, IndexError):
        return unified_timestamp(date)
