import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBrand } from '../../../scripts/operate/brand/check.ts'
import { brandSchema, fallbackBrand, type Brand } from '#contract/brand.ts'

// Tests `npm run brand` and `npm run block` with a temporary local storage and a temporary wrangler.toml.

const root = new URL('../../..', import.meta.url).pathname
const samples = ['tidepool.example', 'earshot.example']
let folder = ''

beforeAll(() => {
  folder = fs.mkdtempSync(`${os.tmpdir()}/brand-command-`)
  // Only the part before the first [env.…] table is copied. The environments after it repeat the same tables.
  const [topLevel = ''] = fs.readFileSync(`${root}wrangler.toml`, 'utf8').split('\n[env.')
  const bindings = topLevel.match(/^routes = .*$|^compatibility_date = .*$|^\[\[kv_namespaces\]\]\n.*\n.*$/gm)
  fs.writeFileSync(`${folder}/wrangler.toml`, `name = "brands"\n${bindings?.join('\n')}\n`)
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

type Answer = { code: number; out: string; errors: string }

function run(script: 'brand' | 'block', ...args: string[]): Promise<Answer> {
  const own = ['--state', `${folder}/state`, '--config', `${folder}/wrangler.toml`]
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`${root}scripts/operate/${script}.ts`, ...args, ...own],
      (error, out, errors) => resolve({ code: error ? Number(error.code) : 0, out, errors }),
    )
  })
}

/**
 * Removes the notes on the brand's list of platforms from the output of the check. With these notes, the
 * tests would fail as soon as the tool supports a new platform that the sample brands do not list.
 */
const withoutNotes = (out: string) => out.replaceAll(/^ {2}note {2}supportedPlatforms: .*\n/gm, '')

const sample = (host: string) => `${root}docs/brands/${host}.json`
const read = (host: string): Brand => brandSchema.parse(JSON.parse(fs.readFileSync(sample(host), 'utf8')))

/**
 * Applies `change` to a copy of the Tidepool brand and writes the copy to a file. Returns the path of the
 * file.
 */
function changed(change: (brand: Brand) => void): string {
  const brand = read('tidepool.example')
  change(brand)
  const file = `${folder}/changed-${createHash('sha256').update(JSON.stringify(brand)).digest('hex')}.json`
  fs.writeFileSync(file, JSON.stringify(brand))
  return file
}

test.each(samples)('npm run brand -- check accepts the sample brand %s', async (host) => {
  const { code, out } = await run('brand', 'check', sample(host))
  expect(withoutNotes(out)).toBe(`✓ ${sample(host)}: the brand of ${host} is valid\n`)
  expect(code).toBe(0)
})

test('the sample brands differ in every visible field', () => {
  const [one, other] = samples.map(read) as [Brand, Brand]
  for (const part of ['name', 'slogan', 'tagline', 'colors', 'logo'] as const)
    expect(one.branding[part]).not.toEqual(other.branding[part])
  for (const part of ['contact', 'seo', 'analytics', 'supportedPlatforms'] as const)
    expect(one[part]).not.toEqual(other[part])
})

test('notes each field that has no effect', async () => {
  const { code, out } = await run(
    'brand',
    'check',
    changed((brand) => {
      brand.analytics.trackingEnabled = true
      brand.analytics.googleAnalyticsId = 'G-ABC123DEF4'
      brand.features.consentFeature = false
      brand.supportedPlatforms[0]!.icon = 'star'
      brand.supportedPlatforms[1]!.name = 'other'
      brand.api.baseUrl = 'https://api.tidepool.example'
    }),
  )
  expect(code).toBe(0)
  for (const note of [
    'features.consentFeature: is off, so nobody is asked for consent',
    'supportedPlatforms[].icon: has no effect',
    'supportedPlatforms[].name: has no effect',
    'api: has no effect',
  ])
    expect(out).toContain(note)
})

const mistakes: [mistake: string, change: (brand: Brand) => void, message: string][] = [
  ['a colour name', (b) => (b.branding.colors.primary = 'red'), 'branding.colors.primary: is "red": '],
  [
    'a canonical link to another host',
    (b) => (b.seo.canonicalUrl = 'https://www.tidepool.example'),
    "seo.canonicalUrl: points to www.tidepool.example; it must point to the brand's own host, https://tidepool.example",
  ],
  [
    'a canonical link with a path',
    (b) => (b.seo.canonicalUrl = 'https://tidepool.example/home'),
    'seo.canonicalUrl: must have no path: https://tidepool.example',
  ],
  [
    'an unknown platform',
    (b) => (b.supportedPlatforms[0]!.id = 'myspace'),
    'supportedPlatforms[0].id: myspace is not a platform',
  ],
  [
    'a platform without a page',
    (b) => (b.supportedPlatforms[3]!.id = 'spotify'),
    'supportedPlatforms[3].id: spotify is not a platform',
  ],
  [
    'a platform twice',
    (b) => b.supportedPlatforms.push(b.supportedPlatforms[0]!),
    'supportedPlatforms[14].id: youtube is listed twice, first at supportedPlatforms[0]',
  ],
  [
    'a mail address without @',
    (b) => (b.contact.email = 'help.tidepool.example'),
    'contact.email: is "help.tidepool.example": not a mail address',
  ],
  [
    'a misspelled field',
    (b) => Object.assign(b.features, { darkmode: true }),
    'features.darkmode: is not a field of a brand',
  ],
  ['a missing group', (b) => Reflect.deleteProperty(b, 'contact'), 'contact: is missing'],
  [
    'ad slots without an AdSense client',
    (b) => (b.analytics.adSlots.leaderboard = '1234567'),
    'analytics.adsenseClientId: is missing',
  ],
  [
    'a whole tag as site verification',
    (b) => (b.seo.googleSiteVerification = '<meta name="google-site-verification" content="a">'),
    'give only the content of the tag',
  ],
  [
    'a logo of the type image that is a letter',
    (b) => (b.branding.logo.type = 'image'),
    'branding.logo.icon: where the type is "image", a picture is a path on this site',
  ],
  [
    'a host that is not public',
    (b) => (b.domain = 'tidepool.internal'),
    'domain: tidepool.internal is not a public host name',
  ],
  ['a language without pages', (b) => (b.language = 'de'), 'language: de is not a language of our pages'],
  [
    'a language in the wrong spelling',
    (b) => (b.languages = ['es', 'zh-hans']),
    'languages[1]: zh-hans is not a language of our pages; these are en, zh-Hans,',
  ],
]

