"""Reads links of pages and feeds as browsers do (https://url.spec.whatwg.org/#url-parsing)."""

import re
from urllib.parse import urljoin

WEB = re.compile(r'https?:|(?![a-z][a-z\d+.-]*:)', re.IGNORECASE)
PATH = re.compile(r'[^?#]*')


def as_browsers(link: str) -> str:
    plain = re.sub(r'[\t\n\r]', '', link.strip()).replace(' ', '%20')
    return PATH.sub(lambda path: path[0].replace('\\', '/'), plain, count=1) if WEB.match(plain) else plain


def joined(base: str, link: str) -> str:
    try:
        return urljoin(base, as_browsers(link))
    except ValueError:
        return base  # `link` contains an invalid IPv6 address.
