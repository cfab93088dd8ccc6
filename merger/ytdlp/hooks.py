"""Every private name of yt-dlp that the merger replaces: each once, in one line of `REPLACED`.

The lists are the steps of a replacement, in the order in which they run. What a step does is in its room:
`pages` (what the generic extractor reads first), `feeds`, `manifests`, `extractors` (single sites).
"""

from collections.abc import Callable, Iterator
from http import client
from typing import Any
from xml.etree.ElementTree import Element

from yt_dlp.extractor import generic
from yt_dlp.extractor.bilibili import BilibiliBaseIE, BiliBiliIE
from yt_dlp.extractor.common import InfoExtractor
from yt_dlp.extractor.generic import GenericIE
from yt_dlp.extractor.genericembeds import HTML5MediaEmbedIE
from yt_dlp.extractor.instagram import InstagramIE
from yt_dlp.extractor.opencast import OpencastBaseIE
from yt_dlp.extractor.soundcloud import SoundcloudSetIE
from yt_dlp.extractor.tiktok import TikTokIE
from yt_dlp.extractor.tunein import TuneInPodcastIE
from yt_dlp.extractor.twitter import TwitterIE
from yt_dlp.extractor.vimeo import VimeoAlbumIE
from yt_dlp.extractor.xiaohongshu import XiaoHongShuIE
from yt_dlp.extractor.youtube import YoutubeIE
from yt_dlp.extractor.youtube.jsc._builtin.ejs import EJSBaseJCP
from yt_dlp.networking._requests import RequestsSession
from yt_dlp.utils import ExtractorError, UnsupportedError

import interim_answers
import redirects
import warm_cache
from extractors import bilibili, opencast, picture_posts, show_titles, x_post
from feeds import encoding, forms, lenient, rss
from manifests import dash, default_audio, hls_drm, hls_file, hls_length, hls_text, hls_tracks
from manifests import subtitle_tracks as texts
from oddities import applied, first_of
from pages import base_href, direct_links, hidden_players, plain_answers, whole_page
from pages.first_answer import FirstAnswer
from pages.opened import Opened

# Of these, the first that knows what the answer is decides.
FIRST_ANSWER = [
    plain_answers.compressed_text,
    plain_answers.json_feed,
    plain_answers.list_of_links,
    plain_answers.json_with_media,
    plain_answers.late_markup,
    plain_answers.feed_as_sound,
]
FEED_FORMS = [forms.of_atom, forms.of_rdf, forms.of_redirect, forms.of_mended_rss]
PAGE = [hidden_players.without_hidden]
PAGE_LINK = [base_href.base_of]
BEFORE_HLS = [hls_text.with_line_feeds, hls_text.refused_list_of_files, hls_text.as_media_playlist]
BEFORE_PAGE_HLS = [hls_drm.without_session_keys]
AFTER_HLS = [hls_tracks.mark, default_audio.rank, texts.name_hls]
BEFORE_DASH = [dash.as_recording, dash.with_longest_period, dash.with_mime_types, dash.with_film_tracks]
AFTER_DASH = [dash.mark_rows, texts.list_dash]


def requested(request: Callable[..., Any]) -> Callable[..., Any]:
    def request_webpage(self: InfoExtractor, link: Any, *args: Any, **options: Any) -> Any:
        first = getattr(self, 'first_answer', None)
        is_first = first is not None and first.is_open
        if is_first:
            options = direct_links.as_player(link, options)
        try:
            answer = request(self, link, *args, **options)
        except ExtractorError as error:
            answer = is_first and first.in_spite_of(error)
            if not answer:
                raise
        if not answer:
            return answer
        self.begun = answer.read = hls_file.Reading(answer)
        return first_read(first, answer) if is_first else answer

    return request_webpage


def first_read(first: FirstAnswer, answer: Any) -> Any:
    opened = Opened.of(answer)
    if opened:
        answer = first_of(FIRST_ANSWER, opened) or opened.again()
    return direct_links.kept(first, answer)


def generic_extracted(extract: Callable[..., dict]) -> Callable[..., dict]:
    def real_extract(self: GenericIE, url: str) -> dict:
        first = self.first_answer = FirstAnswer(url)
        try:
            return direct_links.named(first, extract(self, url))
        except UnsupportedError:
            if first.refused:
                raise first.refused from None
            raise

    return real_extract


def embeds_found(find: Callable[..., Any]) -> Callable[..., Any]:
    def extract_embeds(self: GenericIE, url: str, webpage: str, *args: Any, **options: Any) -> Any:
        whole_page.kept(url, webpage, options.get('urlh'))
        page = applied(PAGE, webpage)
        return find(self, applied(PAGE_LINK, url, page), page, *args, **options)

    return extract_embeds


def xml_parsed(parse: Callable[..., Element]) -> Callable[..., Element]:
    def fromstring(document: str | bytes) -> Element:
        root = lenient.parsed(parse, document)
        rss_form = first_of(FEED_FORMS, root)
        return root if rss_form is None else rss_form

    return fromstring


