import { setTimeout as sleep } from 'node:timers/promises'
import {
  errorSchema,
  mergeStatusSchema,
  startMergeAnswerSchema,
  videoInfoSchema,
} from '../../../contract/api.ts'
import { isFailureCode, isMachineFault } from '../../../contract/failure.ts'
import { paths } from '../../../contract/paths.ts'
import { directLink } from '../../../web/preview/write-link.ts'
import { faultOfFile } from './media.mjs'

/** @typedef {import('./items.mjs').Item} Item */
/** @typedef {import('../../../contract/api.ts').Format} Format */
/** @typedef {import('../../../contract/api.ts').VideoInfo} VideoInfo */
/**
 * The state of one item after its check:
 * - `ok`: the result is the expected one
 * - `skipped`: the configuration file contains no link for the item
 * - `blocked`: the platform refuses or limits the IP addresses of the product
 * - `gone`: the item was removed or made private
 * - `ours`: a request to the product failed, or the product reported a failure of its own, such as `internal`
 * - `broken`: any other difference from the expected result
 * @typedef {'ok' | 'blocked' | 'gone' | 'broken' | 'ours' | 'skipped'} State
 */
/**
 * @typedef {{ platform: string, shape: string, expected: string, code: string | null, state: State,
 *   detail: string, ms: number }} Result `code`: the result of the extraction, `ok` or a failure code
 */

/** Maximum size, in bytes, of the file that a check with `--merge` makes. */
const MAX_MERGE_BYTES = 10_000_000
const MERGE_MS = 180_000
const CALL_MS = 120_000
const PICTURES = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif'])

/**
 * Checks one item: the result of its extraction (`ok` or a failure code), its formats, and the first bytes of
 * its best video and audio. Never throws.
 * @param {Item} item
 * @param {string} origin origin of the edge
 * @param {boolean} merges whether to check a merge too; only items whose field `merge` is true are merged
 * @returns {Promise<Result>}
 */
export async function check(item, origin, merges) {
  const { platform, shape, expected } = item
  const about = { platform, shape, expected }
  if (item.link === '') return { ...about, code: null, state: 'skipped', detail: 'no link', ms: 0 }
  const started = Date.now()
  /** @type {(code: string | null, state: State, detail: string) => Result} */
  const result = (code, state, detail) => ({ ...about, code, state, detail, ms: Date.now() - started })
  try {
    const { code, info } = await extract(item, origin)
    if (code !== expected) return result(code, stateOf(code), `expected ${expected}, got ${code}`)
    if (!info) return result(code, 'ok', '')
    const fault = (await faultOf(item, info, origin)) ?? (await faultOfMerge(item, info, origin, merges))
    return fault ? result(code, 'broken', fault) : result(code, 'ok', '')
  } catch (error) {
    return result(null, 'ours', error instanceof Error ? error.message : String(error))
  }
}

/** @type {(code: string) => State} */
function stateOf(code) {
  if (code === 'site_blocks_us' || code === 'site_limit') return 'blocked'
  if (code === 'removed' || code === 'private') return 'gone'
  return isFailureCode(code) && (isMachineFault(code) || code === 'rate_limited') ? 'ours' : 'broken'
}

/**
 * @param {Item} item
 * @param {string} origin
 * @returns {Promise<{ code: string, info?: VideoInfo }>}
 */
async function extract({ link, item }, origin) {
  const answer = await fetch(origin + paths.downloadVideo, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tweet_url: link, ...(item !== undefined && { item }) }),
    signal: AbortSignal.timeout(CALL_MS),
  })
  const body = await answer.json()
  if (answer.ok) return { code: 'ok', info: videoInfoSchema.parse(body) }
  return { code: errorSchema.parse(body).code }
}

/**
 * Returns a sentence about formats that are missing or wrong; undefined when all are right.
 * @param {Item} item
 * @param {VideoInfo} info
 * @param {string} origin
 */
async function faultOf(item, info, origin) {
  if (item.notice && !info.notice?.includes(item.notice)) return `the notice is ${info.notice ?? 'absent'}`
  const lines = Math.max(0, ...info.formats.map(({ resolution }) => Number.parseInt(resolution ?? '0', 10)))
  if (item.lines && lines < item.lines) return `the best picture has ${lines} lines, expected ${item.lines}`
  for (const kind of item.has) {
    const formats = info.formats.filter((format) => hasKind(format, kind))
    if (formats.length === 0) return `no format has a ${kind}`
    // Checks only the first format that has a direct link. A format that needs a merge has no direct link
    // (null). If the command has `--merge`, `faultOfMerge` checks such a format.
    for (const format of formats) {
      const link = directLink(format, 'canary', origin)
      if (link === null) continue
      const fault = PICTURES.has(format.ext)
        ? await faultOfPicture(new URL(link, origin).href)
        : await faultOfFile(new URL(link, origin).href, format.ext, kind)
      if (fault) return `${format.label}: ${fault}`
      break
    }
  }
  return undefined
}

/** @type {(format: Format, kind: 'picture' | 'sound') => boolean} */
const hasKind = (format, kind) => (kind === 'picture' ? !format.is_audio_only : format.has_audio)

/** @param {string} link */
async function faultOfPicture(link) {
  const answer = await fetch(link, { signal: AbortSignal.timeout(CALL_MS) })
  await answer.body?.cancel()
  const type = answer.headers.get('content-type')
  return answer.ok && type?.startsWith('image/') ? undefined : `the picture answers ${answer.status} ${type}`
}

/**
 * Starts the merge of the smallest format that needs a merge, reads the first bytes of the file and deletes
 * the file. Returns a sentence about the fault; undefined when there is none.
 * @param {Item} item
 * @param {VideoInfo} info
 * @param {string} origin
 * @param {boolean} merges
 */
async function faultOfMerge(item, info, origin, merges) {
  if (!merges || !item.merge) return undefined
  const format = info.formats
    .filter(({ url, filesize }) => url.startsWith(paths.startMerge) && (filesize ?? 0) <= MAX_MERGE_BYTES)
    .toSorted((a, b) => (a.filesize ?? MAX_MERGE_BYTES) - (b.filesize ?? MAX_MERGE_BYTES))[0]
  if (!format) return `no format of at most ${MAX_MERGE_BYTES / 1e6} MB needs a merge`
  const signal = AbortSignal.timeout(MERGE_MS)
  const started = await fetch(origin + format.url, { signal })
  if (!started.ok) return `the merge answers ${started.status}`
  const { task_id: id } = startMergeAnswerSchema.parse(await started.json())
  try {
    for (;;) {
      const status = mergeStatusSchema.parse(
        await (await fetch(origin + paths.status + id, { signal })).json(),
      )
      if (status.status === 'failed') return `the merge failed with ${status.code}`
      if (status.status === 'completed') break
      await sleep(1_000)
    }
    const kind = format.is_audio_only ? 'sound' : 'picture'
    const fault = await faultOfFile(origin + paths.file + id, format.ext, kind)
    return fault && `the merged file: ${fault}`
  } finally {
    await fetch(origin + paths.task + id, { method: 'DELETE', signal: AbortSignal.timeout(CALL_MS) })
  }
}
