import fs from 'node:fs'
import zlib from 'node:zlib'
import { neutralBrand } from '../../../contract/brand.ts'
import { main, root, StepFailed } from '../../lib/step.ts'

// After Brotli at the best quality. In production a document is compressed while it is sent: a fifth more.

const KB = 1_000
/** Its articles come after the first paint. */
const LIST = '/blog'
const PAGES = /^web\/pages\/(?!preview)/

type Weight = { name: string; bytes: number }
type Manifest = Record<string, { file: string; imports?: string[]; isDynamicEntry?: boolean }>
type Assets = { manifest: Manifest; styles: Record<string, string>; font: string; texts: string }

const readAssets = () => JSON.parse(fs.readFileSync(`${root}/dist/assets.json`, 'utf8')) as Assets

export async function weigh(): Promise<(Weight & { limit: number })[]> {
  const assets = readAssets()
  const { manifest, font } = assets
  const size = (key: string | undefined) =>
    brotli(fs.readFileSync(`${root}/dist/web/${manifest[key ?? '']?.file}`))
  const entry = withImports(manifest, 'web/main.tsx')
  const additionalBytes = (key: string) =>
    size(key) +
    sum(
      [...withImports(manifest, key)]
        .filter((one) => one !== key && !entry.has(one) && !isShared(one))
        .map(size),
    )
  const lazy = Object.keys(manifest).filter((key) => PAGES.test(key) && manifest[key]?.isDynamicEntry)
  const heaviest = heaviestOf(lazy.map((key) => ({ name: key, bytes: additionalBytes(key) })))
  const rendered = await documents(assets)
  const whole = rendered.map(({ name, html }) => ({ name, bytes: brotli(html) }))
  const document = heaviestOf(whole.filter(({ name }) => name !== LIST))
  const list = heaviestOf(whole.filter(({ name }) => name === LIST))
  const styled = heaviestOf(rendered.map(({ name, styles }) => ({ name, bytes: brotli(styles) })))
  const otherFont = Object.keys(manifest).find((key) => key.endsWith('.woff2'))
  return [
    { name: 'JavaScript of the home page', bytes: sum([...entry].map(size)), limit: 80 * KB },
    { name: `heaviest lazy page (${heaviest.name})`, bytes: heaviest.bytes, limit: 10 * KB },
    { name: 'preview without its player', bytes: additionalBytes('web/pages/preview.tsx'), limit: 16 * KB },
    {
      name: `heaviest document with styles, without the font (${document.name})`,
      bytes: document.bytes,
      limit: 18 * KB,
    },
    { name: 'list of articles with their texts', bytes: list.bytes, limit: 25 * KB },
    { name: `heaviest styles inside a page (${styled.name})`, bytes: styled.bytes, limit: 8 * KB },
    { name: 'font inside a page', bytes: brotli(font), limit: 13 * KB },
    { name: 'font of other characters', bytes: size(otherFont), limit: 22 * KB },
  ]
}

/** Removes the font from both, because the font is measured separately. */
async function documents(assets: Assets): Promise<{ name: string; html: string; styles: string }[]> {
  const { pathsOf, render } = (await import(
    `${root}/dist/render/render.js`
  )) as typeof import('../../../web/render.tsx')
  return Promise.all(
    [...pathsOf(neutralBrand), '/preview'].map(async (path) => {
      const { html } = await render({
        path,
        brand: neutralBrand,
        assets,
        origin: 'https://ours.example',
        indexable: true,
      })
      const page = html.replaceAll(/data:[a-z/-]*font-?\/?woff2;base64,[\w+/=]+/g, '')
      const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join('')
      return { name: path, html: page, styles }
    }),
  )
}

/** The list must be empty, because only pages that play an HLS playlist need hls.js. */
export function earlyPlayers() {
  const { manifest } = readAssets()
  return Object.keys(manifest).filter((key) =>
    [...withImports(manifest, key)].some((one) => one !== key && one.includes('hls.js')),
  )
}

function withImports(manifest: Manifest, key: string, found: Set<string> = new Set()) {
  if (found.has(key)) return found
  found.add(key)
  for (const next of manifest[key]?.imports ?? []) withImports(manifest, next, found)
  return found
}

const isShared = (key: string) => key.startsWith('_platforms')
const brotli = (data: string | Buffer) => zlib.brotliCompressSync(data).length
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

function heaviestOf(weights: Weight[]): Weight {
  const [first] = weights.toSorted((a, b) => b.bytes - a.bytes)
  if (!first) throw new Error('The build has no pages.')
  return first
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  await main(async () => {
    const weights = await weigh()
    for (const { name, bytes, limit } of weights)
      console.log(`${(bytes / KB).toFixed(1).padStart(6)} kB of ${limit / KB}  ${name}`)
    const heavy = weights.filter(({ bytes, limit }) => bytes > limit).map(({ name }) => name)
    if (heavy.length) throw new StepFailed(`Above the limit: ${heavy.join(', ')}.`)
    if (earlyPlayers().length)
      throw new StepFailed(`These chunks import hls.js statically: ${earlyPlayers().join(', ')}.`)
  })
