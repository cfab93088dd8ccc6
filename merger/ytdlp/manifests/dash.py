"""Lets yt-dlp list the rows of a DASH manifest (ISO/IEC 23009-1) without its segments.

The merger reads the segments itself (media/lists). yt-dlp would expand a short manifest to millions of
segments before anything could stop it, and knows no periods of single files, no ranges and no roles.
"""

import time
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement

from yt_dlp.utils import parse_duration, parse_iso8601

from manifests.default_audio import DEFAULT_RANK, FIRST_RANK

SEGMENT_TAGS = ('SegmentTemplate', 'SegmentList', 'SegmentBase')
# The rank of sound that is not the sound of the film, such as a commentary.
OTHER_RANK = -10


@dataclass
class Stated:
    """What a manifest says beside its rows, or before they are taken out."""

    seconds: float | None
    roles: dict[str, set[str]]
    language: str | None


def stated_in(manifest: Element) -> Stated:
    return Stated(duration_of(manifest), roles_of(manifest), first_language(manifest))


def mark_rows(period: dict, stated: Stated, _manifest: Element, _link: str | None) -> None:
    for each in period['formats']:
        each['manifest_duration'] = stated.seconds
        mark_role(each, stated.roles)
        if stated.language and each.get('language') == stated.language:
            each.setdefault('language_preference', FIRST_RANK)


def name(element: Element) -> str:
    return element.tag.rpartition('}')[2]


def children(element: Element, tag: str) -> list[Element]:
    return [each for each in element if name(each) == tag]


def duration_of(manifest: Element) -> float | None:
    """Returns the duration in seconds. Segments that a manifest lists count more than what it states."""
    periods = children(manifest, 'Period')
    listed = [segment_seconds(each) for each in periods]
    if listed and all(listed):
        # Players stop at the end of a period, but the end of a single one may be rounded.
        return listed[0] if len(periods) == 1 else sum(map(shown_seconds, periods, listed))
    total = parse_duration(manifest.get('mediaPresentationDuration'))
    return total or sum(period_seconds(each) for each in periods) or None


def period_seconds(period: Element) -> float:
    return parse_duration(period.get('duration')) or segment_seconds(period) or 0


def segment_seconds(period: Element) -> float | None:
    """Returns the length of the longest track, and None if a track does not list its segments."""
    tracks = [
        [timeline_seconds(each) for each in track.iter() if children(each, 'SegmentTimeline')]
        for track in children(period, 'AdaptationSet')
        if is_media(track)
    ]
    if not tracks or not all(tracks) or any(None in each for each in tracks):
        return None
    return max(seconds for each in tracks for seconds in each)


def shown_seconds(period: Element, listed: float) -> float:
    return min(listed, parse_duration(period.get('duration')) or listed)


def is_media(track: Element) -> bool:
    kinds = [each.get('contentType') or each.get('mimeType') or '' for each in track.iter()]
    return not any(kind.startswith(('text', 'image', 'application')) for kind in kinds)


def timeline_seconds(element: Element) -> float | None:
    """Returns the sum of the segments of a SegmentTemplate or SegmentList, and None if it is open."""
    lengths = []
    for segment in (each for line in children(element, 'SegmentTimeline') for each in children(line, 'S')):
        length, repeat = segment.get('d', ''), segment.get('r', '0')
        if not (length.isdecimal() and repeat.isdecimal()):
            return None
        lengths.append((int(length[:15]), int(repeat[:15]) + 1))
    scale, first, last = (element.get(each, '') for each in ('timescale', 'startNumber', 'endNumber'))
    if not scale.isdecimal() or not int(scale[:15]):
        return None
    left = int(last[:15]) - int(first[:15] if first.isdecimal() else 1) + 1 if last.isdecimal() else None
    ticks = 0
    for length, count in lengths:
        count = count if left is None else max(0, min(count, left))
        left = left if left is None else left - count
        ticks += length * count
    return ticks / int(scale[:15])


def as_recording(manifest: Element) -> Element | None:
    """A manifest of the type `dynamic` may be a recording of a broadcast that is over."""
    start = parse_iso8601(manifest.get('availabilityStartTime'))
    total = parse_duration(manifest.get('mediaPresentationDuration'))
    if start is None or total is None or start + total >= time.time():
        return None
    manifest.set('type', 'static')
    return manifest


