"""Prepares, before the first fork, the parts of yt-dlp that all extractions share."""

import _strptime
import os
import re
import ssl

from yt_dlp.globals import plugin_dirs
from yt_dlp.networking.exceptions import RequestError
from yt_dlp.utils import YoutubeDLError, unified_timestamp

import hooks
import warm_cache
from one_item import Logger, OneItem
from options import options

# yt-dlp's extractors that belong to no single site. They are loaded before the first fork, like the
# extractors of the known platforms.
GENERAL = ('Generic', 'KnownDRM', 'KnownPiracy')


def warmed(guard: str, runtime: str, extractors: list[str], cache: warm_cache.WarmCache) -> OneItem:
    """Returns the YoutubeDL object with which every child process starts.

    All child processes share what it has loaded: the compiled patterns, the extractors, the TLS context and
    the version of the JavaScript runtime. `extractors` lists names of yt-dlp's extractors.
    """
    # Plug-ins are loaded only from the folders that the operator names. YTDLP_NO_PLUGINS disables all
    # plug-ins.
    plugin_dirs.value = [folder for folder in os.environ.get('YTDLP_PLUGINS', '').split(':') if folder]
    # By default, Python's caches of compiled patterns and of date formats are too small: yt-dlp uses about
    # two patterns for each extractor, and many date formats.
    re._MAXCACHE = 20_000
    _strptime._CACHE_MAX_SIZE = 200
    hooks.install()
    rehearse(OneItem({**options(guard, runtime), 'logger': Logger()}))
    ready = OneItem({**options(guard, runtime), 'logger': Logger()})
    ready.cache = cache
    for name in (*GENERAL, *extractors):
        ready.get_info_extractor(name)
    for extractor in ready._ies.values():
        for link in ('https://warm.invalid/x', 'https://www.youtube.com/watch?v=warm-invalid'):
            extractor.suitable(link)
    try:
        # This request fails on purpose: the egress guard refuses the address 0.0.0.0. But sending the request
        # creates the connection classes and the TLS context, which all children then share.
        ready.urlopen('https://0.0.0.0/')
    except RequestError:
        ssl.create_default_context()
    return ready


def rehearse(trial: OneItem) -> None:
    """Runs whole extractions without a network, before the first fork.

    They load and compile code that the first child would otherwise load.
    """
    for link in (
        'data:video/mp4,x',
        'data:text/html,<title>x</title><video src="https://warm.invalid/x.mp4"></video>',
        'data:text/html,nothing',
    ):
        try:
            trial.sanitize_info(trial.extract_info(link, download=False))
        except YoutubeDLError:
            continue
    unified_timestamp('Tue, 06 Jan 2026 10:00:00 GMT')
    unified_timestamp('no date')
