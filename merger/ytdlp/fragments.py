"""Fetches one HLS or DASH rendition with yt-dlp's own downloader and writes its media to stdout.

The order is JSON on file descriptor 3, so that headers and cookies never stand in a process list.
"""

import json
import os
import sys

import sandbox
from patches import dash as manifests
from yt_dlp import YoutubeDL
from yt_dlp.utils import YoutubeDLError

LANES = 4


def main() -> None:
    with os.fdopen(3) as pipe:
        order = json.load(pipe)
    ydl = YoutubeDL(options(order['guard']))
    if order['guard']:
        # No program may be started at all: what our downloader cannot do, ffmpeg must not do with a link.
        sandbox.build(order['guard'], '')
    rendition = order['rendition']
    headers = rendition['headers']
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
        # A fragment that is left out would be a hole that nobody sees.
        'skip_unavailable_fragments': False,
        'concurrent_fragment_downloads': LANES,
        'hls_prefer_native': True,
        'fixup': 'never',
        'format': 'all',
        'enable_file_urls': False,
        'usenetrc': False,
    }
    if guard:
        chosen['proxy'] = guard
    # With an operator's own CA, Python's trust (which reads that file) stands in for the bundled list.
    return {**chosen, 'compat_opts': {'no-certifi'}} if os.environ.get('SSL_CERT_FILE') else chosen


def hls(rendition: dict) -> dict:
    return {
        'format_id': 'rendition',
        'url': rendition['url'],
        'protocol': 'm3u8_native',
        'ext': rendition['container'],
    }


def dash(ydl: YoutubeDL, rendition: dict, headers: dict) -> dict:
    """The representation of the manifest that was extracted: by its id, which a site may have prefixed, else by its traits."""
    extractor = ydl.get_info_extractor('Generic')
    manifests.watch(extractor)
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
    for found in (same_id, prefixed, alike):
        if found:
            return found[0]
    raise LookupError('the manifest no longer has this rendition')


if __name__ == '__main__':
    try:
        main()
    except (YoutubeDLError, LookupError) as error:
        sys.exit(f'{type(error).__name__}: {error}')
