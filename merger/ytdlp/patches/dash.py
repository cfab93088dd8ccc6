"""DASH manifests (ISO/IEC 23009-1): what yt-dlp does not read in them."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from yt_dlp.utils import parse_duration


def watch(extractor: Any) -> None:
    """Has yt-dlp's extractor take lists of ranges of one file for that file, and keep how long the whole lasts."""
    read = extractor._parse_mpd_periods

    def reading(manifest: Element, *args: Any, **kwargs: Any) -> Iterator[dict]:
        for parent in list(manifest.iter()):
            for child in list(parent):
                if is_of_one_file(child):
                    parent.remove(child)
        seconds = parse_duration(manifest.get('mediaPresentationDuration'))
        for period in read(manifest, *args, **kwargs):
            for each in period['formats']:
                each['manifest_duration'] = seconds
            yield period

    extractor._parse_mpd_periods = reading


def is_of_one_file(element: Element) -> bool:
    """Whether segments are ranges of the file that the representation names (section 5.3.9.3), which is then complete by itself."""
    if not element.tag.endswith('SegmentList'):
        return False
    segments = [child for child in element if child.tag.endswith('SegmentURL')]
    return bool(segments) and not any(segment.get('media') for segment in segments)
