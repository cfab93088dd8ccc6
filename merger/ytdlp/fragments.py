"""Fetches one HLS or DASH rendition with yt-dlp's downloader and writes its media to stdout.

The job is JSON on file descriptor 3, so that headers and cookies never appear in the list of processes:

    {"guard": "http://127.0.0.1:4000", "rendition": {"transport": "hls", "url": "https://...", ...}}
"""

import concurrent.futures
import json
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from yt_dlp import YoutubeDL
from yt_dlp.utils import YoutubeDLError

import sandbox
import sandbox_kernel as kernel
from patches import dash as dash_patch

CONNECTIONS = 4


class BoundedPool(concurrent.futures.ThreadPoolExecutor):
    """Fetches fragments only while the reader of stdout keeps up.

    `ThreadPoolExecutor.map` would submit all fragments at once. Its threads would write the whole rendition
    to the disk, even while the reader pauses.
    """

    def map(self, function: Callable, items: Iterable) -> Iterator:
        """Yields the results in the order of the items. At most CONNECTIONS results are pending or unread."""
        pending = deque()
        try:
            for item in items:
                if len(pending) == CONNECTIONS:
                    yield pending.popleft().result()
                pending.append(self.submit(function, item))
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()


def main() -> None:
    # yt-dlp looks up this name whenever it creates a thread pool. Therefore yt-dlp now creates a BoundedPool.
    concurrent.futures.ThreadPoolExecutor = BoundedPool
    with os.fdopen(3) as pipe:
        job = json.load(pipe)
    ydl = YoutubeDL(options(job['guard']))
    if job['guard']:
        # The empty second argument forbids yt-dlp to start any program. Otherwise yt-dlp could start
        # ffmpeg for a link that yt-dlp's own downloader does not support.
        sandbox.install(job['guard'], '')
    kernel.limit_resources()
    sandbox.confine(job['guard'], folder=os.getcwd())
    rendition = job['rendition']
    headers = rendition['headers']
    if rendition.get('user_agent'):
        headers = {'User-Agent': rendition['user_agent'], **headers}
    if rendition['cookies']:
        headers = {**headers, 'Cookie': rendition['cookies']}
    chosen = hls(rendition) if rendition['transport'] == 'hls' else dash(ydl, rendition, headers)
    ydl.process_ie_result(
        {
            'id': 'rendition',
            'title': 'rendition',
            'extractor': 'rendition',
            'extractor_key': 'Generic',
            'webpage_url': rendition['url'],
            'formats': [{**chosen, 'http_headers': headers}],
        }
    )


def options(guard: str) -> dict:
    """`guard` is the proxy URL; it is empty only in tests without a guard."""
    chosen = {
        'outtmpl': {'default': '-'},
        'quiet': True,
        'noprogress': True,
        'no_warnings': True,
        'color': 'never',
        'nopart': True,
        'cachedir': False,
        'socket_timeout': 20,
        'retries': 3,
        'fragment_retries': 4,
        'retry_sleep_functions': {'fragment': lambda n: min(0.2 * 2**n, 8)},
        # A skipped fragment would leave a gap in the file without any error.
        'skip_unavailable_fragments': False,
        'concurrent_fragment_downloads': CONNECTIONS,
        'hls_prefer_native': True,
        'fixup': 'never',
        'format': 'all',
        'enable_file_urls': False,
        'usenetrc': False,
    }
    if guard:
        chosen['proxy'] = guard
    # With `no-certifi`, Python's default trust store is used, which reads SSL_CERT_FILE.
    return {**chosen, 'compat_opts': {'no-certifi'}} if os.environ.get('SSL_CERT_FILE') else chosen


def hls(rendition: dict) -> dict:
    return {
        'format_id': 'rendition',
        'url': rendition['url'],
        'protocol': 'm3u8_native',
        'ext': rendition['container'],
    }


def dash(ydl: YoutubeDL, rendition: dict, headers: dict) -> dict:
    """Reads the manifest again and returns the format that matches a rendition of the earlier extraction.

    Tries these rules in order, and raises LookupError when no format matches:
    - The format has the same id as the rendition.
    - The id of the rendition ends with "-" and the id of the format, such as "dash-720" for the format "720".
      Some extractors add such a prefix.
    - The format has the same height as the rendition, no track that the rendition lacks, and the closest
      bitrate.
    """
    extractor = ydl.get_info_extractor('Generic')
    dash_patch.patch(extractor)
    formats = extractor._extract_mpd_formats(rendition['url'], 'rendition', headers=headers)
    same_id = [each for each in formats if rendition['id'] == each['format_id']]
    prefixed = [each for each in formats if rendition['id'].endswith(f'-{each["format_id"]}')]
    absent = {'video': 'acodec', 'audio': 'vcodec'}.get(rendition['kind'])
    alike = [
        each
        for each in formats
        if (absent is None or each.get(absent) == 'none') and each.get('height') == rendition['height']
    ]
    alike.sort(key=lambda each: abs((each.get('tbr') or 0) - (rendition['tbr'] or 0)))
    for matches in (same_id, prefixed, alike):
        if matches:
            return matches[0]
    raise LookupError('the manifest no longer has this rendition')


if __name__ == '__main__':
    try:
        main()
    except (YoutubeDLError, LookupError) as error:
        sys.exit(f'{type(error).__name__}: {error}')
