"""Stores the X post that yt-dlp reads, and adds the pictures of the post to yt-dlp's result.

yt-dlp alone returns only the videos of the post.
"""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from yt_dlp.utils import unified_strdate

import entries

# The posts that this process has read. A process runs at most one extraction, so one list is enough.
_posts: list[dict] = []
CHOSEN = re.compile(r'/(?:video|photo)/\d+/?$')


def post_kept(read: Callable[..., dict]) -> Callable[..., dict]:
    def extract_status(self: Any, post_id: str) -> dict:
        post = read(self, post_id)
        _posts.append(post)
        return post

    return extract_status


def is_gone() -> bool:
    """Returns whether X responded with a post without id and text, as it does for deleted posts."""
    return bool(_posts) and not any(_posts[0].get(name) for name in ('id_str', 'full_text', 'text'))


def with_pictures(result: dict) -> dict:
    """Returns a post with pictures as a playlist of all its pictures and videos, in the order of the post.

    Any other result of yt-dlp is returned unchanged. A post is also returned unchanged when the link leads to
    one of its videos or pictures.
    """
    media = media_of_post()
    is_mixed = any(each.get('type') == 'photo' for each in media)
    link = result.get('original_url') or result.get('webpage_url') or ''
    if not is_mixed or result.get('extractor') != 'twitter' or CHOSEN.search(link) or 'is_ordered' in result:
        return result
    is_list = result.get('_type') == 'playlist'
    videos = list(result['entries']) if is_list else [{**result, 'is_ordered': True}]
    photos = [each for each in media if each.get('type') == 'photo']
    if len(videos) + len(photos) != len(media):
        return result
    ordered = [photo_entry(each, result) if each.get('type') == 'photo' else videos.pop(0) for each in media]
    shared = {name: result.get(name) for name in ('id', 'title', 'extractor', 'extractor_key', 'webpage_url')}
    return {**shared, '_type': 'playlist', 'is_ordered': True, 'entries': ordered}


def photo_entry(media: dict, result: dict) -> dict:
    link = media.get('media_url_https') or ''
    size = media.get('original_info') or {}
    names = ('title', 'description', 'uploader', 'timestamp', 'webpage_url', 'extractor', 'extractor_key')
    return {
        **{name: result.get(name) for name in names},
        'id': media.get('id_str') or link,
        'is_ordered': True,
        'thumbnail': f'{link}?name=small',
        'formats': [entries.picture_format(f'{link}?name=orig', size.get('width'), size.get('height'))],
    }


def media_of_post() -> list[dict]:
    post = _posts[0] if _posts else {}
    return (post.get('extended_entities') or {}).get('media') or []


def picture(item: int | None) -> dict | None:
    """Returns the facts of one picture of a post without a video, in the form of extraction.item_facts.

    yt-dlp cannot extract such a post. `item` is the number of the picture, from 1; None means the first
    picture. Returns None in two cases:

    - The post has no picture with this number.
    - The post has a video. yt-dlp itself can extract this post, and `with_pictures` adds its pictures.
    """
    post = _posts[0] if _posts else {}
    media = media_of_post()
    index = item or 1
    if any(each.get('type') != 'photo' for each in media) or not 0 < index <= len(media):
        return None
    link = media[index - 1].get('media_url_https') or ''
    size = media[index - 1].get('original_info') or {}
    user = post.get('user') or {}
    text = post.get('full_text') or post.get('text') or ''
    # "name=orig" requests the picture as it was uploaded, "name=small" the size for previews.
    original = {
        'format_id': f'picture-{index}',
        'url': f'{link}?name=orig',
        'ext': urlsplit(link).path.rpartition('.')[2].lower(),
        'acodec': 'none',
        'width': size.get('width'),
        'height': size.get('height'),
        'is_picture': True,
    }
    return {
        'extractor': 'twitter',
        'title': ' - '.join(filter(None, (user.get('name'), text.partition(' https://t.co/')[0]))),
        'description': text,
        'uploader': user.get('name'),
        'thumbnail': f'{link}?name=small',
        'upload_date': unified_strdate(post.get('created_at')),
        'item': {'index': index, 'total': len(media)} if len(media) > 1 else None,
        'entries': listed(media) if len(media) > 1 else None,
        'formats': [original],
    }


def listed(media: list[dict]) -> list[dict]:
    return [entries.facts(index, photo_entry(each, {}), False) for index, each in enumerate(media, 1)]
