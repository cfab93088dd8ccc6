"""Lists the items of a post, a playlist or a feed, and converts the pictures of a post to items."""

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote, urlsplit

from yt_dlp.utils import LazyList, PagedList, YoutubeDLError, determine_ext, url_or_none

from facts import plain, special_headers

MAX_ENTRIES = 100
MAX_TITLE = 300
MAX_LINK = 2_048
AUDIO_FILES = ('mp3', 'm4a', 'm4b', 'aac', 'ogg', 'oga', 'opus', 'flac', 'wav')
# For a picture post on these sites, yt-dlp returns entries that have thumbnails but no formats.
PICTURE_SITES = ('instagram',)
# Prefixes of extractor names.
VIDEO_SITES = ('Youtube', 'Vimeo')
AUDIO_SITES = ('Soundcloud', 'tunein')


def window(item: int | None) -> int:
    """Returns the number of entries before those that are listed with an item."""
    return ((item or 1) - 1) // MAX_ENTRIES * MAX_ENTRIES


def entries_from(ydl: Any, playlist: dict, start: int) -> list[dict]:
    """Returns entries of a playlist: those that yt-dlp already has or can get with one request.

    This function changes `playlist` in two cases:
    - It replaces a generator of entries with a LazyList. A generator can be read only once, but yt-dlp reads
      the entries again afterwards.
    - After reading a playlist to its end, it stores the entries as a `list`. `total_of` then knows the number
      of items.
    """
    entries = playlist.get('entries')
    if entries is None:
        return []
    if isinstance(entries, PagedList):
        size = min(MAX_ENTRIES, getattr(entries, '_pagesize', 1))
        return list(entries.getslice(start, start + size))
    if not isinstance(entries, (list, LazyList)):
        entries = playlist['entries'] = LazyList(entries)
    found: list[dict] = []
    for index in range(start, start + MAX_ENTRIES):
        before = ydl.requests
        try:
            found.append(entries[index])
        except IndexError:
            if start == 0:
                playlist['entries'] = found
            break
        except YoutubeDLError:
            if not found:
                raise
            break
        # Reading the first entry may cause a request. If reading a later entry causes one, yt-dlp has begun
        # to fetch the next page of the playlist, so the loop stops.
        if index > start and ydl.requests > before:
            break
    return found


def total_of(playlist: dict) -> int | None:
    """Returns the number of items in a playlist; None when it is unknown.

    The number is known if the playlist was read to its end, or if yt-dlp's extractor states the number.
    """
    entries = playlist.get('entries')
    return len(entries) if isinstance(entries, list) else plain(playlist.get('playlist_count'))


def facts(index: int, entry: dict, is_feed: bool) -> dict:
    """Returns the facts of one item as values that JSON can express.

    `index` starts at 1. Unknown values are None.
    """
    return {
        'index': index,
        'kind': kind_of(entry, is_feed),
        'title': (plain(entry.get('title')) or words_of(entry))[:MAX_TITLE] or None,
        'duration': plain(entry.get('duration')),
        'thumbnail': link_of(thumbnail_of(entry)),
        'date': date_of(entry),
        'picture': picture_facts(entry),
    }


def date_of(entry: dict) -> str | None:
    """Returns the day of publication in yt-dlp's form, such as 20260106."""
    stamp = entry.get('timestamp')
    try:
        return plain(entry.get('upload_date')) or (
            datetime.fromtimestamp(stamp, UTC).strftime('%Y%m%d') if stamp else None
        )
    except (ValueError, OverflowError, OSError, TypeError):
        return None


def words_of(entry: dict) -> str:
    """Makes a title from the last path segment of an entry's URL, for sites that list items without titles.

    For example, /maker/a-low-tone becomes "a low tone".
    """
    name = unquote(urlsplit(entry.get('url') or '').path.rstrip('/').rpartition('/')[2])
    words = name.replace('-', ' ').replace('_', ' ').strip()
    return words if re.search(r'[^\W\d_]{2}', words) and '.' not in words and ' ' in words else ''


def kind_of(entry: dict, is_feed: bool) -> str | None:
    """Returns `image`, `video` or `audio`; None when the kind is not known before an extraction."""
    if is_picture(entry):
        return 'image'
    formats = entry.get('formats') or []
    if formats:
        return 'audio' if all(each.get('vcodec') == 'none' for each in formats) else 'video'
    site = entry.get('ie_key') or ''
    name = site or entry.get('extractor') or ''
    if name.startswith(VIDEO_SITES):
        return 'video'
    is_audio = determine_ext(entry.get('url') or '', '') in AUDIO_FILES or name.startswith(AUDIO_SITES)
    return 'audio' if is_audio or (is_feed and not site) else None


def thumbnail_of(entry: dict) -> str | None:
    thumbnails = [each for each in entry.get('thumbnails') or [] if each.get('url')]
    # yt-dlp sorts thumbnails from worst to best. A list needs only a small picture, but the worst one may be
    # tiny.
    wide = [each for each in thumbnails if 200 <= (each.get('width') or 0) <= 800]
    chosen = (wide or thumbnails)[-1:]
    return entry.get('thumbnail') or (chosen[0]['url'] if chosen else None)


def link_of(link: Any) -> str | None:
    return link if url_or_none(link) and len(link) <= MAX_LINK else None


def add_picture_format(info: dict) -> None:
    """Adds one format to an item that is a picture: the largest size that the site lists."""
    if info.get('formats') or info.get('url') or not is_picture_site(info):
        return
    thumbnails = [each for each in info.get('thumbnails') or [] if url_or_none(each.get('url'))]
    if not thumbnails:
        return
    best = max(thumbnails, key=lambda each: (each.get('width') or 0) * (each.get('height') or 0))
    info['formats'] = [picture_format(best['url'], best.get('width'), best.get('height'))]


def picture_format(url: str, width: int | None, height: int | None) -> dict:
    ext = urlsplit(url).path.rpartition('.')[2].lower()
    return {
        'format_id': 'picture',
        'url': url,
        'ext': ext if ext in ('jpg', 'jpeg', 'png', 'webp') else 'jpg',
        'acodec': 'none',
        'width': width,
        'height': height,
        'is_picture': True,
    }


def is_picture_site(info: dict) -> bool:
    name = info.get('extractor') or info.get('extractor_key') or ''
    return name.lower().startswith(PICTURE_SITES)


def is_picture(entry: dict) -> bool:
    formats = entry.get('formats') or []
    return bool(formats) and all(each.get('is_picture') for each in formats)


def picture_facts(entry: dict) -> dict | None:
    """Returns the URL and facts of a picture's file.

    With these facts, the merger can save all pictures of a post without extracting each one.
    """
    if not is_picture(entry):
        return None
    best = entry['formats'][-1]
    link = link_of(best.get('url'))
    return link and {
        'url': link,
        'ext': plain(best.get('ext')),
        'width': plain(best.get('width')),
        'height': plain(best.get('height')),
        'headers': special_headers(entry.get('http_headers') or {}),
    }
