import fs from 'node:fs'
import path from 'node:path'
import { fileAt, html, text } from '../answers.ts'
import { root } from '../cache.ts'
import { typeOf } from '../media.ts'
import type { Site } from '../site.ts'

// The folder that `npm run bench -- corpus FOLDER` measures, and the films that its inputs name.

export const CORPUS = `${root}/.cache/corpus`

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/rss+xml',
  json: 'application/json',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  ttml: 'application/ttml+xml',
  wmv: 'video/x-ms-wmv',
  flv: 'video/x-flv',
  mkv: 'video/x-matroska',
}
const typeAt = (name: string) => TYPES[name.split('.').at(-1) ?? ''] ?? typeOf(name)

const page = (link: string) =>
  html(
    `<!doctype html><title>A film</title><video src="/film.mp4"><track kind="captions" srclang="en" src="/${link}"></video>`,
  )
const list = (link: string) =>
  text(
    `#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="English",LANGUAGE="en",URI="/${link}"\n#EXT-X-STREAM-INF:BANDWIDTH=400000,SUBTITLES="text"\n/film.m3u8\n`,
    typeOf('x.m3u8'),
  )

/** Films stand in every folder. A host of its own is that of another company. */
function fileOf(host: string, wanted: string): string | undefined {
  const name = path.basename(wanted)
  const inputs = `${CORPUS}/inputs`
  const anywhere = () =>
    fs.readdirSync(inputs, { recursive: true, encoding: 'utf8' }).find((one) => path.basename(one) === name)
  const own = host === 'corpus.example' ? wanted : anywhere()
  const places = [...(own === undefined ? [] : [`${inputs}/${own}`]), `${CORPUS}/${name}`]
  return places.find((place) => fs.statSync(place, { throwIfNoEntry: false })?.isFile())
}

export const corpus: Site = {
  hosts: ['corpus.example', '.cdn.example'],
  answer({ host, path: wanted }) {
    const [, beside] = /^\/with\/(.+)\/page$/.exec(wanted) ?? []
    if (beside !== undefined) return beside.endsWith('.m3u8') ? list(beside) : page(beside)
    const found = fileOf(host, wanted.slice(1))
    return found === undefined ? undefined : fileAt(found, wanted, {}, { 'content-type': typeAt(wanted) })
  },
}
