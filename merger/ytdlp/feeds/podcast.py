"""Reads what newer feeds say about an episode: chapters, transcripts, persons and other versions of its file.

Podcasting 2.0 (https://podcasting2.org/docs/podcast-namespace) and Podlove Simple Chapters.
"""

import re
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from yt_dlp.networking import Request
from yt_dlp.utils import (
    YoutubeDLError,
    determine_ext,
    float_or_none,
    int_or_none,
    mimetype2ext,
    url_or_none,
)

from feeds import chapters
from feeds.atom import ATOM, LANGUAGE
from oddities import met
from web_link import joined

PODCAST = '{https://podcastindex.org/namespace/1.0}'
OLD_PODCAST = '{https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md}'
SIMPLE_RELATION = re.compile(r'https?://(?:www\.)?podlove\.org/simple-chapters/?$', re.IGNORECASE)
MAX_BYTES = 512 * 1024
MAX_ALTERNATES = 12
MAX_TRANSCRIPTS = 10
TRANSCRIPTS = {
    'text/vtt': 'vtt',
    'application/x-subrip': 'srt',
    'application/srt': 'srt',
    'text/srt': 'srt',
    'application/json': 'transcript',
}


def facts_of(item: Element, base: str, language: str | None) -> dict[str, Any]:
    """Returns fields of a playlist entry. `complete` reads those that yt-dlp does not know.

    `language`: that of the channel.
    """
    persons = ((tag.text or '').strip() for tag in tags(item, 'person'))
    return {
        'chapters': chapters.simple(item) or None,
        'chapters_url': chapters_link(item, base),
        'alternates': alternates(item, base) or None,
        'subtitles': transcripts(item, base, language) or None,
        'creator': ', '.join(filter(None, persons)) or None,
    }


def complete(ydl: Any, info: dict) -> None:
    """Adds the chapters that are not beside the file, and the other versions, to an extracted episode."""
    link, others = info.pop('chapters_url', None), info.pop('alternates', None)
    if link and not info.get('chapters'):
        info['chapters'] = chapters_in(ydl, link)
    if others and not info.get('has_drm'):
        known = {each.get('url') for each in info.get('formats') or []}
        info['formats'] = [
            *(info.get('formats') or [info]),
            *(each for each in others if each['url'] not in known),
        ]


def tags(item: Element, name: str) -> list[Element]:
    return [*item.findall(PODCAST + name), *item.findall(OLD_PODCAST + name)]


def link_in(tag: Element, name: str, base: str) -> str | None:
    link = (tag.get(name) or '').strip()
    return url_or_none(joined(base, link)) if link else None


def chapters_link(item: Element, base: str) -> str | None:
    """Podlove's own file may be linked, as in <atom:link rel="http://podlove.org/simple-chapters">."""
    links = [link for tag in tags(item, 'chapters') if (link := link_in(tag, 'url', base))]
    others = [each for each in item.iter(f'{ATOM}link') if SIMPLE_RELATION.match(each.get('rel') or '')]
    if others:
        met('podcast.linked_chapters')
    return next(iter([*links, *(link for tag in others if (link := link_in(tag, 'href', base)))]), None)


def chapters_in(ydl: Any, link: str) -> list[dict]:
    """An episode without its chapters is better than none, so errors are ignored."""
    try:
        body = ydl.urlopen(Request(link)).read(MAX_BYTES)
        return chapters.in_file(body.decode('utf-8', 'replace'))
    except (YoutubeDLError, ParseError, ValueError, TypeError, AttributeError, RecursionError):
        return []


def transcripts(item: Element, base: str, channel: str | None) -> dict[str, list[dict]]:
    """Returns those with times. Plain text and pages have none."""
    found: dict[str, list[dict]] = {}
    for tag in tags(item, 'transcript')[:MAX_TRANSCRIPTS]:
        link, stated = link_in(tag, 'url', base), (tag.get('type') or '').partition(';')[0].strip().lower()
        if not link:
            continue
        # Some hosts call every file text/plain.
        name = determine_ext(link, '').lower()
        ext = TRANSCRIPTS.get(stated) or (name if name in ('vtt', 'srt') else None)
        if ext:
            language = (tag.get('language') or tag.get(LANGUAGE) or channel or '').strip() or 'und'
            found.setdefault(language, []).append({'url': link, 'ext': ext, 'name': 'Transcript'})
    return found


def alternates(item: Element, base: str) -> list[dict]:
    found = []
    for tag in tags(item, 'alternateEnclosure')[:MAX_ALTERNATES]:
        media_type = (tag.get('type') or '').lower()
        sources = [link for each in tags(tag, 'source') if (link := link_in(each, 'uri', base))]
        link = next((each for each in sources if each.startswith(('http://', 'https://'))), None)
        if not link or not media_type.startswith(('audio/', 'video/', 'application/x-mpegurl')):
            continue
        is_list = 'mpegurl' in media_type or determine_ext(link, '') == 'm3u8'
        rate = int_or_none(float_or_none(tag.get('bitrate')), scale=1000)
        found.append(
            {
                'format_id': f'alternate-{len(found) + 1}',
                'url': link,
                'ext': 'mp4' if is_list else mimetype2ext(media_type) or determine_ext(link, 'mp3'),
                'protocol': 'm3u8_native' if is_list else 'https',
                'vcodec': 'none' if media_type.startswith('audio/') and not is_list else None,
                'height': int_or_none(tag.get('height')),
                'tbr': rate,
                'filesize': int_or_none(tag.get('length')),
                'language': tag.get('lang'),
            }
        )
    return found
