"""Reduces yt-dlp's results and errors to plain values, which facts.ts parses in the merger."""

import json
import math
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from yt_dlp.utils.networking import std_headers

from web_link import as_browsers

MAX_FORMATS = 300
# All formats together, as JSON. 150 formats of YouTube have about 200 kB.
MAX_FORMAT_CHARACTERS = 500_000
MAX_CAUSES = 6
MAX_TEXT = 10_000
FORMAT_FIELDS = (
    'format_id', 'url', 'manifest_url', 'ext', 'protocol', 'vcodec', 'acodec', 'width', 'height',
    'resolution', 'fps', 'tbr', 'abr', 'vbr', 'filesize', 'filesize_approx', 'language',
    'language_preference', 'format_note', 'preference', 'dynamic_range', 'has_drm', 'audio_channels',
    'is_picture', 'available_at', 'is_default',
)  # fmt: skip

# Longer ones are no ids, codecs (RFC 6381) or languages (RFC 5646).
MAX_WORDS = {'format_id': 100, 'ext': 100, 'vcodec': 100, 'acodec': 100, 'language': 35, 'format_note': 200}

# yt-dlp uses these fields of a format when it fetches or decrypts the format. The merger does not get their
# values.
UNREAD_FIELDS = (
    'hls_aes', 'hls_media_playlist_data', 'extra_param_to_segment_url', 'extra_param_to_key_url',
    'request_data', 'impersonate',
)  # fmt: skip
INFO_FIELDS = (
    'id', 'title', 'uploader', 'channel', 'creator', 'artist', 'description', 'thumbnail', 'duration',
    'series', 'season_number', 'episode_number', 'upload_date', 'release_date', 'extractor', 'extractor_key',
    'webpage_url', 'live_status', 'is_live', 'section_start', 'section_end',
    'language', 'track', 'album', 'album_artist', 'genre', 'track_number', 'disc_number',
)  # fmt: skip
MAX_CHAPTERS = 500
MAX_SUBTITLES = 80
# The first one that a site offers is taken. json3 is YouTube's own form, without rolling lines. yt-dlp calls
# a link without an extension `unknown_video`.
SUBTITLE_FORMS = (
    'json3', 'vtt', 'srt', 'ttml', 'dfxp', 'srv3', 'srv2', 'srv1', 'ass', 'ssa', 'xml', 'tt', 'transcript',
    'smi', 'sami', 'lrc', 'sub', 'unknown_video',
)  # fmt: skip
# Comments of viewers, which yt-dlp lists as subtitles.
NO_LANGUAGES = ('comments', 'danmaku', 'live_chat', 'rechat')
# Vimeo's mark of automatic captions.
MADE = '-x-autogen'
MAX_CHAPTER_TITLE = 200
UNTITLED = '<Untitled Chapter '
# A cover may differ from a square by this factor.
SQUARE = 1.1


def info_facts(info: dict, cookie_header: Callable[[str], str | None]) -> dict:
    """Returns the fields of yt-dlp's result that the merger reads, as values that JSON can express.

    `cookie_header` returns the Cookie header for a URL. Only the last formats are kept, within both limits.
    They are the best ones, because yt-dlp sorts formats from worst to best.
    """
    formats = (info.get('formats') or [info])[-MAX_FORMATS:]
    found = {name: plain(info.get(name)) for name in INFO_FIELDS}
    described = [
        {
            **{name: short(name, each.get(name)) for name in FORMAT_FIELDS},
            'headers': special_headers(each.get('http_headers') or {}),
            'needs_more': any(each.get(name) for name in UNREAD_FIELDS),
            'user_agent': plain((each.get('http_headers') or {}).get('User-Agent')),
            'cookie': cookie_header(each['url']),
            # Extractors set `__needs_testing` for formats that may not exist. yt-dlp tests such a format
            # before choosing it.
            'untested': bool(each.get('__needs_testing')),
        }
        for each in formats
    ]
    found['formats'] = best_within(described, MAX_FORMAT_CHARACTERS)
    found['duration'] = found['duration'] or plain(duration_of(formats))
    found['chapters'] = chapters_of(info)
    found['artwork'] = plain(artwork_of(info))
    found['subtitles'] = subtitles_of(info)
    return found


