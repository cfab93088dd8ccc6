import { describe, expect, test } from 'vitest'
import { platforms } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { exampleOf } from '../../../web/content/example.ts'
import { headingAt } from '../../../web/content/heading.ts'
import { introAt } from '../../../web/content/keyword.ts'
import { page } from '../rendering.ts'
import { platformTexts } from './english.ts'

const withPage = platforms.filter((platform) => platform.paths.length > 0)
const copyOf = (id: string) => platformTexts[id]!

/**
 * Returns all introductions of a platform's page, without duplicates. Each URL path of the page shows one of
 * them.
 */
function introsOf(platform: Platform): string[] {
  return [...new Set(platform.paths.map((path) => introAt(copyOf(platform.id), path)))]
}

/**
 * Returns the texts of a platform's page that consist of sentences: all texts except example links and
 * titles.
 */
function textsOf(platform: Platform): string[] {
  const { notice, features, tips, questions, about } = copyOf(platform.id)
  return [
    ...introsOf(platform),
    ...(notice ? [notice] : []),
    ...features.map((feature) => feature.text),
    ...tips,
    ...questions.flatMap((one) => [one.question, one.answer]),
    ...(about?.paragraphs ?? []),
  ]
}

/**
 * Splits a text into sentences. Sentences of up to 12 characters, such as "No.", are dropped, because they
 * may occur more than once.
 */
const sentences = (text: string) =>
  text.split(/(?<=[.!?。！？])\s*(?=[A-Z\p{sc=Han}“])/u).filter((one) => one.trim().length > 12)

test('every page has one file of texts', () => {
  expect(Object.keys(platformTexts).toSorted()).toEqual(withPage.map((platform) => platform.id).toSorted())
})

test.each([
  ['facebook', 4],
  ['vimeo', 4],
  ['bilibili', 9],
  ['xiaohongshu', 6],
  ['apple_podcasts', 6],
  ['soundcloud', 8],
  ['tunein', 7],
  ['playerfm', 7],
  ['castbox', 7],
  ['xiaoyuzhou', 7],
  ['instagram', 5],
  ['youtube', 6],
  ['tiktok', 6],
  ['twitter', 6],
])('the page of the platform %s has %i questions with answers', (id, count) => {
  expect(copyOf(id).questions).toHaveLength(count)
})

test('no sentence stands twice', () => {
  const said = new Map<string, string>()
  for (const platform of withPage)
    for (const sentence of textsOf(platform).flatMap(sentences)) {
      const plain = sentence.toLowerCase().trim()
      expect(
        said.get(plain),
        `"${sentence}" on the pages of ${said.get(plain)} and ${platform.id}`,
      ).toBeUndefined()
      said.set(plain, platform.id)
    }
  expect(said.size).toBeGreaterThan(500)
})

/**
 * The keywords of each platform, in the order of their precedence (docs/specification.md, section 2). The
 * first keyword of the list that occurs in the path of a page selects the introduction of the page. A
 * vertical bar separates synonyms.
 */
const keywords: Record<string, string[]> = {
  youtube: ['mp3', 'mp4', '4k|uhd', '1080p|full-hd', '720p|hd', '480p', 'shorts', 'music|audio'],
  tiktok: [
    'no-watermark|without-watermark',
    'mp3',
    'mp4',
    '4k',
    '1080p',
    '720p|hd',
    'audio|sound|music',
    'save|saver',
  ],
  twitter: ['gif', 'image|photo', 'mp3', 'mp4', '4k', '1080p', '720p|hd', '480p'],
  facebook: ['mp4', 'save|saver'],
  instagram: ['reels|reel', 'mp3', 'mp4', '4k', '1080p', '720p|hd', 'save|saver'],
  vimeo: ['mp3', 'mp4', '4k', '1080p', '720p', 'hd'],
  bilibili: ['mp3', 'mp4', '4k', '1080p|hd', '720p', '480p'],
  xiaohongshu: ['mp3', 'mp4', '4k', '1080p|hd', '720p', '480p'],
  apple_podcasts: [
    'mp3',
    'converter',
    'offline',
    'high-quality',
    'audio',
    'itunes',
    'save|saver',
    'episode',
    'media',
  ],
  soundcloud: [
    '320kbps',
    'hq|high-quality',
    'playlist',
    'mp3',
    'converter',
    'save|saver',
    'track',
    'song',
    'music',
    'audio',
    'media',
  ],
}

