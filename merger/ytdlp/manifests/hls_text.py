"""Mends the text of HLS playlists that yt-dlp takes for no playlists or for lists of variants."""

from yt_dlp.utils import ExtractorError, determine_ext

from oddities import met

FILE_NAMES = ('mp3', 'm4a', 'm4b', 'ogg', 'oga', 'opus', 'flac', 'wav', 'mp4', 'm4v', 'webm', 'mkv')


def with_line_feeds(playlist: str) -> str | None:
    """Old systems end lines with CR alone."""
    mended = playlist.replace('\r\n', '\n').replace('\r', '\n')
    return mended if '\r' in playlist.replace('\r\n', '\n') else None


def refused_list_of_files(playlist: str) -> None:
    """An M3U list of files (a radio's, an album's) is no HLS and no live stream."""
    lines = [line.strip() for line in playlist.splitlines()]
    links = [line for line in lines if line and not line.startswith('#')]
    if '#EXT-X-' not in playlist and links and all(determine_ext(link, '') in FILE_NAMES for link in links):
        met('hls_text.list_of_files')
        raise ExtractorError('Unsupported URL: a list of files', expected=True)


def as_media_playlist(playlist: str) -> str | None:
    """Adds the tag by which alone yt-dlp recognises a media playlist."""
    is_media = '#EXTINF' in playlist and '#EXT-X-STREAM-INF' not in playlist
    if not is_media or '#EXT-X-TARGETDURATION' in playlist:
        return None
    return f'{playlist}\n#EXT-X-TARGETDURATION:10\n'