def hls_extracted(extract: Callable[..., Any]) -> Callable[..., Any]:
    def extract_formats(self: InfoExtractor, *args: Any, **more: Any) -> Any:
        self.begun = None
        try:
            found = extract(self, *args, **more)
        except ExtractorError:
            found = None
            if not hls_file.is_file(self.begun):
                raise
        return hls_file.as_file(self.begun) if hls_file.is_file(self.begun) else found

    return extract_formats


def hls_parsed(parse: Callable[..., Any]) -> Callable[..., Any]:
    def parse_formats(
        self: InfoExtractor, playlist: str, m3u8_url: str | None = None, *args: Any, **more: Any
    ) -> Any:
        playlist = applied(BEFORE_HLS, playlist)
        if isinstance(self, GenericIE):
            playlist = applied(BEFORE_PAGE_HLS, playlist)
        formats, subtitles = parse(self, playlist, m3u8_url, *args, **more)
        for step in AFTER_HLS:
            step(formats, subtitles, playlist, m3u8_url)
        return formats, subtitles

    return parse_formats


def hls_measured(_: Callable[..., Any]) -> Callable[..., Any]:
    def parse_duration(self: InfoExtractor, playlist: str, video_id: str) -> float | None:
        # Other extractors may offer the same film without DRM.
        if isinstance(self, GenericIE) and hls_drm.is_protected(playlist):
            self.report_drm(video_id)
        return hls_length.seconds_of(playlist)

    return parse_duration


def dash_parsed(parse: Callable[..., Any]) -> Callable[..., Any]:
    def parse_periods(
        self: InfoExtractor,
        manifest: Element,
        mpd_id: Any = None,
        mpd_base_url: str = '',
        mpd_url: str | None = None,
    ) -> Iterator[dict]:
        stated = dash.stated_in(manifest)
        manifest = applied(BEFORE_DASH, manifest)
        for period in parse(self, manifest, mpd_id, mpd_base_url, mpd_url):
            for step in AFTER_DASH:
                step(period, stated, manifest, mpd_url)
            yield period

    return parse_periods


REPLACED: list[tuple[Any, str, Callable[[Any], Any]]] = [
    (InfoExtractor, '_request_webpage', requested),
    (InfoExtractor, '_extract_m3u8_formats_and_subtitles', hls_extracted),
    (InfoExtractor, '_parse_m3u8_formats_and_subtitles', hls_parsed),
    (InfoExtractor, '_parse_m3u8_vod_duration', hls_measured),
    (InfoExtractor, '_parse_mpd_periods', dash_parsed),
    (GenericIE, '_real_extract', generic_extracted),
    (GenericIE, '_guess_encoding_from_content', encoding.guessed),
    (GenericIE, '_extract_rss', rss.extracted),
    (GenericIE, '_extract_embeds', embeds_found),
    (GenericIE, '_extra_manifest_info', hls_length.without_unknown),
    (HTML5MediaEmbedIE, '_parse_html5_media_entries', whole_page.players_read),
    (HTML5MediaEmbedIE, '_extract_m3u8_formats', whole_page.hls_kept),
    (HTML5MediaEmbedIE, '_extract_mpd_formats', whole_page.dash_kept),
    (generic, 'compat_etree_fromstring', xml_parsed),
    (OpencastBaseIE, '_parse_mediapackage', opencast.views_named),
    (TwitterIE, '_extract_status', x_post.post_kept),
    (BiliBiliIE, '_real_extract', bilibili.episode_extracted),
    (BiliBiliIE, 'extract_formats', bilibili.mirrors_used),
    (BiliBiliIE, '_download_json', bilibili.episodes_kept),
    (InstagramIE, '_extract_product', picture_posts.instagram_picture_added),
    (TikTokIE, '_parse_aweme_video_web', picture_posts.tiktok_slides_added),
    (XiaoHongShuIE, '_real_extract', picture_posts.xiaohongshu_pictures_added),
    (TuneInPodcastIE, '_call_api', show_titles.tunein_items_kept),
    (TuneInPodcastIE, '_fetch_page', show_titles.tunein_entries_named),
    (SoundcloudSetIE, '_extract_set', show_titles.soundcloud_tracks_named),
    (VimeoAlbumIE, '_download_json', show_titles.vimeo_videos_kept),
    (VimeoAlbumIE, '_fetch_page', show_titles.vimeo_entries_named),
    (BilibiliBaseIE, '_WBI_KEY_CACHE_TIMEOUT', warm_cache.long_key),
    (YoutubeIE, '_load_player_data_from_cache', warm_cache.player_data_loaded),
    (YoutubeIE, '_store_player_data_to_cache', warm_cache.player_data_stored),
    (EJSBaseJCP, '_ENABLE_PREPROCESSED_PLAYER_CACHE', warm_cache.prepared_players),
    (RequestsSession, 'get_redirect_target', redirects.as_browsers_follow),
    (client.HTTPResponse, '_read_status', interim_answers.skipped),
]


def install() -> None:
    for owner, name, replacement in REPLACED:
        setattr(owner, name, replacement(getattr(owner, name)))
