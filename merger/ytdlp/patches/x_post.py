"""What an X post says beside its videos, which yt-dlp hands out alone; it reads the whole post on the way to them."""

from typing import Any
from urllib.parse import urlsplit

from yt_dlp.utils import unified_strdate

_posts: list[dict] = []


def watch(extractor: Any) -> None:
    """Has yt-dlp's extractor leave here the post it reads."""
    read = extractor._extract_status

    def reading(post_id: str) -> dict:
        post = read(post_id)
        _posts.append(post)
        return post

    extractor._extract_status = reading


def is_gone() -> bool:
    """Whether the post that was read is an empty answer: so X speaks of posts that were deleted."""
    return bool(_posts) and not any(_posts[0].get(name) for name in ('id_str', 'full_text', 'text'))


def picture(item: int | None) -> dict | None:
    """Facts about one picture of the post that was read, from 1; None where there is none, or a video beside it."""
    post = _posts[0] if _posts else {}
    media = (post.get('extended_entities') or {}).get('media') or []
    index = item or 1
    if any(each.get('type') != 'photo' for each in media) or not 0 < index <= len(media):
        return None
    link = media[index - 1].get('media_url_https') or ''
    size = media[index - 1].get('original_info') or {}
    user = post.get('user') or {}
    text = post.get('full_text') or post.get('text') or ''
    # "name=orig" is the picture as it was uploaded, "name=small" what a page shows.
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
        'part': {'index': index, 'total': len(media)} if len(media) > 1 else None,
        'formats': [original],
    }
