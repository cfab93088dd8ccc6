import * as icons from 'simple-icons'
import { expect, test } from 'vitest'
import { platformById, platforms, servedBy } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'

/**
 * The platforms that the specification names, sorted by priority. The tests accept other platforms, so a new
 * platform need not be added here.
 */
const specified = [
  ['youtube', 'YouTube', 'video', 'video'],
  ['tiktok', 'TikTok', 'video', 'video'],
  ['twitter', 'Twitter/X', 'video', 'video'],
  ['facebook', 'Facebook', 'video', 'video'],
  ['instagram', 'Instagram', 'video', 'video'],
  ['vimeo', 'Vimeo', 'video', 'video'],
  ['bilibili', 'Bilibili', 'video', 'video'],
  ['xiaohongshu', 'Xiaohongshu', 'video', 'video'],
  ['apple_podcasts', 'Apple Podcasts', 'audio', 'episode'],
  ['soundcloud', 'SoundCloud', 'audio', 'track'],
  ['tunein', 'TuneIn', 'audio', 'episode'],
  ['playerfm', 'Player.FM', 'audio', 'episode'],
  ['castbox', 'Castbox', 'audio', 'episode'],
  ['xiaoyuzhou', 'Xiaoyuzhou FM', 'audio', 'episode'],
  ['spotify', 'Spotify', 'audio', 'episode'],
] as const
const known = platforms.filter(({ id }) => specified.some(([one]) => one === id))

/** Returns the ids of the specified platforms for which `isWanted` is true, sorted by priority. */
const idsOf = (isWanted: (platform: Platform) => unknown) =>
  known.filter((platform) => isWanted(platform)).map(({ id }) => id)

/** Returns an object from platform id to the value of `field`. It omits platforms without this field. */
const valuesOf = <Field extends keyof Platform>(field: Field) =>
  Object.fromEntries(known.filter((one) => one[field] !== undefined).map((one) => [one.id, one[field]]))

test.each(specified)('%s is shown as %s, of kind %s, with the noun %s', (id, ...facts) => {
  const { displayName, kind, noun } = platformById(id)!
  expect([displayName, kind, noun]).toEqual(facts)
})

test('has the specified order', () => {
  expect(idsOf(() => true)).toEqual(specified.map(([id]) => id))
})

test('every platform has a colour of its own in the form #rrggbb', () => {
  for (const { id, color } of platforms)
    expect([id, color]).toEqual([id, expect.stringMatching(/^#[\da-f]{6}$/)])
  expect(new Set(platforms.map(({ color }) => color)).size).toBe(platforms.length)
})

test('has a symbol of simple-icons or a letter', () => {
  const letters = { tunein: 'T', xiaoyuzhou: 'xy', spotify: 'S' }
  const slugs = new Set(Object.values(icons).map(({ slug }) => slug))
  for (const { id, glyph } of known)
    if ('icon' in glyph) expect([id, slugs.has(glyph.icon)]).toEqual([id, true])
    else expect(glyph.letter).toBe(letters[id as keyof typeof letters])
  expect(idsOf(({ glyph }) => 'letter' in glyph)).toEqual(Object.keys(letters))
})

test('has the specified flags', () => {
  expect(idsOf(({ isPodcast }) => isPodcast)).toEqual([
    'apple_podcasts',
    'tunein',
    'playerfm',
    'castbox',
    'xiaoyuzhou',
  ])
  expect(idsOf(({ isPopular }) => isPopular)).toEqual([
    'youtube',
    'tiktok',
    'twitter',
    'facebook',
    'xiaohongshu',
  ])
  expect(idsOf(({ hasLongTitles }) => hasLongTitles)).toEqual([
    'bilibili',
    'xiaohongshu',
    'apple_podcasts',
    'xiaoyuzhou',
  ])
  expect(idsOf(({ autoStart }) => autoStart)).toEqual(['twitter'])
})

test('has no key for an omitted property', () => {
  expect(Object.keys(platformById('castbox')!)).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(isPopular|hasLongTitles|autoStart|warmUp|boundExtractors|redirectHosts)$/),
    ]),
  )
  expect(Object.keys(platformById('vimeo')!)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(isPodcast|words)$/)]),
  )
  expect(platformById('castbox')?.words).toEqual({
    no_media: expect.objectContaining({ message: expect.stringContaining('subscribers') }),
  })
})

test('lists the extractors of bound links', () => {
  expect(valuesOf('boundExtractors')).toEqual({
    youtube: ['youtube'],
    tiktok: ['tiktok', 'douyin'],
    facebook: ['facebook'],
    instagram: ['instagram'],
    bilibili: ['bilibili', 'biliintl'],
  })
})

test.each([
  ['https://x.com/i/status/1', 'twitter'],
  ['https://t.co/AbCdEf1234', undefined],
  ['https://spotify.link/AbCdEf123', undefined],
  ['https://youtu.be/abcdefghijk', 'youtube'],
  ['https://site.example/a', undefined],
])('knows which platform serves %s', (link, platform) => {
  expect(servedBy(new URL(link))?.id).toBe(platform)
})

test('redirects only from t.co and spotify.link', () => {
  expect(valuesOf('redirectHosts')).toEqual({ twitter: ['t.co'], spotify: ['spotify.link'] })
})

test('lists the extractors to load first', () => {
  expect(valuesOf('warmUp')).toEqual({
    youtube: ['Youtube', 'YoutubeTab'],
    tiktok: ['TikTok', 'TikTokVM'],
    twitter: ['Twitter'],
    facebook: ['Facebook', 'FacebookReel'],
    instagram: ['Instagram'],
    vimeo: ['Vimeo', 'VimeoAlbum'],
    bilibili: ['BiliBili', 'BiliBiliBangumi', 'BiliIntl'],
    xiaohongshu: ['XiaoHongShu'],
    apple_podcasts: ['ApplePodcasts'],
    soundcloud: ['Soundcloud', 'SoundcloudSet'],
    tunein: ['TuneInStation', 'TuneInPodcastEpisode', 'TuneInPodcast'],
    playerfm: ['PlayerFm'],
  })
})
