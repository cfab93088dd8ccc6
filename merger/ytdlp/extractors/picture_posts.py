"""Adds pictures that yt-dlp omits: those of Instagram posts, TikTok slideshows and Xiaohongshu notes."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from yt_dlp.utils import url_or_none

import entries


def instagram_picture_added(read: Callable[..., dict]) -> Callable[..., dict]:
    """Makes yt-dlp return the picture of an Instagram post that consists of one picture.

    For a post with several pictures, yt-dlp returns the pictures itself.
    """

    def extract_product(self: Any, *args: Any, **options: Any) -> dict:
        info = read(self, *args, **options)
        if info.get('_type') != 'playlist':
            info.setdefault('extractor', self.IE_NAME)
            entries.add_picture_format(info)
        return info

    return extract_product


def tiktok_slides_added(read: Callable[..., dict]) -> Callable[..., dict]:
    """Adds the pictures to a TikTok slideshow, before its song. yt-dlp alone returns only the song."""

    def parse_aweme_video_web(self: Any, post: dict, *args: Any, **options: Any) -> dict:
        info = read(self, post, *args, **options)
        pictures = [picture_of_slide(each) for each in (post.get('imagePost') or {}).get('images') or []]
        found = [each for each in pictures if each]
        return as_list(info, found, [info] if info.get('formats') else []) if found else info

    return parse_aweme_video_web


def picture_of_slide(slide: dict) -> dict | None:
    """Returns the format of one picture of a slideshow. `imageURL.urlList` holds mirrors of this picture."""
    links = [link for link in (slide.get('imageURL') or {}).get('urlList') or [] if url_or_none(link)]
    if not links:
        return None
    return entries.picture_format(links[0], slide.get('imageWidth'), slide.get('imageHeight'))


def xiaohongshu_pictures_added(read: Callable[..., dict]) -> Callable[..., dict]:
    """Adds the pictures to a Xiaohongshu note without a video. yt-dlp returns them only as thumbnails."""

    def real_extract(self: Any, url: str) -> dict:
        info = read(self, url)
        if info.get('formats'):
            return info
        # yt-dlp lists each picture in up to two sizes, the larger one first. The file names of the two sizes
        # differ only after the "!".
        pictures: dict[str, dict] = {}
        for each in info.get('thumbnails') or []:
            name = urlsplit(each['url']).path.rpartition('/')[2].partition('!')[0]
            pictures.setdefault(
                name, entries.picture_format(each['url'], each.get('width'), each.get('height'))
            )
        return as_list(info, list(pictures.values()), []) if pictures else info

    return real_extract


def as_list(info: dict, pictures: list[dict], others: list[dict]) -> dict:
    """Returns a playlist of the pictures of a post, followed by the other items of the post (`others`).

    Each picture gets the title, description, author, date and HTTP headers of the post (`info`). When there
    is only one picture and nothing else, returns that picture.
    """
    shared = {
        name: info.get(name)
        for name in ('title', 'description', 'uploader', 'channel', 'timestamp', 'http_headers')
        if info.get(name) is not None
    }
    items = [
        {**shared, 'id': f'{info["id"]}-{index}', 'thumbnail': each['url'], 'formats': [each]}
        for index, each in enumerate(pictures, 1)
    ]
    if len(items) + len(others) == 1:
        return {**items[0], 'id': info['id']}
    return {**shared, '_type': 'playlist', 'id': info['id'], 'entries': [*items, *others]}
