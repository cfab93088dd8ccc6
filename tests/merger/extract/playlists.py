"""Reads HLS playlists and media packages of Opencast from stdin.

Writes, for each, the merger's facts as yt-dlp and its patches give them.
"""

import json
import sys
from pathlib import Path

import yt_dlp
from yt_dlp.extractor.opencast import OpencastIE

sys.path.insert(0, str(Path(__file__).parents[3] / 'merger/ytdlp'))

import hooks
from facts import info_facts

LINK = 'https://a.example/master.m3u8'

hooks.install()


def formats_of(extractor: OpencastIE, source: str | dict) -> list[dict]:
    if isinstance(source, dict):
        return extractor._parse_mediapackage(source)['formats']
    return extractor._parse_m3u8_formats_and_subtitles(
        source, LINK, ext='mp4', entry_protocol='m3u8_native', m3u8_id='hls'
    )[0]


def facts_of(source: str | dict) -> dict:
    ydl = yt_dlp.YoutubeDL(
        {'simulate': True, 'cachedir': False, 'quiet': True, 'format': lambda each: iter(each['formats'][-1:])}
    )
    formats = formats_of(OpencastIE(ydl), source)
    info = {'id': 'x', 'title': 'x', 'extractor': 'made', 'extractor_key': 'Made', 'formats': formats}
    found = ydl.process_ie_result({**info, 'duration': 200, 'webpage_url': LINK}, download=False)
    return {**info_facts(ydl.sanitize_info(found), ydl.cookiejar.get_cookie_header), 'language': None}


json.dump([facts_of(each) for each in json.load(sys.stdin)], sys.stdout)