describe.each(Object.entries(keywords))('the introduction of a %s page depends on its path', (id, groups) => {
  const { paths } = platforms.find((platform) => platform.id === id)!
  const intro = (path: string) => introAt(copyOf(id), path)
  const groupOf = (path: string) =>
    groups.find((group) => group.split('|').some((word) => `-${path}-`.includes(`-${word}-`)))

  test(`${id} has an introduction for each keyword`, () => {
    // Groups the introductions of all URL paths by the keyword in the path. The paths without a keyword are
    // one more group.
    const byGroup = new Map<string | undefined, Set<string>>()
    for (const path of paths)
      byGroup.set(groupOf(path), (byGroup.get(groupOf(path)) ?? new Set()).add(intro(path)))
    // There is a group for each keyword of the platform.
    expect(new Set([...byGroup.keys()].filter(Boolean))).toEqual(new Set(groups))
    // All paths of a group have the same introduction.
    expect([...byGroup.values()].every((intros) => intros.size === 1)).toBe(true)
    // Paths of different groups have different introductions.
    expect(new Set([...byGroup.values()].flatMap((intros) => [...intros])).size).toBe(byGroup.size)
  })

  test(`${id} has a general introduction at its main path`, () => {
    expect(intro(paths[0]!)).toBe(intro('something-else'))
  })
})

test.each(['tunein', 'playerfm', 'castbox', 'xiaoyuzhou'])('%s has one introduction on all paths', (id) => {
  expect(introsOf(platforms.find((platform) => platform.id === id)!)).toHaveLength(1)
})

test.each([
  ['youtube', 'youtube-downloader', 'YouTube Downloader'],
  ['youtube', 'youtube-download', 'YouTube Downloader'],
  ['youtube', 'yt-to-mp3', 'YouTube to MP3'],
  ['youtube', 'youtube-uhd-download', 'YouTube 4K Downloader'],
  ['tiktok', 'tiktok-no-watermark', 'TikTok Downloader No Watermark'],
  ['twitter', 'x-gif-downloader', 'X GIF Downloader'],
  ['facebook', 'facebook-to-mp4', 'Facebook to MP4'],
  ['vimeo', 'vimeo-1080p-download', 'Vimeo 1080p Downloader'],
  ['bilibili', 'bilibili-480p-download', 'Bilibili 480p Downloader'],
  ['xiaohongshu', 'rednote', 'RedNote Video Downloader'],
  ['xiaohongshu', 'rednote-to-mp3', 'RedNote to MP3'],
  ['apple_podcasts', 'podcast-downloader', 'Podcast Downloader'],
  ['soundcloud', 'soundcloud-320kbps-download', 'SoundCloud 320 kbps MP3 Download'],
  ['tunein', 'tunein-to-mp3', 'TuneIn Downloader'],
  ['xiaoyuzhou', 'xiaoyuzhou-to-mp3', 'Xiaoyuzhou FM Downloader'],
])('the page of %s at the path /%s has the heading "%s"', (id, path, heading) => {
  const platform = platforms.find((one) => one.id === id)!
  expect(platform.paths).toContain(path)
  const usual = `${platform.displayName} Downloader`
  expect(headingAt(platform, copyOf(id), path) ?? usual).toBe(heading)
})

test('every example link belongs to its platform', () => {
  for (const { id, hosts } of withPage) {
    const forms = copyOf(id).linkForms
    expect(forms.length).toBeGreaterThanOrEqual(3)
    for (const form of forms.filter((one) => !one.startsWith('… ') && !one.startsWith('A ')))
      expect([form, hosts.some((host) => form.includes(host))]).toEqual([form, true])
  }
})

