"""Keeps data that extractors fetched from a platform, so that later children need not fetch it again.

The parent process holds the entries in memory. A child inherits them when it is forked, and returns new
entries with its answer. The parent accepts a new entry only if a rule allows it: the extracted link must be
on a host of the platform, and the entry must have the expected format and a limited size. Nothing is written
to a disk, and no entry contains data about a visitor.
"""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from yt_dlp.extractor.applepodcasts import AppleBaseIE
from yt_dlp.extractor.bilibili import BilibiliBaseIE
from yt_dlp.extractor.vimeo import VimeoBaseInfoExtractor
from yt_dlp.extractor.youtube import YoutubeIE

HOUR = 3600
YOUTUBE = ('youtube.com', 'youtu.be')
PLAYER = r'[\w.-]{1,200}'
TOKEN = re.compile(r'[\w.=+/-]{1,4000}')
MAX_LEARNED = 50


@dataclass(frozen=True)
class Rule:
    # An entry is accepted only if the extracted link is on one of these hosts or on a subdomain of one.
    hosts: tuple[str, ...]
    # A regular expression that must match the whole key of an entry.
    key: str
    is_valid: Callable[[Any], bool]
    seconds: float
    # When there are more, the oldest ones are deleted.
    entries: int


def is_token(value: Any) -> bool:
    return isinstance(value, str) and TOKEN.fullmatch(value) is not None


def is_permutation(value: Any) -> bool:
    """Returns whether a value is a list of indices: the new order of a signature's characters."""
    return (
        isinstance(value, list)
        and 0 < len(value) <= 1000
        and all(type(place) is int and 0 <= place <= 1000 for place in value)
    )


def is_player(value: Any) -> bool:
    """Returns whether a value can be a player that the solver has prepared.

    A prepared player is YouTube's player code, as changed by the challenge solver. It is about 1.3 times as
    long as the original code.
    """
    return isinstance(value, str) and 0 < len(value) <= 6_000_000


def is_key_of_bilibili(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {'key', 'ts'}
        and is_token(value['key'])
        and isinstance(value['ts'], (int, float))
        and value['ts'] <= time.time()
    )


