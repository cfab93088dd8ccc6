"""Keeps what an HLS playlist says of its sound tracks (RFC 8216, section 4.3.4) and yt-dlp drops."""

from collections.abc import Iterable

from yt_dlp.utils import int_or_none, parse_codecs, parse_m3u8_attributes, urljoin

from manifests.default_audio import DEFAULT_RANK
from oddities import met

DESCRIBES = 'public.accessibility.describes-video'
# The rank of sound that is not the sound of the film.
OTHER_RANK = -10


def mark(formats: list[dict], _subtitles: dict, playlist: str, base: str | None) -> None:
    tracks, streams = tags_of(playlist, base)
    codecs: dict[str, set] = {}
    for each in streams.values():
        codecs.setdefault(each.get('AUDIO', ''), set()).add(audio_codec(each))
    order = group_order(streams.values())
    marked = {track.get('GROUP-ID') for track in tracks if is_default(track)}
    linked = {track['URI']: track for track in tracks if track.get('URI')}
    # The default track of a group comes last, so that it is kept.
    unlinked = sorted((track for track in tracks if not track.get('URI')), key=is_default)
    muxed = {track.get('GROUP-ID'): track for track in unlinked}
    for each in formats:
        track = linked.get(each['url'])
        stream = streams.get(each['url'], {})
        if track and each.get('vcodec') == 'none':
            group = track.get('GROUP-ID', '')
            mark_alone(each, track, codecs.get(group, set()))
            # yt-dlp sorts only groups with a default track by the streams that use them.
            if group in order and group not in marked:
                each['source_preference'] = order[group]
        elif stream.get('AUDIO') in muxed and each.get('vcodec') != 'none':
            mark_muxed(each, muxed[stream['AUDIO']], stream)
        elif says_no_sound(each, stream):
            met('hls_tracks.codecs_without_sound')
            each['acodec'] = None


def says_no_sound(row: dict, stream: dict) -> bool:
    """CODECS often forgets the sound in the segments. Without a group of sound, only they know."""
    is_silent = row.get('acodec') == 'none' and row.get('vcodec') != 'none'
    return is_silent and bool(stream) and not stream.get('AUDIO')


def tags_of(playlist: str, base: str | None) -> tuple[list[dict], dict[str, dict]]:
    """Returns the sound tracks, with whole links, and the streams by their links."""
    tracks, streams = [], {}
    stream = None
    for line in map(str.strip, playlist.splitlines()):
        if line.startswith('#EXT-X-MEDIA:'):
            track = parse_m3u8_attributes(line)
            if track.get('TYPE') == 'AUDIO':
                tracks.append({**track, 'URI': urljoin(base, track.get('URI'))})
        elif line.startswith('#EXT-X-STREAM-INF:'):
            stream = parse_m3u8_attributes(line)
        elif line and not line.startswith('#') and stream is not None:
            streams[urljoin(base, line) or line] = stream
            stream = None
    return tracks, streams


def group_order(streams: Iterable[dict]) -> dict[str, int]:
    """Returns the place of each group, the one of the best stream last."""
    best = sorted(streams, key=lambda each: int_or_none(each.get('BANDWIDTH')) or 0)
    return {each['AUDIO']: place for place, each in enumerate(best) if each.get('AUDIO')}


def audio_codec(stream: dict) -> str | None:
    return parse_codecs(stream.get('CODECS')).get('acodec')


def is_default(track: dict) -> bool:
    return track.get('DEFAULT') == 'YES'


def mark_alone(row: dict, track: dict, codecs: set[str | None]) -> None:
    row['is_default'] = is_default(track)
    row['audio_channels'] = int_or_none(str(track.get('CHANNELS')).split('/')[0])
    if row.get('acodec') is None and len(codecs) == 1:
        row['acodec'] = next(iter(codecs))
    if DESCRIBES in track.get('CHARACTERISTICS', ''):
        row['format_note'] = f'{row.get("format_note") or ""}, audio description'
        row['language_preference'] = OTHER_RANK


def mark_muxed(row: dict, track: dict, stream: dict) -> None:
    """The sound of a track without a link is in the streams of its group."""
    row['acodec'] = audio_codec(stream)
    row['language'] = row.get('language') or track.get('LANGUAGE')
    if row['language'] is None and is_default(track):
        row['language_preference'] = DEFAULT_RANK
