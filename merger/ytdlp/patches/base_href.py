"""Resolves the relative links of a page against its `<base href>`, as browsers do (yt-dlp issue 13886)."""

import re
from typing import Any

from yt_dlp.utils import extract_attributes, smuggle_url, unsmuggle_url

from patches.atom import joined

BASE = re.compile(r'<base\s[^>]{1,2000}>', re.IGNORECASE)


def patch(extractor: Any) -> None:
    find = extractor._extract_embeds

    def extract_embeds(url: str, webpage: str, *args: Any, **options: Any) -> Any:
        tag = BASE.search(webpage)
        href = extract_attributes(tag[0]).get('href') if tag else None
        if href:
            link, data = unsmuggle_url(url, {})
            base = joined(link, href)
            url = smuggle_url(base, data) if data else base
        return find(url, webpage, *args, **options)

    extractor._extract_embeds = extract_embeds
