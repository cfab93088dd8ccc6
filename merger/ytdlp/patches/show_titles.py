"""Keeps the titles of the items of lists, which yt-dlp reads and drops, or does not ask for."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

VIMEO_ID = re.compile(r'^https://vimeo\.com/(\d+)(?:/([\da-f]+))?(?:[?#]|$)')


def patch_tunein(extractor: Any) -> None:
    """TuneIn: title, picture and duration of the episodes of a show, from the answer that lists them."""
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
            found = {'title': item.get('Title'), 'duration': play.get('Duration'), 'thumbnail': item.get('Image')}
            yield {**entry, **found}

    extractor._call_api, extractor._fetch_page = remember, with_facts


def patch_vimeo(extractor: Any) -> None:
    """Vimeo: title and duration of the videos of a showcase, and their links on the player's host.

    vimeo.com asks servers to log in; player.vimeo.com does not (yt-dlp issue 15281).
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
    """The link of a video on player.vimeo.com, with the hash of an unlisted one. Other links are kept."""
    found = VIMEO_ID.match(link)
    if not found:
        return link
    unlisted = f'?h={found[2]}' if found[2] else ''
    return f'https://player.vimeo.com/video/{found[1]}{unlisted}'