def is_viewer_of_vimeo(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {'jwt', 'xsrft'} and all(map(is_token, value.values()))


# yt-dlp itself loads and stores the entries of most sections. Three sections are exceptions: `bilibili-wbi`,
# `vimeo-viewer` and `apple-token`. `set_attributes` loads their entries, and `read_attributes` stores them.
RULES = {
    'youtube-sigfuncs': Rule(YOUTUBE, PLAYER, is_permutation, 24 * HOUR, 32),
    'youtube-sts': Rule(YOUTUBE, PLAYER, lambda value: type(value) is int, 24 * HOUR, 8),
    'challenge-solver': Rule(YOUTUBE, rf'player:https://www\.youtube\.com/s/{PLAYER}(/{PLAYER})*', is_player,
                             24 * HOUR, 2),
    'soundcloud': Rule(('soundcloud.com',), 'client_id', is_token, 24 * HOUR, 1),
    'vimeo': Rule(('vimeo.com',), PLAYER, is_token, HOUR, 4),
    'vimeo-viewer': Rule(('vimeo.com',), 'viewer', is_viewer_of_vimeo, HOUR, 1),
    'bilibili-wbi': Rule(('bilibili.com', 'b23.tv'), 'key', is_key_of_bilibili, 600, 1),
    'apple-token': Rule(('apple.com',), r'https://[\w.-]+\.apple\.com', is_token, 24 * HOUR, 4),
}  # fmt: skip


class WarmCache:
    """Replaces yt-dlp's disk cache (yt_dlp/cache.py). Stores entries only in the sections of RULES."""

    def __init__(self) -> None:
        # Maps a section and a key to the cached value and to its time of expiry in epoch seconds.
        self.entries: dict[tuple[str, str], tuple[Any, float]] = {}
        # Entries that this process has stored since its fork. The value None deletes an entry.
        self.learned: list[tuple[str, str, Any]] = []

    enabled = True

    def load(self, section: str, key: str, dtype: str = 'json', default: Any = None, *, min_ver: Any = None):
        value, until = self.entries.get((section, key), (default, 0))
        return value if until > time.time() else default

    def store(self, section: str, key: str, data: Any, dtype: str = 'json') -> None:
        if section in RULES and len(self.learned) < MAX_LEARNED:
            self.learned.append((section, key, data))
            self.put(section, key, data)

    def put(self, section: str, key: str, value: Any) -> None:
        """Stores an entry, or deletes it when the value is None."""
        rule = RULES[section]
        self.entries.pop((section, key), None)
        if value is not None:
            self.entries[section, key] = (value, time.time() + rule.seconds)
        same = [each for each in self.entries if each[0] == section]
        for oldest in same[: -rule.entries]:
            del self.entries[oldest]

    def accept(self, link: str, learned: Any) -> None:
        """Stores the entries that a child has returned after extracting a link.

        Ignores every entry that no rule allows.
        """
        host = (urlsplit(link).hostname or '').rstrip('.')
        for section, key, value in well_formed(learned):
            rule = RULES[section]
            is_own = any(host == own or host.endswith(f'.{own}') for own in rule.hosts)
            if is_own and re.fullmatch(rule.key, key) and (value is None or rule.is_valid(value)):
                self.put(section, key, value)


def well_formed(learned: Any) -> Iterator[tuple[str, str, Any]]:
    for each in learned[:MAX_LEARNED] if isinstance(learned, list) else ():
        if isinstance(each, list) and len(each) == 3:
            section, key, value = each
            if isinstance(section, str) and section in RULES and isinstance(key, str):
                yield section, key, value


def prepared_players(_: bool) -> bool:
    """yt-dlp caches no prepared players, because its disk cache never deletes an entry. This cache does."""
    return True


def long_key(_: float) -> float:
    """yt-dlp keeps the WBI key for 30 seconds, but Bilibili changes this key only once a day."""
    return RULES['bilibili-wbi'].seconds


# The signature timestamp (`sts`) is cached, too. Without it, yt-dlp would fetch the player's code even when
# all signature functions are cached.
def player_data_loaded(load: Callable[..., Any]) -> Callable[..., Any]:
    def load_player_data(self: YoutubeIE, name: str, *args: Any, use_disk_cache: bool = False) -> Any:
        return load(self, name, *args, use_disk_cache=use_disk_cache or name == 'sts')

    return load_player_data


def player_data_stored(store: Callable[..., None]) -> Callable[..., None]:
    def store_player_data(
        self: YoutubeIE, data: Any, name: str, *args: Any, use_disk_cache: bool = False
    ) -> None:
        store(self, data, name, *args, use_disk_cache=use_disk_cache or name == 'sts')

    return store_player_data


def set_attributes(cache: WarmCache) -> None:
    """Copies cache entries into class attributes, from which yt-dlp's extractors read them."""
    if key := cache.load('bilibili-wbi', 'key'):
        BilibiliBaseIE._wbi_key_cache.update(key)
    if viewer := cache.load('vimeo-viewer', 'viewer'):
        VimeoBaseInfoExtractor._viewer_info = viewer
    for section, origin in list(cache.entries):
        if section == 'apple-token' and (token := cache.load(section, origin)):
            AppleBaseIE._jwt_cache[origin] = token


def read_attributes(cache: WarmCache, extractors: dict[str, Any]) -> None:
    """Stores in the cache the values that yt-dlp's extractors have written to their attributes.

    Ignores values that are already in the cache.
    """
    found: list[tuple[str, str, Any]] = [
        ('apple-token', origin, token) for origin, token in AppleBaseIE._jwt_cache.items()
    ]
    if BilibiliBaseIE._wbi_key_cache:
        found.append(('bilibili-wbi', 'key', dict(BilibiliBaseIE._wbi_key_cache)))
    for extractor in extractors.values():
        viewer = isinstance(extractor, VimeoBaseInfoExtractor) and extractor._viewer_info
        if viewer and viewer.keys() >= {'jwt', 'xsrft'}:
            found.append(('vimeo-viewer', 'viewer', {name: viewer[name] for name in ('jwt', 'xsrft')}))
    for section, key, value in found:
        if cache.load(section, key) != value:
            cache.store(section, key, value)
