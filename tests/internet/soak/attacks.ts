import { setTimeout as sleep } from 'node:timers/promises'
import { SILENT_HOSTS } from '../sites/pages.ts'
import { clientOf, mergeOf, proxiedOf, type Client } from './client.ts'

// Hostile visitors. Each submits hostile links, and then requests every URL in the results.
// tests/internet/sites/attack.ts and pages.ts contain the responses of the hostile sites.

/**
 * The attacks, each with a description and a link. Each use of a link appends a new query parameter, so that
 * the product does not return an extraction from its cache.
 */
export const ATTACKS: readonly (readonly [name: string, link: string])[] = [
  ['a site answers with status 099', 'http://attack.example/status-099'],
  ['a site answers with status 000', 'http://attack.example/status-000'],
  ['a site sends headers without end', 'http://attack.example/headers'],
  ['a manifest claims an infinite duration', 'http://attack.example/infinite.mpd'],
  ['a playlist repeats an unfinished key', 'http://attack.example/keys.m3u8'],
  ['a manifest repeats its first tag', 'http://attack.example/manifests.mpd'],
  ['a page has a million attributes', 'http://attack.example/attributes'],
  ['a page arrives byte by byte', 'http://attack.example/trickle'],
  ['a video arrives byte by byte after its head', 'https://attack.example/drip.mp4'],
  ['a video stops in the middle of each range', 'https://attack.example/stall.mp4'],
  ['a page never ends', 'https://endless.example/'],
  ['a site never answers', 'https://silent.example/'],
  ['a site redirects without end', 'http://attack.example/redirect'],
  ['a page unpacks to four gigabytes', 'http://attack.example/bomb'],
  ['a page has a title of megabytes', 'http://attack.example/huge'],
  ['a playlist has ten thousand formats', 'http://attack.example/many-formats.m3u8'],
  ['a playlist has twenty thousand segments', 'https://attack.example/many-links.m3u8'],
  ['a file has two million empty boxes', 'http://attack.example/boxes.mp4'],
  ['tracks claim to go on to the end of a file', 'http://attack.example/tracks.mp4'],
  ['links of a manifest go up again', 'http://attack.example/climbing.mpd'],
  ['a page has links that look like feeds', 'http://attack.example/feeds'],
  ['an MP3 consists of headers of frames', 'http://attack.example/frames.mp3'],
  ['a video becomes a page after its extraction', 'https://attack.example/turning.mp4'],
  ['a source answers with another range', 'https://attack.example/lying.mp4'],
  ['a playlist names local files', 'https://attack.example/files.m3u8'],
  ['a video is a list of local files for ffmpeg', 'https://attack.example/concat.mp4'],
  ['a playlist leads cookies to another host', 'https://attack.example/cookies.m3u8'],
  ['a video with a cookie redirects to another host', 'https://attack.example/cookies.mp4'],
]

/**
 * The target of an attacking site's redirect. The product must not send the attacking site's cookies to this
 * host.
 */
export const VICTIM = 'victim.example'

/** Milliseconds after which an attacker's merge is cancelled. This frees a merge slot for the next attack. */
const MERGE_MS = 8_000
const PAUSE_MS = 200
const CROWD_PAUSE_MS = 150
const CALL_MS = 40_000
const MAX_BYTES = 4 * 1024 ** 2
/**
 * Matches the line of the user root in /etc/passwd. If a response contains this line, the product has read a
 * local file.
 */
const LOCAL_FILE = /^root:[^:]*:0:0:/m

/**
 * Extracts, previews and merges the links in turn until `signal` is aborted. The product is expected to
 * refuse them. Returns the links whose responses contained the content of a local file.
 * @param address the attacker's IP address
 */
export async function attacker(
  port: number,
  address: string,
  links: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const client = clientOf(port, '127.0.0.1', address)
  const leaks: string[] = []
  for (let round = 0; !signal.aborted; round++) {
    const link = `${links[round % links.length]}?n=${address}-${round}`
    const bodies = await requestEverything(client, link, signal)
    if (bodies.some((body) => LOCAL_FILE.test(body))) leaks.push(link)
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
  return leaks
}

/** Visitors of their own address each, with links that hold what many share: slow sites and refused posts. */
export async function crowd(port: number, signal: AbortSignal): Promise<void> {
  const pastes: Promise<unknown>[] = []
  for (let visitor = 0; !signal.aborted; visitor++) {
    const { extract } = clientOf(port, '127.0.0.1', `198.18.${(visitor >> 8) % 256}.${visitor % 256}`)
    const site = SILENT_HOSTS[visitor % SILENT_HOSTS.length]
    const link =
      visitor % 5 === 0
        ? `https://www.instagram.com/p/Clogin${visitor}x/`
        : `https://${site}/?crowd=${visitor}`
    pastes.push(extract(link, signal).catch(() => undefined))
    await sleep(CROWD_PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
  await Promise.all(pastes)
}

/** Extracts a link, and requests every URL in the extraction. Returns the bodies of the responses. */
async function requestEverything(client: Client, link: string, stop: AbortSignal): Promise<string[]> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(CALL_MS)])
  // Failed calls are ignored, because the product is expected to refuse or abort many of them.
  const info = await client.extract(link, signal).catch(() => undefined)
  if (!info) return []
  const bodies: string[] = []
  const get = async (path: string, headers = {}) => {
    const answer = await client.call(path, { signal, headers, maxBytes: MAX_BYTES }).catch(() => undefined)
    const body = answer?.body.toString('latin1') ?? ''
    bodies.push(body)
    return body
  }
  const proxied = proxiedOf(info)
  if (proxied) {
    const body = await get(proxied)
    // If the body is an HLS playlist, its URIs are paths of the edge. The loop requests the first three URIs.
    for (const child of body.match(/^\/api\/\S+$/gm)?.slice(0, 3) ?? []) await get(child)
    await get(proxied, { range: 'bytes=5000000-6000000' })
  }
  const merge = mergeOf(info)
  if (merge && !signal.aborted) bodies.push(await mergeFor(client, merge, signal))
  return bodies
}

/**
 * Starts a merge, polls its state for some seconds, fetches its file if there is one, and cancels the merge.
 */
async function mergeFor(client: Client, path: string, signal: AbortSignal): Promise<string> {
  const task = await client.start(path).catch(() => undefined)
  if (task === undefined) return ''
  let status = ''
  for (const until = performance.now() + MERGE_MS; performance.now() < until && !signal.aborted;) {
    const answer = await client.call(`/api/download/status/${task}`).catch(() => undefined)
    status = /"status":"(\w+)"/.exec(answer?.body.toString() ?? '')?.[1] ?? ''
    if (status === 'completed' || status === 'failed') break
    await sleep(500, undefined, { signal }).catch(() => undefined)
  }
  const file =
    status === 'completed'
      ? await client
          .call(`/api/download/file/${task}`, { signal, maxBytes: MAX_BYTES })
          .catch(() => undefined)
      : undefined
  await client.remove(task).catch(() => undefined)
  return file?.body.toString('latin1') ?? ''
}
