import { describe, expect, test } from 'vitest'
import { failures } from '#contract/failures.ts'
import { acceptAny, canonicalLink, platformById, platformOf, platforms } from '#contract/platforms/index.ts'
import { INVALID_LINK, NO_LINK } from '#contract/platforms/platform.ts'
import { texts } from '#texts/en/failures.ts'
import { samplesOf } from './lib/samples.ts'

describe.each(platforms.map((platform) => [platform.displayName, platform] as const))(
  '%s accepts its samples and refuses its counter-samples',
  (_, platform) => {
    const { samples, counterSamples } = samplesOf[platform.id]!

    test.each(Object.entries(samples))(
      'accepts the sample "%s" and makes it canonical',
      (pasted, canonical) => {
        const accepted = platform.accept(pasted)
        expect(accepted).toMatchObject({ ok: true })
        if (!accepted.ok) return
        expect(canonicalLink(accepted.url)).toEqual({ url: canonical, platform })
        expect(acceptAny(pasted)).toEqual(accepted)
        for (const other of platforms.filter((one) => one !== platform))
          expect(other.accept(pasted).ok).toBe(false)
      },
    )

    test.each(Object.values(samples))('leaves the canonical link %s unchanged', (canonical) => {
      expect(platform.accept(canonical)).toMatchObject({ ok: true })
      expect(canonicalLink(canonical).url).toBe(canonical)
    })

    test.each(counterSamples)('Platform.accept refuses "%s" with an error message', (pasted) => {
      const answer = platform.accept(pasted)
      expect(answer.ok).toBe(false)
      expect(!answer.ok && answer.message).toMatch(/[a-z]/)
    })

    test('does not take a look-alike host for a platform', () => {
      for (const host of platform.hosts) {
        expect(platformOf(new URL(`https://${host}/x`))).toBe(platform)
        expect(platformOf(new URL(`https://sub.${host}./x`))).toBe(platform)
        expect(platformOf(new URL(`https://${host}.evil.example/x`))).toBeUndefined()
        expect(platformOf(new URL(`https://evil${host}/x`))).toBeUndefined()
      }
    })
  },
)

test('lists every file under its name', () => {
  expect(platforms.map((platform) => platform.id).toSorted()).toEqual(Object.keys(samplesOf).toSorted())
})

test('gives all but Spotify a page, by priority', () => {
  expect(platforms.filter((platform) => platform.paths.length === 0).map((one) => one.id)).toEqual([
    'spotify',
  ])
  expect(platforms.map((platform) => platform.priority)).toEqual(platforms.map((_, index) => index + 1))
  expect(platformById('apple_podcasts')?.displayName).toBe('Apple Podcasts')
  expect(platformById('__proto__')).toBeUndefined()
})

test.each([
  ['youtube', 'Please enter a valid YouTube URL (youtube.com or youtu.be)'],
  ['tiktok', 'Please enter a valid TikTok URL (tiktok.com or vm.tiktok.com)'],
  ['twitter', 'Please enter a valid Twitter/X URL (twitter.com or x.com with /status/)'],
  ['facebook', 'Please enter a valid Facebook URL (facebook.com, fb.watch, or m.facebook.com)'],
  ['instagram', 'Please enter a valid Instagram URL (instagram.com)'],
  ['vimeo', 'Please enter a valid Vimeo URL (e.g., vimeo.com/123456789, player.vimeo.com/video/123456789)'],
  [
    'bilibili',
    'Please enter a valid Bilibili URL or paste the complete Bilibili app message containing the URL (bilibili.com or b23.tv)',
  ],
  [
    'xiaohongshu',
    'Please enter a valid Xiaohongshu URL or paste the complete RedNote app message containing the URL (xiaohongshu.com or xhslink.com)',
  ],
  ['apple_podcasts', 'Please enter a valid Apple Podcasts URL (podcasts.apple.com or itunes.apple.com)'],
  ['soundcloud', 'Please enter a valid SoundCloud URL (soundcloud.com or snd.sc)'],
  ['tunein', 'Please enter a valid TuneIn URL (tunein.com)'],
  ['playerfm', 'Please enter a valid Player.FM URL (player.fm)'],
  ['castbox', 'Please enter a valid Castbox URL (castbox.fm)'],
  ['xiaoyuzhou', 'Please enter a valid Xiaoyuzhou FM URL (xiaoyuzhoufm.com)'],
])('%s refuses a link of another site with: %s', (id, message) => {
  expect(platformById(id)?.accept('https://example.com/a.mp4')).toMatchObject({ ok: false, message })
})

test.each([
  ['bilibili', 'Please enter a valid Bilibili URL or Bilibili app message containing a URL'],
  ['xiaohongshu', 'Please enter a valid Xiaohongshu URL or RedNote app message containing a URL'],
])('%s answers a text without a link with: %s', (id, message) => {
  expect(platformById(id)?.accept('复制本条信息')).toMatchObject({ ok: false, message })
})

