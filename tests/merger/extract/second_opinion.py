"""Reads yt-dlp results from stdin. Writes, for each, the merger's facts and the formats that yt-dlp selects."""

import copy
import json
import sys
from pathlib import Path

import yt_dlp

sys.path.insert(0, str(Path(__file__).parents[3] / 'merger/ytdlp'))

from facts import info_facts

# H.264 up to 1080p, which every phone opens. yt-dlp itself ranks languages, versions and rates.
SELECTOR = (
    'bv*[vcodec^=avc1][height<=1080]+ba[ext=m4a]/bv*[vcodec^=avc1][height<=1080]+ba'
    '/b[height<=1080]/bv*[height<=1080]+ba/b/bv*+ba/ba'
)


class Silent:
    def debug(self, text: str) -> None: ...

    info = warning = error = debug


def processed(info: dict, selector: object) -> tuple[yt_dlp.YoutubeDL, dict]:
    ydl = yt_dlp.YoutubeDL({'simulate': True, 'cachedir': False, 'format': selector, 'logger': Silent()})
    return ydl, ydl.process_ie_result(copy.deepcopy(info), download=False)


def opinion(info: dict) -> dict:
    ydl, all_formats = processed(info, lambda context: iter(context['formats'][-1:]))
    chosen = processed(info, SELECTOR)[1]
    return {
        'info': {
            **info_facts(ydl.sanitize_info(all_formats), ydl.cookiejar.get_cookie_header),
            'language': info.get('language'),
        },
        'chosen': [each['format_id'] for each in chosen.get('requested_formats') or [chosen]],
    }


json.dump([opinion(info) for info in json.load(sys.stdin)], sys.stdout)