test.each(mistakes)('refuses %s and names the field', (_mistake, change, message) => {
  const brand = read('tidepool.example')
  change(brand)
  const said = checkBrand(brand).problems.map((problem) => `${problem.field}: ${problem.message}`)
  expect(said).toContainEqual(expect.stringContaining(message))
})

test('names the languages in which a brand has no text of its own', () => {
  const brand = read('tidepool.example')
  brand.language = 'es'
  brand.languages = ['es', 'ja']
  brand.branding.slogan = { es: 'Guarda el vídeo' }
  brand.branding.tagline = { es: 'Sin cuenta', ja: 'アカウント不要' }
  brand.seo.title = 'Solo español'
  brand.seo.description = { ja: '動画を保存' }
  const ofTexts = checkBrand(brand).notes.filter(({ message }) => message.startsWith('has no text'))
  expect(ofTexts).toEqual([
    { field: 'branding.slogan', message: 'has no text for ja (日本語); pages there say our own' },
    { field: 'seo.title', message: 'has no text for ja (日本語); pages there say our own' },
    { field: 'seo.description', message: 'has no text for es (Español); pages there say our own' },
  ])
})

test('prints every problem and exits with 1', async () => {
  const file = changed((b) => {
    b.seo.canonicalUrl = 'https://tidepool.example/home'
    b.supportedPlatforms[0]!.id = 'myspace'
  })
  const { code, errors } = await run('brand', 'check', file)
  expect(code).toBe(1)
  expect(errors).toContain('  seo.canonicalUrl: must have no path')
  expect(errors).toContain('  supportedPlatforms[0].id: myspace is not a platform')
})

test('prints the darker colour of pale text', async () => {
  const { code, out } = await run(
    'brand',
    'check',
    changed((b) => (b.branding.colors.text.muted = '#bbbbbb')),
  )
  expect(out).toMatch(
    /branding\.colors\.text\.muted: #bbbbbb has 1\.\d:1 .* pages show #[\da-f]{6} to reach 4\.5:1/,
  )
  expect(code).toBe(0)
})

test('writes, lists, shows, removes and routes a brand', async () => {
  const host = 'tidepool.example'
  const wrong = await run('brand', 'put', 'earshot.example', sample(host))
  expect([wrong.code, withoutNotes(wrong.out)]).toEqual([1, ''])
  expect(wrong.errors).toContain('domain: is tidepool.example, but the brand is for earshot.example')

  const first = await run('brand', 'put', host, sample(host))
  const line = '{ pattern = "tidepool.example", custom_domain = true }'
  expect(first.out).toContain(line)
  const toml = `${folder}/wrangler.toml`
  fs.writeFileSync(toml, fs.readFileSync(toml, 'utf8').replace(' }]', ` }, ${line}]`))
  expect((await run('brand', 'put', host, sample(host))).out).not.toContain(line)
  expect((await run('brand', 'list')).out).toMatch(/^tidepool\.example +Tidepool {2}since \d{4}-\d\d-\d\d\n$/)
  expect(JSON.parse((await run('brand', 'show', host)).out)).toEqual(read(host))

  expect((await run('brand', 'remove', host)).code).toBe(0)
  expect(JSON.parse((await run('brand', 'show', host)).out)).toEqual(fallbackBrand(host))
})

test('npm run block blocks and unblocks hosts, platforms and links', async () => {
  expect((await run('block', 'add', 'platform', 'myspace')).errors).toContain('myspace is not a platform')
  expect((await run('block', 'add', 'host', '127.0.0.1')).errors).toContain('127.0.0.1 is not a public host')
  await run('block', 'add', 'host', 'Pirates.Example', 'other.example')
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
  const hash = hashOf('youtube:youtube.com/watch?v=dQw4w9WgXcQ')
  const added = await run('block', 'add', 'link', 'https://youtu.be/dQw4w9WgXcQ?si=abc')
  expect(added.out).toContain(`✓ link ${hash}: blocked`)
  expect(added.out).not.toContain('WARNING')
  const exact = await run('block', 'add', 'link', 'https://site.example/watch?v=1', '--exact')
  expect(exact.out).toContain(`✓ link ${hashOf('https://site.example/watch?v=1')}: blocked`)
  await run('block', 'remove', 'link', hashOf('https://site.example/watch?v=1'))
  const short = await run('block', 'add', 'link', 'https://vm.tiktok.com/ZTR45GpSF/')
  expect(short.out).toMatch(/WARNING .* only this short link is blocked, .* block the link it leads to/)
  await run('block', 'remove', 'link', hashOf('tiktok:vm.tiktok.com/ZTR45GpSF'))
  expect((await run('block', 'remove', 'host', 'other.example')).out).toContain('not blocked any more')
  expect((await run('block', 'list')).out).toBe(`host      pirates.example\nlink      ${hash}\n`)
})
