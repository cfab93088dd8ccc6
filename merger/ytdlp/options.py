"""Returns the fixed options that yt-dlp uses for every extraction."""

import json
import os
from typing import Any

from yt_dlp.dependencies import yt_dlp_ejs


def options(guard: str, runtime: str) -> dict[str, Any]:
    """`guard` is the proxy for every request, `runtime` the path of Node."""
    # To solve YouTube's challenges, yt-dlp needs both the runtime and the solver scripts (yt-dlp-ejs). With
    # the runtime alone, yt-dlp would only send requests that cannot succeed.
    can_solve = yt_dlp_ejs is not None
    chosen = {
        'proxy': guard,
        'simulate': True,
        'skip_download': True,
        'quiet': True,
        'noprogress': True,
        'color': 'never',
        'noplaylist': True,
        'playlist_items': '1',
        'cachedir': False,
        'socket_timeout': 10,
        'extractor_retries': 1,
        'retries': 1,
        'enable_file_urls': False,
        'allow_unplayable_formats': False,
        # If this option were True, yt-dlp would send an invented X-Forwarded-For header and add it to the
        # headers of the media links.
        'geo_bypass': False,
        # If this option were True, an item that is private, removed or protected by DRM would count as a
        # success without formats.
        'ignore_no_formats_error': False,
        'ignoreerrors': False,
        'usenetrc': False,
        'remote_components': set(),
        'extractor_args': json.loads(os.environ.get('YTDLP_EXTRACTOR_ARGS') or '{}'),
        'js_runtimes': {'node': {'path': runtime}} if can_solve else {},
        # yt-dlp requires a selected format. The merger ignores the selection and reads the whole list of
        # formats.
        'format': lambda context: iter(context['formats'][-1:]),
    }
    # Without this option, yt-dlp sends one more request for each YouTube playlist, and lists videos that are
    # not available.
    compat = {'no-youtube-unavailable-videos'}
    # certifi's certificates, which yt-dlp uses by default, do not include an operator's own certificate
    # authority. With `no-certifi`, Python's default trust store is used, which reads SSL_CERT_FILE.
    if os.environ.get('SSL_CERT_FILE'):
        compat.add('no-certifi')
    return {**chosen, 'compat_opts': compat}
