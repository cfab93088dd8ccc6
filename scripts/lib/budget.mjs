import fs from 'node:fs'
import zlib from 'node:zlib'
import { neutralBrand } from '../../contract/brand.ts'
import { main, root, StepFailed } from './step.mjs'

// What the built pages weigh, against what they may weigh: brotli at its best. A document, packed while it is sent, takes
// about a fifth more.

const KB = 1_000
const pages = /^web\/pages\/(?!preview)/

/**
 * Each kind of weight with its target and its ceiling, in bytes.
 * @returns {Promise<{ name: string, bytes: number, target: number, ceiling: number }[]>}
 */
export async function weigh() {
  const assets = JSON.parse(fs.readFileSync(`${root}/dist/assets.json`, 'utf8'))
  const { manifest, font } = assets
  const size = (key) => brotli(fs.readFileSync(`${root}/dist/web/${manifest[key].file}`))
  const entry = needs(manifest, 'web/main.tsx')
  /** What a chunk brings along that is neither in the entry nor shared by platform pages, results and the preview. */
  const own = (key) =>
    size(key) +
    sum([...needs(manifest, key)].filter((one) => one !== key && !entry.has(one) && !isShared(one)).map(size))
  const lazy = Object.keys(manifest).filter((key) => pages.test(key) && manifest[key].isDynamicEntry)
  const heaviest = lazy.map((key) => ({ name: key, bytes: own(key) })).sort(byWeight)[0]
  const written = await documents(assets)
  const document = written.map(({ name, html }) => ({ name, bytes: brotli(html) })).sort(byWeight)[0]
  const styled = written.map(({ name, styles }) => ({ name, bytes: brotli(styles) })).sort(byWeight)[0]
  const others = Object.keys(manifest).find((key) => key.endsWith('.woff2'))
  return [
    {
      name: 'JavaScript of the home page',
      bytes: sum([...entry].map(size)),
      target: 82 * KB,
      ceiling: 88 * KB,
    },
    {
      name: `heaviest lazy page (${heaviest.name})`,
      bytes: heaviest.bytes,
      target: 8 * KB,
      ceiling: 14 * KB,
    },
    {
      name: 'preview without its player',
      bytes: own('web/pages/preview.tsx'),
      target: 8 * KB,
      ceiling: 12 * KB,
    },
    {
      name: `heaviest document, styles and all but the font (${document.name})`,
      bytes: document.bytes,
      target: 18 * KB,
      ceiling: 24 * KB,
    },
    {
      name: `heaviest styles inside a page (${styled.name})`,
      bytes: styled.bytes,
      target: 7 * KB,
      ceiling: 10 * KB,
    },
    { name: 'font inside a page', bytes: brotli(font), target: 13 * KB, ceiling: 15 * KB },
    { name: 'font of other letters', bytes: size(others), target: 21 * KB, ceiling: 25 * KB },
  ]
}

/** Every page as the edge writes it, and the styles in it, without the font, which has a weight of its own. */
async function documents(assets) {
  const { pathsOf, render } = await import(`${root}/dist/render/render.js`)
  return Promise.all(
    [...pathsOf(neutralBrand), '/preview'].map(async (path) => {
      const { html } = await render({
        path,
        brand: neutralBrand,
        assets,
        origin: 'https://ours.example',
        indexable: true,
      })
      const page = html.replaceAll(assets.font, '')
      const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join('')
      return { name: path, html: page, styles }
    }),
  )
}

/** Chunks that load a player of playlists before a playlist was seen: there must be none. */
export function earlyPlayers() {
  const { manifest } = JSON.parse(fs.readFileSync(`${root}/dist/assets.json`, 'utf8'))
  return Object.keys(manifest).filter((key) =>
    [...needs(manifest, key)].some((one) => one !== key && one.includes('hls.js')),
  )
}

/** A chunk and all that is loaded with it. */
function needs(manifest, key, found = new Set()) {
  if (found.has(key)) return found
  found.add(key)
  for (const next of manifest[key].imports ?? []) needs(manifest, next, found)
  return found
}

const isShared = (key) => key.startsWith('_platforms')
const brotli = (data) => zlib.brotliCompressSync(data).length
const byWeight = (a, b) => b.bytes - a.bytes
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0)

if (process.argv[1] === new URL(import.meta.url).pathname)
  await main(async () => {
    const weights = await weigh()
    for (const { name, bytes, target, ceiling } of weights)
      console.log(
        `${(bytes / KB).toFixed(1).padStart(6)} kB  ${name}  (target ${target / KB}, ceiling ${ceiling / KB})`,
      )
    const heavy = weights.filter(({ bytes, ceiling }) => bytes > ceiling).map(({ name }) => name)
    if (heavy.length) throw new StepFailed(`Above the ceiling: ${heavy.join(', ')}.`)
    if (earlyPlayers().length) throw new StepFailed(`Loads hls.js too early: ${earlyPlayers().join(', ')}.`)
  })