def with_longest_period(manifest: Element) -> Element | None:
    """Leaves one period, in which each Representation has one segment or is a single file.

    Advertisements are shorter than the film, so the longest period has the rows of the film. A period that
    states no length lasts as long as the others leave.
    """
    periods = children(manifest, 'Period')
    listed = sum(period_seconds(each) for each in periods)
    rest = max(0, (parse_duration(manifest.get('mediaPresentationDuration')) or 0) - listed)
    longest = max(periods, key=lambda each: period_seconds(each) or rest, default=None)
    for period in periods:
        if period is not longest:
            manifest.remove(period)
    if longest is None:
        return None
    for adaptation in children(longest, 'AdaptationSet'):
        for representation in children(adaptation, 'Representation'):
            levels = (longest, adaptation, representation)
            is_listed = len(periods) > 1 or any(is_segmented(level) for level in levels)
            replace_segments(representation, is_listed)
        replace_segments(adaptation, False)
    replace_segments(longest, False)
    return manifest if len(periods) > 1 else None


def with_mime_types(manifest: Element) -> Element | None:
    """yt-dlp fails without this attribute, which is mandatory."""
    adaptations = [each for each in manifest.iter() if name(each) == 'AdaptationSet']
    unnamed = [each for each in adaptations if not has_mime_type(each)]
    for each in unnamed:
        each.set('mimeType', f'{each.get("contentType", "video")}/mp4')
    return manifest if unnamed else None


def has_mime_type(adaptation: Element) -> bool:
    rows = children(adaptation, 'Representation')
    return bool(adaptation.get('mimeType')) or all(each.get('mimeType') for each in rows)


def with_film_tracks(manifest: Element) -> Element | None:
    """Leaves out pictures for seeking, and layers that only improve the picture of another Representation."""
    periods = children(manifest, 'Period')
    parts = [(period, each) for period in periods for each in children(period, 'AdaptationSet')]
    changed = None
    for period, adaptation in parts:
        properties = children(adaptation, 'EssentialProperty')
        if any('trickmode' in each.get('schemeIdUri', '') for each in properties):
            period.remove(adaptation)
            changed = manifest
        for each in children(adaptation, 'Representation'):
            if each.get('dependencyId'):
                adaptation.remove(each)
                changed = manifest
    return changed


def is_segmented(level: Element) -> bool:
    """Returns whether a level lists segments that are files of their own, not ranges of one file."""
    templates = any(each.get('media') for each in children(level, 'SegmentTemplate'))
    urls = (url for each in children(level, 'SegmentList') for url in children(each, 'SegmentURL'))
    return templates or any(url.get('media') for url in urls)


def replace_segments(level: Element, is_listed: bool) -> None:
    for each in [each for each in level if name(each) in SEGMENT_TAGS]:
        level.remove(each)
    if is_listed:
        namespace = level.tag.removesuffix(name(level))
        segments = SubElement(level, f'{namespace}SegmentList')
        SubElement(segments, f'{namespace}SegmentURL', {'media': 'segment'})


def roles_of(manifest: Element) -> dict[str, set[str]]:
    """Returns the values of Role and Accessibility for the id of each Representation."""
    found: dict[str, set[str]] = {}
    for adaptation in manifest.iter():
        if name(adaptation) != 'AdaptationSet':
            continue
        shared = role_values(adaptation)
        for each in children(adaptation, 'Representation'):
            found.setdefault(each.get('id', ''), set()).update(shared, role_values(each))
    return found


def first_language(manifest: Element) -> str | None:
    """Returns the language of the first sound, with which a player starts if no sound is the main one."""
    for adaptation in manifest.iter():
        if name(adaptation) != 'AdaptationSet':
            continue
        kinds = [adaptation.get('contentType'), adaptation.get('mimeType')]
        kinds += [each.get('mimeType') for each in children(adaptation, 'Representation')]
        if any((kind or '').startswith('audio') for kind in kinds):
            return adaptation.get('lang')
    return None


def role_values(element: Element) -> set[str]:
    marks = (*children(element, 'Role'), *children(element, 'Accessibility'))
    return {each.get('value', '') for each in marks}


def mark_role(row: dict, all_roles: dict[str, set[str]]) -> None:
    row_id = str(row.get('format_id'))
    found = (roles for key, roles in all_roles.items() if key and f'-{row_id}'.endswith(f'-{key}'))
    roles = next(found, None)
    if row.get('vcodec') not in (None, 'none') or not roles:
        return
    # The Accessibility value 1 of urn:tva:metadata:cs:AudioPurposeCS:2007 is for the blind.
    if roles & {'description', '1'}:
        row['format_note'] = f'{row.get("format_note") or ""}, audio description'
        row['language_preference'] = OTHER_RANK
    elif roles & {'commentary', 'dub', 'alternate'}:
        row['format_note'] = f'{row.get("format_note") or ""}, {min(roles)}'
        row['language_preference'] = OTHER_RANK
    elif 'main' in roles:
        row['language_preference'] = DEFAULT_RANK
