import { request, type Dispatcher } from 'undici'
import type { Extraction, Rendition } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { leave, sourceFailure } from '../egress.ts'
import { parseTarget } from '../target.ts'

const PROBE_MS = 2_000
const MOST_PROBES = 8
const MAX_HOPS = 5

type Found = { size: number | null; type: string | null } | 'refused'

/**
 * Sizes and types of direct files whose site does not tell them, by one byte of each (some sites refuse HEAD). What
 * turns out to be a page or to lead inside is dropped; a file that cannot be asked stays as it was. Throws `no_media` or
 * `refused_address` when nothing is left.
 */
export async function probed(
  extraction: Extraction,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Extraction> {
  const unknown = extraction.renditions
    .filter((rendition) => rendition.transport === 'http' && rendition.filesize === null)
    .slice(-MOST_PROBES)
  if (unknown.length === 0) return extraction
  const found = new Map<Rendition, Found>()
  const all = unknown.map(async (rendition) => {
    const answer = await firstByte(
      rendition,
      dispatcher,
      AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]),
    )
    if (answer) found.set(rendition, answer)
  })
  await Promise.all(all)
  const renditions = extraction.renditions.flatMap((rendition) => {
    const answer = found.get(rendition)
    return answer ? withFound(rendition, answer) : [rendition]
  })
  if (renditions.length === 0)
    throw new Failure([...found.values()].includes('refused') ? 'refused_address' : 'no_media')
  return { ...extraction, renditions }
}

function withFound(rendition: Rendition, found: Found): Rendition[] {
  if (found === 'refused') return []
  const { size, type } = found
  if (type && /^(text\/|image\/|application\/(json|xhtml))/.test(type)) return []
  const isSound = rendition.kind === 'both' && rendition.vcodec === null && type?.startsWith('audio/')
  const filesize = size || rendition.filesize
  return [
    {
      ...rendition,
      ...(isSound && { kind: 'audio' as const, abr: rendition.tbr }),
      filesize,
      filesize_approx: filesize ? null : rendition.filesize_approx,
    },
  ]
}

/** Null when the source cannot be asked: the visitor's own download then says why. */
async function firstByte(
  rendition: Rendition,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Found | null> {
  try {
    let url = parseTarget(rendition.url)
    for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
      const headers = {
        ...rendition.headers,
        ...(rendition.cookies && url.href === rendition.url && { cookie: rendition.cookies }),
        range: 'bytes=0-0',
      }
      const answer = await request(url, { dispatcher, headers, signal })
      leave(answer.body)
      const header = (name: string) => [answer.headers[name]].flat()[0] ?? null
      const location = header('location')
      if (answer.statusCode >= 300 && answer.statusCode < 400 && location) {
        url = parseTarget(new URL(location, url).href)
        continue
      }
      if (answer.statusCode !== 200 && answer.statusCode !== 206) return null
      const total =
        answer.statusCode === 206
          ? /\/(\d+)$/.exec(header('content-range') ?? '')?.[1]
          : header('content-length')
      return { size: total ? Number(total) : null, type: header('content-type')?.toLowerCase() ?? null }
    }
    return null
  } catch (error) {
    return sourceFailure(error).code === 'refused_address' ? 'refused' : null
  }
}
