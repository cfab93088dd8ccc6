import { describe, expect, test } from 'vitest'
import { pageOf, platformById, platforms } from '#contract/platforms/index.ts'

test('depends on the keywords of the path', () => {
  const title = (path: string) => pageOf(path)?.platform.title(path)
  expect(title('youtube-to-mp3')).toBe('YouTube to MP3 - Free Audio Download')
  expect(title('youtube-uhd-download')).toBe(title('youtube-4k-download'))
  expect(title('youtube-full-hd-download')).toBe(title('youtube-1080p-download'))
  expect(title('youtube-hd-download')).toBe(title('youtube-720p-download'))
  expect(title('bilibili-hd-download')).toBe(title('bilibili-1080p-download'))
  expect(title('tiktok-no-watermark')).toContain('No Watermark')
  expect(title('x-gif-download')).toBe('X GIF Downloader - Save as MP4 or GIF')
  expect(title('rednote-to-mp3')).toBe('RedNote to MP3 - Free Audio Download')
  expect(title('save-podcast')).toBe('Podcast Saver - Save Any Episode Free')
  expect(title('soundcloud-320kbps-download')).toContain('320 kbps')
})

test('has a default without keywords', () => {
  expect(platformById('facebook')?.title('whatever')).toBe('Facebook Video Downloader - Free HD Download')
  expect(platformById('apple_podcasts')?.title('whatever')).toBe(
    'Apple Podcasts Downloader - Free Episode Download',
  )
  expect(platformById('soundcloud')?.title('whatever')).toBe('SoundCloud Downloader - Free MP3 Download')
})

/** Names that the specification allows for a platform in addition to its display name. */
const secondNames: Readonly<Record<string, readonly string[]>> = {
  twitter: ['X'],
  xiaohongshu: ['RedNote'],
  apple_podcasts: ['iTunes Podcast', 'Podcast'],
}

test('begins with the name, in at most 60 characters', () => {
  for (const platform of platforms)
    for (const path of platform.paths) {
      expect(platform.title(path).length).toBeLessThanOrEqual(60)
      const names = [platform.displayName, ...(secondNames[platform.id] ?? [])]
      const title = platform.title(path)
      expect([title, names.some((name) => title.startsWith(`${name} `))]).toEqual([title, true])
    }
})

/**
 * The page titles of a video platform and of an audio platform. Each key is the end of a path, and its value
 * is the part of the page title that follows the name of the platform.
 */
const titles = {
  video: {
    'to-mp3': 'to MP3 - Free Audio Download',
    'to-mp4': 'to MP4 - Free Video Download',
    '4k-download': '4K Downloader - Free Ultra HD Download',
    'uhd-download': '4K Downloader - Free Ultra HD Download',
    '1080p-download': '1080p Downloader - Free Full HD Download',
    'full-hd-download': '1080p Downloader - Free Full HD Download',
    '720p-download': 'HD Downloader - Free 720p Video Download',
    'hd-download': 'HD Downloader - Free 720p Video Download',
    '480p-download': '480p Downloader - Free Small Video Files',
    saver: 'Video Saver - Save Videos Free',
    save: 'Video Saver - Save Videos Free',
    'mp345-download': 'Video Downloader - Free HD Download',
  },
  audio: {
    '320kbps-mp3': '320 kbps MP3 Download - Free',
    'hq-mp3': 'High Quality Audio Download - Free',
    'high-quality-mp3': 'High Quality Audio Download - Free',
    'mp3-audio': 'to MP3 - Free Audio Download',
    converter: 'Converter - Free MP3 Conversion',
    saver: 'Saver - Save Any Episode Free',
    save: 'Saver - Save Any Episode Free',
    offline: 'Offline Download - Listen Without a Network',
    audio: 'Audio Download - Free',
    'audiobook-download': 'Downloader - Free Episode Download',
  },
}

