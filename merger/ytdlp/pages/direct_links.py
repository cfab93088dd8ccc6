"""Keeps a link that redirects to a media file, because the address of the file often works only once or for
a short time. A new request for the link gets a new address.
"""

import re
from email.header import decode_header, make_header
from html import unescape
from typing import Any
from urllib.parse import unquote, urlsplit

from yt_dlp.utils import determine_ext, disposition_filename
from yt_dlp.utils._utils import MEDIA_EXTENSIONS

import ranges
from oddities import met
from pages.first_answer import FirstAnswer

MEDIA_TYPE = re.compile(r'(?:audio|video)/(?!\S*mpegurl)|application/(?:ogg|octet-stream|force-download)\b')
# RFC 2047. Some servers name a file like the attachment of a mail.
ENCODED_WORD = re.compile(r'=\?[\w-]{1,40}\?[bq]\?[^?\s]{1,500}\?=', re.IGNORECASE)
FILES = {*MEDIA_EXTENSIONS.audio, *MEDIA_EXTENSIONS.video}


def as_player(link: Any, options: dict) -> dict:
    """Asks for what may be a file as a video element does."""
    if not isinstance(link, str) or not name_in(link):
        return options
    return {**options, 'headers': {**(options.get('headers') or {}), **ranges.AS_PLAYER}}


def kept(first: FirstAnswer, answer: Any) -> Any:
    first.is_open = False
    first.address, first.name = answer.url, name_of(answer)
    if is_short_lived(answer, first.link):
        met('direct_links.short_lived')
        answer.url = first.link
    return answer


def named(first: FirstAnswer, info: dict) -> dict:
    if not info.get('direct') or not first.address:
        return info
    # The block list applies to the address too. This field is its only trace.
    info['webpage_url'] = first.address
    info['title'] = first.name or name_in(first.link) or name_in(first.address) or info.get('title')
    if name_in(first.address):
        for each in info.get('formats') or [info]:
            each['ext'] = determine_ext(first.address)
    return info


def is_short_lived(answer: Any, link: str) -> bool:
    """Returns whether a link redirects to a media file whose address does not last.

    A redirect that changes only the scheme or the host leads to an address that lasts. A page with https
    cannot play a link that redirects to http.
    """
    asked, given = urlsplit(link), urlsplit(answer.url)
    is_moved = (asked.path, asked.query) == (given.path, given.query)
    is_downgrade = asked.scheme == 'https' and given.scheme == 'http'
    media_type = (answer.get_header('Content-Type') or '').lower()
    is_file = bool(MEDIA_TYPE.match(media_type)) and determine_ext(answer.url, '') not in (
        'm3u8',
        'mpd',
        'f4m',
    )
    return answer.url != link and is_file and not is_moved and not is_downgrade


def name_of(answer: Any) -> str | None:
    """Returns the name that the server gives the file (RFC 6266), without its extension."""
    try:
        name = disposition_filename(answer.headers) or ''
        # Many servers send the bytes of UTF-8, which HTTP reads as Latin-1.
        name = name.encode('latin-1').decode('utf-8')
    except (UnicodeError, LookupError):
        pass
    name = unquote(name) if '%' in name else name
    if ENCODED_WORD.search(name):
        name = str(make_header(decode_header(name)))
    name = re.split(r'[\\/]', unescape(name))[-1].split('?', 1)[0].strip().strip("'")
    return without_extension(name) or None


def name_in(address: str) -> str | None:
    """Returns the name of a media file in an address, without its extension."""
    name = unquote(urlsplit(address).path).rpartition('/')[2]
    return without_extension(name) if determine_ext(address, '') in FILES else None


def without_extension(name: str) -> str:
    return re.sub(r'\.\w{1,5}$', '', name).strip()
