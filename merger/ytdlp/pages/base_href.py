"""Resolves the relative links of a page against its `<base href>`, as browsers do (yt-dlp issue 13886)."""

import re

from yt_dlp.utils import extract_attributes, smuggle_url, unsmuggle_url

from web_link import joined

BASE = re.compile(r'<base\s[^>]{1,2000}>', re.IGNORECASE)


def base_of(url: str, webpage: str) -> str | None:
    tag = BASE.search(webpage)
    href = extract_attributes(tag[0]).get('href') if tag else None
    if not href:
        return None
    link, data = unsmuggle_url(url, {})
    base = joined(link, href)
    return smuggle_url(base, data) if data else base
