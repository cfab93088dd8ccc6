"""Adds titles to the items of TuneIn shows, Vimeo showcases and SoundCloud sets. yt-dlp drops these titles or
does not request them.
"""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

# The API accepts at most 50 ids in one call.
MAX_TRACKS = 50
VIMEO_ID = re.compile(r'^https://vimeo\.com/(\d+)(?:/([\da-f]+))?(?:[?#]|$)')


def patch_tunein(extractor: Any) -> None:
    """Adds titles, pictures and durations to the episodes of a TuneIn show."""
    call, read = extractor._call_api, extractor._fetch_page
    known: dict[str, dict] = {}

    def remember(*args: Any, **options: Any) -> dict:
        answer = call(*args, **options)
        for item in answer.get('Items') or []:
            known[str(item.get('GuideId'))[1:]] = item
        return answer

    def with_facts(*args: Any, **options: Any):
        for entry in read(*args, **options):
            item = known.get(parse_qs(urlsplit(entry['url']).query)['topicId'][0]) or {}
            play = (item.get('Actions') or {}).get('Play') or {}
            found = {
                'title': item.get('Title'),
                'duration': play.get('Duration'),
                'thumbnail': item.get('Image'),
            }
            yield {**entry, **found}

    extractor._call_api, extractor._fetch_page = remember, with_facts


def patch_soundcloud(extractor: Any) -> None:
    """Adds title, duration and picture to the tracks of a set.

    SoundCloud sends the facts of only the first five tracks. One further call gets those of the next fifty.
    """
    extract = extractor._extract_set

    def with_facts(playlist: dict, token: str | None = None) -> dict:
        known = {track.get('id'): track for track in playlist.get('tracks') or []}
        unnamed = [str(key) for key, track in known.items() if key and not track.get('title')][:MAX_TRACKS]
        if unnamed:
            query = {'ids': ','.join(unnamed)}
            if token:
                query |= {'playlistId': playlist['id'], 'playlistSecretToken': token}
            link = f'{extractor._API_V2_BASE}tracks'
            answer = extractor._call_api(
                link,
                str(playlist['id']),
                'Downloading titles',
                query=query,
                headers=extractor._HEADERS,
                fatal=False,
            )
            known |= {track.get('id'): track for track in answer or [] if isinstance(track, dict)}
        playlist['tracks'] = [known.get(track.get('id'), track) for track in playlist.get('tracks') or []]
        result = extract(playlist, token)
        by_id = {str(key): track for key, track in known.items()}
        for entry in result['entries']:
            track = by_id.get(entry.get('id')) or {}
            seconds = (track.get('duration') or 0) / 1000
            facts = {'title': track.get('title'), 'duration': seconds, 'thumbnail': track.get('artwork_url')}
            entry.update({name: fact for name, fact in facts.items() if fact})
        return result

    extractor._extract_set = with_facts


def patch_vimeo(extractor: Any) -> None:
    """Adds title and duration to the videos of a Vimeo showcase, and changes their links to player.vimeo.com.

    For clients on servers, vimeo.com requires a login and player.vimeo.com does not (yt-dlp issue 15281).
    """
    download, read = extractor._download_json, extractor._fetch_page
    known: dict[str, dict] = {}

    def remember(link: str, *args: Any, **options: Any) -> Any:
        is_list = link.endswith('/videos')
        if is_list:
            options['query'] = {**options['query'], 'fields': 'link,uri,name,duration'}
        answer = download(link, *args, **options)
        if is_list:
            known.update({video.get('link'): video for video in answer['data']})
        return answer

    def with_facts(*args: Any, **options: Any):
        for entry in read(*args, **options):
            video = known.get(entry['url']) or {}
            yield {
                **entry,
                'url': player_link(entry['url']),
                'title': video.get('name'),
                'duration': video.get('duration'),
            }

    extractor._download_json, extractor._fetch_page = remember, with_facts


def player_link(link: str) -> str:
    """Converts the link of a Vimeo video to its link on player.vimeo.com.

    The hash of an unlisted video is kept. Any other link is returned unchanged.
    """
    found = VIMEO_ID.match(link)
    if not found:
        return link
    unlisted = f'?h={found[2]}' if found[2] else ''
    return f'https://player.vimeo.com/video/{found[1]}{unlisted}'
