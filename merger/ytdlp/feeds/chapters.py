"""Reads the chapters of an episode in the forms in which publishers write them."""

import json
import math
import re
from collections.abc import Iterable
from typing import Any
from xml.etree.ElementTree import Element, fromstring

from yt_dlp.utils import parse_duration

from feeds import names
from oddities import met

SIMPLE = '{http://podlove.org/simple-chapters}'
# "12,5" is a number in half of Europe, and SRT has such clocks.
DECIMAL_COMMA = re.compile(r',(\d{1,3})$')


def seconds_of(time: Any) -> float | None:
    """Reads seconds and clocks such as "12.5", "0:12,5" and "00:00:12.500"."""
    if isinstance(time, str):
        text = DECIMAL_COMMA.sub(r'.\1', time.strip())
        if text != time.strip():
            met('chapters.decimal_comma')
        time = parse_duration(text)
    if isinstance(time, bool) or not isinstance(time, (int, float)):
        return None
    return time if math.isfinite(time) and time >= 0 else None


def chapters_of(stated: Iterable[tuple[Any, Any]]) -> list[dict]:
    """Returns the chapters whose time can be read. The merger names those without a title."""
    found = [(seconds_of(time), title if isinstance(title, str) else '') for time, title in stated]
    return [{'start_time': start, 'title': title.strip()} for start, title in found if start is not None]


def simple(parent: Element) -> list[dict]:
    """Podlove Simple Chapters (https://podlove.org/simple-chapters)."""
    return chapters_of((each.get('start'), each.get('title')) for each in parent.iter(f'{SIMPLE}chapter'))


def in_file(text: str) -> list[dict]:
    """Reads a file of Podlove or of Podcasting 2.0; empty for another."""
    if text.lstrip('\ufeff \t\r\n').startswith('<'):
        root = fromstring(text)
        names.to_current(root, (), '')
        return simple(root)
    stated = json.loads(text.removeprefix('\ufeff'))
    listed = stated.get('chapters') if isinstance(stated, dict) else stated
    # A chapter with `toc` false only changes the picture.
    shown = [each for each in listed or [] if isinstance(each, dict) and each.get('toc') is not False]
    return chapters_of((each.get('startTime', each.get('start')), each.get('title')) for each in shown)
