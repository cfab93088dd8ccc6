"""Sends a request once more where a site asks to wait a moment, or redirects to a link such as feed:// ."""

import re
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import Any

from yt_dlp.networking.exceptions import HTTPError, RequestError

from oddities import met

MAX_WAIT_SECONDS = 5
# A server that is started again, or one of several, answers so for a moment.
SHORT_FAULT_SECONDS = 1
# The library that sends requests names the link of a redirect that it cannot follow.
SUBSCRIBE = re.compile(r"'(?:feed|itpc|pcast|podcast)://([^'\s]{1,2000})'")


def opened(ydl: Any, urlopen: Callable[[Any], Any], request: Any) -> Any:
    """Waits at most once for each extraction."""
    try:
        return urlopen(request)
    except HTTPError as error:
        wait = wait_of(error)
        if wait is None or ydl.has_waited:
            raise
        ydl.has_waited = True
        time.sleep(wait)
    except RequestError as error:
        link = SUBSCRIBE.search(str(error))
        if not link:
            raise
        met('patience.subscribe_link')
        request.update(url=f'http://{link[1]}')
    return urlopen(request)


def wait_of(error: HTTPError) -> float | None:
    """Returns the seconds to wait (RFC 9110, section 10.2.3); None when it is too long or unknown."""
    if error.status not in (429, 503):
        return None
    asked = (error.response.get_header('Retry-After') or '').strip()
    if not asked and error.status == 503:
        met('patience.short_fault')
        return SHORT_FAULT_SECONDS
    try:
        wait = float(asked) if asked.isdigit() else parsedate_to_datetime(asked).timestamp() - time.time()
    except (ValueError, TypeError, OverflowError):
        return None
    return max(wait, 0) if wait <= MAX_WAIT_SECONDS else None