def best_within(formats: list[dict], characters: int) -> list[dict]:
    kept: list[dict] = []
    for each in reversed(formats):
        characters -= len(json.dumps(each, default=str))
        if characters < 0 and kept:
            break
        kept.insert(0, each)
    return kept


def short(name: str, value: Any) -> Any:
    if name in ('url', 'manifest_url') and isinstance(value, str):
        return as_browsers(value)
    return value[: MAX_WORDS[name]] if name in MAX_WORDS and isinstance(value, str) else plain(value)


def subtitles_of(info: dict) -> list[dict]:
    """Returns the subtitles of each language, and automatic ones only in the language that is spoken.

    yt-dlp also lists automatic translations, of which YouTube offers more than a hundred.
    """
    spoken = info.get('automatic_captions') or {}
    originals = {name: each for name, each in spoken.items() if name.endswith('-orig')}
    automatic = originals or {name: each for name, each in spoken.items() if name == info.get('language')}
    if not automatic and len(spoken) == 1:
        automatic = spoken
    found = subtitles_in(info.get('subtitles') or {}, False) + subtitles_in(automatic, True)
    return found[:MAX_SUBTITLES]


def subtitles_in(languages: dict[str, Any], automatic: bool) -> list[dict]:
    """Returns the best form of each. Private subtags of BCP 47 tell those of one language apart."""
    found = []
    for stated, sources in languages.items():
        # A page may name no language.
        name = str(stated or 'und')
        if name in NO_LANGUAGES or not isinstance(sources, list):
            continue
        usable = [each for each in sources if is_whole(each)]
        # Forced ones have only the lines in another language, so the whole ones come first.
        for mark in sorted({each.get('mark') or '' for each in usable}):
            best = best_form([each for each in usable if (each.get('mark') or '') == mark])
            if best:
                is_made = automatic or name.endswith(MADE)
                language = name.removesuffix('-orig').removesuffix(MADE)
                found.append(subtitle(f'{language}-x-{mark}' if mark else language, best, is_made))
    return found


def best_form(sources: list[dict]) -> dict | None:
    forms = [each for each in sources if each.get('ext') in SUBTITLE_FORMS]
    return min(forms, key=lambda each: SUBTITLE_FORMS.index(each['ext']), default=None)


def subtitle(language: str, source: dict, automatic: bool) -> dict:
    return {
        'language': language,
        'name': plain(source.get('name')),
        'url': plain(source['url']),
        'track': plain(source.get('track')),
        'automatic': automatic,
        'headers': special_headers(source.get('http_headers') or {}),
    }


def is_whole(source: Any) -> bool:
    """The link of segments in DASH is that of the manifest."""
    return isinstance(source, dict) and bool(source.get('url')) and not source.get('fragments')


def chapters_of(info: dict) -> list[dict]:
    """Returns the chapters as dicts with `start` and `title`. `start` is in seconds."""
    chapters = info.get('chapters')
    if not isinstance(chapters, list):
        return []
    return [
        {'start': plain(each.get('start_time')), 'title': chapter_title(each.get('title'))}
        for each in chapters[:MAX_CHAPTERS]
        if isinstance(each, dict) and plain(each.get('start_time')) is not None
    ]


def chapter_title(title: Any) -> str:
    """Returns an empty title for a chapter without one, which yt-dlp calls <Untitled Chapter 1>."""
    text = str(title or '')
    return '' if text.startswith(UNTITLED) else text[:MAX_CHAPTER_TITLE]


