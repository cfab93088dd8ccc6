"""Extends the code with which yt-dlp reads DASH manifests (ISO/IEC 23009-1)."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from yt_dlp.utils import parse_duration


def patch(extractor: Any) -> None:
    """Changes how an extractor reads a manifest.

    - Adds the duration of the manifest to each format as `manifest_duration`.
    - Removes each SegmentList that consists of byte ranges of one file, so that yt-dlp downloads the whole
      file.
    """
    read = extractor._parse_mpd_periods

    def read_periods(manifest: Element, *args: Any, **kwargs: Any) -> Iterator[dict]:
        for parent in list(manifest.iter()):
            for child in list(parent):
                if is_range_list(child):
                    parent.remove(child)
        seconds = parse_duration(manifest.get('mediaPresentationDuration'))
        for period in read(manifest, *args, **kwargs):
            for each in period['formats']:
                each['manifest_duration'] = seconds
            yield period

    extractor._parse_mpd_periods = read_periods


def is_range_list(element: Element) -> bool:
    """Returns whether an element is a SegmentList of byte ranges (ISO/IEC 23009-1, section 5.3.9.3).

    All ranges are parts of one file, whose address is the BaseURL. `patch` removes such a list from the
    manifest, so that yt-dlp downloads the whole file instead of its ranges.
    """
    if not element.tag.endswith('SegmentList'):
        return False
    segments = [child for child in element if child.tag.endswith('SegmentURL')]
    return bool(segments) and not any(segment.get('media') for segment in segments)