test('finds its link after one of another site', () => {
  const message = 'via https://example.com/app 【标题】https://b23.tv/AbCd123 打开'
  expect(platformById('bilibili')?.accept(message)).toEqual({ ok: true, url: 'https://b23.tv/AbCd123' })
})

test('says which link to paste for several items (C47)', () => {
  const say = (text: string) => acceptAny(text)
  expect(say('https://www.youtube.com/@somebody')).toMatchObject({
    ok: false,
    message: 'This link leads to a channel. Please paste the link of one video.',
  })
  expect(say('https://podcasts.apple.com/us/podcast/a-title')).toMatchObject({
    ok: false,
    message: 'This link leads to a show. Please paste the link of one episode.',
  })
  expect(say('https://www.instagram.com/stories/somebody/1/')).toMatchObject({
    ok: false,
    message: failures.login.text,
  })
  expect(say('https://live.bilibili.com/21')).toMatchObject({ ok: false, message: failures.live.text })
})

test('answers Spotify music as Spotify episodes', () => {
  const answer = acceptAny('https://open.spotify.com/track/7B8nfhMvUXtdjuujHuyDMK')
  expect(answer).toMatchObject({
    ok: false,
    message: expect.stringMatching(/DRM.*RSS link of the same episode\.$/),
  })
  expect(answer).toMatchObject(platformById('spotify')!.words!.drm!)
})

test('tells a missing link from an invalid one', () => {
  expect(acceptAny('  ')).toEqual({ ok: false, ...NO_LINK })
  for (const text of [
    'hello',
    'ftp://example.com/a.mp4',
    'youtube.com',
    'ytsearch5:a song',
    ':ythistory',
    'dQw4w9WgXcQ',
  ])
    expect(acceptAny(text)).toEqual({ ok: false, ...INVALID_LINK })
  expect(NO_LINK.message).toBe('Please enter a video URL')
  expect(INVALID_LINK.message).toBe('Please enter a valid URL (must include http:// or https://)')
})

test('accepts any public link on the home page (C36)', () => {
  expect(acceptAny('https://example.com/feed.xml?a=1#t=10')).toEqual({
    ok: true,
    url: 'https://example.com/feed.xml?a=1#t=10',
  })
  expect(canonicalLink('https://example.com/feed.xml?a=1#t=10')).toEqual({
    url: 'https://example.com/feed.xml?a=1',
    platform: undefined,
  })
  expect(canonicalLink('https://example.com/#!/video/1').url).toBe('https://example.com/#!/video/1')
  expect(canonicalLink('https://example.com/#/video/1').url).toBe('https://example.com/#/video/1')
  expect(canonicalLink('https://example.com/#part#/video/1').url).toBe('https://example.com/')
  expect(canonicalLink('no link at all')).toEqual({ url: 'no link at all', platform: undefined })
})

test('has the specified failure messages', () => {
  const words = (id: string) => {
    const { displayName, failureNoun } = platformById(id)!
    const { failed, noDetails, exception } = texts.page[failureNoun]
    return [failed, noDetails, exception].map((text) => text.replace('{platform}', displayName))
  }
  expect(words('facebook')).toEqual([
    'Failed to process Facebook video',
    'Could not retrieve Facebook video details.',
    'An error occurred while processing the Facebook video',
  ])
  expect(words('apple_podcasts')).toContain('Failed to process Apple Podcasts episode')
  expect(words('apple_podcasts')).toContain('Could not retrieve Apple Podcasts episode details.')
  expect(words('soundcloud')).toContain('Failed to process SoundCloud track')
  expect(words('soundcloud')).toContain('An error occurred while processing the SoundCloud track')
  for (const [id, name] of [
    ['tunein', 'TuneIn'],
    ['playerfm', 'Player.FM'],
    ['castbox', 'Castbox'],
    ['xiaoyuzhou', 'Xiaoyuzhou FM'],
  ] as const)
    expect(words(id)).toContain(`Could not retrieve ${name} content details.`)
  for (const id of ['youtube', 'tiktok', 'twitter'])
    expect(words(id)).toEqual([
      'Failed to process video',
      'Could not retrieve video details.',
      'An error occurred while processing the video',
    ])
  expect(texts.page.home.exception).toBe('An error occurred while processing the video')
  expect(texts.page.home.noDetails).toBe(
    'Could not retrieve video details. The response was not in the expected format.',
  )
})

test('keeps p of Bilibili only above one', () => {
  const bilibili = platformById('bilibili')!
  const of = (part: string) =>
    bilibili.canonical(new URL(`https://www.bilibili.com/video/BV1xx411c7mD?p=${part}`))
  const whole = 'https://www.bilibili.com/video/BV1xx411c7mD'
  for (const part of ['0', '1', '1.5', '2.5', '-2', 'x']) expect(of(part), part).toBe(whole)
  expect(of('2')).toBe(`${whole}?p=2`)
})
