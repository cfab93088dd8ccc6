"""Replaces slow media hosts of Bilibili by mirrors.

Also extracts the requested episode of a video, and lists the episodes.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from yt_dlp.utils import update_url_query

import entries

PAGE_LIST = 'https://api.bilibili.com/x/player/pagelist'

# The episodes of the extracted video. A process runs at most one extraction, so one list is enough.
_episodes: list[dict] = []
_link = ''


def episode_extracted(extract: Callable[..., dict]) -> Callable[..., dict]:
    """Extracts the episode that the visitor requests."""

    def real_extract(self: Any, url: str) -> dict:
        # If the visitor's link is a short link, `url` is the full link to which the short link redirects.
        global _link
        ydl = self._downloader
        # `ydl.item` is the item number that the visitor requests. If the visitor's link leads to one video,
        # `ydl.index` is None, and the number selects an episode of this video. If the link leads to a list of
        # videos, `ydl.index` is set, and the number has already selected this video from the list.
        _link = episode_link(url, ydl.item) if ydl.index is None else url
        return {'webpage_url': _link, **extract(self, _link)}

    return real_extract


def mirrors_used(read: Callable[..., list[dict]]) -> Callable[..., list[dict]]:
    def extract_formats(self: Any, play_info: dict) -> list[dict]:
        use_mirrors(play_info)
        return read(self, play_info)

    return extract_formats


def episodes_kept(download: Callable[..., Any]) -> Callable[..., Any]:
    def download_json(self: Any, url: str, *args: Any, **options: Any) -> Any:
        answer = download(self, url, *args, **options)
        if url == PAGE_LIST and isinstance(answer, dict) and isinstance(answer.get('data'), list):
            _episodes.extend(each for each in answer['data'] if isinstance(each, dict))
        return answer

    return download_json


def use_mirrors(value: Any) -> None:
    """Replaces, in place, each URL on Bilibili's peer-to-peer network by a mirror on a web server.

    A URL for which Bilibili lists no such mirror stays unchanged. The peers (*.mcdn.bilivideo.cn) listen on
    ports that the egress guard refuses, and are slow (https://github.com/yt-dlp/yt-dlp/issues/12421).
    """
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        use_mirrors(inner)
    if not isinstance(value, dict):
        return
    mirrors = value.get('backupUrl') or value.get('backup_url') or []
    good = next((each for each in mirrors if isinstance(each, str) and not is_peer(each)), None)
    for name in ('baseUrl', 'base_url', 'url'):
        if good and isinstance(value.get(name), str) and is_peer(value[name]):
            value[name] = good


def is_peer(link: str) -> bool:
    try:
        address = urlsplit(link)
        return address.port not in (None, 80, 443) or '.mcdn.' in (address.hostname or '')
    except ValueError:
        return False


def episode_link(link: str, item: int | None) -> str:
    """Returns the link of one episode of a video.

    Bilibili numbers the episodes with the query parameter `p`.
    """
    address = urlsplit(link)
    is_video = (address.hostname or '').endswith('bilibili.com') and address.path.startswith('/video/')
    return update_url_query(link, {'p': str(item)}) if item and is_video else link


def episode() -> dict | None:
    """Returns which episode was extracted (`index`, from 1) and how many episodes the video has (`total`).

    Returns None for a video with one episode.
    """
    if len(_episodes) < 2:
        return None
    number = parse_qs(urlsplit(_link).query).get('p', ['1'])[-1]
    return {'index': int(number) if number.isdecimal() else 1, 'total': len(_episodes)}


def listed() -> list[dict] | None:
    """Returns None for a video with one episode."""
    if len(_episodes) < 2:
        return None
    return [
        entries.facts(
            index,
            {
                'title': each.get('part'),
                'duration': each.get('duration'),
                'thumbnail': each.get('first_frame'),
                'formats': [{'vcodec': None}],
            },
            False,
        )
        for index, each in enumerate(_episodes[: entries.MAX_ENTRIES], 1)
    ]
