"""Names the views of a lecture at Opencast: the speaker, and what the speaker shows."""

from collections.abc import Callable
from typing import Any

from yt_dlp.utils import variadic


def views_named(read: Callable[..., dict]) -> Callable[..., dict]:
    def parse_mediapackage(self: Any, package: dict) -> dict:
        info = read(self, package)
        tracks = variadic((package.get('media') or {}).get('track') or [])
        # Such as `presenter/delivery`.
        flavors = {each.get('url'): str(each.get('type') or '') for each in tracks if isinstance(each, dict)}
        for each in info['formats']:
            flavor = flavors.get(each.get('manifest_url') or each['url'])
            each['format_note'] = flavor.split('/')[0] if flavor else each.get('format_note')
        return info

    return parse_mediapackage