/** Links of the forms that the pages name, where the samples of `contract/platforms` have none. */
const moreLinks: Record<string, readonly string[]> = {
  apple_podcasts: ['https://itunes.apple.com/us/podcast/a-show/id1?i=1000'],
  castbox: ['https://www.castbox.fm/episode/An-episode-id1-id2?country=us'],
  facebook: ['https://web.facebook.com/watch/?v=1000', 'https://m.facebook.com/watch/?v=1000'],
  playerfm: ['https://de.player.fm/series/a-show/an-episode', 'https://player.fm/series/a-show/an-episode'],
  twitter: ['https://www.x.com/maker/status/1000/video/2'],
  xiaohongshu: ['https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9?xsec_token=ABcd12='],
}
/** Words of an example link that stand for a name. */
const NAMES = /(?<=\/@?)(?:name|artist|track|Title)(?=[-/]|$)/g

/** Patterns for the links of an example such as "tun.in/… and tunein.com/… – short links". */
function patternsOf(example: string): RegExp[] {
  const forms = example.split(' – ')[0]!.split(/ and |, /)
  return forms
    .filter((form) => /^(?:[\w-]+\.)*[\w-]+\.\w+\/|^\/|^【/.test(form))
    .map((form) => form.replace(/^.*https:\/\//, ''))
    .map((form) => form.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .map((form) => form.replaceAll('…', String.raw`[^\s]*`).replaceAll(NAMES, '[^/]+'))
    .map((form) => new RegExp(form.replaceAll(/\d{3,}/g, String.raw`\d+`), 'i'))
}

test.each(withPage)('each example link of $id is accepted', async (platform) => {
  const { id } = platform
  const { samples } = (await import(`../../../contract/platforms/${id}.ts`)) as {
    samples: Record<string, string>
  }
  const more = moreLinks[id] ?? []
  expect(more.filter((link) => !platform.accept(link).ok)).toEqual([])
  const known = [...Object.keys(samples), ...more]
  const patterns = copyOf(id).linkForms.flatMap(patternsOf)
  expect(patterns.length).toBeGreaterThan(1)
  expect(patterns.filter((pattern) => !known.some((link) => pattern.test(link)))).toEqual([])
})

test('the field of each page shows a link of its platform', async () => {
  for (const { id, paths, hosts } of withPage) {
    const example = exampleOf(copyOf(id))
    expect([example, example.length <= 48, hosts.some((host) => example.includes(host))]).toEqual([
      example,
      true,
      true,
    ])
    const { html } = await page(`/${paths[0]}`)
    expect(html).toContain(`placeholder="${example.replaceAll('&', '&amp;')}"`)
  }
})

test('a warning stands below the links that work', async () => {
  const warned = withPage.filter(({ id }) => copyOf(id).notice)
  expect(warned.length).toBeGreaterThan(5)
  for (const { id, paths } of warned) {
    const { html } = await page(`/${paths[0]}`)
    const text = html.replaceAll(/<[^>]*>/g, '')
    const isBelow = text.indexOf(copyOf(id).notice!.slice(0, 40)) > text.indexOf('Links that work')
    expect([id, isBelow]).toEqual([id, true])
  }
})

test('every page has three features and tips', () => {
  for (const { id } of withPage) {
    const { features, tips } = copyOf(id)
    expect([id, features.length >= 3, tips.length >= 3]).toEqual([id, true, true])
  }
})

test('audio pages mention DRM and list conversions apart', () => {
  for (const { id } of withPage.filter(({ kind }) => kind === 'audio')) {
    const { features, notice } = copyOf(id)
    expect(notice).toContain('DRM')
    const [source, made] = features
    expect(source?.title).toBe('Formats the source may have')
    expect(made?.title).toBe('Formats we make')
    expect(made?.text).toMatch(/128.*320/)
  }
})

test('X mentions videos, GIFs and photos', () => {
  const { features, linkForms } = copyOf('twitter')
  expect(features[0]?.text).toMatch(/MP4.*GIF.*JPG/)
  for (const form of ['twitter.com/', 'x.com/', 'www.x.com/', 'x.com/i/status/'])
    expect(linkForms.some((one) => one.startsWith(form))).toBe(true)
})

test('no page promises too much', () => {
  const said = withPage.flatMap(textsOf).join('\n')
  expect(said).not.toMatch(
    /\b(always works|guaranteed|unlimited|all videos|100 ?%|fastest|best downloader)\b/i,
  )
})
