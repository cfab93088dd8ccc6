"""Adds titles to the items of TuneIn shows, Vimeo showcases and SoundCloud sets. yt-dlp drops these titles or
does not request them.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

# The API accepts at most 50 ids in one call.
MAX_TRACKS = 50
VIMEO_ID = re.compile(r'^https://vimeo\.com/(\d+)(?:/([\da-f]+))?(?:[?#]|$)')


# What the site says of the items. A process runs at most one extraction, so one list for each site is enough.
_tunein: dict[str, dict] = {}
_vimeo: dict[str | None, dict] = {}


def tunein_items_kept(call: Callable[..., dict]) -> Callable[..., dict]:
    def call_api(self: Any, *args: Any, **options: Any) -> dict:
        answer = call(self, *args, **options)
        for item in answer.get('Items') or []:
            _tunein[str(item.get('GuideId'))[1:]] = item
        return answer

    return call_api


def tunein_entries_named(read: Callable[..., Any]) -> Callable[..., Any]:
    """Adds titles, pictures and durations to the episodes of a TuneIn show."""

    def fetch_page(self: Any, *args: Any, **options: Any) -> Iterator[dict]:
        for entry in read(self, *args, **options):
            item = _tunein.get(parse_qs(urlsplit(entry['url']).query)['topicId'][0]) or {}
            play = (item.get('Actions') or {}).get('Play') or {}
            found = {
                'title': item.get('Title'),
                'duration': play.get('Duration'),
                'thumbnail': item.get('Image'),
            }
            yield {**entry, **found}

    return fetch_page


def soundcloud_tracks_named(extract: Callable[..., dict]) -> Callable[..., dict]:
    """Adds title, duration and picture to the tracks of a set.

    SoundCloud sends the facts of only the first five tracks. One further call gets those of the next fifty.
    """

    def extract_set(self: Any, playlist: dict, token: str | None = None) -> dict:
        known = {track.get('id'): track for track in playlist.get('tracks') or []}
        unnamed = [str(key) for key, track in known.items() if key and not track.get('title')][:MAX_TRACKS]
        if unnamed:
            known |= {track.get('id'): track for track in tracks_of(self, playlist['id'], unnamed, token)}
        playlist['tracks'] = [known.get(track.get('id'), track) for track in playlist.get('tracks') or []]
        result = extract(self, playlist, token)
        by_id = {str(key): track for key, track in known.items()}
        for entry in result['entries']:
            track = by_id.get(entry.get('id')) or {}
            seconds = (track.get('duration') or 0) / 1000
            facts = {'title': track.get('title'), 'duration': seconds, 'thumbnail': track.get('artwork_url')}
            entry.update({name: fact for name, fact in facts.items() if fact})
        return result

    return extract_set


def tracks_of(extractor: Any, playlist: Any, ids: list[str], token: str | None) -> list[dict]:
    query = {'ids': ','.join(ids)}
    if token:
        query |= {'playlistId': playlist, 'playlistSecretToken': token}
    answer = extractor._call_api(
        f'{extractor._API_V2_BASE}tracks',
        str(playlist),
        'Downloading titles',
        query=query,
        headers=extractor._HEADERS,
        fatal=False,
    )
    return [track for track in answer or [] if isinstance(track, dict)]


def vimeo_videos_kept(download: Callable[..., Any]) -> Callable[..., Any]:
    def download_json(self: Any, link: str, *args: Any, **options: Any) -> Any:
        is_list = link.endswith('/videos')
        if is_list:
            options['query'] = {**options['query'], 'fields': 'link,uri,name,duration'}
        answer = download(self, link, *args, **options)
        if is_list:
            _vimeo.update({video.get('link'): video for video in answer['data']})
        return answer

    return download_json


def vimeo_entries_named(read: Callable[..., Any]) -> Callable[..., Any]:
    """Adds title and duration to the videos of a Vimeo showcase, and changes their links to player.vimeo.com.

    For clients on servers, vimeo.com requires a login and player.vimeo.com does not (yt-dlp issue 15281).
    """

    def fetch_page(self: Any, *args: Any, **options: Any) -> Iterator[dict]:
        for entry in read(self, *args, **options):
            video = _vimeo.get(entry['url']) or {}
            yield {
                **entry,
                'url': player_link(entry['url']),
                'title': video.get('name'),
                'duration': video.get('duration'),
            }

    return fetch_page


def player_link(link: str) -> str:
    """Converts the link of a Vimeo video to its link on player.vimeo.com.

    The hash of an unlisted video is kept. Any other link is returned unchanged.
    """
    found = VIMEO_ID.match(link)
    if not found:
        return link
    unlisted = f'?h={found[2]}' if found[2] else ''
    return f'https://player.vimeo.com/video/{found[1]}{unlisted}'