describe.each([
  ['facebook', 'Facebook', titles.video],
  ['castbox', 'Castbox', titles.audio],
  [
    'youtube',
    'YouTube',
    {
      'audio-download': 'Audio Downloader - Free MP3 and M4A',
      'music-download': 'Audio Downloader - Free MP3 and M4A',
      'shorts-download': 'Shorts Downloader - Free HD Download',
    },
  ],
  [
    'tiktok',
    'TikTok',
    {
      'no-watermark': 'Downloader No Watermark - Free HD Download',
      'without-watermark': 'Downloader No Watermark - Free HD Download',
      'sound-download': 'Sound Downloader - Free MP3 Download',
      'audio-download': 'Sound Downloader - Free MP3 Download',
      'music-download': 'Sound Downloader - Free MP3 Download',
      '4k-download': 'Downloader - Best Quality the Video Has',
    },
  ],
  [
    'twitter',
    'Twitter/X',
    {
      'gif-download': 'GIF Downloader - Save as MP4 or GIF',
      'image-download': 'Image Downloader - Save Photos as JPG',
      'photo-download': 'Image Downloader - Save Photos as JPG',
      '4k-download': 'Video Downloader - Best Quality up to 1080p',
    },
  ],
  [
    'instagram',
    'Instagram',
    {
      'reels-download': 'Reels Downloader - Free HD Download',
      'reel-download': 'Reels Downloader - Free HD Download',
      '4k-download': 'Downloader - Best Quality the Post Has',
    },
  ],
  ['vimeo', 'Vimeo', { 'hd-download': 'HD Downloader - Free HD Video Download' }],
  [
    'bilibili',
    'Bilibili',
    {
      '4k-download': 'Downloader - Best Quality a Guest Gets',
      '1080p-download': 'Downloader - Best Quality a Guest Gets',
      'hd-download': 'Downloader - Best Quality a Guest Gets',
      '720p-download': '720p Downloader - Where Guests Get 720p',
      download: 'Video Downloader - Free, No Account',
    },
  ],
  [
    'xiaohongshu',
    'Xiaohongshu',
    {
      '1080p-download': '1080p Downloader - Free Full HD Download',
      'hd-download': '1080p Downloader - Free Full HD Download',
      '720p-download': '720p Downloader - Free HD Video Download',
    },
  ],
  [
    'soundcloud',
    'SoundCloud',
    { 'playlist-download': 'Playlist Tracks - Free MP3 Download', save: 'Saver - Save Any Track Free' },
  ],
  [
    'tunein',
    'TuneIn',
    {
      'news-download': 'News Download - Free MP3',
      'sports-download': 'Sports Download - Free MP3',
      'music-download': 'Music Shows Download - Free MP3',
      radio: 'Radio Shows - Free Episode Download',
      station: 'Radio Shows - Free Episode Download',
      live: 'Radio Shows - Free Episode Download',
    },
  ],
])('each tested path of %s has the expected title', (id, name, table) => {
  test.each(Object.entries(table))(`the path ${id}-%s has the title "${name} %s"`, (words, title) => {
    expect(platformById(id)?.title(`${id}-${words}`)).toBe(`${name} ${title}`)
  })
})

test('begins with the alternative name of the path', () => {
  const title = (path: string) => pageOf(path)?.platform.title(path)
  expect(title('x-downloader')).toBe('X Video Downloader - Free HD Download')
  expect(title('rednote-downloader')).toBe('RedNote Video Downloader - Free HD Download')
  expect(title('itunes-podcast-download')).toBe('iTunes Podcast Downloader - Free Episode Download')
  expect(title('podcasts-download')).toBe('Podcast Downloader - Free Episode Download')
  expect(title('apple-podcasts-download')).toBe('Apple Podcasts Downloader - Free Episode Download')
})

/**
 * Platforms whose titles name a resolution. tests/merger/extract/platform-words.test.ts finds the resolution
 * on the site of each.
 */
test.each([
  [/4K|Ultra HD|UHD/, ['youtube', 'vimeo', 'xiaohongshu']],
  [/1080p|Full HD/, ['youtube', 'tiktok', 'twitter', 'instagram', 'vimeo', 'xiaohongshu']],
  [/\bHD\b/, ['youtube', 'tiktok', 'twitter', 'facebook', 'instagram', 'vimeo', 'xiaohongshu']],
])('only platforms with a test have titles with %s', (word, ids) => {
  const claiming = platforms.filter((one) => one.paths.some((path) => word.test(one.title(path))))
  expect(claiming.map(({ id }) => id)).toEqual(ids)
})