def artwork_of(info: dict) -> str | None:
    """Returns the URL of the largest picture that is nearly square, as covers of songs are."""
    pictures = [
        each
        for each in info.get('thumbnails') or []
        if each.get('width') and each.get('height') and each.get('url')
        if 1 / SQUARE <= each['width'] / each['height'] <= SQUARE
    ]
    return max(pictures, key=lambda each: each['width'], default={}).get('url')


def special_headers(headers: dict) -> dict[str, str]:
    """Returns only those request headers of a format that differ from yt-dlp's default headers."""
    return {name: str(value) for name, value in headers.items() if std_headers.get(name) != value}


def duration_of(formats: list[dict]) -> float | None:
    """Returns the duration in seconds that a manifest declares, or else the total duration of its segments.

    Returns None when neither is known.
    """
    declared = [each['manifest_duration'] for each in formats if each.get('manifest_duration')]
    lengths = declared or [
        sum(segment.get('duration') or 0 for segment in each.get('fragments') or []) for each in formats
    ]
    return max(lengths, default=0) or None


def plain(value: Any) -> Any:
    """Returns a value if JSON can express it, else None.

    JSON has no infinity, and no field needs a nested value.
    """
    if isinstance(value, str):
        return value[:MAX_TEXT]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    # A number of 2**53 or more cannot be a size or a duration, and JavaScript could not represent it exactly.
    return value if isinstance(value, (int, bool)) and abs(value) < 2**53 else None


def host_of(link: str | None) -> str | None:
    """Returns the host of a link in lower case; None for a link that is invalid or has no host."""
    try:
        return urlsplit(link or '').hostname
    except ValueError:
        return None


def error_facts(error: BaseException) -> dict:
    """Describes an error and its causes.

    yt-dlp often wraps the original error in another error. `class` is then the class of the original error,
    and `message` is the message of the wrapping error. `status` and `host` describe the HTTP response that
    caused the error, and `page` its first characters if it is a text. Without such a response, all are None.
    """
    inner = getattr(error, 'exc_info', None)
    first = inner[1] if inner and inner[1] else error
    causes: list[str] = []
    status, host, denied, page = None, None, False, None
    cause: BaseException | None = first
    while cause is not None and len(causes) < MAX_CAUSES:
        causes.append(f'{type(cause).__name__}: {message_of(cause)[:500]}')
        response = getattr(cause, 'response', None)
        if response is not None:
            status = getattr(cause, 'status', None)
            host = host_of(response.url)
            page = getattr(cause, 'page', None)
            denied = response.headers.get('x-egress') == 'denied'
        deeper = getattr(cause, 'cause', None)
        cause = deeper if isinstance(deeper, BaseException) else cause.__cause__ or cause.__context__
    return {
        'class': type(first).__name__,
        'message': message_of(error)[:2000],
        'expected': bool(getattr(first, 'expected', False)),
        'extractor': extractor_of(error, first),
        'status': status,
        'host': host,
        'denied': denied,
        'page': page,
        'causes': causes,
    }


def extractor_of(error: BaseException, first: BaseException) -> str | None:
    """Returns the name of the extractor that failed.

    `first` is the original error, and `error` is the error that yt-dlp raised at the end. If a request
    failed, `first` has no extractor name. In this case, `error` or `error.__context__` has the name.
    """
    named = (getattr(each, 'ie', None) for each in (first, error, error.__context__))
    return next((name for name in named if name), None)


def message_of(error: BaseException) -> str:
    """Returns an error's message without its prefix "[extractor] id:".

    The id is a part of the visitor's link, so its text must not influence the failure code.
    """
    # yt-dlp's outermost error is a DownloadError whose message has the prefix "[extractor] id:". The context
    # of the DownloadError has the message without this prefix in `orig_msg`.
    original = next((each for each in (error, error.__context__) if hasattr(each, 'orig_msg')), error)
    return str(getattr(original, 'orig_msg', None) or original)
