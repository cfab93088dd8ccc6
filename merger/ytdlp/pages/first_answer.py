"""What is known of the first answer while yt-dlp's generic extractor reads one link."""

import re
from typing import Any

from yt_dlp.networking import Response
from yt_dlp.networking.exceptions import HTTPError, RequestError
from yt_dlp.utils import ExtractorError, unsmuggle_url

from oddities import met
from pages.opened import instead, is_text

FEED_ROOT = re.compile(
    rb'\s*(?:<\?[^>]{0,300}>\s*|<!--.{0,1000}?-->\s*){0,5}<(?:rss|feed|rdf:RDF)[\s>]',
    re.IGNORECASE | re.DOTALL,
)
PLAYER = re.compile(rb'<(?:video|audio)[\s>]|["\']og:(?:video|audio)["\':]', re.IGNORECASE)
MAX_ERROR_BYTES = 4 * 1024 * 1024
MAX_PAGE = 20_000


class FirstAnswer:
    def __init__(self, url: str) -> None:
        self.link: str = unsmuggle_url(url, {})[0]
        # No answer has come yet.
        self.is_open = True
        # The address after redirects, and the name that the server gives the file.
        self.address: str | None = None
        self.name: str | None = None
        # The error whose page was read instead of failing.
        self.refused: ExtractorError | None = None

    def in_spite_of(self, error: ExtractorError) -> Response | None:
        page = page_of(error.cause)
        if page:
            met('first_answer.error_with_media')
            self.refused = error
        return page


def page_of(error: Any) -> Response | None:
    """Returns the body of an error if it is a feed, or a page with media of a site that has a fault.

    A page that says that something was not found may have a film in its background.
    """
    if not isinstance(error, HTTPError) or not is_text(error.response.get_header('Content-Type') or ''):
        return None
    try:
        body = error.response.read(MAX_ERROR_BYTES)
    except RequestError:
        return None
    error.page = body[:MAX_PAGE].decode('utf-8', 'replace')
    is_feed = bool(FEED_ROOT.match(body))
    if is_feed or (error.status >= 500 and PLAYER.search(body)):
        return instead(error.response, body, 'text/xml' if is_feed else 'text/html')
    return None
