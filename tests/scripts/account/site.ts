import http from 'node:http'
import type { VideoInfo } from '#contract/api.ts'
import { paths } from '#contract/paths.ts'
import type { Account } from './account.ts'

const LIMIT = 20
/** Frames of MPEG-1 layer 3 with 128 kbit/s and 44.1 kHz. */
const FRAME = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)])
const SOUND = Buffer.concat(Array.from({ length: 300 }, () => FRAME))

const info = (link: string): VideoInfo => {
  const sound = { label: 'Audio MP3', ext: 'mp3', is_audio_only: true, has_audio: true, key: 'audio' }
  const media = `${paths.proxiedDownload}?url=${encodeURIComponent(link)}&g=x`
  const make = `${paths.startMerge}?task_id=t`
  const formats = [
    { ...sound, url: media },
    { ...sound, url: make, filesize: SOUND.length },
    { ...sound, url: make },
  ]
  return { platform: 'web', is_podcast: true, title: 'An episode', formats, source_url: link }
}

/**
 * The answers of a deployed Worker that the commands look at. `servers` has the origins of media servers that
 * are not among the imitated hosts.
 */
export function siteOf(
  account: Account,
  worker: string,
  servers: Record<string, string>,
): http.RequestListener {
  /** The calls for extractions since any other call. */
  let pastes = 0
  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'https://site')
    const json = (status: number, body: object) => void response.writeHead(status).end(JSON.stringify(body))
    const live = account.workers.live(worker)
    if (url.pathname === paths.downloadVideo) {
      pastes += 1
      const text = String(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)))
      const { tweet_url: link } = JSON.parse(text) as { tweet_url: string }
      if (!URL.canParse(link)) return json(400, { error: 'Not a link.', code: 'bad_link' })
      if (pastes > LIMIT) return json(429, { error: 'Too many.', code: 'rate_limited' })
      const { host, pathname } = new URL(link)
      if (host === 'private.example') return json(400, { error: 'Private.', code: 'refused_address' })
      if (servers[host]) await (await fetch(servers[host] + pathname)).arrayBuffer()
      return json(200, info(link))
    }
    pastes = 0
    if (url.pathname === paths.proxiedDownload) {
      if (!url.searchParams.has('g')) return json(403, { error: 'No grant.', code: 'forbidden' })
      const { host, pathname } = new URL(url.searchParams.get('url') ?? '')
      if (servers[host]) await (await fetch(servers[host] + pathname)).arrayBuffer()
      return void response.writeHead(request.headers.range ? 206 : 200).end(SOUND)
    }
    if (url.pathname === paths.startMerge) return json(200, { task_id: 'task' })
    if (url.pathname === `${paths.status}task`)
      return json(200, { task_id: 'task', status: 'completed', progress: 100, message: '' })
    if (url.pathname === `${paths.file}task`)
      return void response.writeHead(200, { 'content-length': SOUND.length }).end(SOUND)
    if (url.pathname === paths.health)
      return json(200, {
        version: { tag: live?.annotations['workers/tag'] },
        mergers: [
          { name: 'weur-1', build: live?.bindings.find(({ name }) => name === 'MERGER_BUILD')?.text },
        ],
      })
    response.writeHead(live || request.method !== 'GET' ? 200 : 404).end('<title>A page</title>')
  }
}
