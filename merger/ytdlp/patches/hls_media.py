"""Reads playlists of HLS that yt-dlp takes for no playlists, for lists of variants or for live streams, and
media that their server calls a playlist."""

import codecs
import contextlib
import re
from typing import Any
from urllib.parse import urlsplit

from yt_dlp.extractor.common import InfoExtractor
from yt_dlp.utils import ExtractorError, determine_ext

ENDED = re.compile(r'^#EXT-X-(?:ENDLIST|PLAYLIST-TYPE:\s*VOD)\s*$', re.MULTILINE)
LENGTH = re.compile(r'^#EXTINF:\s*(\d{1,9}(?:\.\d{1,15})?)?', re.MULTILINE)
# yt-dlp takes a playlist without a duration for a live stream. This value means that it is unknown.
UNKNOWN = 1e-6
FILE_NAMES = ('mp3', 'm4a', 'm4b', 'ogg', 'oga', 'opus', 'flac', 'wav', 'mp4', 'm4v', 'webm', 'mkv')


def patch_all() -> None:
    InfoExtractor._parse_m3u8_vod_duration = vod_duration
    read = InfoExtractor._parse_m3u8_formats_and_subtitles

    def read_marked(self: InfoExtractor, playlist: str, *args: Any, **more: Any) -> Any:
        refuse_list_of_files(playlist)
        return read(self, marked(playlist), *args, **more)

    InfoExtractor._parse_m3u8_formats_and_subtitles = read_marked
    request = InfoExtractor._request_webpage

    def request_webpage(self: InfoExtractor, *args: Any, **more: Any) -> Any:
        answer = request(self, *args, **more)
        if answer:
            answer.read = without_mark(answer.read)
        return answer

    InfoExtractor._request_webpage = request_webpage
    extract = InfoExtractor._extract_m3u8_formats_and_subtitles

    def extract_or_take(self: InfoExtractor, link: str, *args: Any, **more: Any) -> Any:
        starts: list[tuple[str, bytes]] = []
        with starts_noted(self, starts):
            try:
                found = extract(self, link, *args, **more)
            except ExtractorError:
                found = None
                if not (starts and is_binary(starts[0][1])):
                    raise
        if starts and is_binary(starts[0][1]):
            address = starts[0][0]
            protocol = urlsplit(address).scheme
            return [{'format_id': 'file', 'url': address, 'ext': 'unknown_video', 'protocol': protocol}], {}
        return found

    InfoExtractor._extract_m3u8_formats_and_subtitles = extract_or_take


@contextlib.contextmanager
def starts_noted(extractor: InfoExtractor, starts: list[tuple[str, bytes]]) -> Any:
    """Notes the address and the first bytes of the answers that an extractor reads."""
    request = extractor._request_webpage

    def request_webpage(*args: Any, **more: Any) -> Any:
        answer = request(*args, **more)
        if answer:
            read = answer.read

            def read_noted(*amount: Any) -> bytes:
                data = read(*amount)
                starts.append((answer.url, data[:512]))
                return data

            answer.read = read_noted
        return answer

    extractor._request_webpage = request_webpage
    try:
        yield
    finally:
        extractor._request_webpage = request


def is_binary(start: bytes) -> bool:
    """Some servers send every file with the type of a playlist. No playlist has such characters."""
    return any(byte < 9 for byte in start)


def without_mark(read: Any) -> Any:
    """Drops the byte order mark before a playlist, as browsers do."""
    reads = 0

    def read_text(*amount: Any) -> bytes:
        nonlocal reads
        reads += 1
        data = read(*amount)
        return data[3:] if reads == 1 and data.startswith(codecs.BOM_UTF8 + b'#EXTM3U') else data

    return read_text


def refuse_list_of_files(playlist: str) -> None:
    """An M3U list of files (a radio's, an album's) is no HLS and no live stream."""
    lines = [line.strip() for line in playlist.splitlines()]
    links = [line for line in lines if line and not line.startswith('#')]
    if '#EXT-X-' not in playlist and links and all(determine_ext(link, '') in FILE_NAMES for link in links):
        raise ExtractorError('Unsupported URL: a list of files', expected=True)


def marked(playlist: str) -> str:
    """Adds the tag by which alone yt-dlp recognises a media playlist. Old systems end lines with CR alone."""
    playlist = re.sub(r'\r\n?', '\n', playlist)
    is_media = '#EXTINF' in playlist and '#EXT-X-STREAM-INF' not in playlist
    return f'{playlist}\n#EXT-X-TARGETDURATION:10\n' if is_media else playlist


def patch(extractor: Any) -> None:
    """Makes an extractor report no duration instead of UNKNOWN."""
    read = extractor._extra_manifest_info

    def read_extra(info: dict, link: str) -> None:
        read(info, link)
        if info.get('duration') == UNKNOWN:
            info['duration'] = None

    extractor._extra_manifest_info = read_extra


def vod_duration(self: InfoExtractor, playlist: str, video_id: str) -> float | None:
    """Returns the duration in seconds, or None for a list that may still grow (RFC 8216, section 4.3.3.5)."""
    if '#EXT-X-STREAM-INF' in playlist:
        return UNKNOWN
    playlist = re.sub(r'\r\n?', '\n', playlist)
    if not ENDED.search(playlist):
        return None
    lengths = LENGTH.findall(playlist)
    return UNKNOWN if '' in lengths else int(sum(map(float, lengths))) or UNKNOWN
