/**
 * The paths that docs/specification.md lists for each platform: the main paths, and the aliases of section 2.
 */
export const specifiedPaths: Readonly<Record<string, string>> = {
  youtube: `youtube-downloader youtube youtube-download youtube-to-mp3 youtube-to-mp4 yt-download youtube-4k-download
    youtube-1080p-download`,
  tiktok: `tiktok-downloader tiktok tiktok-download tiktok-no-watermark tt-download save-tiktok-video`,
  twitter: `twitter-downloader x-download`,
  facebook: `facebook facebook-downloader facebook-download facebook-video-download facebook-to-mp4 download-facebook-video
    fb-download fb-downloader facebook-video-saver save-facebook-video facebook-media-download`,
  instagram: `instagram-downloader instagram instagram-download`,
  vimeo: `vimeo vimeo-downloader vimeo-download vimeo-video-download vimeo-mp4-download vimeo-mp3-download vimeo-to-mp4
    vimeo-to-mp3 download-vimeo-video vimeo-hd-download vimeo-4k-download vimeo-1080p-download vimeo-720p-download`,
  bilibili: `bilibili-downloader bilibili bilibili-download bilibili-video-download bilibili-mp4-download
    bilibili-mp3-download bilibili-to-mp4 bilibili-to-mp3 download-bilibili-video bilibili-hd-download bilibili-4k-download
    bilibili-1080p-download bilibili-720p-download bilibili-480p-download bilibili-video-saver save-bilibili-video
    bilibili-media-download free-bilibili-downloader online-bilibili-downloader`,
  xiaohongshu: `xiaohongshu-downloader rednote-downloader xiaohongshu-download rednote-download xiaohongshu-video-download
    rednote-video-download xiaohongshu-mp4-download rednote-mp4-download xiaohongshu-mp3-download rednote-mp3-download
    xiaohongshu-to-mp4 rednote-to-mp4 xiaohongshu-to-mp3 rednote-to-mp3 xiaohongshu-hd-download rednote-hd-download
    xiaohongshu-4k-download rednote-4k-download xiaohongshu-1080p-download rednote-1080p-download
    xiaohongshu-720p-download rednote-720p-download xiaohongshu-480p-download rednote-480p-download
    xiaohongshu-video-saver rednote-video-saver xiaohongshu-media-download rednote-media-download`,
  apple_podcasts: `apple-podcasts-downloader apple-podcasts apple-podcasts-download apple-podcasts-mp3-download
    apple-podcasts-to-mp3 download-apple-podcasts apple-podcasts-audio-download apple-podcasts-episode-download
    podcast-downloader itunes-podcast-download apple-podcast-saver save-apple-podcast apple-podcasts-media-download
    free-apple-podcasts-downloader online-apple-podcasts-downloader podcast-download free-podcast-download
    online-podcast-download podcast-mp3-download podcast-audio-download download-podcast podcast-episode-download
    podcast-to-mp3 podcast-converter podcast-saver save-podcast podcast-media-download free-podcast-downloader
    online-podcast-downloader podcast-offline-download podcast-high-quality-download podcasts-download
    podcasts-to-mp3 save-podcasts podcasts-high-quality-download`,
  soundcloud: `soundcloud-downloader soundcloud soundcloud-download soundcloud-mp3-download soundcloud-to-mp3
    download-soundcloud download-soundcloud-track download-soundcloud-song download-soundcloud-music
    soundcloud-audio-download soundcloud-track-download soundcloud-song-download soundcloud-music-download
    soundcloud-playlist-download soundcloud-converter soundcloud-to-audio soundcloud-saver save-soundcloud-track
    save-soundcloud-song save-soundcloud-music soundcloud-media-download free-soundcloud-downloader
    online-soundcloud-downloader soundcloud-320kbps-download soundcloud-hq-download soundcloud-high-quality-download`,
  tunein: `tunein-downloader tunein tunein-to-mp3 download-tunein free-tunein-downloader online-tunein-downloader
    tunein-320kbps-download tunein-radio tunein-news-download tunein-sports-download tunein-music-download`,
  playerfm: `playerfm-downloader playerfm playerfm-to-mp3 player-fm-downloader player-fm download-player-fm`,
  castbox: `castbox-downloader castbox castbox-to-mp3 castboxfm-downloader castboxfm`,
  xiaoyuzhou: `xiaoyuzhou-downloader xiaoyuzhou xiaoyuzhoufm-downloader xiaoyuzhoufm xiaoyuzhou-to-mp3`,
}

/** How many paths each platform has, if the specification states the number. */
export const specifiedCounts: Readonly<Record<string, number>> = {
  facebook: 11,
  vimeo: 13,
  bilibili: 19,
  soundcloud: 26,
  tunein: 37,
  playerfm: 34,
  castbox: 38,
  xiaoyuzhou: 38,
}
