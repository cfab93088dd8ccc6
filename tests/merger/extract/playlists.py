"""Reads HLS playlists from stdin. Writes, for each, the merger's facts as yt-dlp and its patches give them."""

import json
import sys
from pathlib import Path

import yt_dlp
from yt_dlp.extractor.common import InfoExtractor

sys.path.insert(0, str(Path(__file__).parents[3] / 'merger/ytdlp'))

from facts import info_facts
from patches import default_audio, hls_tracks

LINK = 'https://a.example/master.m3u8'

default_audio.patch()
hls_tracks.patch()


def facts_of(playlist: str) -> dict:
    ydl = yt_dlp.YoutubeDL(
        {'simulate': True, 'cachedir': False, 'quiet': True, 'format': lambda each: iter(each['formats'][-1:])}
    )
    formats, _ = InfoExtractor(ydl)._parse_m3u8_formats_and_subtitles(
        playlist, LINK, ext='mp4', entry_protocol='m3u8_native', m3u8_id='hls'
    )
    info = {'id': 'x', 'title': 'x', 'extractor': 'made', 'extractor_key': 'Made', 'formats': formats}
    found = ydl.process_ie_result({**info, 'duration': 200, 'webpage_url': LINK}, download=False)
    return {**info_facts(ydl.sanitize_info(found), ydl.cookiejar.get_cookie_header), 'language': None}


json.dump([facts_of(each) for each in json.load(sys.stdin)], sys.stdout)
