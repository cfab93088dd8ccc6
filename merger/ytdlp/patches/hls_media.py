"""Reads playlists of HLS that yt-dlp takes for no playlists, for lists of variants or for live streams."""

import codecs
import re
from typing import Any

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
    """Adds the tag by which alone yt-dlp recognises a media playlist."""
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
    if not ENDED.search(playlist):
        return None
    lengths = LENGTH.findall(playlist)
    return UNKNOWN if '' in lengths else int(sum(map(float, lengths))) or UNKNOWN
