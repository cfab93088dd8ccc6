"""Tells the subtitles of one language in an HLS or DASH manifest apart, of which yt-dlp returns only links.

Each source gets a `mark`: empty, `sdh` for the deaf, `forced` for the lines in another language only, and a
number if several are left. Mirrors have the same mark.
"""

import re
from typing import Any
from xml.etree.ElementTree import Element

from yt_dlp.utils import parse_m3u8_attributes, urljoin

from manifests.dash import children, name

FOR_THE_DEAF = re.compile(r'\b(?:SDH|CC|HoH|closed captions?|hard of hearing|hearing impaired)\b', re.I)
ONLY_SIGNS = re.compile(r'\bforced\b|\bsigns\b', re.I)


def groups_of(playlist: str) -> list[dict]:
    lines = [line for line in playlist.splitlines() if line.startswith('#EXT-X-MEDIA:')]
    media = [parse_m3u8_attributes(line) for line in lines]
    return [each for each in media if each.get('TYPE') == 'SUBTITLES' and each.get('URI')]


def name_hls(_formats: list[dict], subtitles: dict[str, list[dict]], playlist: str, base: str | None) -> None:
    by_link = {urljoin(base, each['URI']): each for each in groups_of(playlist)}
    for sources in subtitles.values():
        for each in sources:
            group = by_link.get(each['url'], {})
            each['name'] = group.get('NAME')
            # yt-dlp reads the form in the link, but every group is in segments (RFC 8216, section 3.1).
            each['ext'] = 'vtt'
            is_described = 'describes-music-and-sound' in (group.get('CHARACTERISTICS') or '')
            each['mark'] = kind_of(each['name'], group.get('FORCED') == 'YES', is_described)
        number(sources)


def list_dash(period: dict, _stated: Any, manifest: Element, link: str | None) -> None:
    # Only one period is left (dash.py).
    if link:
        period['subtitles'] = dash_tracks(children(manifest, 'Period')[0], link)


def dash_tracks(period: Element, link: str) -> dict[str, list[dict]]:
    """Returns the subtitles by language. The merger and the edge read their segments in the manifest."""
    found: dict[str, list[dict]] = {}
    for adaptation in children(period, 'AdaptationSet'):
        for each in children(adaptation, 'Representation'):
            stated, marks = {**adaptation.attrib, **each.attrib}, [*adaptation, *each]
            if (
                not is_text(stated)
                or not each.get('id')
                or any(name(m) == 'ContentProtection' for m in marks)
            ):
                continue
            roles = {mark.get('value') for mark in marks if name(mark) in ('Role', 'Accessibility')}
            labels = [mark.text.strip() for mark in marks if name(mark) == 'Label' and mark.text]
            label = labels[0] if labels else stated.get('label')
            is_forced = bool(roles & {'forced-subtitle', 'forced_subtitle'})
            track = {
                'url': link,
                'ext': 'vtt',
                'track': each.get('id'),
                'name': label,
                'mark': kind_of(label, is_forced, 'caption' in roles),
            }
            found.setdefault(stated.get('lang') or 'und', []).append(track)
    for sources in found.values():
        number(sources)
    return found


def is_text(stated: dict[str, str]) -> bool:
    mime = stated.get('mimeType', '')
    return (
        stated.get('contentType') == 'text'
        or mime.startswith('text/')
        or 'ttml' in mime
        or stated.get('codecs', '').startswith(('stpp', 'wvtt'))
    )


def kind_of(name: str | None, is_forced: bool, is_for_the_deaf: bool) -> str:
    if is_forced or ONLY_SIGNS.search(name or ''):
        return 'forced'
    return 'sdh' if is_for_the_deaf or FOR_THE_DEAF.search(name or '') else ''


def number(sources: list[dict]) -> None:
    names: dict[str, list[str | None]] = {}
    for each in sources:
        known = names.setdefault(each['mark'], [])
        if each['name'] not in known:
            known.append(each['name'])
        place = known.index(each['name'])
        each['mark'] += str(place + 1) if place > 0 else ''
