import fs from 'node:fs'
import type http from 'node:http'
import { downloadZip } from 'client-zip'

type Entry = { version?: string; dependencies?: object; integrity?: string }
const root = new URL('../../../', import.meta.url)
const read = (file: string) => fs.readFileSync(new URL(file, root), 'utf8')

/** The packages of the lock file, and one newer version of one of them. */
export function npmRegistry(newer: { name: string; version: string }): http.RequestListener {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> }
  return ({ url = '' }, response) => {
    const [, name = '', , asked] =
      /^\/((@[^/?]+\/)?[^/?]+)(?:\/([^/?]+))?/.exec(decodeURIComponent(url)) ?? []
    const known = packages[`node_modules/${name}`]
    if (!known?.version) return response.writeHead(404).end('{}')
    const releases = [known.version, ...(name === newer.name ? [newer.version] : [])]
    const versions = Object.fromEntries(
      releases.map((version) => [
        version,
        {
          name,
          version,
          dependencies: known.dependencies,
          dist: { tarball: 'https://npm.example/file.tgz', integrity: known.integrity },
        },
      ]),
    )
    if (asked) return response.end(JSON.stringify(versions[asked] ?? {}))
    response.end(JSON.stringify({ name, 'dist-tags': { latest: releases.at(-1) }, versions }))
  }
}

/** A newer yt-dlp with the least that it pins. The wheels hold only their metadata. */
export function pythonIndex(ytDlp: string): http.RequestListener {
  const pins = new Map([
    ['yt-dlp-ejs', '0.9.0'],
    ['curl-cffi', '0.17.0'],
  ])
  const needs = [...pins].map(([name, version]) => `Requires-Dist: ${name}==${version}; extra == 'pin'\n`)
  return async ({ url = '' }, response) => {
    const [, file] = /^\/simple\/([^/]+)\/?$/.exec(url) ?? []
    const name = file?.replace(/-[^-]+-py3-none-any\.whl$/, '').replaceAll('_', '-') ?? ''
    const version = name === 'yt-dlp' ? ytDlp : pins.get(name)
    if (!version) return void response.writeHead(404).end()
    const wheel = `${name.replaceAll('-', '_')}-${version}`
    if (!file?.endsWith('.whl')) {
      response.setHeader('content-type', 'text/html')
      return void response.end(`<a href="/simple/${wheel}-py3-none-any.whl">${wheel}-py3-none-any.whl</a>`)
    }
    const metadata = `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`
    const zip = downloadZip([
      {
        name: `${wheel}.dist-info/METADATA`,
        input: metadata + (name === 'yt-dlp' ? needs.join('') : ''),
      },
      { name: `${wheel}.dist-info/WHEEL`, input: 'Wheel-Version: 1.0\nTag: py3-none-any\n' },
    ])
    response.end(Buffer.from(await zip.arrayBuffer()))
  }
}

/** The official tags of Node's image: one of them is newer than that of this repository. */
export const dockerHub =
  (version: string): http.RequestListener =>
  (_, response) =>
    response.end(
      JSON.stringify({
        results: ['24.1.0', version, '99.0.0'].map((one) => ({
          name: `${one}-trixie-slim`,
          digest: `sha256:${'a'.repeat(64)}`,
        })),
      }),
    )

export const nodeReleases =
  (version: string): http.RequestListener =>
  (_, response) =>
    response.end(JSON.stringify([{ version: `v${version}`, security: true }]))

/** One package has an advisory in every version but its newest. */
export const advisories =
  (newest: { name: string; version: string }): http.RequestListener =>
  async (request, response) => {
    const text = String(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)))
    const { queries } = JSON.parse(text) as { queries: { package: { name: string }; version: string }[] }
    const isBad = (query: (typeof queries)[number]) =>
      query.package.name === newest.name && query.version !== newest.version
    response.end(
      JSON.stringify({ results: queries.map((one) => (isBad(one) ? { vulns: [{ id: 'GHSA-1' }] } : {})) }),
    )
  }
