"""Names the subtitles of an HLS playlist, of which yt-dlp returns only the link."""

from typing import Any

from yt_dlp.extractor.common import InfoExtractor
from yt_dlp.utils import parse_m3u8_attributes, urljoin


def patch() -> None:
    read = InfoExtractor._parse_m3u8_formats_and_subtitles

    def read_and_name(self: InfoExtractor, playlist: str, *args: Any, **more: Any) -> Any:
        formats, subtitles = read(self, playlist, *args, **more)
        name(subtitles, groups_of(playlist), args[0] if args else more.get('m3u8_url'))
        return formats, subtitles

    InfoExtractor._parse_m3u8_formats_and_subtitles = read_and_name


def groups_of(playlist: str) -> list[dict]:
    lines = [line for line in playlist.splitlines() if line.startswith('#EXT-X-MEDIA:')]
    media = [parse_m3u8_attributes(line) for line in lines]
    return [each for each in media if each.get('TYPE') == 'SUBTITLES' and each.get('URI')]


def name(subtitles: dict[str, list[dict]], groups: list[dict], base: str | None) -> None:
    """Forced subtitles have only the lines in another language, so the whole ones come first."""
    by_link = {urljoin(base, each['URI']): each for each in groups}
    for sources in subtitles.values():
        sources.sort(key=lambda each: by_link.get(each['url'], {}).get('FORCED') == 'YES')
        for each in sources:
            each['name'] = by_link.get(each['url'], {}).get('NAME')
            # yt-dlp reads the form in the link, but every group is WebVTT (RFC 8216, section 3.1).
            each['ext'] = 'vtt'
