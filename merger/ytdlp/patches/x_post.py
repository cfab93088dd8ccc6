"""Keeps the X post that yt-dlp reads.

yt-dlp returns only a post's videos; this module returns its pictures.
"""

from typing import Any
from urllib.parse import urlsplit

from yt_dlp.utils import unified_strdate

# The posts that this process has read: at most one extraction runs in a process.
_posts: list[dict] = []


def patch(extractor: Any) -> None:
    """Makes yt-dlp's extractor store each post that it reads in this module."""
    read = extractor._extract_status

    def read_and_keep(post_id: str) -> dict:
        post = read(post_id)
        _posts.append(post)
        return post

    extractor._extract_status = read_and_keep


def is_gone() -> bool:
    """True when the post is an empty answer, which is how X answers for deleted posts."""
    return bool(_posts) and not any(_posts[0].get(name) for name in ('id_str', 'full_text', 'text'))


def picture(item: int | None) -> dict | None:
    """The facts of one picture of the post, counted from 1.

    None when the post has no such picture, or when it also has a video: yt-dlp numbers only the videos.
    """
    post = _posts[0] if _posts else {}
    media = (post.get('extended_entities') or {}).get('media') or []
    index = item or 1
    if any(each.get('type') != 'photo' for each in media) or not 0 < index <= len(media):
        return None
    link = media[index - 1].get('media_url_https') or ''
    size = media[index - 1].get('original_info') or {}
    user = post.get('user') or {}
    text = post.get('full_text') or post.get('text') or ''
    # "name=orig" is the picture as it was uploaded, "name=small" the size for previews.
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
        'formats': [original],
    }
